import { setTimeout as sleep } from 'node:timers/promises'
import type { Piscina } from 'piscina'
import { type Postgres, readValue } from '#src/platform/clients/postgres.ts'
import type { Recognized } from '../sources/recognize.ts'
import { isStoreLost, newTurn, openPool, unwrapOutcome } from '../store/workers.ts'
import { findUnused, type RegisteredSource, registerSource } from './register.ts'
import { loadNext, type SliceOutcome, type SliceTask } from './slice-worker.ts'
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
export const mayContinue = (
  expected: number,
  rejected: number,
  maxRejects: number | undefined,
): boolean => rejected <= (maxRejects ?? Math.max(ALLOWED_REJECTS, expected * REJECT_SHARE))

// Often enough for a moving bar, and cheap.
const POLL_MS = 250

const SLICE_WORKER = new URL('./slice-worker.ts', import.meta.url)

// The calling thread loads this much sooner than a worker thread starts, which takes half a second.
const SMALL_BYTES = 2 << 20

type DrainOptions = {
  workers: number
  mayGoOn: (tally: Tally) => boolean
  onProgress: (tally: Tally) => void
  run: (sources: readonly RegisteredSource[]) => Promise<SliceOutcome>
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
    const unread = found.rejected.length
    const mayGoOn = ({ expected, rejected }: Tally) =>
      mayContinue(expected + unread, rejected + unread, options.maxRejects)
    if ((await readOpenBytes(db, sources)) > SMALL_BYTES) pool = openPool(SLICE_WORKER, workers)
    const run = async (sources: readonly RegisteredSource[]) => {
      const order = { sources, turn, mayReplaceOthers }
      return pool ? await pool.run({ url, ca, ...order }) : await loadNext(db, order)
    }
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
  { workers, run, mayGoOn, onProgress }: DrainOptions,
): Promise<LoadResult> {
  const ids = sources.map(({ id }) => id)
  const failed = new Map<number, FailedSource>()
  const end = new AbortController()
  let isStopped = false
  const findOpen = async (): Promise<RegisteredSource[]> => {
    const tally = await readTally(db, sources)
    onProgress(tally)
    isStopped ||= !mayGoOn(tally)
    const open = sources.filter(({ id }) => tally.openIn.includes(id) && !failed.has(id))
    if (isStopped || open.length === 0) end.abort()
    return open
  }
  const pause = () => sleep(POLL_MS, undefined, end).catch(() => undefined)
  const work = async () => {
    for (;;) {
      const open = await findOpen()
      if (end.signal.aborted) return
      const outcome = unwrapOutcome(await run(open))
      if ('failed' in outcome) {
        const path = sources.find(({ id }) => id === outcome.failed)?.path ?? ''
        failed.set(outcome.failed, { path, cause: outcome.cause })
      } else if (!outcome.isTaken) {
        // Other threads or loaders have the open slices.
        await pause()
      }
    }
  }
  // A table is one slice, whose rows are counted as they are merged.
  const watch = async () => {
    for (;;) {
      await pause()
      if (end.signal.aborted) return
      await findOpen()
    }
  }
  const working = Array.from({ length: workers }, work)
  try {
    await Promise.all([...working, watch()])
  } catch (error) {
    end.abort()
    // Without the store, running slices may never end.
    if (!isStoreLost(error)) await Promise.allSettled(working)
    throw error
  }
  await finishSources(db, ids)
  if (isStopped) await giveUpRejected(db, ids)
  const tally = await readTally(db, sources)
  // Another loader may have finished what failed here.
  const broken = tally.openIn.flatMap((id) => failed.get(id) ?? [])
  return { sources, tally, isStopped, workers, failed: broken }
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
