import type { Filing } from '../filings.ts'
import { hasCase, type Organization } from '../organization.ts'
import { pickPerson } from '../people.ts'
import type { Random } from '../random.ts'

// These are the names the IRS writes, not the names our reader expects: a demo made from the
// reader's own list would not reveal that the reader expects a wrong name.
const COLUMNS = [
  'RETURN_ID',
  'FILING_TYPE',
  'EIN',
  'TAX_PERIOD',
  'SUB_DATE',
  'TAXPAYER_NAME',
  'RETURN_TYPE',
  'DLN',
  'OBJECT_ID',
] as const

/** A filing and the zip that contains it. */
type Archived = { filing: Filing; batch: string }

/**
 * Returns `index_YYYY.csv` as the IRS publishes it; the column that names the zip was added in
 * 2024.
 */
export function writeIndex(year: number, rows: readonly Archived[]): string {
  const withBatch = year >= 2024
  const header = [...COLUMNS, ...(withBatch ? ['XML_BATCH_ID'] : [])].join(',')
  const lines = rows.map(({ filing, batch }, index) =>
    [
      // Recent files leave the return id empty.
      withBatch ? '' : String(20_000_000 + year * 1_000 + index),
      'EFILE',
      filing.organization.ein,
      filing.end.slice(0, 7).replace('-', ''),
      withBatch ? String(year) : submissionDate(filing.received),
      filing.organization.name.toUpperCase().replaceAll(',', ''),
      filing.form,
      filing.dln,
      filing.objectId,
      ...(withBatch ? [batch] : []),
    ].join(','),
  )
  return `${[header, ...lines].join('\r\n')}\r\n`
}

// The index lists a return weeks after it was received.
function submissionDate(received: string): string {
  const date = new Date(Date.parse(received) + 38 * 86_400_000)
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()} 4:35:34 PM`
}

const HEADER =
  'EIN,NAME,ICO,STREET,CITY,STATE,ZIP,GROUP,SUBSECTION,AFFILIATION,CLASSIFICATION,RULING,DEDUCTIBILITY,FOUNDATION,ACTIVITY,ORGANIZATION,STATUS,TAX_PERIOD,ASSET_CD,INCOME_CD,FILING_REQ_CD,PF_FILING_REQ_CD,ACCT_PD,ASSET_AMT,INCOME_AMT,REVENUE_AMT,NTEE_CD,SORT_NAME'

// Regions of the four national files.
const NORTHEAST = 'CT ME MA NH NJ NY RI VT'.split(' ')
const MID_ATLANTIC_AND_LAKES = 'DE DC IL IN IA KY MD MI MN NE NC ND OH PA SC SD VA WV WI'.split(' ')

/** The amounts of an organization's newest return, which the registry repeats. */
export type Latest = { filing: Filing; assets: number; income: number; revenue: number }
type RegistryRow = { organization: Organization; latest: Latest | undefined }

/** Returns which of eo1 to eo4 lists an organization; 4 has territories and foreign addresses. */
export function regionOf({ address }: Organization): 1 | 2 | 3 | 4 {
  if (address.foreign || ['PR', 'GU', 'VI'].includes(address.state)) return 4
  if (NORTHEAST.includes(address.state)) return 1
  return MID_ATLANTIC_AND_LAKES.includes(address.state) ? 2 : 3
}

/** Returns one extract of the Business Master File. `former` shows the names of an earlier day. */
export function writeRegistry(
  rows: readonly RegistryRow[],
  former: boolean,
  random: Random,
): string {
  const sorted = [...rows].sort((one, other) =>
    one.organization.ein.localeCompare(other.organization.ein),
  )
  return `${[HEADER, ...sorted.map((row) => writeRow(row, former, random.fork(row.organization.ein)))].join('\n')}\n`
}

function writeRow({ organization, latest }: RegistryRow, former: boolean, random: Random): string {
  const { form, family } = organization
  const isFoundation = form === '990PF'
  const isChurch = organization.kind.traits.includes('church')
  return [
    organization.ein,
    registryName(former ? (organization.formerName ?? organization.name) : organization.name),
    random.chance(0.3) ? '% TREASURER' : '',
    ...registryAddress(organization),
    family?.groupExemption ?? '0000',
    organization.subsection,
    affiliationOf(organization),
    organization.subsection === '03' ? classificationOf(organization) : '1000',
    organization.rulingDate,
    organization.subsection === '03' ? '1' : '2',
    foundationOf(organization),
    '000000000',
    random.pick(['1', '1', '1', '1', '5', '2']),
    '01',
    latest ? latest.filing.end.slice(0, 7).replace('-', '') : '',
    amountCode(latest?.assets),
    amountCode(latest?.income),
    isFoundation ? '00' : isChurch ? '06' : form === '990N' || form === undefined ? '02' : '01',
    isFoundation ? '1' : '0',
    String(organization.fiscalMonth).padStart(2, '0'),
    latest?.assets ?? '',
    latest?.income ?? '',
    isFoundation ? '' : (latest?.revenue ?? ''),
    hasCase(organization, 'no-cause-code') ? '' : causeCode(organization, random),
    sortName(organization),
  ].join(',')
}

/** Returns a name as the registry writes it: upper case, no commas or full stops, 70 characters. */
const registryName = (name: string): string => name.toUpperCase().replace(/['.,]/g, '').slice(0, 70)

function registryAddress({ address, ein }: Organization): string[] {
  if (address.foreign) {
    const { province, countryName, postalCode } = address.foreign
    const street = [address.city, province, postalCode].filter(Boolean).join(' ')
    return [registryName(street), registryName(countryName), '', '00000-0000']
  }
  const extension = address.zip.length > 5 ? address.zip.slice(5) : ein.slice(5)
  return [
    registryName(address.line1),
    registryName(address.city),
    address.state,
    `${address.zip.slice(0, 5)}-${extension}`,
  ]
}

function affiliationOf({ family }: Organization): string {
  if (!family) return '3'
  return { central: '6', 'church-central': '8', intermediate: '7', subordinate: '9' }[family.role]
}

function classificationOf({ kind, cause }: Organization): string {
  if (kind.traits.includes('church')) return '7000'
  if (cause === 'B' || cause === 'A') return '2000'
  if (cause === 'D') return '4000'
  return cause === 'U' || cause === 'H' ? '8000' : '1000'
}

function foundationOf(organization: Organization): string {
  const { kind, form, subsection } = organization
  if (subsection !== '03') return '00'
  if (form === '990PF') return kind.code === 'T23' ? '03' : '04'
  if (kind.traits.includes('church')) return '10'
  if (kind.traits.includes('school')) return '11'
  if (kind.traits.includes('hospital')) return '12'
  return kind.funds === 'fees' ? '16' : '15'
}

// Some codes have a fourth character, which adds nothing a reader could use.
const causeCode = ({ kind }: Organization, random: Random): string =>
  random.chance(0.12) ? `${kind.code}${random.pick(['Z', '0'])}` : kind.code

const sortName = ({ doingBusinessAs, name }: Organization): string =>
  doingBusinessAs ? registryName(doingBusinessAs) : name.length > 70 ? 'LONG NAME' : ''

// Bounds of the asset and income codes (Business Master File code sheet).
const CODE_BOUNDS = [
  1, 10_000, 25_000, 100_000, 500_000, 1_000_000, 5_000_000, 10_000_000, 50_000_000,
]

/** Returns the code of an amount: 0 for nothing, 9 for fifty million and more. */
const amountCode = (amount: number | undefined): string =>
  String(CODE_BOUNDS.filter((bound) => (amount ?? 0) >= bound).length)

/**
 * Returns a row of Publication 78: organizations that may receive deductible gifts, with the status
 * code.
 */
export function writePublication78(organization: Organization): string {
  const { address, family } = organization
  const country = address.foreign?.countryName ?? 'United States'
  const status = family?.role === 'central' ? 'PC,GROUP' : statusOf(organization)
  return [organization.ein, organization.name, address.city, address.state, country, status].join(
    '|',
  )
}

function statusOf({ form, kind }: Organization): string {
  if (form !== '990PF') return 'PC'
  return kind.code === 'T23' ? 'POF' : 'PF'
}

/**
 * Returns whether an organization is in Publication 78: only recognized, unrevoked charities
 * outside a group letter are.
 */
export const isInPublication78 = (organization: Organization): boolean =>
  organization.subsection === '03' &&
  !hasCase(organization, 'revoked') &&
  organization.family?.role !== 'subordinate'

// Revocation follows three years without a return and takes effect on the due date of the third.
const REVOKED_ON = '15-MAY-2023'
const POSTED_ON = '14-AUG-2023'
const REINSTATED_ON = '15-MAY-2023'

/** Returns a row of the automatic revocation list, twelve fields; the last is the reinstatement. */
export function writeRevocation(organization: Organization): string {
  const { address } = organization
  return [
    organization.ein,
    registryName(organization.name),
    organization.doingBusinessAs ? registryName(organization.doingBusinessAs) : '',
    registryName(address.line1),
    registryName(address.city),
    address.state,
    address.zip.length > 5 ? `${address.zip.slice(0, 5)}-${address.zip.slice(5)}` : address.zip,
    address.foreign?.country ?? 'US',
    organization.subsection,
    REVOKED_ON,
    POSTED_ON,
    hasCase(organization, 'reinstated') ? REINSTATED_ON : '',
  ].join('|')
}

export const isInRevocations = (organization: Organization): boolean =>
  hasCase(organization, 'revoked') || hasCase(organization, 'reinstated')

/** Returns the electronic postcards (990-N) of an organization: one row a year, 26 fields each. */
export function writePostcards(organization: Organization, random: Random): string[] {
  const rows: string[] = []
  for (let taxYear = organization.firstTaxYear; taxYear <= organization.lastTaxYear; taxYear++) {
    rows.push(writePostcard(organization, taxYear, random))
  }
  return rows
}

function writePostcard(organization: Organization, taxYear: number, random: Random): string {
  const { address, fiscalMonth } = organization
  const end = new Date(Date.UTC(taxYear + (fiscalMonth === 12 ? 0 : 1), fiscalMonth, 0))
  const begin = new Date(Date.UTC(taxYear, fiscalMonth === 12 ? 0 : fiscalMonth, 1))
  const place = [
    address.line1,
    '',
    address.city,
    address.foreign?.province ?? '',
    address.state,
    address.foreign?.postalCode ?? address.zip.slice(0, 5),
    address.foreign?.country ?? 'US',
  ]
  return [
    organization.ein,
    taxYear,
    organization.name,
    'T',
    organization.cases.includes('final') && taxYear === organization.lastTaxYear ? 'T' : 'F',
    usDate(begin),
    usDate(end),
    organization.website ?? '',
    pickPerson(random.fork(`officer ${Math.floor(taxYear / 3)}`)),
    ...place,
    ...place,
    organization.doingBusinessAs ?? '',
    '',
    '',
  ].join('|')
}

function usDate(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}-${date.getUTCFullYear()}`
}
