import { type HomePage, type PageHeaders, readHomePage } from './home-page.ts'
import { type ReadIcon, readIcon } from './icon.ts'

/** A task for the worker: untrusted bytes to read. */
export type ReadTask =
  | { what: 'page'; content: Uint8Array; url: string; headers: PageHeaders }
  | { what: 'icon'; content: Uint8Array }

/** Returns once the worker has loaded its modules, so that only reading counts against the timeout. */
export const ready = (): void => undefined

/** Reads a page or an icon in this worker thread. */
export default async function read(task: ReadTask): Promise<HomePage | ReadIcon | undefined> {
  // Buffers arrive as plain bytes from another thread.
  const content = Buffer.from(task.content.buffer, task.content.byteOffset, task.content.length)
  return task.what === 'page'
    ? readHomePage(content, task.url, task.headers)
    : await readIcon(content)
}
