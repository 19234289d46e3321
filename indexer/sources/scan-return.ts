import { isUtf8 } from 'node:buffer'
import { LONGEST_TEXT } from '#src/domain/long-text.ts'
import { decodeText, encodingOf, releaseBytes } from './bytes.ts'
import {
  type BlockText,
  isBlank,
  isSsnPlaceholder,
  LARGEST_RETURN,
  LONGEST_PATH,
  MAX_PARTS,
  type ParsedReturn,
  parseReturn,
  tooLarge,
} from './strict-return.ts'
import {
  fromBytes,
  LONGEST_TAG,
  type Name,
  readTag,
  type StartTag,
  toCutJson,
  toJson,
  UNUSUAL,
} from './xml-tags.ts'

// Most returns fit. A thread keeps the buffer of larger ones, but not of huge ones.
const USUAL = 1 << 20
const LARGE = 16 << 20
// JSON is seldom longer than its XML.
const LARGEST_JSON = LARGEST_RETURN + 2 * LONGEST_TEXT

const LONGEST_END = 64 << 10

/** JSON text of which only the end is a string. */
class JsonText {
  bytes = Buffer.allocUnsafeSlow(USUAL)
  private written = 0
  private end = ''

  get length(): number {
    return this.written + this.end.length
  }

  begin(): void {
    this.written = 0
    this.end = ''
  }

  /** Releases the memory of a huge text. */
  release(): void {
    if (this.bytes.length <= LARGE) return
    releaseBytes(this.bytes)
    this.bytes = Buffer.allocUnsafeSlow(USUAL)
  }

  put(text: string): void {
    this.end += text
    if (this.end.length > LONGEST_END) this.write()
  }

  /** Writes the end to `bytes`. Throws Unreadable TooLarge. */
  write(): void {
    const { length, bytes } = this
    if (length > LARGEST_JSON) throw tooLarge('/', length, LARGEST_JSON)
    if (length > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(
        Math.min(Math.max(bytes.length * 2, length), LARGEST_JSON),
      )
      bytes.copy(larger, 0, 0, this.written)
      releaseBytes(bytes)
      this.bytes = larger
    }
    this.written += this.bytes.write(this.end, this.written, 'latin1')
    this.end = ''
  }
}

/** An open element. */
type Level = {
  name: Name
  /** Length of its path. */
  path: number
  children: number
  lastKey: string
  /** Where the value of the last child begins. */
  valueAt: number
  /** How many times the last child repeats in sequence. */
  repeats: number
  /** Keys of its attributes and children. */
  seen: Set<string>
}

// Real returns nest about ten levels; the strict parser handles deeper ones.
const DEEPEST = 32
const OPEN_BRACKET = 0x5b
const START =
  /(?:\xef\xbb\xbf)?(?:<\?xml version="1\.0"(?: encoding="utf-8")?(?: standalone="(?:yes|no)")?[ \t\r\n]?\?>)?[ \t\r\n]*/iy
const NO_TEXT = '""'
const NO_BYTES: Buffer = Buffer.alloc(0)
// As a string, a huge return would need its memory a second time. The margin is more than a tag and a
// text that is not cut.
const WINDOW = 8 << 20
const MARGIN = LONGEST_TAG + 2 * LONGEST_TEXT

/**
 * Converts returns to JSON text, three times as fast as the strict parser, if they look like the
 * IRS's files: UTF-8, elements, attributes, plain text, adjacent repeats. Everything else,
 * well-formed or not, is left to the strict parser (README of load).
 */
export class ReturnScanner {
  private bytes = NO_BYTES
  /** A part of the return, its position in `bytes`, and the current position in it. */
  private source = ''
  private offset = 0
  private at = 0
  private readonly out = new JsonText()
  private levels: Level[] = []
  private depth = 0
  private droppedSsns = 0
  private mostRepeats = 1
  private blocks: { name: string; from: number; to: number; mostRepeats: number }[] = []

  /**
   * Returns the return, or undefined if it contains anything unusual. The blocks' bytes belong to this
   * scanner and are valid until the next call.
   */
  scan(bytes: Buffer): ParsedReturn | undefined {
    if (encodingOf(bytes) !== 'utf-8' || !isUtf8(bytes)) return undefined
    this.out.begin()
    this.levels = []
    this.depth = 0
    this.droppedSsns = 0
    this.blocks = []
    this.bytes = bytes
    try {
      const schemaVersion = this.readDocument()
      this.out.write()
      return { schemaVersion, blocks: this.numberBlocks(), droppedSsns: this.droppedSsns }
    } catch (error) {
      if (error === UNUSUAL) return undefined
      throw error
    } finally {
      this.bytes = NO_BYTES
      this.source = ''
    }
  }

  /** Releases the memory of a huge return, and with it the return's blocks. */
  release(): void {
    this.out.release()
  }

  private numberBlocks(): BlockText[] {
    const ordinals = new Map<string, number>()
    return this.blocks.map(({ name, from, to, mostRepeats }) => {
      const ordinal = (ordinals.get(name) ?? 0) + 1
      ordinals.set(name, ordinal)
      return { block: name, ordinal, json: this.out.bytes.subarray(from, to), mostRepeats }
    })
  }

  private readDocument(): string | undefined {
    this.moveTo(0)
    START.lastIndex = 0
    START.exec(this.source)
    this.at = START.lastIndex
    const { name, attributes, isEmpty } = this.readStartTag()
    if (name.local !== 'Return' || isEmpty) throw UNUSUAL
    this.push(name)
    for (const [key] of attributes) this.noteKey(this.open(), key)
    const version = attributes.find(([key]) => key === '"@returnVersion": ')?.[1]
    do this.readNext()
    while (this.depth > 0)
    this.skipBlanks()
    if (this.offset + this.at !== this.bytes.length) throw UNUSUAL
    return version && JSON.parse(fromBytes(version))
  }

  private moveTo(position: number): void {
    this.offset = position
    this.source = this.bytes.toString('latin1', position, position + WINDOW)
    this.at = 0
  }

  private skipBlanks(): void {
    while (isBlank(this.source.charCodeAt(this.at))) this.at += 1
  }

  /** Reads a start tag, with the whole element if it is a leaf, or the end of the open element. */
  private readNext(): void {
    this.skipBlanks()
    const left = this.source.length - this.at
    if (left < MARGIN && this.source.length === WINDOW) this.moveTo(this.offset + this.at)
    if (this.source.charCodeAt(this.at + 1) === 0x2f) this.closeElement()
    else this.openElement()
  }

  private readStartTag(): StartTag {
    const { source, at } = this
    const end = source.indexOf('>', at)
    // Text between elements, or the end of the file.
    if (source[at] !== '<' || end < 0) throw UNUSUAL
    this.at = end + 1
    return readTag(source.slice(at + 1, end))
  }

  private closeElement(): void {
    const level = this.open()
    const { name, children, repeats } = level
    if (!this.source.startsWith(name.endTag, this.at)) throw UNUSUAL
    this.at += name.endTag.length
    this.depth -= 1
    if (this.depth < 1 || (this.depth === 1 && name.local === 'ReturnData')) return
    this.out.put(`${repeats > 1 ? ']' : ''}${children === 0 ? '{' : ''}}`)
    if (this.isBlock(name)) this.endBlock()
  }

  private openElement(): void {
    const { name, attributes, isEmpty } = this.readStartTag()
    const isBlock = this.isBlock(name)
    const isContainer = this.depth === 1 && !isBlock
    if (isContainer && name.local !== 'ReturnData') throw UNUSUAL
    if (isBlock) this.beginBlock(name)
    else if (!isContainer) this.beginChild(this.open(), name.key)
    const text = isEmpty ? NO_TEXT : this.readLeaf(name)
    const level = text === undefined || attributes.length > 0 ? this.push(name) : undefined
    for (const [key, json] of attributes) this.putAttribute(level as Level, key, json)
    if (isContainer) {
      if (text !== undefined) throw UNUSUAL
      ;(level as Level).children = 0
    }
    if (text === undefined) return
    if (level) this.depth -= 1
    this.putLeaf(text, level?.children ?? 0, isBlock)
    if (isBlock) this.endBlock()
  }

  /** Returns an element's text as JSON and reads its end tag; undefined before its first child. */
  private readLeaf(name: Name): string | undefined {
    const { source } = this
    const { endTag } = name
    let start = this.at
    while (isBlank(source.charCodeAt(start))) start += 1
    const next = source.indexOf('<', start)
    if (next < 0) return this.readLongLeaf(name, this.offset + start)
    if (source.startsWith(endTag, next)) {
      this.at = next + endTag.length
      let end = next
      while (end > start && isBlank(source.charCodeAt(end - 1))) end -= 1
      const text = source.slice(start, end)
      return toJson(name.isSsn ? this.dropSsn(text) : text)
    }
    // Text beside children, or an end tag that does not match.
    if (next > start || source.charCodeAt(next + 1) === 0x2f) throw UNUSUAL
    this.at = next
    return undefined
  }

  /** Does the same for a text that continues beyond `source`. */
  private readLongLeaf({ endTag, isSsn }: Name, start: number): string {
    const { bytes } = this
    const next = bytes.indexOf('<', start)
    if (next < 0 || isSsn) throw UNUSUAL
    this.moveTo(next)
    if (!this.source.startsWith(endTag)) throw UNUSUAL
    this.at = endTag.length
    let [from, end] = [start, next]
    while (from < end && isBlank(bytes[from] as number)) from += 1
    while (end > from && isBlank(bytes[end - 1] as number)) end -= 1
    return toCutJson(bytes.subarray(from, end))
  }

  private isBlock(name: Name): boolean {
    if (this.depth === 1) return name.local === 'ReturnHeader'
    return this.depth === 2 && this.levels[2]?.name.local === 'ReturnData'
  }

  private beginBlock({ local }: Name): void {
    if (this.blocks.length === MAX_PARTS) throw UNUSUAL
    this.mostRepeats = 1
    this.blocks.push({ name: local, from: this.out.length, to: 0, mostRepeats: 1 })
  }

  private endBlock(): void {
    const block = this.blocks.at(-1)
    if (!block) return
    block.to = this.out.length
    block.mostRepeats = this.mostRepeats
  }

  private open(): Level {
    return this.levels[this.depth] as Level
  }

  private push(name: Name): Level {
    const path = (this.levels[this.depth]?.path ?? 0) + name.local.length + 1
    this.depth += 1
    if (this.depth > DEEPEST || path > LONGEST_PATH) throw UNUSUAL
    const level: Level = {
      name,
      path,
      children: 0,
      lastKey: '',
      valueAt: 0,
      repeats: 1,
      seen: new Set(),
    }
    this.levels[this.depth] = level
    return level
  }

  /** Throws UNUSUAL for a key that occurred before: its array could not be written in one piece. */
  private noteKey({ seen }: Level, key: string): void {
    if (seen.has(key)) throw UNUSUAL
    seen.add(key)
  }

  /** Writes a child's key, or turns the previous value into an array if the child repeats it. */
  private beginChild(level: Level, key: string): void {
    const { out } = this
    if (level.lastKey === key) {
      if (level.repeats === 1) {
        // The blank before the first value.
        out.write()
        out.bytes[level.valueAt - 1] = OPEN_BRACKET
      }
      level.repeats += 1
      if (level.repeats > this.mostRepeats) this.mostRepeats = level.repeats
      out.put(',')
      return
    }
    this.noteKey(level, key)
    out.put(`${level.repeats > 1 ? ']' : ''}${level.children === 0 ? '{' : ','}${key}`)
    level.repeats = 1
    level.lastKey = key
    level.valueAt = out.length
    level.children += 1
  }

  private putAttribute(level: Level, key: string, json: string): void {
    if (level.lastKey === key) throw UNUSUAL
    this.beginChild(level, key)
    this.out.put(json)
  }

  /** Writes a leaf: a string, or an object if it has attributes or is a block. */
  private putLeaf(json: string, attributes: number, isBlock: boolean): void {
    const { out } = this
    if (attributes === 0 && !isBlock) out.put(json)
    else if (attributes === 0) out.put(`{"#text": ${json}}`)
    else out.put(json === NO_TEXT ? '}' : `,"#text": ${json}}`)
  }

  private dropSsn(text: string): string {
    // Nothing else checks its characters, because it is not written.
    if (text.length > LONGEST_TEXT || !/^[\w* -]*$/.test(text)) throw UNUSUAL
    if (!isSsnPlaceholder(text)) this.droppedSsns += 1
    return ''
  }
}

// The strict parser keeps a string per element: 120 MiB of empty elements took over 1.2 GB.
const LARGEST_STRICT = 32 << 20

const scanner = new ReturnScanner()

/**
 * Reads a return from its bytes. The blocks' bytes are valid until the next call.
 * Throws Unreadable.
 */
export function readReturn(bytes: Buffer): ParsedReturn {
  const scanned = scanner.scan(bytes)
  if (scanned !== undefined) return scanned
  if (bytes.length > LARGEST_STRICT) throw tooLarge('/', bytes.length, LARGEST_STRICT)
  return parseReturn([decodeText(bytes)])
}

/**
 * Releases the memory of a huge return; neither its bytes nor its blocks may be used afterwards.
 */
export function releaseReturn(bytes: Buffer): void {
  scanner.release()
  releaseBytes(bytes)
}
