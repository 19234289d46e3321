import { BMF_NAMES } from '#indexer/sources/kinds/registry.ts'
import { makeReturn } from '#test/unit/indexer/made-return.ts'
import { madeObjectId } from './made-archives.ts'

/** A row of a made-up registry; `more` has further columns by name. */
export type MadeRow = {
  ein: string
  name: string
  city?: string
  state?: string
  more?: Record<string, string>
}

/** Returns an extract of the Business Master File. */
export function toRegistry(rows: readonly MadeRow[]): string {
  const lines = rows.map(({ ein, name, city = 'AKRON', state = 'OH', more }) => {
    const place = { CITY: city, STATE: state }
    const filled: Record<string, string> = { EIN: ein, NAME: name, ...place, ...more }
    return BMF_NAMES.map((column) => filled[column] ?? '').join(',')
  })
  return [BMF_NAMES.join(','), ...lines, ''].join('\n')
}

type MadeHeader = {
  ein: string
  name: string
  /** The year in which its period ends. */
  year: number
  form?: string
  /** Month and day of the receipt. */
  received?: string
  address?: string
}

/** Returns the header of a return for a calendar year. */
export function toHeader(made: MadeHeader): string {
  const { ein, name, year, form = '990', received = '05-12', address = '' } = made
  return `<ReturnTs>${year + 1}-${received}T10:11:12-05:00</ReturnTs>
  <TaxPeriodEndDt>${year}-12-31</TaxPeriodEndDt><ReturnTypeCd>${form}</ReturnTypeCd>
  <TaxPeriodBeginDt>${year}-01-01</TaxPeriodBeginDt>
  <Filer><EIN>${ein}</EIN><BusinessName><BusinessNameLine1Txt>${name}</BusinessNameLine1Txt></BusinessName>
  ${address}</Filer><TaxYr>${year}</TaxYr>`
}

type MadeOfficers = MadeRow & { officers: readonly string[]; isDiverted?: boolean; year?: number }

/** A Form 990 that lists people in Part VII. */
export function toReturn(made: MadeOfficers): string {
  const { ein, name, city, state, officers, isDiverted = false, year = 2024 } = made
  const address = `<USAddress><AddressLine1Txt>1 Larch Row</AddressLine1Txt><CityNm>${city}</CityNm>
    <StateAbbreviationCd>${state}</StateAbbreviationCd><ZIPCd>00000</ZIPCd></USAddress>`
  const header = toHeader({ ein, name, year, address })
  const people = officers.map(
    (officer) =>
      `<Form990PartVIISectionAGrp><PersonNm>${officer}</PersonNm></Form990PartVIISectionAGrp>`,
  )
  const diverted = `<MaterialDiversionOrMisuseInd>${isDiverted}</MaterialDiversionOrMisuseInd>`
  const amounts =
    '<CYTotalRevenueAmt>250000</CYTotalRevenueAmt><TotalAssetsEOYAmt>90000</TotalAssetsEOYAmt>'
  return makeReturn({ header, data: `<IRS990>${amounts}${diverted}${people.join('')}</IRS990>` })
}

/** A party of OFAC's list as its files write it; `place` is city and country. */
export type MadeParty = {
  entry: number
  name: string
  type?: 'individual'
  remarks?: string
  also?: readonly string[]
  place?: readonly [city: string, country: string]
}

const quoted = (text: string): string => `"${text}"`
const NULL = '-0- '

/** The three tables of OFAC's list by file name. */
export function toOfacFiles(parties: readonly MadeParty[]): Record<string, string> {
  const sdn = parties.map(({ entry, name, type, remarks }) =>
    [
      entry,
      quoted(name),
      type ? quoted(type) : NULL,
      quoted('TEST] [TEST-EO1'),
      ...Array.from({ length: 7 }, () => NULL),
      remarks ? quoted(remarks) : NULL,
    ].join(','),
  )
  const alt = parties.flatMap(({ entry, also = [] }) =>
    also.map((name, n) => [entry, entry * 10 + n, quoted('aka'), quoted(name), NULL].join(',')),
  )
  const add = parties.map(({ entry, place }) => {
    const [city, country] = place ?? []
    const shown = [city ? quoted(city) : NULL, country ? quoted(country) : NULL]
    return [entry, entry * 10, NULL, ...shown, NULL].join(',')
  })
  const toText = (rows: string[]) => rows.map((row) => `${row}\r\n`).join('')
  return { 'sdn.csv': toText(sdn), 'alt.csv': toText(alt), 'add.csv': toText(add) }
}

const SAM_COLUMNS =
  'Classification,Name,Prefix,First,Middle,Last,Suffix,Address 1,Address 2,Address 3,Address 4,City,State / Province,Country,Zip Code,Open Data Flag,Blank (Deprecated),Unique Entity ID,Exclusion Program,Excluding Agency,CT Code,Exclusion Type,Additional Comments,Active Date,Termination Date,Record Status,Cross-Reference,SAM Number,CAGE,NPI,Creation_Date'.split(
    ',',
  )

/** The text of an extract of SAM exclusions; omitted columns are empty. */
export function toSam(rows: readonly Record<string, string>[]): string {
  const lines = rows.map((row) => SAM_COLUMNS.map((column) => quoted(row[column] ?? '')).join(','))
  return [SAM_COLUMNS.map(quoted).join(','), ...lines, ''].join('\r\n')
}

export const toReturnFiles = (returns: readonly MadeOfficers[]): Record<string, string> =>
  Object.fromEntries(
    returns.map((made, n) => [`${madeObjectId(n)}_public.xml`, toReturn(made)] as const),
  )
