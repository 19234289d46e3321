import type { Session } from '#src/platform/clients/postgres.ts'
import { copyLines, toCopyLine } from '../store/copy.ts'

/** Counts of the members or rows of a slice. */
export type Counts = {
  loaded: number
  unchanged: number
  replaced: number
  rejected: number
  warned: number
}

export const noCounts = (): Counts => ({
  loaded: 0,
  unchanged: 0,
  replaced: 0,
  rejected: 0,
  warned: 0,
})

/** An unreadable member or row, as table `reject` stores it. */
export type Reject = {
  file: string
  member: string | undefined
  line: number | undefined
  code: string
  place: string
  detail: string
}

/**
 * A return, or a row with its line, that was loaded with warnings. `file` is empty for an entry of
 * the source's zip and for the rows of a table.
 */
export type Warned = { file: string; member: string | undefined; line?: number; codes: string[] }

/** Stores the warned returns or rows in the transaction that stored them. */
export async function addWarnings(
  session: Session,
  { sourceId, ordinal }: SliceKey,
  warned: Warned[],
): Promise<void> {
  if (warned.length === 0) return
  await session.query(
    `update load_slice set warnings = warnings || $3::jsonb
     where source_id = $1 and ordinal = $2`,
    [sourceId, ordinal, JSON.stringify(warned)],
  )
}

export type SliceKey = { sourceId: number; ordinal: number }

/** Adds counts to a slice in the transaction that stored them. */
export async function addCounts(
  session: Session,
  { sourceId, ordinal }: SliceKey,
  counts: Counts,
  progress: { position: number; seconds: number; isDone: boolean },
): Promise<void> {
  await session.query(
    `update load_slice set
       loaded = loaded + $3, unchanged = unchanged + $4, replaced = replaced + $5,
       rejected = rejected + $6, warned = warned + $7,
       position = $8, seconds = seconds + $9,
       done_at = case when $10 then now() end,
       members = case when $10 then '[]' else members end
     where source_id = $1 and ordinal = $2`,
    [
      sourceId,
      ordinal,
      counts.loaded,
      counts.unchanged,
      counts.replaced,
      counts.rejected,
      counts.warned,
      progress.position,
      progress.seconds,
      progress.isDone,
    ],
  )
}

const COPY_REJECTS =
  'copy reject (source_id, slice, file, member, line, code, place, detail) from stdin'

export async function copyRejects(
  session: Session,
  { sourceId, ordinal }: SliceKey,
  rejects: Reject[],
): Promise<void> {
  if (rejects.length === 0) return
  const lines = rejects.map(({ file, member, line, code, place, detail }) =>
    toCopyLine([sourceId, ordinal, file, member, line, code, place, detail]),
  )
  await copyLines(session.copyFrom(COPY_REJECTS), lines)
}
