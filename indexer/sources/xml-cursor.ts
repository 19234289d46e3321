import { type ElementName, ElementNames, hashByte, isAt } from './element-names.ts'
import { UNUSUAL } from './json-bytes.ts'

const LT = 0x3c
const GT = 0x3e
const SLASH = 0x2f
const EQUALS = 0x3d
const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27

const isBlank = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/**
 * A position in a return's bytes that moves from tag to tag. Throws UNUSUAL for anything but a
 * declaration, elements, attributes, and plain text.
 */
export class XmlCursor {
  source: Uint8Array = new Uint8Array()
  /** Where the last text or attribute value is in `source`. */
  textFrom = 0
  textTo = 0
  private at = 0
  private readonly names = new ElementNames()

  /** Moves to the root's name, after byte order mark and declaration. */
  begin(bytes: Buffer): void {
    const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
    this.source = bytes
    this.at = skipDeclaration(bytes, start)
    this.enterTag()
  }

  /** Releases the bytes. */
  end(): void {
    this.source = new Uint8Array()
  }

  /** Moves past the next `<`. Returns true for an end tag. */
  enterTag(): boolean {
    this.skipBlanks()
    // Text between elements, or the end of the file.
    if (this.source[this.at] !== LT) throw UNUSUAL
    this.at += 1
    return this.source[this.at] === SLASH
  }

  /** Moves past the next `>`. */
  leaveTag(): void {
    if (this.source[this.at] !== GT) throw UNUSUAL
    this.at += 1
  }

  /** Throws UNUSUAL unless only blanks follow. */
  requireEnd(): void {
    this.skipBlanks()
    if (this.at !== this.source.length) throw UNUSUAL
  }

  private skipBlanks(): void {
    const { source } = this
    let at = this.at
    while (isBlank(source[at])) at += 1
    this.at = at
  }

  /** Reads the tag or attribute name at this position. */
  readName(): ElementName {
    const { source } = this
    const start = this.at
    let at = start
    let hash = 0
    for (;;) {
      const byte = source[at] as number
      if (byte === GT || byte === SLASH || byte === EQUALS || byte <= 0x20) break
      if (at >= source.length) throw UNUSUAL
      hash = hashByte(hash, byte)
      at += 1
    }
    const name = this.names.find(source, start, at, hash)
    if (name === undefined) throw UNUSUAL
    this.at = at
    return name
  }

  /** Reads `</Name>` after its `<`. */
  readEndTag(name: ElementName): void {
    const { source } = this
    if (!isAt(name.raw, source, this.at + 1)) throw UNUSUAL
    this.at += 1 + name.raw.length
    this.skipBlanks()
    this.leaveTag()
  }

  /** Moves to a start tag's next attribute; returns false before its `>` or `/>`. */
  nextAttribute(): boolean {
    const before = this.at
    this.skipBlanks()
    const byte = this.source[this.at]
    if (byte === GT || byte === SLASH) return false
    if (before === this.at) throw UNUSUAL
    return true
  }

  /** Reads `="value"` after an attribute's name. */
  readValue(): void {
    const { source } = this
    const quote = source[this.at + 1]
    if (source[this.at] !== EQUALS || (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE)) {
      throw UNUSUAL
    }
    const start = this.at + 2
    const end = source.indexOf(quote, start)
    if (end < 0) throw UNUSUAL
    for (let at = start; at < end; at += 1) {
      // In attributes, blanks other than spaces are normalized, and `<` is forbidden.
      if ((source[at] as number) < 0x20 || source[at] === LT) throw UNUSUAL
    }
    this.textFrom = start
    this.textTo = end
    this.at = end + 1
  }

  /**
   * Reads what follows an element's attributes. Returns true if that was its text and end tag, false
   * before its first child.
   */
  readLeaf(name: ElementName): boolean {
    const { source } = this
    this.textFrom = this.at
    this.textTo = this.at
    if (source[this.at] === SLASH) {
      this.at += 1
      this.leaveTag()
      return true
    }
    this.at += 1
    this.skipBlanks()
    this.textFrom = this.at
    let end = this.at
    while (end < source.length && source[end] !== LT) end += 1
    this.at = end
    while (end > this.textFrom && isBlank(source[end - 1])) end -= 1
    this.textTo = end
    if (source[this.at + 1] !== SLASH) {
      // Text beside children, or the end of the file.
      if (this.hasText()) throw UNUSUAL
      return false
    }
    this.at += 1
    this.readEndTag(name)
    return true
  }

  hasText(): boolean {
    return this.textTo !== this.textFrom
  }

  /** Makes the last text empty. */
  dropText(): void {
    this.textTo = this.textFrom
  }
}

const DECLARATION = /^<\?xml version="1\.0"( encoding="utf-8")?( standalone="(yes|no)")?\s?\?>$/i

/** Returns where a file continues after its XML declaration. Throws UNUSUAL for unusual ones. */
function skipDeclaration(source: Buffer, at: number): number {
  if (source[at] !== 0x3c || source[at + 1] !== 0x3f) return at
  const end = source.indexOf('?>', at) + 2
  if (!DECLARATION.test(source.toString('latin1', at, Math.max(end, at)))) throw UNUSUAL
  return end
}
