import { SAM_COLUMNS, SAM_UEI, toExclusion } from '../../records/sam.ts'
import { headerTable } from '../header-table.ts'
import { isRejection, type RowRejection, type TabularReader } from '../source.ts'
import { LISTED_COLUMNS, toStagedEntry } from './listed-rows.ts'

const exclusions = headerTable({
  kind: 'sam',
  required: SAM_COLUMNS.map((name) => [name]),
  names: [...SAM_COLUMNS, SAM_UEI],
  breaksLines: true,
  columns: LISTED_COLUMNS,
  toRow({ row, text }, source) {
    const entry = toExclusion(row, text, source.asOf)
    return isRejection(entry) ? entry : toStagedEntry(entry, row, source)
  },
})

/** SAM's public extract of exclusions: one row per exclusion. */
export const sam: TabularReader = {
  ...exclusions,
  async *read(text, source) {
    for await (const row of exclusions.read(text, source)) {
      yield isRejection(row) && row.entry === undefined ? ofEntry(row) : row
    }
  },
}

// Every exclusion number begins like this; it is found even if the columns cannot be read.
const NUMBER = /\bS4M[A-Z0-9]+\b/

function ofEntry(rejection: RowRejection): RowRejection {
  const entry = NUMBER.exec(rejection.line ?? '')?.[0]
  return entry === undefined ? rejection : { ...rejection, entry: { list: 'SAM', entry } }
}
