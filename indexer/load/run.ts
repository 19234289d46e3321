import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Piscina } from 'piscina'
import { startPoll } from '#src/platform/clients/poll.ts'
import { type Postgres, readValue } from '#src/platform/clients/postgres.ts'
import type { Recognized } from '../sources/recognize.ts'
import { isStoreLost, newTurn, openPool, unwrapOutcome } from '../store/workers.ts'
import { findUnused, type RegisteredSource, registerSource } from './register.ts'
import { loadNext, type OpenSource, type SliceOutcome, type SliceTask } from './slice-worker.ts'
import { type SourceToLoad, sourcesOf } from './slices.ts'
import { readTally, type Tally } from './tally.ts'

export type LoadOptions = {
  url: string
  ca: string | undefined
  workers: number
  /** The most rejects allowed; undefined means the rule of `mayContinue`. */
  maxRejects: number | undefined
  /** Whether a filing may replace one of another EIN stored under its object id. */
  mayReplaceOthers?: boolean
  onProgress: (tally: Tally) => void
}

export type LoadResult = {
  sources: RegisteredSource[]
  tally: Tally
  isStopped: boolean
  workers: number
  /** Sources that failed because of a defect or a disk error, while the others were finished. */
  failed: FailedSource[]
}

export type FailedSource = { path: string; cause: unknown }

// One percent stops a load. In a small load one percent is less than one return, so up to 50
// rejected rows, as many as a person reads through, never stop it.
const REJECT_SHARE = 0.01
const ALLOWED_REJECTS = 50

/** Returns false once more was rejected than the operator allows. */
export function mayContinue(tally: Tally, maxRejects: number | undefined): boolean {
  const allowed = maxRejects ?? Math.max(ALLOWED_REJECTS, tally.expected * REJECT_SHARE)
  return tally.rejected <= allowed
}

const withFiles = (tally: Tally, rejected: number): Tally => ({
  ...tally,
  expected: tally.expected + rejected,
  rejected: tally.rejected + rejected,
})

// Often enough for a moving bar, and cheap.
const POLL_MS = 250

const SLICE_WORKER = new URL('./slice-worker.ts', import.meta.url)

// The calling thread loads this much sooner than a worker thread starts, which takes half a second.
const SMALL_BYTES = 2 << 20

type DrainOptions = {
  workers: number
  mayGoOn: (tally: Tally) => boolean
  onProgress: (tally: Tally) => void
  run: (sources: OpenSource[]) => Promise<SliceOutcome>
}

/**
 * Loads the recognized files and returns the result. The next load of the same files continues with
 * the slices that a killed load leaves open, and loads at the same time share them.
 */
export async function loadSources(
  db: Postgres,
  found: Recognized,
  options: LoadOptions,
): Promise<LoadResult> {
  const { url, ca, workers, onProgress, mayReplaceOthers = false } = options
  const turn = newTurn()
  let pool: Piscina<SliceTask, SliceOutcome> | undefined
  try {
    const { sources, failed } = await registerAll(db, found, mayReplaceOthers)
    // Unreadable files count against the limit, as rows do.
    const mayGoOn = (tally: Tally) =>
      mayContinue(withFiles(tally, found.rejected.length), options.maxRejects)
    if ((await readOpenBytes(db, sources)) > SMALL_BYTES) pool = openPool(SLICE_WORKER, workers)
    const run = async (sources: OpenSource[]) =>
      pool
        ? await pool.run({ url, ca, sources, turn, mayReplaceOthers })
        : await loadNext(db, { sources, turn, mayReplaceOthers })
    // Slices in one thread take turns, because they share the reader of returns.
    const used = pool ? workers : 1
    const result = await drain(db, sources, { workers: used, mayGoOn, onProgress, run })
    return { ...result, failed: [...failed, ...result.failed] }
  } finally {
    await pool?.destroy()
  }
}

/** Returns the bytes that are not loaded yet, as they are outside their archives. */
async function readOpenBytes(db: Postgres, sources: readonly RegisteredSource[]): Promise<number> {
  const sql = `select sum(bytes)::float8 from load_slice
    where source_id = any($1) and done_at is null`
  return (await readValue(db, sql, [sources.map(({ id }) => id)])) ?? 0
}

async function registerAll(db: Postgres, found: Recognized, mayReplaceOthers: boolean) {
  const sources: RegisteredSource[] = []
  const opened: SourceToLoad[] = []
  const failed: FailedSource[] = []
  for (const { path, open } of sourcesOf(found)) {
    try {
      const source = await open()
      // With --replace, filings that another file has since replaced are stored again.
      const isAnew = mayReplaceOthers && !source.table
      sources.push(await registerSource(db, source, isAnew))
      opened.push(source)
    } catch (cause) {
      if (isStoreLost(cause)) throw cause
      failed.push({ path, cause })
    }
  }
  const isUnused = await findUnused(db, sources)
  for (const [at, source] of opened.entries()) {
    if (isUnused[at]) sources[at] = await registerSource(db, source, true)
  }
  return { sources, failed }
}

async function drain(
  db: Postgres,
  sources: RegisteredSource[],
  { workers, run, ...options }: DrainOptions,
): Promise<LoadResult> {
  const ids = sources.map(({ id }) => id)
  const failures: unknown[] = []
  const failed = new Map<number, FailedSource>()
  const ends = new EventEmitter()
  const open = new Set(ids)
  const takeSlice = async (): Promise<boolean> => {
    const left = sources.filter(({ id }) => open.has(id) && !failed.has(id))
    if (left.length === 0) return false
    const outcome = unwrapOutcome(
      await run(left.map(({ id, path, table }) => ({ id, path, table }))),
    )
    if ('failed' in outcome) {
      const path = sources.find(({ id }) => id === outcome.failed)?.path ?? ''
      failed.set(outcome.failed, { path, cause: outcome.cause })
    } else if (!outcome.isTaken) return false
    ends.emit('slice')
    return true
  }
  const onTally = (tally: Tally) => {
    for (const id of open) if (!tally.openIn.includes(id)) open.delete(id)
    options.onProgress(tally)
  }
  const poll = startPoll(takeSlice, {
    concurrency: workers,
    everyMs: POLL_MS,
    onFailure: (error) => failures.push(error),
  })
  let isStopped = false
  let isLost = false
  try {
    const progress = { failures, failed, ends }
    isStopped = await watch(db, sources, progress, { ...options, onProgress: onTally })
  } catch (error) {
    isLost = isStoreLost(error)
    throw error
  } finally {
    // Waits for the running slices, so that the tally below includes them. Without the store, they
    // may never end.
    const ended = poll.stop()
    if (!isLost) await ended
  }
  await finishSources(db, ids)
  if (isStopped) await giveUpRejected(db, ids)
  const tally = await readTally(db, sources)
  // Another loader may have finished what failed here.
  const broken = tally.openIn.flatMap((id) => failed.get(id) ?? [])
  return { sources, tally, isStopped, workers, failed: broken }
}

type Progress = {
  failures: unknown[]
  failed: ReadonlyMap<number, FailedSource>
  /** Emits `slice` when one has ended. */
  ends: EventEmitter
}

/**
 * Waits for the last slice, except those of failed sources. Returns true when too much was rejected
 * first; throws when the store is lost.
 */
async function watch(
  db: Postgres,
  sources: RegisteredSource[],
  { failures, failed, ends }: Progress,
  { mayGoOn, onProgress }: Pick<DrainOptions, 'mayGoOn' | 'onProgress'>,
): Promise<boolean> {
  for (;;) {
    const stop = new AbortController()
    const next = Promise.race([sleep(POLL_MS, undefined, stop), once(ends, 'slice', stop)]).catch(
      () => {},
    )
    try {
      const tally = await readTally(db, sources)
      onProgress(tally)
      if (failures.length > 0) throw failures[0]
      if (!mayGoOn(tally)) return true
      if (tally.openIn.every((id) => failed.has(id))) return false
      await next
    } finally {
      stop.abort()
    }
  }
}

async function finishSources(db: Postgres, ids: number[]): Promise<void> {
  await db.query(
    `update load_source set finished_at = now()
     where id = any($1) and finished_at is null and not exists (
       select from load_slice where source_id = load_source.id and done_at is null)`,
    [ids],
  )
}

/**
 * Marks the archives and returns of a stopped load that have rejects as finished, so that the next
 * load reads them again: they may have been corrected. A corrected table is a new source anyway.
 */
async function giveUpRejected(db: Postgres, ids: number[]): Promise<void> {
  await db.query(
    `update load_source set finished_at = now()
     where id = any($1) and finished_at is null and kind = 'efile'
       and exists (select from reject where source_id = load_source.id)`,
    [ids],
  )
}
