import { type HomePage, type PageHeaders, readHomePage } from './home-page.ts'

/** A task for the worker: an untrusted page to read. */
export type PageTask = { content: Uint8Array; url: string; headers: PageHeaders }

/** Returns once the worker has loaded its modules, so that only reading counts against the timeout. */
export const ready = (): void => undefined

/** Reads a page in this worker thread. */
export default function read({ content, url, headers }: PageTask): HomePage {
  // Buffers arrive as plain bytes from another thread.
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
  return readHomePage(bytes, url, headers)
}
