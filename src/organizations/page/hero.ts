import { registryMonth } from '#src/domain/registry-codes.ts'
import { readWebsite } from '#src/domain/website.ts'
import { type HeroKey, readHero } from '#src/figures/sets.ts'
import { type Cited, citeRegistry, citeText, type FiledNumber } from '../../domain/cite.ts'
import type { Filing, Organization } from '../organization.ts'
import { describeText } from '#src/domain/description.ts'
import { toRef } from '#src/domain/evidence.ts'
import { describeFiled, type FiledText, readNarrative } from '#src/domain/facts/narrative.ts'
import type { WebPresence } from './web-presence.ts'

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

export type PageTexts = {
  mission?: Cited<string>
  /**
   * The first sentences of the mission, else of the first program, as search shows them; where
   * neither is filed those of the website, which its Ref tells.
   */
  description?: Cited<string>
  /** What was done in the year: the first program, which forms ask to be the largest. */
  currentYearActivity?: Cited<string>
}

/**
 * What the selected filing says its organization is for and does; a text not filed is absent. What
 * is filed is signed, so the website describes only an organization that files no text of it.
 */
export function toTexts(filing: Filing, web?: WebPresence): PageTexts {
  const filed = toFiledTexts(filing)
  const said = web?.description
  const short = said && describeText(said.value)
  if (filed.description || !short) return filed
  return { ...filed, description: { value: short, ref: said.ref } }
}

function toFiledTexts(filing: Filing): PageTexts {
  if (filing.narrative === null) return {}
  const { mission, programs } = readNarrative(filing.form, filing.narrative)
  const [ofMission, ofProgram] = [citeFirst(filing, mission), citeFirst(filing, programs)]
  const first = ofMission ?? ofProgram
  const short = first && describeFiled(first.value)
  return {
    ...(ofMission && { mission: ofMission }),
    ...(first && short !== undefined && { description: { value: short, ref: first.ref } }),
    ...(ofProgram && { currentYearActivity: ofProgram }),
  }
}

const citeFirst = (filing: Filing, [first]: FiledText[]): Cited<string> | undefined =>
  first && { value: first.text, ref: toRef({ ...filing, path: first.path }) }
