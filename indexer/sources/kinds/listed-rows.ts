import type { ListedEntry } from '../../records/restricted.ts'
import { ORIGIN, originOf, type StagedRow, type TabularSource } from '../source.ts'

/** Columns of the staged rows of all restriction lists, which load/tables/restricted.ts splits. */
export const LISTED_COLUMNS = [
  'list',
  'entry',
  'party',
  'names',
  'addresses',
  'comment',
  'published_on',
  ...ORIGIN,
] as const

/** Returns the staged row of an entry, or of a piece of one. */
export const toStagedEntry = (
  listed: ListedEntry,
  row: number,
  source: TabularSource,
): StagedRow => ({
  row,
  ...(listed.warnings && { warnings: listed.warnings }),
  values: [
    listed.list,
    listed.entry,
    listed.party ? JSON.stringify(listed.party) : null,
    JSON.stringify(listed.names ?? []),
    JSON.stringify(listed.addresses ?? []),
    listed.comment ?? null,
    listed.publishedOn ?? null,
    ...originOf(source, row),
  ],
})
