import { Piscina } from 'piscina'
import { createPostgres, type Postgres } from '#src/platform/clients/postgres.ts'
import { TSX } from '#src/platform/engines/tsx.ts'
import { ApiError } from '#src/platform/errors.ts'

// A thread needs about 60 MB, and more only when the strict parser reads a huge return. Without a
// limit, the collector lets garbage accumulate far beyond that.
const READER_LIMITS = { maxOldGenerationSizeMb: 640, maxYoungGenerationSizeMb: 32 }

/** Opens threads that read returns. Each takes half a second of a core to start, so busy ones add more. */
export const openPool = <Task, Outcome>(worker: URL, most: number) =>
  new Piscina<Task, Outcome>({
    filename: worker.href,
    execArgv: [...TSX],
    minThreads: 1,
    // Otherwise a thread ends between two tasks.
    idleTimeout: Number.POSITIVE_INFINITY,
    maxThreads: most,
    resourceLimits: READER_LIMITS,
  })

/** Worker threads read returns above this size, in bytes, one after the other to limit memory. */
export const GIANT_BYTES = 4 << 20

/** A lost store as a worker reports it, because errors lose their class between threads. */
export type StoreLost = { storeAway: string }

// One connection per thread, opened with its first task.
let db: Postgres | undefined

/** Runs a task of a worker thread on the thread's own connection. */
export async function withWorkerStore<T extends object>(
  { url, ca }: { url: string; ca: string | undefined },
  work: (db: Postgres) => Promise<T>,
): Promise<T | StoreLost> {
  db ??= createPostgres({ url, ca, maxConnections: 1, statementTimeoutMs: 0 })
  try {
    return await work(db)
  } catch (error) {
    if (!isStoreLost(error)) throw error
    const { cause } = error.details
    return { storeAway: cause instanceof Error ? cause.message : error.message }
  }
}

/** Returns a worker's result; throws ApiError StoreUnavailable when it lost the store. */
export function unwrapOutcome<T extends object>(outcome: T | StoreLost): T {
  if (!('storeAway' in outcome)) return outcome
  throw new ApiError('StoreUnavailable', { cause: new Error(outcome.storeAway) })
}

export const isStoreLost = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'StoreUnavailable'

/** A lock shared by the threads of one process; one thread holds it at a time. */
export type Turn = Int32Array<SharedArrayBuffer>

export const newTurn = (): Turn => new Int32Array(new SharedArrayBuffer(4))

const FREE = 0
const TAKEN = 1

/**
 * Waits for the lock and returns a function that releases it. A thread's death ends the process.
 */
export async function takeTurn(turn: Turn): Promise<() => void> {
  while (Atomics.compareExchange(turn, 0, FREE, TAKEN) !== FREE) {
    await Atomics.waitAsync(turn, 0, TAKEN).value
  }
  return () => {
    Atomics.store(turn, 0, FREE)
    Atomics.notify(turn, 0, 1)
  }
}
