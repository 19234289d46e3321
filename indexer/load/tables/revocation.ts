import { reader } from '../../sources/revocation.ts'
import { mergeNewer } from './merge-newer.ts'
import { ORIGIN_TYPES, type Table } from './table.ts'

/** The newest row of each event: an EIN can be revoked more than once. */
export const revocation: Table = {
  types: { revoked_on: 'date', posted_on: 'date', reinstated_on: 'date', ...ORIGIN_TYPES },
  merge: [
    mergeNewer({
      table: 'revocation',
      columns: reader.columns,
      keys: ['ein', 'revoked_on'],
      version: 'as_of',
    }),
  ],
}
