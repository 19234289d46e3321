import { groupBy } from '#src/domain/es2024.ts'
import { readTsv } from '../../tsv.ts'
import type { FactKind } from '../definitions-checklists.ts'
import type { Column, Columns } from './table.ts'

const KINDS = new Set(['text', 'money', 'count', 'boolean'])
const UNITS = new Set(['ratio', 'hours'])

// The leaves of an address: US and foreign names since 2013 and before. Only a foreign address has
// a country.
const ADDRESS: readonly [key: string, label: string, us: string[], foreign: string[]][] = [
  [
    'street',
    'Street address',
    ['AddressLine1Txt', 'AddressLine1'],
    ['AddressLine1Txt', 'AddressLine1'],
  ],
  [
    'street2',
    'Street address, second line',
    ['AddressLine2Txt', 'AddressLine2'],
    ['AddressLine2Txt', 'AddressLine2'],
  ],
  ['city', 'City', ['CityNm', 'City'], ['CityNm', 'City']],
  [
    'state',
    'State or province',
    ['StateAbbreviationCd', 'State'],
    ['ProvinceOrStateNm', 'ProvinceOrState'],
  ],
  ['zip', 'ZIP or postal code', ['ZIPCd', 'ZIPCode'], ['ForeignPostalCd', 'PostalCode']],
  ['country', 'Country, as a FIPS code', [], ['CountryCd', 'Country']],
]

/** The columns of every table, from `columns.tsv`. */
const COLUMNS = groupBy(readTsv(new URL('./columns.tsv', import.meta.url)), ([table]) => table)

/** Returns the columns of a table in the order they are shown. */
export function columnsOf(table: string): Columns {
  const rows = COLUMNS.get(table)
  if (!rows) throw new Error(`columns.tsv: no columns for ${table}`)
  return Object.fromEntries(
    rows.flatMap(([, key = '', kind = '', label = '', line, leaves = '']) => {
      const names = leaves ? leaves.split(' ') : []
      return kind === 'address'
        ? addressColumns(names, line)
        : [[key, toColumn(kind, label, names, line)] as const]
    }),
  )
}

// "." means the text of the row itself.
function toColumn(kind: string, label: string, names: readonly string[], line?: string): Column {
  const paths = names.map((name) => (name === '.' ? '' : name))
  const cited = line ? { line } : {}
  if (UNITS.has(kind)) {
    return { kind: 'decimal', label, paths, ...cited, unit: kind as 'ratio' | 'hours' }
  }
  if (!KINDS.has(kind)) throw new Error(`columns.tsv: unknown kind ${kind}`)
  return { kind: kind as FactKind, label, paths, ...cited }
}

const addressColumns = (elements: readonly string[], line?: string) =>
  ADDRESS.map(([key, label, us, foreign]) => {
    const paths = elements.flatMap((element) =>
      (element.includes('Foreign') ? foreign : us).map((leaf) => `${element}/${leaf}`),
    )
    return [key, toColumn('text', label, paths, line)] as const
  })
