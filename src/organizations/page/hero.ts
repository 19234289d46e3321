import { describeText } from '#src/domain/description.ts'
import type { SocialLink } from '#src/domain/enrichment.ts'
import {
  type Cited,
  citeRegistry,
  citeText,
  type FiledNumber,
  formatRef,
  refOf,
} from '#src/domain/evidence.ts'
import { describeFiled, type FiledText } from '#src/domain/facts/narrative.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import { registryMonth } from '#src/domain/registry-codes.ts'
import { readWebsite } from '#src/domain/website.ts'
import { type HeroKey, readHero } from '#src/figures/figures.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { ProfileDeps } from '../deps.ts'
import { openFiler } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import { type Icon, readIcon } from '../store/read-listed.ts'

type Place = { city?: string; state?: string; country?: string }
export type Address = Place & { street?: string; zip?: string }

/** The identity of an organization, and figures of the selected filing. Unknown facts are absent. */
export type HeroFacts = {
  name: Cited<string>
  /** The name in the selected filing's header. */
  legalName?: Cited<string>
  location?: Cited<Place>
  address?: Cited<Address>
  inCareOf?: Cited<string>
  principalOfficer?: Cited<string>
  phone?: Cited<string>
  /** An address that browsers can open, made from the filed text. */
  website?: Cited<string> & { asFiled: string }
  financials: Record<HeroKey, FiledNumber>
  /** The month of the IRS's ruling, YYYY-MM. */
  recognitionDate?: Cited<string>
}

/** Returns name and place from the latest sources, and the other facts from the selected filing. */
export const toHeroFacts = (organization: Organization, filing: Filing): HeroFacts =>
  knownFields({
    name: { value: organization.name, ref: organization.nameRef },
    financials: readHero(filing),
    legalName: citeText(filing, 'filerName'),
    location: citePlace(organization, ['city', 'state', 'country']),
    address: citePlace(organization, ['street', 'city', 'state', 'zip', 'country']),
    inCareOf: citeText(filing, 'filerInCareOf'),
    principalOfficer: citeText(filing, 'principalOfficer'),
    phone: citeText(filing, 'filerPhone'),
    website: citeWebsite(filing),
    recognitionDate: citeRecognition(organization),
  })

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
  /** First sentences of the mission, the first program, or the website, as search shows them. */
  description?: Cited<string>
  /** The first program, which forms define as the largest. */
  currentYearActivity?: Cited<string>
}

/**
 * Returns the filing's texts about purpose and programs; texts that are not filed are absent. Filed
 * texts are signed, so the website's description is used only if there is none.
 */
export function toTexts(filing: Filing, web?: WebPresence): PageTexts {
  const { mission, programs } = filing.narrative
  const [ofMission, ofProgram] = [citeFirst(filing, mission), citeFirst(filing, programs)]
  const filed = ofMission ?? ofProgram
  return knownFields({
    mission: ofMission,
    description: shorten(filed, describeFiled) ?? shorten(web?.description, describeText),
    currentYearActivity: ofProgram,
  })
}

const citeFirst = (filing: Filing, [first]: FiledText[]): Cited<string> | undefined =>
  first && { value: first.text, ref: refOf(filing, first.path) }

function shorten(
  text: Cited<string> | undefined,
  describe: (text: string) => string | undefined,
): Cited<string> | undefined {
  const short = text && describe(text.value)
  return text && short ? { value: short, ref: text.ref } : undefined
}

/** The newest snapshot of an organization's website. It does not depend on the shown year. */
export type WebPresence = {
  /** When the website was last read, as ISO time. */
  capturedAt: string
  /** The address of the first snapshot with this content, after redirects. */
  url: string
  /** The website's description of itself for search engines. */
  description?: Cited<string>
  socialLinks: Cited<SocialLink>[]
  /** Media type of the image that /brand-icon returns. */
  icon?: Cited<string>
}

/** Returns the shown fields of the website; undefined if it was not read. */
export function toWebPresence({
  ein,
  enrichment,
}: Pick<Organization, 'ein' | 'enrichment'>): WebPresence | undefined {
  if (enrichment === null) return undefined
  const { fields, capturedAt, source, contentId } = enrichment
  const refTo = (field: string): string => formatRef({ kind: 'web', ein, contentId, field })
  const { Description, SocialLinks = [], Icon } = fields
  return {
    capturedAt,
    url: source.url,
    ...(Description && { description: { value: Description, ref: refTo('Description') } }),
    socialLinks: SocialLinks.map((value, place) => ({
      value,
      ref: refTo(`SocialLinks[${place + 1}]`),
    })),
    ...(Icon && { icon: { value: Icon.MediaType, ref: refTo('Icon') } }),
  }
}

/** Returns the path of an organization's image, which exists if `WebPresence.icon` does. */
export const iconPath = (ein: string): string => `/api/v2/charity/${ein}/brand-icon`

type BrandIcon = Icon & {
  /** SHA-256 of the bytes, in hex. */
  sha256: string
}

/**
 * Reads the icon of an organization's website as fetched; at most two round trips. Throws ApiError
 * ProfileNotFound, IconNotFound, StoreUnavailable.
 */
export async function readBrandIcon(deps: ProfileDeps, ein: string): Promise<BrandIcon> {
  const { enrichment } = await openFiler(deps, ein)
  const sha256 = enrichment?.fields.Icon?.SHA256
  const icon = sha256 === undefined ? undefined : await readIcon(deps.postgres, sha256)
  if (sha256 === undefined || !icon) throw new ApiError('IconNotFound')
  return { ...icon, sha256 }
}
