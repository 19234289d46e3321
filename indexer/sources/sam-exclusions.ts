import { toExclusion } from '../records/sam.ts'
import { SAM_COLUMNS, SAM_UEI, type SamRow } from '../records/sam-columns.ts'
import { headerOf, missingIn, readNamedRows } from './csv.ts'
import { tellCutEnd } from './cut-end.ts'
import { LISTED_COLUMNS, toStagedEntry } from './listed-rows.ts'
import type { RowRejection, TabularReader } from './source.ts'

const NAMES = [...SAM_COLUMNS, SAM_UEI]
const PLACES = new Map<string, number>(NAMES.map((name, place) => [name, place]))

/** SAM's public extract of exclusions: one row an exclusion. */
export const reader: TabularReader = {
  kind: 'sam',
  recognizes: (head) => {
    const header = new Set(headerOf(head))
    return SAM_COLUMNS.every((name) => header.has(name))
  },
  missingColumns: missingIn(SAM_COLUMNS),
  columns: LISTED_COLUMNS,
  async *read(text, source) {
    for await (const row of tellCutEnd(readNamedRows(text, NAMES, { breaksLines: true }))) {
      if ('code' in row) {
        yield ofEntry(row)
        continue
      }
      const field: SamRow = (column) => row.fields[PLACES.get(column) ?? -1] ?? ''
      const entry = toExclusion(row.row, field, source.asOf)
      yield 'code' in entry ? entry : toStagedEntry(entry, row.row, source)
    }
  },
}

// As all numbers of exclusions begin; where columns cannot be told apart it is found by that.
const NUMBER = /\bS4M[A-Z0-9]+\b/

function ofEntry(rejection: RowRejection): RowRejection {
  const entry = NUMBER.exec(rejection.line ?? '')?.[0]
  return entry === undefined ? rejection : { ...rejection, entry: { list: 'SAM', entry } }
}
