import type { Form } from '#src/domain/form.ts'
import { hasCase, type Organization } from './organization.ts'
import type { Random } from './random.ts'

/** One return to be written: its form, the months it covers, and when the IRS received it. */
export type Filing = {
  organization: Organization
  form: Exclude<Form, '990N'>
  version: string
  taxYear: number
  begin: string
  end: string
  received: string
  objectId: string
  dln: string
  amendment: number
  initial: boolean
  final: boolean
  group: boolean
}

// Files of 2025 and later are not part of the demo: the newest index is that of 2024.
const LAST_RECEIVED = '2024-12-18'
const DAY = 86_400_000

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)
const lastDayOf = (year: number, month: number): string => isoDay(Date.UTC(year, month, 0))
const daysAfter = (date: string, days: number): string => isoDay(Date.parse(date) + days * DAY)

// Schema versions in use by tax year, taken from the IRS's own releases.
const VERSIONS: Record<number, readonly string[]> = {
  2012: ['2012v2.1'],
  2013: ['2013v3.0', '2013v4.0'],
  2019: ['2019v5.0', '2019v5.1'],
  2020: ['2020v4.0', '2020v4.1', '2020v4.2'],
  2021: ['2021v4.0', '2021v4.1', '2021v4.2'],
  2022: ['2022v4.0', '2022v5.0'],
  2023: ['2023v4.0', '2023v4.1'],
}
const VERSIONS_990T: Record<number, readonly string[]> = {
  2020: ['2020v1.3'],
  2021: ['2021v4.3'],
  2022: ['2022v6.0', '2022v7.0'],
  2023: ['2023v4.0'],
}

/** Returns the returns of one organization, oldest first. `taken` keeps object ids unique. */
export function planFilings(
  organization: Organization,
  taken: Set<string>,
  random: Random,
): Filing[] {
  if (organization.form === undefined || organization.form === '990N') return []
  const filings: Filing[] = []
  for (const taxYear of taxYearsOf(organization)) {
    filings.push(...planYear(organization, taxYear, taken, random.fork(`year ${taxYear}`)))
  }
  return filings.sort((one, other) => one.received.localeCompare(other.received))
}

/**
 * Tax years of the two eras with older element names; a few organizations have returns from them.
 */
export const OLD_TAX_YEARS = { first: 2012, last: 2013 } as const

function taxYearsOf(organization: Organization): number[] {
  const { firstTaxYear, lastTaxYear } = organization
  const recent = Array.from(
    { length: lastTaxYear - firstTaxYear + 1 },
    (_, index) => firstTaxYear + index,
  )
  return hasCase(organization, 'name-eras')
    ? [OLD_TAX_YEARS.first, OLD_TAX_YEARS.last, ...recent]
    : recent
}

/**
 * Returns the months a tax year covers: twelve, except in the year an organization changed its
 * year-end.
 */
export function monthsOf(organization: Organization, taxYear: number): number {
  return hasCase(organization, 'short-year') && taxYear === organization.lastTaxYear ? 6 : 12
}

function periodOf(organization: Organization, taxYear: number): { begin: string; end: string } {
  const months = monthsOf(organization, taxYear)
  const month = organization.fiscalMonth
  // A year that ends in June begins in July of its tax year.
  const begin =
    month === 12 ? `${taxYear}-01-01` : `${taxYear}-${String(month + 1).padStart(2, '0')}-01`
  const endMonth = month + months
  return {
    begin,
    end: lastDayOf(taxYear, month === 12 ? months : endMonth),
  }
}

function planYear(
  organization: Organization,
  taxYear: number,
  taken: Set<string>,
  random: Random,
): Filing[] {
  // The 990-T became an e-filed form with the forms of 2020.
  if (organization.form === '990T' && taxYear < 2020) return []
  const { begin, end } = periodOf(organization, taxYear)
  const earliest = daysAfter(end, 120)
  if (earliest > LAST_RECEIVED) return []
  const due = daysAfter(end, random.int(125, 330))
  const received =
    due > LAST_RECEIVED
      ? daysAfter(
          earliest,
          random.int(0, Math.floor((Date.parse(LAST_RECEIVED) - Date.parse(earliest)) / DAY)),
        )
      : due
  const isFirst = taxYear === organization.firstTaxYear
  const isLast = taxYear === organization.lastTaxYear
  const form = organization.form as Filing['form']
  const one = (kind: Filing['form'], day: string, amendment: number): Filing => ({
    organization,
    form: kind,
    version: versionOf(kind, taxYear, random),
    taxYear,
    begin,
    end,
    received: day,
    ...identify(kind, day, taken, random.fork(`${kind} ${amendment}`)),
    amendment,
    initial: isFirst && hasCase(organization, 'initial'),
    final: isLast && hasCase(organization, 'final'),
    group: kind === '990' && hasCase(organization, 'group-return'),
  })
  const amendments =
    isLast || taxYear === organization.lastTaxYear - 1 ? amendmentsOf(organization, isLast) : 0
  const returns = Array.from({ length: amendments + 1 }, (_, amendment) =>
    one(form, daysAfter(received, amendment * 24), amendment),
  )
  const hasBusiness =
    form === '990' &&
    taxYear >= 2020 &&
    (hasCase(organization, 'unrelated-business') ||
      hasCase(organization, 'two-unrelated-businesses'))
  const kept = returns.filter((filing) => filing.received <= '2024-12-31')
  return hasBusiness ? [...kept, one('990T', received, 0)] : kept
}

function amendmentsOf(organization: Organization, isLast: boolean): number {
  if (hasCase(organization, 'amended-twice')) return isLast ? 2 : 0
  return hasCase(organization, 'amended') && !isLast ? 1 : 0
}

function versionOf(form: Filing['form'], taxYear: number, random: Random): string {
  const versions = (form === '990T' ? VERSIONS_990T : VERSIONS)[taxYear] ?? ['2022v5.0']
  return random.pick(versions)
}

// Middle digits of an object id and first digits of a document locator number, by form.
const LOCATOR: Record<Filing['form'], string> = {
  '990': '93493',
  '990EZ': '93492',
  '990PF': '93491',
  '990T': '93393',
}

function identify(
  form: Filing['form'],
  received: string,
  taken: Set<string>,
  random: Random,
): { objectId: string; dln: string } {
  const year = received.slice(0, 4)
  const day = String(
    Math.floor((Date.parse(received) - Date.parse(`${year}-01-01`)) / DAY) + 1,
  ).padStart(3, '0')
  const serial = String(random.int(10, 9_999)).padStart(5, '0')
  const objectId = `${year}${random.int(1, 4)}${day}${LOCATOR[form]}${serial}`
  if (taken.has(objectId)) return identify(form, received, taken, random.fork('again'))
  taken.add(objectId)
  return { objectId, dln: `${LOCATOR[form]}${day}${serial}${year.slice(3)}` }
}
