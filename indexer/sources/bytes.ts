import { MessageChannel } from 'node:worker_threads'

/**
 * States why a file, an entry of a zip, or a return cannot be read. `code` is UpperCamelCase and
 * stable; `place` is an XPath, `line:column` in a return's text, or ''.
 */
export class Unreadable extends Error {
  readonly code: string
  readonly place: string
  constructor(code: string, place: string, detail: string, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'Unreadable'
    this.code = code
    this.place = place
  }
}

/**
 * Returns the encoding of an XML or text file, from its byte order mark, otherwise from its XML
 * declaration, otherwise UTF-8, which the IRS writes.
 */
export function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const start = head.subarray(0, 200).toString('latin1')
  return /^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(start)?.[1]?.toLowerCase() ?? 'utf-8'
}

/** Returns a file's text without its byte order mark. Throws Unreadable NotText. */
export function decodeText(bytes: Buffer): string {
  const encoding = encodingOf(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Unreadable('NotText', '', `Expected text in ${encoding}.`, { cause })
  }
}

/** Returns a file's first bytes as text, for recognizing it; invalid bytes are replaced. */
export const decodeHead = (bytes: Buffer): string => new TextDecoder('utf-8').decode(bytes)

// A closed port frees whatever is transferred to it. Node 20 has no ArrayBuffer.transfer.
const { port1: closed } = new MessageChannel()
closed.close()

/**
 * Frees a large buffer's memory at once and leaves it empty. The garbage collector sees only a
 * small object and may delay freeing several of them.
 */
export function releaseBytes(bytes: Buffer): void {
  const { buffer } = bytes
  const isWhole = bytes.byteLength === buffer.byteLength
  if (isWhole && bytes.byteLength > 0 && buffer instanceof ArrayBuffer) {
    closed.postMessage(undefined, [buffer])
  }
}
