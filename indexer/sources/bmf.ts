import { BMF_COLUMNS } from '#src/domain/registry-columns.ts'
import { BMF_NAMES, toBmfValues, withoutNa, writesNa } from '../records/bmf.ts'
import { headerOf, missingIn, type NamedRow, readNamedRows } from './csv.ts'
import { ORIGIN, originOf } from './origin.ts'
import type { RowRejection, StagedRow, TabularReader, TabularSource } from './source.ts'

// So many rows are looked at before the first is passed on: a sample writes NA in most of them.
const PEEKED = 100

/** The Business Master File: one row an organization of one month. */
export const reader: TabularReader = {
  kind: 'bmf',
  recognizes: (head) => {
    const header = new Set(headerOf(head))
    return BMF_NAMES.every((name) => header.has(name))
  },
  missingColumns: missingIn(BMF_NAMES),
  columns: [...Object.values(BMF_COLUMNS), ...ORIGIN],
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
  return { row: row.row, values: [...values, ...originOf(source, row.row)] }
}
