import { MessageChannel } from 'node:worker_threads'

/** Bytes that are not text in the encoding they claim. */
export class NotText extends Error {}

/**
 * The encoding of an XML or text file: its byte order mark, else its XML declaration, else UTF-8,
 * which is what the IRS writes.
 */
export function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const start = head.subarray(0, 200).toString('latin1')
  return /^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(start)?.[1]?.toLowerCase() ?? 'utf-8'
}

/** Text of a file's bytes, without byte order mark. Throws NotText. */
export function decodeText(bytes: Buffer): string {
  const encoding = encodingOf(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new NotText(`Its bytes are not ${encoding}.`, { cause })
  }
}

/** The first bytes of a file as text, for recognizing it: faults and half characters are let be. */
export const decodeHead = (bytes: Buffer): string => new TextDecoder('utf-8').decode(bytes)

// A closed port takes what is transferred to it and frees it. Node 20 has no ArrayBuffer.transfer.
const { port1: closed } = new MessageChannel()
closed.close()

/**
 * Frees a large buffer's memory at once. The garbage collector sees only the small object that
 * holds it and may leave several of them waiting. The buffer is empty afterwards.
 */
export function releaseBytes(bytes: Buffer): void {
  const { buffer } = bytes
  const isWhole = bytes.byteLength === buffer.byteLength
  if (isWhole && bytes.byteLength > 0 && buffer instanceof ArrayBuffer) {
    closed.postMessage(undefined, [buffer])
  }
}
