import { createPostgres, type Postgres } from '#src/clients/postgres.ts'
import { sqlState } from '#src/clients/postgres-errors.ts'
import { ApiError } from '#src/errors.ts'
import { loadEfileSlice, type SliceOptions } from './efile-slice.ts'
import type { SlicePayload } from './register.ts'
import { loadTabularSlice } from './tabular-slice.ts'

export type SliceTask = SliceOptions & {
  url: string
  ca: string | undefined
  payload: SlicePayload
}

// One connection a thread, opened with the first task: the thread copies by itself.
let db: Postgres | undefined

// Unique violation and deadlock: another loader stored the same filing at the same moment.
const isRace = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined
  return sqlState(error) === '23505' || sqlState(cause) === '40P01'
}
// Whoever lost a race finds the filing stored the next time; a third loss is improbable.
const ATTEMPTS = 4

/**
 * What became of a slice: the EINs it touched, undefined for those of a table, or when another
 * loader has it or did it. Errors lose their class between threads, hence the store's own case.
 */
export type SliceOutcome = { eins: string[] | undefined } | { storeAway: string }

/** Loads one slice in this thread. */
export default async function loadSlice(task: SliceTask): Promise<SliceOutcome> {
  try {
    return { eins: await tryToLoad(task) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'StoreUnavailable') throw error
    const { cause } = error.details
    return { storeAway: cause instanceof Error ? cause.message : error.message }
  }
}

async function tryToLoad(task: SliceTask): Promise<string[] | undefined> {
  db ??= createPostgres({
    url: task.url,
    ca: task.ca,
    maxConnections: 1,
    statementTimeoutMs: 0,
  })
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await loadOnce(db, task)
    } catch (error) {
      if (!isRace(error) || attempt === ATTEMPTS) throw error
    }
  }
}

async function loadOnce(
  store: Postgres,
  { payload, turn, mayReplaceOthers }: SliceTask,
): Promise<string[] | undefined> {
  if (payload.table) {
    await loadTabularSlice(store, payload)
    return undefined
  }
  return await store.transaction((session) =>
    loadEfileSlice(session, payload, { turn, mayReplaceOthers }),
  )
}
