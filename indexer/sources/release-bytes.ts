import { MessageChannel } from 'node:worker_threads'

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
