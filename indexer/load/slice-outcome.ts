import type { Session } from '#src/platform/clients/postgres.ts'
import { copyLines, toCopyLine } from '../store/copy.ts'

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

/** What loading the members or rows of a slice, or a batch of them, did. */
export type Outcome = {
  loaded: number
  unchanged: number
  replaced: number
  rejects: Reject[]
  warned: Warned[]
}

export const noOutcome = (): Outcome => ({
  ...{ loaded: 0, unchanged: 0, replaced: 0 },
  ...{ rejects: [], warned: [] },
})

export type SliceKey = { sourceId: number; ordinal: number }

const ADD = `
  update load_slice set
    loaded = loaded + $3, unchanged = unchanged + $4, replaced = replaced + $5,
    rejected = rejected + $6, warned = warned + $7, warnings = warnings || $8::jsonb,
    position = $9, seconds = seconds + $10,
    done_at = case when $11 then now() end,
    members = case when $11 then '[]' else members end
  where source_id = $1 and ordinal = $2`

const COPY_REJECTS =
  'copy reject (source_id, slice, file, member, line, code, place, detail) from stdin'

/**
 * Adds an outcome to a slice in the transaction that stored its rows; `started` is when it began, on
 * the clock of `performance`.
 */
export async function addOutcome(
  session: Session,
  { sourceId, ordinal }: SliceKey,
  { loaded, unchanged, replaced, rejects, warned }: Outcome,
  { position, started, isDone }: { position: number; started: number; isDone: boolean },
): Promise<void> {
  if (rejects.length > 0) {
    const lines = rejects.map(({ file, member, line, code, place, detail }) =>
      toCopyLine([sourceId, ordinal, file, member, line, code, place, detail]),
    )
    await copyLines(session.copyFrom(COPY_REJECTS), lines)
  }
  const seconds = (performance.now() - started) / 1_000
  await session.query(ADD, [
    ...[sourceId, ordinal, loaded, unchanged, replaced, rejects.length, warned.length],
    ...[JSON.stringify(warned), position, seconds, isDone],
  ])
}
