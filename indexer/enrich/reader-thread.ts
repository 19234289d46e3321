import { type HomePage, type PageHeaders, readHomePage } from './home-page.ts'
import { type ReadIcon, readIcon } from './icon.ts'

/** What is to be read of foreign bytes. */
export type ReadTask =
  | { what: 'page'; content: Uint8Array; url: string; headers: PageHeaders }
  | { what: 'icon'; content: Uint8Array }

/** Answers when the thread has loaded what it needs, so that only reading counts as such. */
export const ready = (): void => undefined

/** Reads a page or an icon in this thread. */
export default async function read(task: ReadTask): Promise<HomePage | ReadIcon> {
  // Buffers come as plain bytes from another thread.
  const content = Buffer.from(task.content.buffer, task.content.byteOffset, task.content.length)
  return task.what === 'page'
    ? readHomePage(content, task.url, task.headers)
    : await readIcon(content)
}
