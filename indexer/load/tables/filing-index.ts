import { reader } from '../../sources/index.ts'
import { mergeNewer } from './merge-newer.ts'
import { ORIGIN_TYPES, type Table } from './table.ts'

/** The newest row of each return; the table keeps its year, not its line. */
export const filingIndex: Table = {
  types: { index_year: 'smallint', ...ORIGIN_TYPES },
  merge: [
    mergeNewer({
      table: 'filing_index',
      columns: reader.columns.filter((column) => column !== 'source_row'),
      keys: ['object_id'],
      version: 'index_year',
    }),
  ],
}
