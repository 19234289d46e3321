import { Piscina } from 'piscina'
import type { HomePage, PageHeaders } from './home-page.ts'
import type { ReadIcon } from './icon.ts'
import type { ReadTask } from './reader-thread.ts'

/**
 * Reads bytes of hosts we do not know, in a thread of its own. Undefined when it did not come to an
 * end, by time, memory or a defect.
 */
export type Readers = {
  readPage(content: Buffer, url: string, headers: PageHeaders): Promise<HomePage | undefined>
  readIcon(content: Buffer): Promise<ReadIcon | undefined>
}

// The largest honest page takes half a second on a busy machine; all others wait meanwhile.
const DEADLINE_MS = 5_000
// A page of 2 MiB makes a tree of some 200 MB at the worst. Holds back what grows in small pieces;
// one piece of many MB would end the process, and no reader asks for one.
const THREAD_HEAP_MB = 512
// Between two websites a run waits for hosts, seldom longer; a thread costs some 60 MB.
const IDLE_MS = 30_000

const READER_THREAD = new URL('./reader-thread.ts', import.meta.url)

/**
 * Opens readers with one thread, which begins with the first page, ends when it has nothing to do,
 * and is ended and made anew when it does not answer in time. `thread` is another for tests.
 */
export function openReaders({
  thread = READER_THREAD,
  deadlineMs = DEADLINE_MS,
  heapMb = THREAD_HEAP_MB,
} = {}): Readers {
  const pool = new Piscina<ReadTask | undefined, HomePage | ReadIcon | undefined>({
    filename: thread.href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
  })
  // A thread that dies with nothing to do is made anew with the next page.
  pool.on('error', () => undefined)
  let last: Promise<unknown> = Promise.resolve()
  // One after the other, so that nobody's deadline runs while another is read.
  const read = <Answer>(task: ReadTask): Promise<Answer | undefined> => {
    const answer = last.then(async () => {
      try {
        await pool.run(undefined, { name: 'ready' })
        return (await pool.run(task, { signal: AbortSignal.timeout(deadlineMs) })) as Answer
      } catch {
        return undefined
      }
    })
    last = answer
    return answer
  }
  return {
    readPage: (content, url, headers) => read({ what: 'page', content, url, headers }),
    readIcon: (content) => read({ what: 'icon', content }),
  }
}

let shared: Readers | undefined

/** The readers of this process: its runs share one thread. */
export const sharedReaders = (): Readers => {
  shared ??= openReaders()
  return shared
}
