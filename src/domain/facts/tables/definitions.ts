import { groupBy } from '#src/domain/es2024.ts'
import type { Form } from '../../form.ts'
import { type Moved, parseMoved, readTsv } from '../../tsv.ts'
import type { FactKind } from '../definitions-checklists.ts'
import type { Column, Columns, RowSource, TableDefinition } from './table.ts'

/** A line of a statement, with its names by era, newest first. */
type Line = {
  line: string
  label?: string
  names: readonly string[]
  /** The only column of the line, if its element is a leaf beside lines with several columns. */
  cell?: string
  moved?: Moved
}

const LINES = groupBy(readTsv(new URL('./lines.tsv', import.meta.url)), ([table]) => table)

export const readLines = (table: string): Line[] =>
  (LINES.get(table) ?? []).map(([, line = '', label, names = '', cell, moved]) => ({
    ...(label && { label }),
    line,
    names: names ? names.split(' ') : [],
    ...(cell && { cell }),
    ...parseMoved(moved),
  }))

/** Returns the rows of a table whose lines are elements below `root`. */
const lineRows = (table: string, root: string): RowSource[] =>
  readLines(table).flatMap(({ names, cell, ...line }) =>
    names.map((name) => ({
      path: `${root}/${name}`,
      ...line,
      ...(cell && { columns: { [cell]: [''] } }),
    })),
  )

const KINDS = new Set(['text', 'money', 'count', 'boolean'])
const UNITS = new Set(['ratio', 'hours'])

// The leaves of an address since 2013 and before, and their names in a foreign address if they
// differ. Only a foreign address has a country.
const ADDRESS: readonly [key: string, label: string, us: string[], foreign?: string[]][] = [
  ['street', 'Street address', ['AddressLine1Txt', 'AddressLine1']],
  ['street2', 'Street address, second line', ['AddressLine2Txt', 'AddressLine2']],
  ['city', 'City', ['CityNm', 'City']],
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
function columnsOf(table: string): Columns {
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
  ADDRESS.map(([key, label, us, foreign = us]) => {
    const paths = elements.flatMap((element) =>
      (element.includes('Foreign') ? foreign : us).map((leaf) => `${element}/${leaf}`),
    )
    return [key, toColumn('text', label, paths, line)] as const
  })

const DEFINITIONS = new Map(
  readTsv(new URL('./tables.tsv', import.meta.url)).map(([table = '', ...cells]) => [table, cells]),
)

// Both tables have the same columns.
const TWINS: Readonly<Record<string, string>> = { foundationGrantsApproved: 'foundationGrantsPaid' }

/**
 * Returns tables by key, as `tables.tsv`, `columns.tsv`, and `lines.tsv` define them. `rows` has
 * the rows that those files do not list.
 */
export const defineTables = <const Key extends string>(
  keys: readonly Key[],
  rows: Partial<Record<NoInfer<Key>, readonly RowSource[]>>,
): Record<Key, TableDefinition> =>
  Object.fromEntries(keys.map((key) => [key, defineTable(key, rows[key])])) as Record<
    Key,
    TableDefinition
  >

function defineTable(table: string, rows?: readonly RowSource[]): TableDefinition {
  const [form, line = '', label = '', source = '', moved, names] = DEFINITIONS.get(table) ?? []
  if (!form) throw new Error(`tables.tsv: unknown table ${table}`)
  return {
    label,
    form: form as Form,
    line,
    ...parseMoved(moved),
    ...(names === 'related' && { names }),
    rows: rows ?? rowsOf(table, source),
    columns: columnsOf(TWINS[table] ?? table),
  }
}

// The paths of the rows, or "<element>/*" if the rows are lines below that element.
const rowsOf = (table: string, source: string): RowSource[] =>
  source.endsWith('/*')
    ? lineRows(table, source.slice(0, -2))
    : source.split(' ').map((path) => ({ path }))
