import { isUtf8 } from 'node:buffer'
import { LONGEST_TEXT } from '#src/domain/long-text.ts'
import { encodingOf } from './bytes.ts'
import type { ElementName } from './element-names.ts'
import { CLOSE_BRACE, COMMA, JsonBytes, OPEN_BRACE, UNUSUAL } from './json-bytes.ts'
import { JsonLevels, type Level } from './json-levels.ts'
import {
  type BlockText,
  isSsnName,
  isSsnPlaceholder,
  MOST_PARTS,
  type ParsedReturn,
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
    if (this.blocks.length === MOST_PARTS) throw UNUSUAL
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
