import { decodeText } from './decode.ts'
import { findFault, type ParsedReturn, parseReturn, UnreadableReturn } from './efile-xml.ts'
import { releaseBytes } from './release-bytes.ts'
import { ReturnScanner } from './scan-return.ts'

// Larger than any return published so far by a factor of two or so; what lies beyond would not
// leave room for a second thread in the gigabyte a load may take.
export const LARGEST_RETURN = 256 << 20

// The strict parser holds a return as text and as JSON, three times its size.
const LARGEST_STRICT = 128 << 20

const scanner = new ReturnScanner()

/**
 * Reads a return from its bytes. The blocks' bytes stay as they are until the next call.
 * Throws UnreadableReturn, its place found by reading again, or NotText.
 */
export function readReturn(bytes: Buffer): ParsedReturn {
  const scanned = scanner.scan(bytes)
  if (scanned !== undefined) return scanned
  if (bytes.length > LARGEST_STRICT) throw tooLarge(bytes.length, LARGEST_STRICT)
  const text = decodeText(bytes)
  try {
    return parseReturn([text])
  } catch (error) {
    if (!(error instanceof UnreadableReturn) || error.place !== '') throw error
    throw new UnreadableReturn(error.code, findFault([text]) ?? '', error.message)
  }
}

/** Gives back the memory a giant took, its bytes and its blocks'; neither may be used after. */
export function releaseReturn(bytes: Buffer): void {
  scanner.release()
  releaseBytes(bytes)
}

/** The rejection of a return that is larger than this loader reads. */
export const tooLarge = (bytes: number, limit: number): UnreadableReturn =>
  new UnreadableReturn('TooLarge', '/', `It has ${bytes} bytes; at most ${limit} are read.`)
