import { cutAtWord } from '../../domain/description.ts'
import { FORM_NAMES } from '../../domain/facts/citation.ts'
import { describeDollars } from '../../domain/money.ts'
import type { Filing, Organization } from '../organization.ts'
import type { HeroFacts } from './hero.ts'
import type { PageTexts } from './texts.ts'

/** What search engines show of a title and a description before they cut it. */
const TITLE_LENGTH = 65
const DESCRIPTION_LENGTH = 160

export type Seo = {
  title: string
  description: string
  canonicalPath: string
  /** schema.org, of known facts only. */
  jsonLd: Record<string, unknown>
}

/** Search-engine metadata of a page, from what the page itself shows. */
export function toSeo(
  { ein, registry }: Organization,
  filing: Filing,
  hero: HeroFacts,
  texts: PageTexts,
): Seo {
  const spelt = `${ein.slice(0, 2)}-${ein.slice(2)}`
  const tail = ` | EIN ${spelt}`
  const what = texts.description?.value ?? describeFigures(filing, hero)
  return {
    title: `${shorten(hero.name.value, TITLE_LENGTH - tail.length)}${tail}`,
    description: shorten(what, DESCRIPTION_LENGTH),
    canonicalPath: `/charity/${ein}`,
    jsonLd: toJsonLd(spelt, registry?.subsection ?? null, filing, hero, texts),
  }
}

function describeFigures(
  { form, taxYear }: Filing,
  { name, location, revenue }: HeroFacts,
): string {
  const place = [location?.value.city, location?.value.state].filter(Boolean).join(', ')
  const figure = revenue ? `, revenue ${describeDollars(revenue.value)}` : ''
  return `${name.value}${place && `, ${place}`}: ${FORM_NAMES[form]} of tax year ${taxYear}${figure}.`
}

const shorten = (text: string, length: number): string => {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  return plain.length <= length ? plain : `${cutAtWord(plain, length - 1)}…`
}

function toJsonLd(
  taxID: string,
  subsection: string | null,
  { facts }: Filing,
  { name, legalName, address, website, phone }: HeroFacts,
  { mission }: PageTexts,
): Record<string, unknown> {
  const is501c3 = facts.is501c3?.value === true || subsection === '03'
  const { street, city, state, zip, country } = address?.value ?? {}
  return known({
    '@context': 'https://schema.org',
    '@type': 'NGO',
    name: name.value,
    legalName: legalName?.value,
    taxID,
    nonprofitStatus: is501c3 ? 'https://schema.org/Nonprofit501c3' : undefined,
    foundingDate: facts.formationYear && String(facts.formationYear.value),
    description: mission?.value,
    url: website?.value,
    telephone: phone?.value,
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
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
