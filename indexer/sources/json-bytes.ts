import { LONGEST_TEXT, LongText } from '#src/domain/long-text.ts'
import { releaseBytes } from './bytes.ts'
import { LARGEST_RETURN, tooLarge } from './strict-return.ts'

export const COMMA = 0x2c
export const OPEN_BRACE = 0x7b
export const CLOSE_BRACE = 0x7d
export const OPEN_BRACKET = 0x5b
export const CLOSE_BRACKET = 0x5d

const QUOTE = 0x22
const BACKSLASH = 0x5c
const LETTER_N = 0x6e
const LETTER_T = 0x74

/** Thrown for input that the strict parser must handle. */
export const UNUSUAL = Symbol('unusual')

// Most returns fit. A thread keeps the buffer of larger ones, but not of huge ones.
const USUAL = 1 << 20
const LARGE = 16 << 20
// JSON is seldom longer than its XML; the rest is what `putText` reserves for one text.
const LARGEST_JSON = LARGEST_RETURN + 2 * LONGEST_TEXT + 2

/** A growing buffer for JSON text in UTF-8; written bytes may be changed. */
export class JsonBytes {
  bytes = Buffer.allocUnsafeSlow(USUAL)
  used = 0

  /** Resets the buffer for the JSON of `sourceBytes` of XML. */
  begin(sourceBytes: number): void {
    this.used = 0
    if (sourceBytes > this.bytes.length && sourceBytes > LARGE) {
      // Allocates the maximum at once: growing would hold two huge buffers, and unwritten pages
      // take no memory.
      this.bytes = Buffer.allocUnsafeSlow(LARGEST_JSON)
    }
  }

  /** Releases the memory of a huge buffer. */
  end(): void {
    if (this.bytes.length <= LARGE) return
    releaseBytes(this.bytes)
    this.bytes = Buffer.allocUnsafeSlow(USUAL)
  }

  /** Makes room for `count` more bytes. Throws UnreadableReturn TooLarge. */
  reserve(count: number): void {
    const needed = this.used + count
    if (needed <= this.bytes.length) return
    if (needed > LARGEST_JSON) throw tooLarge('/', needed, LARGEST_JSON)
    const size = Math.min(Math.max(this.bytes.length * 2, needed), LARGEST_JSON)
    const larger = Buffer.allocUnsafeSlow(size)
    this.bytes.copy(larger, 0, 0, this.used)
    releaseBytes(this.bytes)
    this.bytes = larger
  }

  put(byte: number): void {
    this.bytes[this.used] = byte
    this.used += 1
  }

  putAll(piece: Uint8Array): void {
    const { bytes, used } = this
    // A loop, because names are short and a native call costs more than copying them.
    for (let index = 0; index < piece.length; index += 1) {
      bytes[used + index] = piece[index] as number
    }
    this.used = used + piece.length
  }

  /**
   * Writes XML text as a JSON string, with references resolved and line ends as `\n`, cut at
   * LONGEST_TEXT. `source` is valid UTF-8. Throws UNUSUAL for control characters, `]]>`, and
   * references other than XML's five and printable numeric ones.
   */
  putText(source: Uint8Array, start: number, end: number): void {
    if (end - start > LONGEST_TEXT) this.putLongText(source, start, end)
    else this.putPiece(source, start, end)
  }

  private putLongText(source: Uint8Array, start: number, end: number): void {
    const { used } = this
    const text = new LongText()
    for (let from = start; from < end; ) {
      const to = pieceEnd(source, from, end)
      this.putPiece(source, from, to)
      text.add(JSON.parse(this.bytes.toString('utf8', used, this.used)))
      this.used = used
      from = to
    }
    const json = Buffer.from(JSON.stringify(text.end()))
    this.reserve(json.length)
    this.putAll(json)
  }

  private putPiece(source: Uint8Array, start: number, end: number): void {
    this.reserve(2 * (end - start) + 2)
    const out = this.bytes
    let used = this.used
    out[used++] = QUOTE
    for (let index = start; index < end; index += 1) {
      const byte = source[index] as number
      if (byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH && byte !== 0x26) {
        if (byte === 0x3e && endsSection(source, index)) throw UNUSUAL
        if (byte === 0xef && isNoncharacter(source, index)) throw UNUSUAL
        out[used++] = byte
      } else if (byte === QUOTE || byte === BACKSLASH) {
        out[used++] = BACKSLASH
        out[used++] = byte
      } else if (byte === 0x26) {
        const [code, length] = readReference(source, index, end)
        used = putCode(out, used, code)
        index += length - 1
      } else {
        used = putLineEnd(out, used, source, index)
        if (byte === 0x0d && source[index + 1] === 0x0a) index += 1
      }
    }
    out[used++] = QUOTE
    this.used = used
  }
}

// Long texts are read in pieces, so that only the part that is kept takes memory.
const PIECE = 64 << 10

/** Returns where a piece from `start` ends: not inside a character, a line end, or a reference. */
function pieceEnd(source: Uint8Array, start: number, end: number): number {
  let stop = start + PIECE
  if (stop >= end) return end
  const reference = source.subarray(stop - LONGEST_REFERENCE, stop).indexOf(0x26)
  if (reference >= 0) return stop - LONGEST_REFERENCE + reference
  while (((source[stop] as number) & 0xc0) === 0x80) stop -= 1
  return source[stop] === 0x0a && source[stop - 1] === 0x0d ? stop - 1 : stop
}

const endsSection = (source: Uint8Array, index: number) =>
  source[index - 1] === 0x5d && source[index - 2] === 0x5d

/** Returns true for U+FFFE and U+FFFF, which XML forbids: EF BF BE, EF BF BF. */
const isNoncharacter = (source: Uint8Array, index: number) =>
  source[index + 1] === 0xbf && (source[index + 2] as number) >= 0xbe

function putLineEnd(out: Uint8Array, used: number, source: Uint8Array, index: number): number {
  const byte = source[index]
  if (byte !== 0x0a && byte !== 0x0d && byte !== 0x09) throw UNUSUAL
  out[used] = BACKSLASH
  out[used + 1] = byte === 0x09 ? LETTER_T : LETTER_N
  return used + 2
}

// A Map, because an object also has the names of its prototype, such as `toString`.
const NAMED: ReadonlyMap<string, number> = new Map([
  ['amp', 0x26],
  ['lt', 0x3c],
  ['gt', 0x3e],
  ['quot', 0x22],
  ['apos', 0x27],
])
// `&#x10FFFF;`
const LONGEST_REFERENCE = 10

/** Returns the character and the length of the reference at `index`. */
function readReference(source: Uint8Array, index: number, end: number): [number, number] {
  let stop = index + 1
  while (stop < end && source[stop] !== 0x3b) {
    stop += 1
    if (stop - index > LONGEST_REFERENCE) throw UNUSUAL
  }
  if (stop === end) throw UNUSUAL
  const name = String.fromCharCode(...source.subarray(index + 1, stop))
  const code = NAMED.get(name) ?? readNumeric(name)
  return [code, stop - index + 1]
}

function readNumeric(name: string): number {
  const digits = /^#(?:x([0-9a-fA-F]{1,5})|(\d{1,5}))$/.exec(name)
  if (digits === null) throw UNUSUAL
  const code = digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16)
  // Blanks are trimmed depending on where they are; surrogates and higher code points are never
  // filed.
  if (code <= 0x20 || code >= 0xd800) throw UNUSUAL
  return code
}

// A reference has at least three characters, so its character fits into the reserved room.
function putCode(out: Uint8Array, used: number, code: number): number {
  let next = used
  if (code === QUOTE || code === BACKSLASH) out[next++] = BACKSLASH
  if (code < 0x80) {
    out[next++] = code
  } else if (code < 0x800) {
    out[next++] = 0xc0 | (code >> 6)
    out[next++] = 0x80 | (code & 0x3f)
  } else {
    out[next++] = 0xe0 | (code >> 12)
    out[next++] = 0x80 | ((code >> 6) & 0x3f)
    out[next++] = 0x80 | (code & 0x3f)
  }
  return next
}
