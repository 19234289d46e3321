import { setTimeout as sleep } from 'node:timers/promises'
import { DERIVED_VERSION } from '#src/domain/facts/catalogue.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { newTurn, openPool, unwrapOutcome } from '../store/workers.ts'
import type { Outcome } from './batch.ts'
import { countWaiting } from './waiting.ts'
import { type DeriveOutcome, type DeriveTask, deriveBatch } from './worker.ts'

export type DeriveProgress = { step: 'derive'; done: number; total: number }

export type DeriveOptions = {
  url: string
  ca: string | undefined
  workers: number
  onProgress: (progress: DeriveProgress) => void
}

const WORKER = new URL('./worker.ts', import.meta.url)

// Another process finishes the filings it has locked within seconds.
const PAUSE_MS = 1_000

/**
 * Derives every filing with an older version again from its stored parts. A killed run continues
 * where it stopped; loads and other runs may work at the same time. Throws ApiError
 * StoreUnavailable.
 */
export async function deriveOutdated(db: Postgres, options: DeriveOptions): Promise<Outcome> {
  const outcome = { derived: 0, changed: 0 }
  const total = await countWaiting(db)
  if (total === 0) return outcome
  const { workers, onProgress } = options
  const tools = { url: options.url, ca: options.ca, turn: newTurn() }
  // One batch takes less time than starting a thread.
  const pool = total > BATCH ? openPool<DeriveTask, DeriveOutcome>(WORKER, workers) : undefined
  const run = (ids: string[]): Promise<DeriveOutcome> =>
    pool ? pool.run({ ...tools, ids }) : deriveBatch(db, { ...tools, ids })
  try {
    onProgress({ step: 'derive', done: 0, total })
    // A round skips filings that a load or another run has locked; the next round retries them.
    while ((await countWaiting(db)) > 0) {
      const before = outcome.derived
      const batches = readBatches(db)
      const work = async () => {
        for await (const ids of batches) {
          const done = unwrapOutcome(await run(ids))
          outcome.derived += done.derived
          outcome.changed += done.changed
          const { derived } = outcome
          onProgress({ step: 'derive', done: derived, total: Math.max(total, derived) })
        }
      }
      await Promise.all(Array.from({ length: pool ? workers : 1 }, work))
      if (outcome.derived === before) await sleep(PAUSE_MS)
    }
  } finally {
    await pool?.destroy()
  }
  return outcome
}

// A few tenths of a second of work: the most that a kill loses and that a load may have to wait
// for.
const BATCH = 100

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
