import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Piscina } from 'piscina'
import { type JobQueue, openJobQueue } from '#src/platform/clients/job-queue.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { Recognized } from '../sources/recognize.ts'
import { RESTRICTION_KINDS } from '../sources/source.ts'
import { isStoreLost, newTurn, openPool, unwrapOutcome } from '../store/workers.ts'
import {
  findOverruled,
  type RegisteredSource,
  registerSource,
  type SlicePayload,
  taskOf,
} from './register.ts'
import { addTouched, newTouched, type Touched } from './slice-counts.ts'
import { loadSlice, type SliceOutcome, type SliceTask } from './slice-worker.ts'
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
  touched: Touched
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

type DrainOptions = LoadOptions & {
  mayGoOn: (tally: Tally) => boolean
  run: (payload: SlicePayload) => Promise<SliceOutcome>
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

/**
 * Loads the recognized files and returns the result. A killed load leaves its slices in the queue,
 * and the next load of the same files continues with them.
 */
export async function loadSources(
  db: Postgres,
  found: Recognized,
  options: LoadOptions,
): Promise<LoadResult> {
  const { url, ca, workers, mayReplaceOthers = false } = options
  const queue = await openJobQueue(url, ca, workers + 3)
  const turn = newTurn()
  let pool: Piscina<SliceTask, SliceOutcome> | undefined
  try {
    const { sources, failed } = await registerAll(db, queue, found, mayReplaceOthers)
    // Unreadable files count against the limit, as rows do.
    const mayGoOn = (tally: Tally) =>
      mayContinue(withFiles(tally, found.rejected.length), options.maxRejects)
    if ((await readOpenBytes(db, sources)) > SMALL_BYTES) pool = openPool(SLICE_WORKER, workers)
    const run = async (payload: SlicePayload) =>
      pool
        ? await pool.run({ url, ca, payload, turn, mayReplaceOthers })
        : await loadSlice(db, { payload, turn, mayReplaceOthers })
    // Slices in one thread take turns, because they share the reader of returns.
    const used = pool ? workers : 1
    const result = await drain(db, queue, sources, { ...options, workers: used, mayGoOn, run })
    return { ...result, failed: [...failed, ...result.failed] }
  } finally {
    await pool?.destroy()
    await queue.close()
  }
}

/** Returns the bytes that are not loaded yet, as they are outside their archives. */
async function readOpenBytes(db: Postgres, sources: readonly RegisteredSource[]): Promise<number> {
  const [open] = await db.query<{ bytes: number }>(
    `select coalesce(sum(bytes), 0)::float8 as bytes from load_slice
     where source_id = any($1) and done_at is null`,
    [sources.map(({ id }) => id)],
  )
  return open?.bytes ?? 0
}

async function registerAll(
  db: Postgres,
  queue: JobQueue,
  found: Recognized,
  mayReplaceOthers: boolean,
) {
  const sources: RegisteredSource[] = []
  const lists = new Map<number, SourceToLoad>()
  const failed: FailedSource[] = []
  for (const { path, open } of sourcesOf(found)) {
    try {
      const source = await open()
      // With --replace, filings that another file has since replaced are stored again.
      const isAnew = mayReplaceOthers && !source.table
      const registered = await registerSource(db, queue, source, isAnew)
      sources.push(registered)
      if (RESTRICTION_KINDS.includes(source.kind)) lists.set(registered.id, source)
    } catch (cause) {
      if (isStoreLost(cause)) throw cause
      failed.push({ path, cause })
    }
  }
  const overruled = await findOverruled(db, sources)
  for (const [at, { id }] of sources.entries()) {
    const source = overruled.has(id) ? lists.get(id) : undefined
    if (source) sources[at] = await registerSource(db, queue, source, true)
  }
  return { sources, failed }
}

async function drain(
  db: Postgres,
  queue: JobQueue,
  sources: RegisteredSource[],
  options: DrainOptions,
): Promise<LoadResult> {
  const { workers, run } = options
  const ids = sources.map(({ id }) => id)
  const failures: unknown[] = []
  const failed = new Map<number, FailedSource>()
  const touched = newTouched()
  const ends = new EventEmitter()
  const tasks = Object.fromEntries(
    ids.map((id) => [
      taskOf(id),
      async (given: unknown) => {
        const payload = given as SlicePayload
        try {
          const { eins } = unwrapOutcome(await run(payload))
          if (eins) addTouched(touched, payload, eins)
        } catch (error) {
          if (isStoreLost(error)) failures.push(error)
          else failed.set(id, { path: payload.path, cause: error })
          throw error
        } finally {
          ends.emit('slice')
        }
      },
    ]),
  )
  await queue.releaseDead(ids.map(taskOf))
  const runner = await queue.start(tasks, workers, (error) => failures.push(error))
  let isStopped = false
  try {
    isStopped = await watch(db, queue, sources, { failures, failed, ends }, options)
  } catch (error) {
    if (isStoreLost(error)) runner.abandon()
    throw error
  } finally {
    // Waits for the running slices, so that the tally below includes them.
    await runner.stop()
  }
  await finishSources(db, ids)
  if (isStopped) await giveUpRejected(db, ids)
  const tally = await readTally(db, sources)
  // A loader killed between storing a slice and confirming it leaves its job behind.
  await queue.discard(ids.filter((id) => !tally.openIn.includes(id)).map(taskOf))
  // A slice that failed and then succeeded needs no report.
  const broken = tally.openIn.flatMap((id) => failed.get(id) ?? [])
  return { sources, tally, isStopped, workers, failed: broken, touched }
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
  queue: JobQueue,
  sources: RegisteredSource[],
  { failures, failed, ends }: Progress,
  options: DrainOptions,
): Promise<boolean> {
  for (;;) {
    const stop = new AbortController()
    const next = Promise.race([sleep(POLL_MS, undefined, stop), once(ends, 'slice', stop)]).catch(
      () => {},
    )
    const tally = await readTally(db, sources)
    options.onProgress(tally)
    try {
      if (failures.length > 0) throw failures[0]
      if (!options.mayGoOn(tally)) return true
      if (tally.openIn.every((id) => failed.has(id))) return false
      await queue.releaseDead(sources.map(({ id }) => taskOf(id)))
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
