import { reader } from '../../sources/pub78.ts'
import { mergeNewer } from './merge-newer.ts'
import { ORIGIN_TYPES, type Table } from './table.ts'

/** The newest row of each EIN. */
export const pub78: Table = {
  types: { deductibility_codes: 'text[]', ...ORIGIN_TYPES },
  merge: [mergeNewer({ table: 'pub78', columns: reader.columns, keys: ['ein'], version: 'as_of' })],
}
