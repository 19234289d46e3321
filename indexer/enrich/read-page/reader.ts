import { Piscina } from 'piscina'
import { TSX } from '#src/platform/engines/tsx.ts'
import type { HomePage } from './home-page.ts'
import type { PageTask } from './worker.ts'

/**
 * Reads a page of an unknown host in a worker thread. Returns undefined when reading failed because
 * of a timeout, memory, or a defect.
 */
export type ReadPage = (task: PageTask) => Promise<HomePage | undefined>

// The largest honest page takes half a second on a busy machine; all other pages wait in the
// meantime.
const DEADLINE_MS = 5_000
// A page of 2 MiB makes a tree of about 200 MB at most. The limit stops growth in small pieces; a
// single allocation of many MB would end the process, but no reader makes one.
const THREAD_HEAP_MB = 512
// A run seldom waits longer between two websites; an idle thread costs about 60 MB.
const IDLE_MS = 30_000

const READER_THREAD = new URL('./worker.ts', import.meta.url)

/**
 * Opens a reader with one worker thread. It starts with the first page, ends when idle, and is
 * replaced when it exceeds the timeout. Tests pass another `thread`.
 */
export function openReader({
  thread = READER_THREAD,
  deadlineMs = DEADLINE_MS,
  heapMb = THREAD_HEAP_MB,
} = {}): ReadPage {
  const pool = new Piscina<PageTask | undefined, HomePage>({
    filename: thread.href,
    execArgv: [...TSX],
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
  })
  // A thread that dies while idle is replaced when the next page arrives.
  pool.on('error', () => undefined)
  let last: Promise<HomePage | undefined> = Promise.resolve(undefined)
  return (task) => {
    // One after the other, so that waiting does not count against a page's timeout.
    last = last.then(async () => {
      try {
        await pool.run(undefined, { name: 'ready' })
        return await pool.run(task, { signal: AbortSignal.timeout(deadlineMs) })
      } catch {
        return undefined
      }
    })
    return last
  }
}

let shared: ReadPage | undefined

/** Returns the reader of this process: its runs share one thread. */
export const sharedReader = (): ReadPage => {
  shared ??= openReader()
  return shared
}
