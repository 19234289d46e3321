import type { Postgres } from '#src/platform/clients/postgres.ts'
import { sqlState } from '#src/platform/clients/postgres-errors.ts'
import { type StoreLost, withWorkerStore } from '../store/workers.ts'
import { loadEfileSlice, type SliceOptions } from './efile-slice.ts'
import type { SlicePayload } from './register.ts'
import { loadTabularSlice } from './tabular-slice.ts'

type SliceOrder = SliceOptions & { payload: SlicePayload }
export type SliceTask = SliceOrder & { url: string; ca: string | undefined }

/**
 * The EINs a slice changed; undefined for a table, and when another loader has the slice or
 * finished it.
 */
export type SliceOutcome = { eins: string[] | undefined } | StoreLost

/** Loads one slice in this worker thread. */
export default (task: SliceTask): Promise<SliceOutcome> =>
  withWorkerStore(task, (db) => loadSlice(db, task))

/** Loads one slice in the calling thread. Throws ApiError StoreUnavailable. */
export const loadSlice = async (db: Postgres, order: SliceOrder): Promise<SliceOutcome> => ({
  eins: await tryToLoad(db, order),
})

// Unique violation and deadlock: another loader stored the same filing at the same moment.
const isRace = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined
  return sqlState(error) === '23505' || sqlState(cause) === '40P01'
}
// The loser of a race finds the filing stored on the next attempt; losing three times is
// improbable.
const ATTEMPTS = 4

async function tryToLoad(db: Postgres, task: SliceOrder): Promise<string[] | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await loadOnce(db, task)
    } catch (error) {
      if (!isRace(error) || attempt === ATTEMPTS) throw error
    }
  }
}

async function loadOnce(
  db: Postgres,
  { payload, turn, mayReplaceOthers }: SliceOrder,
): Promise<string[] | undefined> {
  if (payload.table) {
    await loadTabularSlice(db, payload)
    return undefined
  }
  return await db.transaction((session) =>
    loadEfileSlice(session, payload, { turn, mayReplaceOthers }),
  )
}
