import type { Readable } from 'node:stream'
import type { RowRejection } from './source.ts'

/** A line of a text without its end; `row` counts from 1. */
export type Line = { line: string; row: number }

const NEWLINE = 0x0a

/**
 * The lines of a UTF-8 text without byte order mark, in file order. A line whose bytes are not
 * UTF-8, or that holds a NUL, which no Postgres text can, is a rejection `NotText`.
 */
export async function* readLines(text: Readable): AsyncGenerator<Line | RowRejection> {
  let begun: Buffer[] = []
  let row = 0
  for await (const chunk of text) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer)
    const end = bytes.lastIndexOf(NEWLINE)
    if (end === -1) {
      begun.push(bytes)
      continue
    }
    const whole = Buffer.concat([...begun, bytes.subarray(0, end)])
    begun = [bytes.subarray(end + 1)]
    for (const line of toLines(whole, row + 1)) {
      row += 1
      yield line
    }
  }
  const rest = Buffer.concat(begun)
  if (rest.length > 0) yield* toLines(rest, row + 1)
}

const STRICT = { fatal: true, ignoreBOM: true }

/** Whole lines are decoded at once; only a block with a fault goes line by line. */
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
    yield line === undefined ? notText(row, 'Its bytes are not UTF-8.') : toLine(line, row)
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
  if (text.includes('\0')) return notText(row, 'It holds a NUL character.')
  const start = row === 1 && text.startsWith('\uFEFF') ? 1 : 0
  return { line: text.slice(start, text.endsWith('\r') ? -1 : undefined), row }
}

const notText = (row: number, detail: string): RowRejection => ({ row, code: 'NotText', detail })
