import { setTimeout as sleep } from 'node:timers/promises'
import { Piscina } from 'piscina'
import { type JobQueue, openJobQueue } from '#src/clients/job-queue.ts'
import type { Postgres } from '#src/clients/postgres.ts'
import { ApiError } from '#src/errors.ts'
import type { Recognized } from '../sources/recognize.ts'
import { RESTRICTION_KINDS } from '../sources/source.ts'
import {
  findOverruled,
  type RegisteredSource,
  registerSource,
  type SlicePayload,
  taskOf,
} from './register.ts'
import type { SliceOutcome, SliceTask } from './slice-worker.ts'
import { type SourceToLoad, sourcesOf } from './slices.ts'
import { readTally, type Tally } from './tally.ts'
import { addTouched, newTouched, type Touched } from './touched.ts'
import { newTurn } from './turn.ts'

export type LoadOptions = {
  url: string
  ca: string | undefined
  workers: number
  /** Rejects at most; undefined means the share of `mayContinue`. */
  maxRejects: number | undefined
  /** A filing may replace one of another EIN that is stored under its object id. */
  mayReplaceOthers?: boolean
  onProgress: (tally: Tally) => void
}

export type LoadResult = {
  sources: RegisteredSource[]
  tally: Tally
  isStopped: boolean
  workers: number
  /** Sources that broke off by a defect or a failing disk, while the others were finished. */
  failed: FailedSource[]
  touched: Touched
}

export type FailedSource = { path: string; cause: unknown }

// One percent stops a load (decisions part 4). In a small load one percent is less than one
// return, so fifty are borne whatever their share: as many as a person reads through.
const REJECT_SHARE = 0.01
const BORNE_REJECTS = 50

/** False once more was rejected than the operator bears. */
export function mayContinue(tally: Tally, maxRejects: number | undefined): boolean {
  const borne = maxRejects ?? Math.max(BORNE_REJECTS, tally.expected * REJECT_SHARE)
  return tally.rejected <= borne
}

type DrainOptions = LoadOptions & { mayGoOn: (tally: Tally) => boolean }

const withFiles = (tally: Tally, rejected: number): Tally => ({
  ...tally,
  expected: tally.expected + rejected,
  rejected: tally.rejected + rejected,
})

// Often enough for a bar that moves, seldom enough to cost nothing.
const POLL_MS = 250

// A thread needs some 60 MB, and more only when the strict parser reads a giant; without a limit
// the collector lets garbage pile up far beyond that.
const THREAD_HEAP_MB = 640

/**
 * Loads what was recognized and returns what became of it. A killed load leaves its slices in
 * the queue, and the next load of the same files takes them up.
 */
export async function loadSources(
  db: Postgres,
  found: Recognized,
  options: LoadOptions,
): Promise<LoadResult> {
  const { url, ca, workers, mayReplaceOthers = false } = options
  const queue = await openJobQueue(url, ca, workers + 3)
  const turn = newTurn()
  const pool = new Piscina<SliceTask, SliceOutcome>({
    filename: new URL('./slice-worker.ts', import.meta.url).href,
    // A small list is one slice: each further thread takes half a second of a core to start.
    minThreads: 1,
    maxThreads: workers,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB, maxYoungGenerationSizeMb: 32 },
  })
  try {
    const { sources, failed } = await registerAll(db, queue, found, mayReplaceOthers)
    // Files that cannot be read at all count against what is borne like rows.
    const mayGoOn = (tally: Tally) =>
      mayContinue(withFiles(tally, found.rejected.length), options.maxRejects)
    const result = await drain(db, queue, sources, { ...options, mayGoOn }, (payload) =>
      pool.run({ url, ca, payload, turn, mayReplaceOthers }),
    )
    return { ...result, failed: [...failed, ...result.failed] }
  } finally {
    await pool.destroy()
    await queue.close()
  }
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
      // What another file replaced since then is to be put back.
      const isAnew = mayReplaceOthers && !source.table
      const registered = await registerSource(db, queue, source, isAnew)
      sources.push(registered)
      if (RESTRICTION_KINDS.includes(source.kind)) lists.set(registered.id, source)
    } catch (cause) {
      if (isAway(cause)) throw cause
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
  loadSlice: (payload: SlicePayload) => Promise<SliceOutcome>,
): Promise<LoadResult> {
  const { workers } = options
  const ids = sources.map(({ id }) => id)
  const failures: unknown[] = []
  const failed = new Map<number, FailedSource>()
  const touched = newTouched()
  const tasks = Object.fromEntries(
    ids.map((id) => [
      taskOf(id),
      async (given: unknown) => {
        const payload = given as SlicePayload
        try {
          const outcome = await loadSlice(payload)
          if ('storeAway' in outcome) throw storeAway(outcome.storeAway)
          if (outcome.eins) addTouched(touched, payload, outcome.eins)
        } catch (error) {
          if (isAway(error)) failures.push(error)
          else failed.set(id, { path: payload.path, cause: error })
          throw error
        }
      },
    ]),
  )
  await queue.releaseDead(ids.map(taskOf))
  const runner = await queue.start(tasks, workers, (error) => failures.push(error))
  let isStopped = false
  try {
    isStopped = await watch(db, queue, sources, { failures, failed }, options)
  } catch (error) {
    if (isAway(error)) runner.abandon()
    throw error
  } finally {
    // Waits for the slices at hand, so that the tally below holds them.
    await runner.stop()
  }
  await finishSources(db, ids)
  if (isStopped) await giveUpRejected(db, ids)
  const tally = await readTally(db, sources)
  // A loader killed between storing a slice and saying so leaves its job behind.
  await queue.discard(ids.filter((id) => !tally.openIn.includes(id)).map(taskOf))
  // A slice that failed and was tried again with success leaves nothing to tell.
  const broken = tally.openIn.flatMap((id) => failed.get(id) ?? [])
  return { sources, tally, isStopped, workers, failed: broken, touched }
}

const isAway = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'StoreUnavailable'

const storeAway = (reason: string): ApiError =>
  new ApiError('StoreUnavailable', { cause: new Error(reason) })

/**
 * Waits for the last slice, of failed sources excepted. True when too much was rejected before;
 * throws when the store is away.
 */
async function watch(
  db: Postgres,
  queue: JobQueue,
  sources: RegisteredSource[],
  { failures, failed }: { failures: unknown[]; failed: ReadonlyMap<number, FailedSource> },
  options: DrainOptions,
): Promise<boolean> {
  for (;;) {
    const tally = await readTally(db, sources)
    options.onProgress(tally)
    if (failures.length > 0) throw failures[0]
    if (!options.mayGoOn(tally)) return true
    if (tally.openIn.every((id) => failed.has(id))) return false
    await queue.releaseDead(sources.map(({ id }) => taskOf(id)))
    await sleep(POLL_MS)
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
 * Ends the archives and returns of a stopped load that have rejects, so that the next load looks
 * at them anew: they may have been mended. A mended table is another source by itself.
 */
async function giveUpRejected(db: Postgres, ids: number[]): Promise<void> {
  await db.query(
    `update load_source set finished_at = now()
     where id = any($1) and finished_at is null and kind = 'efile'
       and exists (select from reject where source_id = load_source.id)`,
    [ids],
  )
}
