import { setTimeout as sleep } from 'node:timers/promises'
import { Piscina } from 'piscina'
import type { Postgres } from '#src/clients/postgres.ts'
import { DERIVED_VERSION } from '#src/domain/facts/derived-version.ts'
import { ApiError } from '#src/errors.ts'
import { mapAwards } from '../awards/run.ts'
import { releaseFilings } from '../load/filings-due.ts'
import { newTurn } from '../load/turn.ts'
import { type NetworkProgress, type NetworkResult, resolveNetwork } from '../network/run.ts'
import { mintRelease } from '../releases.ts'
import { resolveOrganizations } from '../resolve/organizations.ts'
import { screenOrganizations } from '../screen/run.ts'
import { countWaiting } from './waiting.ts'
import type { DeriveOutcome, DeriveTask } from './worker.ts'

export type DeriveOptions = {
  url: string
  ca: string | undefined
  workers: number
  onProgress: (progress: DeriveProgress) => void
  /** Called when organizations are about to be resolved. */
  onResolve: () => void
  /** Told how far the network is. */
  onNetwork?: (progress: NetworkProgress) => void
}

export type DeriveProgress = { done: number; total: number }

export type DeriveResult = {
  /** Filings derived. */
  derived: number
  /** Those of them that came out otherwise. */
  changed: number
  /** The release minted for what changed. */
  release: string | undefined
  /** What of the network was resolved anew. */
  network: NetworkResult
}

/**
 * Derives every filing of a lower version anew from its parts, then resolves the organizations
 * whose filings came out otherwise, and the network of what is given. Killed, it goes on where it was; loads and other runs may go on
 * beside it. Throws ApiError StoreUnavailable.
 */
export async function deriveWaiting(db: Postgres, options: DeriveOptions): Promise<DeriveResult> {
  const outcome = await deriveRounds(db, options)
  const release = await resolveMarked(db, outcome.changed > 0, options.onResolve)
  const network = await resolveNetwork(db, { onProgress: options.onNetwork })
  return { ...outcome, release: network.release ?? release, network }
}

// A thread needs some 60 MB, and more only for a giant, as in a load.
const THREAD_HEAP_MB = 640
// What another has at hand takes it some seconds.
const PAUSE_MS = 1_000

async function deriveRounds(db: Postgres, options: DeriveOptions) {
  const outcome = { derived: 0, changed: 0 }
  const total = await countWaiting(db)
  if (total === 0) return outcome
  const { workers, onProgress } = options
  const pool = new Piscina<DeriveTask, DeriveOutcome>({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: workers,
    maxThreads: workers,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB, maxYoungGenerationSizeMb: 32 },
  })
  const tools = { url: options.url, ca: options.ca, turn: newTurn() }
  try {
    onProgress({ done: 0, total })
    // A round passes over what loads, or another run, have at hand; the next one comes back to it.
    while ((await countWaiting(db)) > 0) {
      const before = outcome.derived
      await deriveRound(db, workers, async (ids) => {
        const done = await pool.run({ ...tools, ids })
        if ('storeAway' in done) throw storeAway(done.storeAway)
        outcome.derived += done.derived
        outcome.changed += done.changed
        onProgress({ done: outcome.derived, total: Math.max(total, outcome.derived) })
      })
      if (outcome.derived === before) await sleep(PAUSE_MS)
    }
  } finally {
    await pool.destroy()
  }
  return outcome
}

const storeAway = (reason: string): ApiError =>
  new ApiError('StoreUnavailable', { cause: new Error(reason) })

// Some tenths of a second: what a kill loses, and a load may have to wait.
const BATCH = 100

/** Hands out all filings that wait in batches, one a thread at a time. */
async function deriveRound(
  db: Postgres,
  workers: number,
  derive: (ids: string[]) => Promise<void>,
): Promise<void> {
  const batches = readBatches(db)
  const work = async () => {
    for (;;) {
      const { value, done } = await batches.next()
      if (done) return
      await derive(value)
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
}

// Object ids begin with the year of receipt: the latest filings, which pages show, come first.
async function* readBatches(db: Postgres): AsyncGenerator<string[], void> {
  let last: string | null = null
  for (;;) {
    const rows: { id: string }[] = await db.query<{ id: string }>(
      `select object_id as id from filing
       where ($1::text is null or object_id < $1) and derived_version < $2
       order by object_id desc limit $3`,
      [last, DERIVED_VERSION, BATCH],
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return
    last = ids.at(-1) ?? last
    yield ids
  }
}

// Resolving 100,000 organizations of 2.9 million took 29 s, all of them 234 s.
const MOST_EINS = 100_000

/**
 * Resolves the organizations that batches or exclusions marked; else mints a release if anything
 * changed.
 */
async function resolveMarked(
  db: Postgres,
  isChanged: boolean,
  onBegin: () => void,
): Promise<string | undefined> {
  const rows = await db.query<{ ein: string }>(
    `select ein from organization where latest_content_sha256 = ''
     union select ein from resolve_due limit $1`,
    [MOST_EINS + 1],
  )
  if (rows.length > 0) {
    onBegin()
    const marked = rows.length > MOST_EINS ? undefined : rows.map(({ ein }) => ein)
    const wanted = marked ? { eins: marked } : {}
    const resolved = await resolveOrganizations(db, { cause: 'resolve', ...wanted })
    const mapped = await mapAwards(db)
    const toScreen = marked ? { eins: [...new Set([...marked, ...mapped.eins])] } : {}
    return (await screenOrganizations(db, toScreen)).release ?? mapped.release ?? resolved.release
  }
  if (!isChanged) return undefined
  return await db.transaction(async (session) => {
    const release = await mintRelease(session, 'resolve')
    await releaseFilings(session, release)
    return release
  })
}
