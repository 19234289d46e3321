import { releaseBytes } from './release-bytes.ts'

export const COMMA = 0x2c
export const OPEN_BRACE = 0x7b
export const CLOSE_BRACE = 0x7d
export const OPEN_BRACKET = 0x5b
export const CLOSE_BRACKET = 0x5d

const QUOTE = 0x22
const BACKSLASH = 0x5c
const LETTER_N = 0x6e
const LETTER_T = 0x74

/** Thrown where a text holds what only the strict parser judges. */
export const UNUSUAL = Symbol('unusual')

// Most returns fit; a thread keeps what the larger ones needed, but not what giants did.
const USUAL = 1 << 20
const LARGE = 16 << 20

/** A buffer JSON text is written into, as UTF-8. It grows; what was written may be patched. */
export class JsonBytes {
  bytes = Buffer.allocUnsafeSlow(USUAL)
  used = 0

  /** Begins anew for a text made of `sourceBytes` of XML, whose JSON is seldom longer. */
  begin(sourceBytes: number): void {
    this.used = 0
    if (sourceBytes > this.bytes.length && sourceBytes > LARGE) {
      this.bytes = Buffer.allocUnsafeSlow(sourceBytes)
    }
  }

  /** Gives back what a giant needed. */
  end(): void {
    if (this.bytes.length <= LARGE) return
    releaseBytes(this.bytes)
    this.bytes = Buffer.allocUnsafeSlow(USUAL)
  }

  /** Makes room for `count` bytes more. */
  reserve(count: number): void {
    if (this.used + count <= this.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.used + count))
    this.bytes.copy(larger, 0, 0, this.used)
    this.bytes = larger
  }

  put(byte: number): void {
    this.bytes[this.used] = byte
    this.used += 1
  }

  putAll(piece: Uint8Array): void {
    const { bytes, used } = this
    // A loop: names are short, and a call into native code costs more than their copying.
    for (let index = 0; index < piece.length; index += 1) {
      bytes[used + index] = piece[index] as number
    }
    this.used = used + piece.length
  }

  /**
   * Writes XML text as a JSON string: references resolved, line ends made `\n`.
   * `source` from `start` to `end` is valid UTF-8. Throws UNUSUAL for control characters,
   * `]]>`, and references other than the five of XML and printable numeric ones.
   */
  putText(source: Uint8Array, start: number, end: number): void {
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

const endsSection = (source: Uint8Array, index: number) =>
  source[index - 1] === 0x5d && source[index - 2] === 0x5d

/** U+FFFE and U+FFFF, which XML forbids: EF BF BE, EF BF BF. */
const isNoncharacter = (source: Uint8Array, index: number) =>
  source[index + 1] === 0xbf && (source[index + 2] as number) >= 0xbe

function putLineEnd(out: Uint8Array, used: number, source: Uint8Array, index: number): number {
  const byte = source[index]
  if (byte !== 0x0a && byte !== 0x0d && byte !== 0x09) throw UNUSUAL
  out[used] = BACKSLASH
  out[used + 1] = byte === 0x09 ? LETTER_T : LETTER_N
  return used + 2
}

// A Map, since an object also answers to the names of its prototype, such as `toString`.
const NAMED: ReadonlyMap<string, number> = new Map([
  ['amp', 0x26],
  ['lt', 0x3c],
  ['gt', 0x3e],
  ['quot', 0x22],
  ['apos', 0x27],
])
// `&#x10FFFF;` is the longest reference there is.
const LONGEST = 10

/** The character a reference at `index` stands for, and the reference's length. */
function readReference(source: Uint8Array, index: number, end: number): [number, number] {
  let stop = index + 1
  while (stop < end && source[stop] !== 0x3b) {
    stop += 1
    if (stop - index > LONGEST) throw UNUSUAL
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
  // Blanks would be trimmed or not by where they stand; surrogates and beyond are never filed.
  if (code <= 0x20 || code >= 0xd800) throw UNUSUAL
  return code
}

// A reference has at least three characters, so what it becomes fits where room was made.
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
