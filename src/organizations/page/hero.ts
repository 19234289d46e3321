import { registryMonth } from '#src/domain/registry-codes.ts'
import { readWebsite } from '#src/domain/website.ts'
import { type HeroKey, readHero } from '#src/figures/sets.ts'
import { type Cited, citeRegistry, citeText, type FiledNumber } from '../evidence/cite.ts'
import type { Filing, Organization } from '../organization.ts'

export type Place = { city?: string; state?: string; country?: string }
export type Address = Place & { street?: string; zip?: string }

/** Who the organization is and what the selected filing says of it; what is unknown is absent. */
export type HeroFacts = {
  name: Cited<string>
  /** As the selected filing's header has it. */
  legalName?: Cited<string>
  location?: Cited<Place>
  address?: Cited<Address>
  inCareOf?: Cited<string>
  principalOfficer?: Cited<string>
  phone?: Cited<string>
  /** An address people can open, made of the filed text. */
  website?: Cited<string> & { asFiled: string }
  financials: Record<HeroKey, FiledNumber>
  /** The month of the IRS's ruling, YYYY-MM. */
  recognitionDate?: Cited<string>
}

type Known = { [Key in Exclude<keyof HeroFacts, keyof Always>]: HeroFacts[Key] | undefined }
type Always = Pick<HeroFacts, 'name' | 'financials'>

/** Name and place as the latest sources have them, the rest as the selected filing does. */
export function toHeroFacts(organization: Organization, filing: Filing): HeroFacts {
  const known: Known = {
    legalName: citeText(filing, 'filerName'),
    location: citePlace(organization, ['city', 'state', 'country']),
    address: citePlace(organization, ['street', 'city', 'state', 'zip', 'country']),
    inCareOf: citeText(filing, 'filerInCareOf'),
    principalOfficer: citeText(filing, 'principalOfficer'),
    phone: citeText(filing, 'filerPhone'),
    website: citeWebsite(filing),
    recognitionDate: citeRecognition(organization),
  }
  const facts: Always = {
    name: { value: organization.name, ref: organization.nameRef },
    financials: readHero(filing),
  }
  return Object.assign(facts, withoutUnknown(known))
}

const withoutUnknown = (known: Known): Partial<HeroFacts> =>
  Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))

function citePlace<Key extends keyof Address>(
  organization: Organization,
  keys: readonly Key[],
): Cited<Pick<Address, Key>> | undefined {
  const known = keys.flatMap((key) => {
    const value = organization[key]
    return value === null ? [] : [[key, value]]
  })
  if (known.length === 0 || organization.addressRef === null) return undefined
  return { value: Object.fromEntries(known) as Pick<Address, Key>, ref: organization.addressRef }
}

function citeWebsite(filing: Filing): HeroFacts['website'] {
  const filed = citeText(filing, 'website')
  const url = filed && readWebsite(filed.value)
  return filed && url ? { value: url, ref: filed.ref, asFiled: filed.value } : undefined
}

function citeRecognition(organization: Organization): Cited<string> | undefined {
  const month = registryMonth(organization.registry?.ruling ?? null)
  const ref = citeRegistry(organization, 'RULING')
  return month && ref ? { value: month, ref } : undefined
}
