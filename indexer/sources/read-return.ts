import { decodeText, releaseBytes } from './bytes.ts'
import { ReturnScanner } from './scan-return.ts'
import {
  findFault,
  type ParsedReturn,
  parseReturn,
  tooLarge,
  UnreadableReturn,
} from './strict-return.ts'

// The strict parser keeps a string per element: 120 MiB of empty elements took over 1.2 GB.
const LARGEST_STRICT = 32 << 20

const scanner = new ReturnScanner()

/**
 * Reads a return from its bytes. The blocks' bytes are valid until the next call.
 * Throws UnreadableReturn, with the place found by a second reading, or NotText.
 */
export function readReturn(bytes: Buffer): ParsedReturn {
  const scanned = scanner.scan(bytes)
  if (scanned !== undefined) return scanned
  if (bytes.length > LARGEST_STRICT) throw tooLarge('/', bytes.length, LARGEST_STRICT)
  const text = decodeText(bytes)
  try {
    return parseReturn([text])
  } catch (error) {
    if (!(error instanceof UnreadableReturn) || error.place !== '') throw error
    throw new UnreadableReturn(error.code, findFault([text]) ?? '', error.message)
  }
}

/**
 * Releases the memory of a huge return; neither its bytes nor its blocks may be used afterwards.
 */
export function releaseReturn(bytes: Buffer): void {
  scanner.release()
  releaseBytes(bytes)
}
