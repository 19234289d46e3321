import type { Postgres } from '#src/platform/clients/postgres.ts'
import { sqlState } from '#src/platform/clients/postgres-errors.ts'
import { isStoreLost, type StoreLost, withWorkerStore } from '../store/workers.ts'
import { type EfileSlice, loadEfileSlice, type SliceOptions } from './efile-slice.ts'
import type { RegisteredSource } from './register.ts'
import { loadTable } from './tabular-slice.ts'

type SliceOrder = SliceOptions & {
  /** Sources with open slices. */
  sources: readonly RegisteredSource[]
}
export type SliceTask = SliceOrder & { url: string; ca: string | undefined }

/** Whether a slice was loaded; the source and the cause when one failed. */
export type SliceOutcome = { isTaken: boolean } | { failed: number; cause: unknown } | StoreLost

/** Loads a slice in this worker thread. */
export default (task: SliceTask): Promise<SliceOutcome> =>
  withWorkerStore(task, (db) => loadNext(db, task))

/**
 * Loads the next free slice of these sources in the calling thread: a table, or a slice of returns.
 * Throws ApiError StoreUnavailable.
 */
export async function loadNext(db: Postgres, order: SliceOrder): Promise<SliceOutcome> {
  for (const { id, table } of order.sources) {
    if (table === undefined) continue
    const outcome = await ofSource(
      () => id,
      () => retryRaces(() => loadTable(db, id, table, order)),
    )
    if (!('isTaken' in outcome) || outcome.isTaken) return outcome
  }
  const returns = order.sources.filter(({ table }) => table === undefined)
  return returns.length > 0 ? await loadReturns(db, returns, order) : { isTaken: false }
}

// The lock frees the slice of a killed loader when its connection ends.
const CLAIM = `
  select source_id as "sourceId", ordinal, members from load_slice
  where source_id = any($1) and done_at is null
  order by source_id, ordinal limit 1 for update skip locked`

async function loadReturns(
  db: Postgres,
  sources: readonly RegisteredSource[],
  options: SliceOptions,
): Promise<SliceOutcome> {
  const ids = sources.map(({ id }) => id)
  let claimed: EfileSlice | undefined
  const work = () =>
    db.transaction(async (session) => {
      ;[claimed] = await session.query<EfileSlice>(CLAIM, [ids])
      const source = sources.find(({ id }) => id === claimed?.sourceId)
      if (claimed === undefined || source === undefined) return false
      await loadEfileSlice(session, claimed, source.path, options)
      return true
    })
  return await ofSource(
    () => claimed?.sourceId,
    () => retryRaces(work),
  )
}

/** Turns the failure of a source into an outcome; `id` is known once a slice is claimed. */
async function ofSource(
  id: () => number | undefined,
  work: () => Promise<boolean>,
): Promise<SliceOutcome> {
  try {
    return { isTaken: await work() }
  } catch (cause) {
    const failed = id()
    if (isStoreLost(cause) || failed === undefined) throw cause
    return { failed, cause }
  }
}

// Unique violation and deadlock: another loader stored the same filing at the same moment.
const isRace = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined
  return sqlState(error) === '23505' || sqlState(cause) === '40P01'
}
// The loser of a race finds the filing stored on the next attempt; losing three times is
// improbable.
const ATTEMPTS = 4

async function retryRaces<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isRace(error) || attempt === ATTEMPTS) throw error
    }
  }
}
