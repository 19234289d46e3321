import { BMF_COLUMNS, BMF_NAMES, toBmfValues, withoutNa, writesNa } from '../records/bmf.ts'
import { headerOf, missingIn, type NamedRow, readNamedRows } from './csv.ts'
import { fileOf, mergeNewer, monthOf } from './merge-newer.ts'
import type { RowRejection, StagedRow, TabularReader, TabularSource } from './source.ts'

const FIELDS = Object.values(BMF_COLUMNS)
const AMOUNTS = new Set<string>(['asset_amount', 'income_amount', 'revenue_amount'])

// So many rows are looked at before the first is passed on: a sample writes NA in most of them.
const PEEKED = 100

/** The Business Master File: the newest row of each EIN, and every name with its months. */
export const reader: TabularReader = {
  kind: 'bmf',
  recognizes: (head) => {
    const header = new Set(headerOf(head))
    return BMF_NAMES.every((name) => header.has(name))
  },
  missingColumns: missingIn(BMF_NAMES),
  staging: {
    ...Object.fromEntries(
      FIELDS.map((field) => [field, AMOUNTS.has(field) ? 'bigint' : 'text'] as const),
    ),
    as_of: 'date',
    source_file: 'text',
    source_row: 'integer',
  },
  async *read(text, source) {
    const peeked: (NamedRow | RowRejection)[] = []
    let hasNa: boolean | undefined
    for await (const row of readNamedRows(text, BMF_NAMES)) {
      if (hasNa !== undefined) {
        yield toStaged(row, source, hasNa)
        continue
      }
      peeked.push(row)
      if (peeked.length < PEEKED) continue
      hasNa = anyNa(peeked)
      for (const early of peeked.splice(0)) yield toStaged(early, source, hasNa)
    }
    for (const early of peeked) yield toStaged(early, source, anyNa(peeked))
  },
  merge: [
    mergeNames('name'),
    mergeNames('sort_name'),
    mergeNewer({
      table: 'bmf',
      keys: ['ein'],
      version: 'as_of',
      facts: FIELDS.filter((field) => field !== 'ein'),
    }),
  ],
}

const anyNa = (rows: (NamedRow | RowRejection)[]): boolean =>
  rows.some((row) => 'fields' in row && writesNa(row.fields))

function toStaged(
  row: NamedRow | RowRejection,
  source: TabularSource,
  hasNa: boolean,
): StagedRow | RowRejection {
  if ('code' in row) return row
  const values = toBmfValues(hasNa ? withoutNa(row.fields) : row.fields, row.row)
  if (!Array.isArray(values)) return values
  return { row: row.row, values: [...values, monthOf(source), fileOf(source), row.row] }
}

// Also an older extract, whose facts count for nothing, tells a name the organization had.
function mergeNames(column: 'name' | 'sort_name'): string {
  return `
    insert into bmf_name (ein, kind, name, first_as_of, last_as_of)
    select distinct ein, '${column}', ${column}, as_of, as_of from staged
    where ${column} is not null
    order by ein, ${column}
    on conflict (ein, kind, name) do update
      set first_as_of = least(bmf_name.first_as_of, excluded.first_as_of),
        last_as_of = greatest(bmf_name.last_as_of, excluded.last_as_of)
      where excluded.first_as_of < bmf_name.first_as_of
        or excluded.last_as_of > bmf_name.last_as_of`
}
