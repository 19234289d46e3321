import { byLastModified, mergeLatest } from './merge-latest.ts'
import { ORIGIN_TYPES, type Table } from './table.ts'
import { mergeTellers } from './write-awards.ts'

const MERGE = mergeLatest({
  table: 'award_summary',
  keys: ['award_key'],
  facts: ['award', 'last_modified'],
  versionOf: byLastModified,
})

/** The latest summary of each award. */
export const award: Table = {
  types: { award: 'jsonb', last_modified: 'date', ...ORIGIN_TYPES },
  merge: mergeTellers('select distinct award_key from staged', MERGE),
}
