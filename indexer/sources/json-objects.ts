import type { Readable } from 'node:stream'
import type { RowRejection } from './source.ts'

/** An object of a JSON text; `row` counts objects from 1. */
type JsonObject = { row: number; object: Readonly<Record<string, unknown>> }

// A row has about 2,000 bytes; a longer object would only use up memory.
const LONGEST = 1 << 20

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d
// Between objects: white space, commas, array brackets, and a byte order mark.
const BETWEEN = new Set([0x20, 0x09, 0x0a, 0x0d, 0x2c, 0x5b, 0x5d, 0xef, 0xbb, 0xbf])
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d

/** The state of a scan. */
class Scan {
  depth = 0
  arrays = 0
  isInText = false
  isEscaped = false
  /** Bytes of the current object; dropped when it becomes too long. */
  begun: Buffer[] = []
  bytes = 0
  row = 0

  /** Returns true if the byte ends an object. */
  takes(byte: number): boolean {
    if (this.isInText) {
      if (this.isEscaped) this.isEscaped = false
      else if (byte === BACKSLASH) this.isEscaped = true
      else if (byte === QUOTE) this.isInText = false
      return false
    }
    if (byte === QUOTE) this.isInText = true
    else if (byte === OPEN) this.depth += 1
    else if (byte === CLOSE) this.depth -= 1
    return this.depth === 0
  }

  keep(piece: Buffer): void {
    this.bytes += piece.length
    if (this.bytes > LONGEST) this.begun = []
    else this.begun.push(piece)
  }

  /** Returns the object that ended, or its rejection. */
  end(): JsonObject | RowRejection {
    this.row += 1
    const { row, bytes } = this
    const text = Buffer.concat(this.begun)
    this.begun = []
    this.bytes = 0
    if (bytes <= LONGEST) return toObject(row, text)
    const detail = `The object has ${bytes} bytes; expected at most ${LONGEST}.`
    return { row, code: 'TooLong', detail }
  }
}

/**
 * Reads the objects of a JSON text: from one array, from several arrays in sequence (pages), or one
 * per line. Only the current object is in memory. A text that ends inside an object or array ends
 * in a rejection `CutShort`; one with anything else between objects ends in `NotJson`.
 */
export async function* readJsonObjects(text: Readable): AsyncGenerator<JsonObject | RowRejection> {
  const scan = new Scan()
  for await (const chunk of text) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer)
    let start = 0
    for (const [at, byte] of bytes.entries()) {
      if (scan.depth === 0 && byte !== OPEN) {
        if (!BETWEEN.has(byte)) {
          yield foreign(scan.row + 1, bytes.subarray(at))
          return
        }
        if (byte === OPEN_ARRAY) scan.arrays += 1
        else if (byte === CLOSE_ARRAY) scan.arrays -= 1
        continue
      }
      if (scan.depth === 0) start = at
      if (!scan.takes(byte)) continue
      scan.keep(bytes.subarray(start, at + 1))
      yield scan.end()
    }
    if (scan.depth > 0) scan.keep(bytes.subarray(start))
  }
  if (scan.depth > 0 || scan.arrays > 0) yield cutShort(scan)
}

const STRICT = { fatal: true, ignoreBOM: true }

function toObject(row: number, bytes: Buffer): JsonObject | RowRejection {
  let text: string
  try {
    text = new TextDecoder('utf-8', STRICT).decode(bytes)
  } catch {
    return { row, code: 'NotText', detail: 'Expected text in UTF-8.' }
  }
  try {
    return { row, object: JSON.parse(text) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { row, code: 'NotJson', detail: `Expected a JSON object: ${reason}.` }
  }
}

// Long enough to show what is wrong.
const SHOWN = 20

const foreign = (row: number, bytes: Buffer): RowRejection => ({
  row,
  code: 'NotJson',
  detail: `Expected the start of an object; found ${JSON.stringify(bytes.toString('utf8', 0, SHOWN))}.`,
})

const cutShort = ({ row, depth }: Scan): RowRejection => ({
  row: row + 1,
  code: 'CutShort',
  detail: `The file ends ${depth > 0 ? 'within this object' : 'before the end of its array'}. Download the file again.`,
})
