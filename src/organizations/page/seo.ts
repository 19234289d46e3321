import { cutAtWord } from '#src/domain/description.ts'
import { formatEin } from '#src/domain/ein.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { toLine } from '#src/domain/filed-text.ts'
import { describeDollars } from '#src/domain/money.ts'
import { citeTicked } from '../../domain/cite.ts'
import type { Filing, Organization } from '../organization.ts'
import type { HeroFacts, PageTexts } from './hero.ts'
import type { WebPresence } from './web-presence.ts'

/** Number of characters that search engines show. */
const TITLE_LENGTH = 65
const DESCRIPTION_LENGTH = 160
/** The length of texts on the page, which links to the full text. */
const LONGEST_MISSION = 2_000

export type Seo = {
  title: string
  description: string
  canonicalPath: string
  /** schema.org data with known facts only. */
  jsonLd: Record<string, unknown>
}

type Shown = { hero: HeroFacts; texts: PageTexts; web?: WebPresence | undefined }

/** Returns the metadata of a page for search engines, from the facts on the page. */
export function toSeo(organization: Organization, filing: Filing, shown: Shown): Seo {
  const { hero, texts } = shown
  const { ein } = organization
  const spelt = formatEin(ein)
  const tail = ` | EIN ${spelt}`
  const what = texts.description?.value ?? describeFigures(filing, hero)
  return {
    title: `${shorten(hero.name.value, TITLE_LENGTH - tail.length)}${tail}`,
    description: shorten(what, DESCRIPTION_LENGTH),
    canonicalPath: `/charity/${ein}`,
    jsonLd: toJsonLd(spelt, is501c3(organization, filing), shown, filing),
  }
}

function describeFigures(
  { form, taxYear }: Filing,
  { name, location, financials: { revenue } }: HeroFacts,
): string {
  const place = [location?.value.city, location?.value.state].filter(Boolean).join(', ')
  const figure = revenue.value === undefined ? '' : `, revenue ${describeDollars(revenue.value)}`
  return `${name.value}${place && `, ${place}`}: ${FORM_NAMES[form]} for tax year ${taxYear}${figure}.`
}

const shorten = (text: string, length: number): string => {
  const plain = toLine(text)
  return plain.length <= length ? plain : `${cutAtWord(plain, length - 1)}…`
}

/** Boxes of a return for a status other than 501(c)(3). */
const OTHER_STATUSES = ['is501c', 'is527', 'is4947a1', 'isFoundationTrust'] as const

/** Checks the boxes of the return before the registry. A revoked exemption does not count. */
function is501c3({ isRevoked, registry }: Organization, filing: Filing): boolean {
  if (isRevoked) return false
  if (citeTicked(filing, 'is501c3') || citeTicked(filing, 'isExemptFoundation')) return true
  return !OTHER_STATUSES.some((key) => citeTicked(filing, key)) && registry?.subsection === '03'
}

function toJsonLd(
  taxID: string,
  isCharity: boolean,
  { hero, texts: { mission }, web }: Shown,
  { facts }: Filing,
): Record<string, unknown> {
  const { name, legalName, address, website, phone } = hero
  const { street, city, state, zip, country } = address?.value ?? {}
  return known({
    '@context': 'https://schema.org',
    '@type': 'NGO',
    name: name.value,
    legalName: legalName?.value,
    taxID,
    nonprofitStatus: isCharity ? 'https://schema.org/Nonprofit501c3' : undefined,
    foundingDate: facts.formationYear && String(facts.formationYear.value),
    description: mission && shorten(mission.value, LONGEST_MISSION),
    url: website?.value,
    telephone: phone?.value,
    sameAs: web?.socialLinks.length ? web.socialLinks.map(({ value }) => value.URL) : undefined,
    address:
      address &&
      known({
        '@type': 'PostalAddress',
        streetAddress: street,
        addressLocality: city,
        addressRegion: state,
        postalCode: zip,
        addressCountry: country,
      }),
  })
}

const known = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? toLine(value) : value]),
  )
