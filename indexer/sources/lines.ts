import type { Readable } from 'node:stream'
import type { RowRejection } from './source.ts'

/** A line without its end; `row` counts from 1. */
export type Line = { line: string; row: number }

const NEWLINE = 0x0a

// More than a thousand times the IRS's longest rows. A file that is one endless line would
// otherwise take all memory.
const LONGEST = 1 << 20
// Shorter than the longest line, so that only a line begun in an earlier piece can be too long.
const PIECE = 1 << 16

/**
 * Reads the lines of a UTF-8 text, without its byte order mark. A line that is not UTF-8, or that
 * contains NUL, which Postgres text cannot store, is rejected as `NotText`; one over a mebibyte as
 * `TooLong`.
 */
export async function* readLines(text: Readable): AsyncGenerator<Line | RowRejection> {
  let begun: Buffer[] = []
  let begunBytes = 0
  let row = 0
  for await (const piece of piecesOf(text)) {
    const last = piece.lastIndexOf(NEWLINE)
    if (last === -1) {
      begunBytes += piece.length
      if (begunBytes > LONGEST) begun = []
      else begun.push(piece)
      continue
    }
    for (const line of endLines(begun, begunBytes, piece.subarray(0, last), row + 1)) {
      row += 1
      yield line
    }
    begun = [piece.subarray(last + 1)]
    begunBytes = piece.length - last - 1
  }
  if (begunBytes > 0) yield* endLines(begun, begunBytes, Buffer.alloc(0), row + 1)
}

/** Yields the lines that end in `bytes`; the first one began earlier. */
function* endLines(
  begun: Buffer[],
  begunBytes: number,
  bytes: Buffer,
  row: number,
): Generator<Line | RowRejection> {
  const found = bytes.indexOf(NEWLINE)
  const first = found === -1 ? bytes.length : found
  if (begunBytes + first <= LONGEST) {
    yield* toLines(Buffer.concat([...begun, bytes]), row)
    return
  }
  const detail = `The line has ${begunBytes + first} bytes; expected at most ${LONGEST}.`
  yield { row, code: 'TooLong', detail }
  if (first < bytes.length) yield* toLines(bytes.subarray(first + 1), row + 1)
}

/** Yields a text's bytes in small pieces, however large the chunks of its stream. */
async function* piecesOf(text: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of text) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer)
    for (let start = 0; start < bytes.length; start += PIECE) {
      yield bytes.subarray(start, start + PIECE)
    }
  }
}

const STRICT = { fatal: true, ignoreBOM: true }

/** Decodes whole lines at once; only a block with invalid bytes is decoded line by line. */
function* toLines(bytes: Buffer, firstRow: number): Generator<Line | RowRejection> {
  let row = firstRow
  const text = decode(bytes)
  if (text !== undefined) {
    for (const line of text.split('\n')) yield toLine(line, row++)
    return
  }
  for (let start = 0; start <= bytes.length; ) {
    const found = bytes.indexOf(NEWLINE, start)
    const end = found === -1 ? bytes.length : found
    const line = decode(bytes.subarray(start, end))
    const raw = bytes.toString('latin1', start, end)
    yield line === undefined ? notText(row, raw, 'Expected text in UTF-8.') : toLine(line, row)
    row += 1
    start = end + 1
  }
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', STRICT).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

function toLine(text: string, row: number): Line | RowRejection {
  if (text.includes('\0')) return notText(row, text, 'The line contains a NUL character.')
  const start = row === 1 && text.startsWith('\uFEFF') ? 1 : 0
  return { line: text.slice(start, text.endsWith('\r') ? -1 : undefined), row }
}

const notText = (row: number, line: string, detail: string): RowRejection => ({
  row,
  code: 'NotText',
  detail,
  line,
})
