import { formatDay } from '#src/domain/days.ts'
import { cutAtWord } from '#src/domain/description.ts'
import { formatEin } from '#src/domain/ein.ts'
import { groupBy } from '#src/domain/es2024.ts'
import { citeRegistry, citeRevocation, citeText, citeTicked, toRef } from '#src/domain/evidence.ts'
import { HEADER_PLACES } from '#src/domain/facts/catalogue.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { toLine } from '#src/domain/filed-text.ts'
import { FORMS, type Form } from '#src/domain/form.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import { describeDollars } from '#src/domain/money.ts'
import { nteeLabel } from '#src/domain/ntee.ts'
import { describeFoundation, describeSubsection } from '#src/domain/registry-codes.ts'
import { releaseTime } from '#src/domain/release.ts'
import { isShortYear } from '#src/domain/tax-period.ts'
import type { Verdict } from '#src/rating/verdict.ts'
import type { ProfileDeps } from '../deps.ts'
import { type OperatingModel, toOperatingModel } from '../figures/operating-model.ts'
import { primaryFormOf, type Selection } from '../filings/select-filing.ts'
import { openFiler, openFiling } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import { listSections } from '../sections/definitions.ts'
import type { SectionSummary } from '../sections/section.ts'
import {
  type HeroFacts,
  type PageTexts,
  toHeroFacts,
  toTexts,
  toWebPresence,
  type WebPresence,
} from './hero.ts'
import { verdictOn } from './rating-view.ts'
import { type Deductibility, labelRestriction, toDeductibility } from './summary-sentences.ts'

/** The page of an organization by one filing. */
export type Page = {
  organization: Organization
  filing: Filing
  context: PageContext
  hero: HeroFacts
  texts: PageTexts
  /** Absent if its website was not read. */
  web?: WebPresence
  chips: Chip[]
  deductibility?: Deductibility
  operatingModel?: OperatingModel
  verdict: Verdict
  sections: SectionSummary[]
  seo: Seo
  /** Time of the store's newest release, as ISO time. */
  compiledAt?: string
}

/** The shown filing among all current ones. */
type PageContext = {
  selectedForm: Form
  selectedYear: number
  primaryForm: Form
  availableForms: { form: Form; latestYear: number; isPrimary: boolean }[]
  /** Tax years of the current filings of all forms. */
  filingRange: { firstYear: number; latestYear: number }
}

/**
 * Reads the page of an organization by the selected filing; two round trips. Throws ApiError
 * ProfileNotFound, FilingNotFound, StoreUnavailable.
 */
export async function readPage(
  deps: ProfileDeps,
  ein: string,
  selection: Selection,
): Promise<Page> {
  const organization = await openFiler(deps, ein)
  return toPage(organization, await openFiling(deps, organization, selection))
}

/** Returns the page of an organization by one of its filings. */
export function toPage(organization: Organization, filing: Filing): Page {
  const hero = toHeroFacts(organization, filing)
  const web = toWebPresence(organization)
  const texts = toTexts(filing, web)
  return knownFields({
    organization,
    filing,
    context: toContext(organization, filing),
    hero,
    texts,
    web,
    chips: toChips(organization, filing),
    deductibility: toDeductibility(organization),
    operatingModel: toOperatingModel(organization, filing),
    verdict: verdictOn(organization, filing),
    sections: listSections(organization, filing),
    seo: toSeo(organization, filing, { hero, texts, web }),
    compiledAt: releaseTime(organization.release),
  })
}

function toContext(organization: Organization, { form, taxYear }: Filing): PageContext {
  const primaryForm = primaryFormOf(organization)
  const current = organization.filings.filter(({ isCurrent }) => isCurrent)
  const years = current.map((filing) => filing.taxYear)
  return {
    selectedForm: form,
    selectedYear: taxYear,
    primaryForm: primaryForm ?? form,
    availableForms: FORMS.flatMap((one) => {
      const latest = current.find((filing) => filing.form === one)
      return latest
        ? [{ form: one, latestYear: latest.taxYear, isPrimary: one === primaryForm }]
        : []
    }),
    filingRange: { firstYear: Math.min(...years), latestYear: Math.max(...years) },
  }
}

/** Number of characters that search engines show. */
const TITLE_LENGTH = 65
const DESCRIPTION_LENGTH = 160
/** The length of texts on the page, which links to the full text. */
const LONGEST_MISSION = 2_000

type Seo = {
  /** The name of the organization, cut as the title needs. */
  name: string
  title: string
  description: string
  canonicalPath: string
  /** schema.org data with known facts only. */
  jsonLd: Record<string, unknown>
}

type Shown = { hero: HeroFacts; texts: PageTexts; web?: WebPresence | undefined }

/** Returns the metadata of a page for search engines, from the facts on the page. */
function toSeo(organization: Organization, filing: Filing, shown: Shown): Seo {
  const { hero, texts } = shown
  const { ein } = organization
  const spelt = formatEin(ein)
  const tail = ` | EIN ${spelt}`
  const what = texts.description?.value ?? describeFigures(filing, hero)
  const name = shorten(hero.name.value, TITLE_LENGTH - tail.length)
  return {
    name,
    title: `${name}${tail}`,
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

/** A short label about an organization or the selected filing, with its Ref. */
type Chip = {
  kind: 'Sector' | 'Affiliation' | 'Context'
  label: string
  ref: string
  /** Present for a warning. */
  tone?: 'Caution' | 'Concern'
}

// The first schema version with the current element names in the header.
const FIRST_WITH_CURRENT_NAMES = '2013v3.0'

type Found = { label: string; ref: string | undefined; tone?: Chip['tone'] & {} } | undefined

/**
 * Returns the chips: restriction lists first, then sector, affiliation, legal status, and kind of
 * return.
 */
function toChips(organization: Organization, filing: Filing): Chip[] {
  const found: [Chip['kind'], Found][] = [
    ...restrictions(organization),
    ['Sector', sector(organization)],
    ['Affiliation', affiliation(organization, filing)],
    ['Context', legalStatus(organization, filing)],
    ['Context', foundation(organization)],
    ['Context', deductibility(organization)],
    ['Context', revocation(organization)],
    ['Context', { label: 'Group return for affiliates', ref: citeTicked(filing, 'groupReturn') }],
    ['Context', { label: 'Amended return', ref: citeTicked(filing, 'amendedReturn') }],
    ['Context', { label: 'Initial return', ref: citeTicked(filing, 'initialReturn') }],
    ['Context', finalReturn(filing)],
    ['Context', shortYear(filing)],
    ['Context', smallReceipts(filing)],
  ]
  return found.flatMap(([kind, chip]) =>
    chip?.ref === undefined ? [] : [{ kind, ...chip, ref: chip.ref }],
  )
}

/** Returns one chip per label, however many entries match. */
function restrictions({ restrictions: matches }: Organization): [Chip['kind'], Found][] {
  const byLabel = groupBy(matches, labelRestriction)
  return [...byLabel].map(([label, [first]]) => [
    'Context',
    { label, ref: first?.ref, tone: first?.status === 'Confirmed' ? 'Concern' : 'Caution' },
  ])
}

function sector(organization: Organization): Found {
  const code = organization.registry?.nteeCode
  const cause = code ? nteeLabel(code) : undefined
  // Code Z means unclassified.
  if (code?.startsWith('Z')) return undefined
  return cause && { label: cause.label, ref: citeRegistry(organization, 'NTEE_CD') }
}

function affiliation(organization: Organization, filing: Filing): Found {
  const { familyId, role, registry } = organization
  if (familyId === null) return undefined
  const number = familyId.replace(/^GEN-/, '')
  // A member may report a group that the registry does not have.
  const isRegistered = registry?.groupExemption === number
  const ref = isRegistered
    ? citeRegistry(organization, 'GROUP')
    : citeText(filing, 'groupExemptionNumber')?.ref
  const words =
    role === 'Central' ? 'Central organization of' : role === 'Member' ? 'Member of' : 'In'
  return { label: `${words} group exemption ${number}`, ref }
}

function legalStatus(organization: Organization, filing: Filing): Found {
  const ticked = (
    [
      ['is501c3', '501(c)(3)'],
      ['isExemptFoundation', '501(c)(3)'],
      ['is527', '527'],
      ['is4947a1', '4947(a)(1)'],
      ['isFoundationTrust', '4947(a)(1)'],
    ] as const
  ).flatMap(([key, label]) => {
    const ref = citeTicked(filing, key)
    return ref === undefined ? [] : [{ label, ref }]
  })
  const filed = ticked[0] ?? paragraph501c(filing)
  if (filed) return filed
  const label = describeSubsection(organization.registry?.subsection ?? '')
  return label === undefined ? undefined : { label, ref: citeRegistry(organization, 'SUBSECTION') }
}

/** Reads the paragraph of another 501(c) organization from the attribute of the checked box. */
function paragraph501c(filing: Filing): Found {
  const filed = citeText(filing, 'paragraph501c')
  const [, number] =
    /^(?:501\s?\(c\))?[\s(]{0,3}0?(\d{1,2})[\s)]{0,3}$/i.exec(filed?.value ?? '') ?? []
  const label = number && describeSubsection(number.padStart(2, '0'))
  // Codes from 40 are the registry's own, not paragraphs.
  return label?.startsWith('501(c)') ? { label, ref: filed?.ref } : undefined
}

// "Not a 501(c)(3)" and "Suspense" add nothing to the legal status.
const PLAIN_FOUNDATION = new Set(['00', '09'])

function foundation(organization: Organization): Found {
  const code = organization.registry?.foundation ?? ''
  const label = PLAIN_FOUNDATION.has(code) ? undefined : describeFoundation(code)
  return label === undefined ? undefined : { label, ref: citeRegistry(organization, 'FOUNDATION') }
}

function deductibility(organization: Organization): Found {
  const found = toDeductibility(organization)
  if (!found || found.status === 'NotListed') return undefined
  const label =
    found.status === 'Deductible'
      ? 'Gifts are deductible'
      : `Deductibility is limited or conditional (code ${found.codes.join(', ')})`
  return { label, ref: found.ref }
}

function revocation(organization: Organization): Found {
  const revoked = citeRevocation(organization)
  return (
    revoked && {
      label: `Exemption revoked ${formatDay(revoked.value)}`,
      ref: revoked.ref,
      tone: 'Concern',
    }
  )
}

const finalReturn = (filing: Filing): Found => ({
  label: filing.form === '990N' ? 'Terminated' : 'Final return',
  ref: citeTicked(filing, 'finalReturn'),
})

function shortYear(filing: Filing): Found {
  const { schemaVersion, taxPeriodBegin, taxPeriodEnd } = filing
  if (!isShortYear(filing) || schemaVersion === null || taxPeriodBegin === null) return undefined
  const [current, former] = HEADER_PLACES.taxPeriodBegin
  const path = schemaVersion < FIRST_WITH_CURRENT_NAMES ? former : current
  return {
    label: `Short year, ${formatDay(taxPeriodBegin)} to ${formatDay(taxPeriodEnd)}`,
    ref: toRef({ ...filing, path }),
  }
}

const smallReceipts = (filing: Filing): Found => ({
  label: 'Gross receipts normally $50,000 or less',
  ref: citeTicked(filing, 'grossReceiptsNotOverLimit'),
})
