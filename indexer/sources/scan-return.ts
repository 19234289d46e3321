import { isUtf8 } from 'node:buffer'
import { LONGEST_TEXT } from '#src/domain/long-text.ts'
import { decodeText, encodingOf, releaseBytes } from './bytes.ts'
import type { ElementName } from './element-names.ts'
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  JsonBytes,
  OPEN_BRACE,
  OPEN_BRACKET,
  UNUSUAL,
} from './json-bytes.ts'
import {
  type BlockText,
  isSsnName,
  isSsnPlaceholder,
  LONGEST_PATH,
  MAX_PARTS,
  type ParsedReturn,
  parseReturn,
  tooLarge,
} from './strict-return.ts'
import { XmlCursor } from './xml-cursor.ts'

const TEXT_KEY = Buffer.from('"#text": ')
const EMPTY = Buffer.from('""')

/**
 * Converts returns from bytes to bytes, three times as fast as the strict parser, if they look like
 * the IRS's files: UTF-8, elements, attributes, plain text, adjacent repeats. Everything else,
 * well-formed or not, is left to the strict parser (README of load).
 */
export class ReturnScanner {
  private readonly xml = new XmlCursor()
  private readonly out = new JsonBytes()
  private readonly levels = new JsonLevels(this.out)
  private droppedSsns = 0
  private schemaVersion: string | undefined
  private blocks: { name: string; from: number; to: number; mostRepeats: number }[] = []

  /**
   * Returns the return, or undefined if it contains anything unusual. The blocks' bytes belong to this
   * scanner and are valid until the next call.
   */
  scan(bytes: Buffer): ParsedReturn | undefined {
    if (encodingOf(bytes) !== 'utf-8' || !isUtf8(bytes)) return undefined
    this.begin(bytes)
    try {
      this.readDocument(bytes)
    } catch (error) {
      if (error === UNUSUAL) return undefined
      throw error
    }
    return {
      schemaVersion: this.schemaVersion,
      blocks: this.numberBlocks(),
      droppedSsns: this.droppedSsns,
    }
  }

  /** Releases the memory of a huge return, and with it the return's blocks. */
  release(): void {
    this.xml.end()
    this.out.end()
  }

  private begin(bytes: Buffer): void {
    this.out.begin(bytes.length)
    this.levels.depth = 0
    this.droppedSsns = 0
    this.schemaVersion = undefined
    this.blocks = []
  }

  private numberBlocks(): BlockText[] {
    const ordinals = new Map<string, number>()
    return this.blocks.map(({ name, from, to, mostRepeats }) => {
      const ordinal = (ordinals.get(name) ?? 0) + 1
      ordinals.set(name, ordinal)
      return { block: name, ordinal, json: this.out.bytes.subarray(from, to), mostRepeats }
    })
  }

  private readDocument(bytes: Buffer): void {
    this.xml.begin(bytes)
    this.readRoot()
    do this.readNext()
    while (this.levels.depth > 0)
    this.xml.requireEnd()
  }

  private readRoot(): void {
    const name = this.xml.readName()
    if (name.local !== 'Return') throw UNUSUAL
    const level = this.levels.push(name)
    // The root's attributes are written where the first block will overwrite them.
    this.readAttributes(level)
    this.xml.leaveTag()
    if (this.out.used > LONGEST_TEXT) throw UNUSUAL
    const text = `${this.out.bytes.toString('utf8', 0, this.out.used)}}`
    const attributes = level.children > 0 ? (JSON.parse(text) as Record<string, string>) : {}
    this.schemaVersion = attributes['@returnVersion']
    this.out.used = 0
  }

  /** Reads a start tag, with the whole element if it is a leaf, or the end of the open element. */
  private readNext(): void {
    if (this.xml.enterTag()) this.closeElement()
    else this.openElement()
  }

  private closeElement(): void {
    const level = this.levels.open()
    this.xml.readEndTag(level.name as ElementName)
    this.levels.depth -= 1
    if (this.levels.depth < 1 || (this.levels.depth === 1 && level.name?.local === 'ReturnData'))
      return
    this.levels.endObject(level)
    this.endBlock(level.name as ElementName)
  }

  private isBlockLevel(name: ElementName): boolean {
    if (this.levels.depth === 1) return name.local === 'ReturnHeader'
    return this.levels.depth === 2 && this.levels.nameAt(2)?.local === 'ReturnData'
  }

  private beginBlock(name: ElementName): void {
    if (this.blocks.length === MAX_PARTS) throw UNUSUAL
    this.levels.mostRepeats = 1
    this.blocks.push({ name: name.local, from: this.out.used, to: 0, mostRepeats: 1 })
  }

  private endBlock(name: ElementName): void {
    if (!this.isBlockLevel(name)) return
    const block = this.blocks.at(-1)
    if (!block) return
    block.to = this.out.used
    block.mostRepeats = this.levels.mostRepeats
  }

  private openElement(): void {
    const name = this.xml.readName()
    if (this.levels.depth === 1 && name.local !== 'ReturnHeader' && name.local !== 'ReturnData') {
      throw UNUSUAL
    }
    const isBlock = this.isBlockLevel(name)
    const isContainer = this.levels.depth === 1 && !isBlock
    if (isBlock) this.beginBlock(name)
    else if (!isContainer) this.levels.beginChild(this.levels.open(), name, name.key)
    const level = this.levels.push(name)
    const from = this.out.used
    this.readAttributes(level)
    if (isContainer) {
      this.out.used = from
      level.children = 0
    }
    if (!this.xml.readLeaf(name)) {
      if (level.children > 0) this.levels.forgetAttributeNames(level)
      return
    }
    this.levels.depth -= 1
    if (!isContainer) {
      this.writeLeaf(level, name, isBlock)
      this.endBlock(name)
    } else if (this.xml.hasText()) {
      throw UNUSUAL
    }
  }

  private readAttributes(level: Level): void {
    while (this.xml.nextAttribute()) this.readAttribute(level)
  }

  private readAttribute(level: Level): void {
    const { xml, out } = this
    const name = xml.readName()
    xml.readValue()
    const used = out.used
    const { children, lastChild } = level
    if (lastChild === name.localId) throw UNUSUAL
    this.levels.beginChild(level, name, name.attributeKey)
    out.putText(xml.source, xml.textFrom, xml.textTo)
    if (name.isNamespace) {
      out.used = used
      level.children = children
    }
    // An element may have the same name as an attribute: the `@` distinguishes their keys.
    level.lastChild = -1
  }

  /** Writes the leaf just read: a string, or an object if it has attributes or is a block. */
  private writeLeaf(level: Level, name: ElementName, isBlock: boolean): void {
    const { out } = this
    if (isSsnName(name.local)) this.dropSsn()
    out.reserve(16)
    if (level.children === 0 && !isBlock) {
      this.writeText()
      return
    }
    if (this.xml.hasText() || level.children === 0) {
      out.put(level.children === 0 ? OPEN_BRACE : COMMA)
      out.putAll(TEXT_KEY)
      this.writeText()
    }
    out.reserve(1)
    out.put(CLOSE_BRACE)
  }

  private dropSsn(): void {
    const { xml } = this
    if (xml.textTo - xml.textFrom > LONGEST_TEXT) throw UNUSUAL
    const text = (xml.source as Buffer).toString('latin1', xml.textFrom, xml.textTo)
    // Nothing else checks its characters, because it is not written.
    if (!/^[\w* -]*$/.test(text)) throw UNUSUAL
    if (!isSsnPlaceholder(text)) this.droppedSsns += 1
    xml.dropText()
  }

  private writeText(): void {
    const { xml, out } = this
    if (xml.hasText()) out.putText(xml.source, xml.textFrom, xml.textTo)
    else out.putAll(EMPTY)
  }
}

// Real returns nest about ten levels; the strict parser handles deeper ones.
const DEEPEST = 32

/** An open element. */
type Level = {
  name: ElementName | undefined
  /** Length of its path. */
  path: number
  /** Number of the element, which `seen` refers to. */
  serial: number
  children: number
  lastChild: number
  lastValueAt: number
  /** How many times the last child repeats in sequence. */
  repeats: number
  isInArray: boolean
  /** By local id: the serial of the last element at this level with such a child. */
  seen: Int32Array
}

const newLevel = (): Level => ({
  name: undefined,
  path: 0,
  serial: 0,
  children: 0,
  lastChild: -1,
  lastValueAt: 0,
  repeats: 1,
  isInArray: false,
  seen: new Int32Array(32_768),
})

/** The open elements, and the JSON written when they open, repeat, and close. */
class JsonLevels {
  depth = 0
  /** The longest sequence of one element since this was set to 1. */
  mostRepeats = 1
  private readonly out: JsonBytes
  private readonly levels: Level[] = []
  private serials = 0

  constructor(out: JsonBytes) {
    this.out = out
  }

  /** Returns the innermost open element. */
  open(): Level {
    return this.levels[this.depth] as Level
  }

  nameAt(depth: number): ElementName | undefined {
    return this.levels[depth]?.name
  }

  push(name: ElementName): Level {
    this.depth += 1
    if (this.depth > DEEPEST) throw UNUSUAL
    this.levels[this.depth] ??= newLevel()
    const level = this.levels[this.depth] as Level
    level.name = name
    level.path = (this.levels[this.depth - 1]?.path ?? 0) + name.local.length + 1
    if (level.path > LONGEST_PATH) throw UNUSUAL
    level.children = 0
    level.lastChild = -1
    level.isInArray = false
    this.renew(level)
    return level
  }

  /** Attributes and elements share `seen`; from here on it contains only elements. */
  forgetAttributeNames(level: Level): void {
    this.renew(level)
  }

  private renew(level: Level): void {
    this.serials = (this.serials + 1) | 0
    level.serial = this.serials
  }

  /** Writes a child's key, or turns the previous value into an array if the child repeats it. */
  beginChild(level: Level, name: ElementName, key: Uint8Array): void {
    const { out } = this
    out.reserve(key.length + 4)
    if (level.lastChild === name.localId) {
      if (!level.isInArray) out.bytes[level.lastValueAt - 1] = OPEN_BRACKET
      level.isInArray = true
      level.repeats += 1
      if (level.repeats > this.mostRepeats) this.mostRepeats = level.repeats
      out.put(COMMA)
      return
    }
    // Not adjacent: its array could not be written without moving the text that follows.
    if (level.seen[name.localId] === level.serial) throw UNUSUAL
    level.seen[name.localId] = level.serial
    if (level.isInArray) out.put(CLOSE_BRACKET)
    out.put(level.children === 0 ? OPEN_BRACE : COMMA)
    out.putAll(key)
    level.isInArray = false
    level.repeats = 1
    level.lastChild = name.localId
    level.lastValueAt = out.used
    level.children += 1
  }

  endObject(level: Level): void {
    this.out.reserve(4)
    if (level.isInArray) this.out.put(CLOSE_BRACKET)
    if (level.children === 0) this.out.put(OPEN_BRACE)
    this.out.put(CLOSE_BRACE)
  }
}

// The strict parser keeps a string per element: 120 MiB of empty elements took over 1.2 GB.
const LARGEST_STRICT = 32 << 20

const scanner = new ReturnScanner()

/**
 * Reads a return from its bytes. The blocks' bytes are valid until the next call.
 * Throws UnreadableReturn or NotText.
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
