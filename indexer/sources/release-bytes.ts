/**
 * Gives a large buffer's memory back at once: the garbage collector, which sees only how small
 * the object is that holds it, may leave several of them waiting. The buffer is empty afterwards.
 */
export function releaseBytes(bytes: Buffer): void {
  const { buffer } = bytes
  const isWhole = bytes.byteLength === buffer.byteLength
  if (isWhole && buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}
