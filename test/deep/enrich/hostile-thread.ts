import type { PageTask } from '#indexer/enrich/read-page/worker.ts'

// Simulates a page that breaks the reader: it does what its bytes say.
export { ready } from '#indexer/enrich/read-page/worker.ts'

import read from '#indexer/enrich/read-page/worker.ts'

export default function readHostile(task: PageTask) {
  const content = Buffer.from(task.content).toString()
  if (content === 'loop') for (;;);
  if (content === 'grow')
    for (const grown: unknown[] = []; ; ) grown.push(new Array(50_000).fill({}))
  if (content === 'throw') throw new Error('a defect')
  if (content === 'exit') process.exit(1)
  return read(task)
}
