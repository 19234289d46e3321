import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { cutLongText } from '#src/domain/long-text.ts'
import { formatCount } from '#src/domain/money.ts'
import { Unreadable } from './bytes.ts'

/** One part of a return as JSON text of a `Block` (src/domain/blocks.ts), in UTF-8. */
export type BlockText = {
  block: string
  ordinal: number
  json: Buffer
  /** The longest sequence of one element; undefined if it was not counted. */
  mostRepeats?: number
}

export type ParsedReturn = {
  /** `/Return/@returnVersion`, e.g. 2022v5.0. */
  schemaVersion: string | undefined
  /** ReturnHeader and every child of ReturnData, in document order. */
  blocks: BlockText[]
  /** Number of dropped social security numbers; placeholders do not count. */
  droppedSsns: number
}

// About twice the size of the largest return published so far. A load takes at most a gigabyte and
// reads one such return at a time.
export const LARGEST_RETURN = 256 << 20

/** Returns the rejection of a return, or of the part at `path`, that is too large. */
export const tooLarge = (path: string, bytes: number, limit: number): Unreadable =>
  new Unreadable('TooLarge', path, `Expected at most ${limit} bytes; found ${bytes}.`)

// The IRS's deepest schema has about ten levels; deeper XML is an attack.
const MAX_DEPTH = 64
/** The longest name of the IRS's schemas has about 60 characters. */
export const LONGEST_NAME = 128
/** A path is part of index keys, which Postgres limits to 2,700 bytes. */
export const LONGEST_PATH = 2_000
/** Returns with many schedules and attachments have a few hundred parts. */
export const MAX_PARTS = 10_000

const DEPTH_OF_BLOCK_PARENT = 2

/** Removes a prefix, `irs:EIN` → `EIN`: a few files have prefixes, and none mixes namespaces. */
export const localName = (name: string): string => {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

const isNamespace = (name: string) => name === 'xmlns' || name.startsWith('xmlns:')

/**
 * Reads one return from its text, in pieces of any size. Throws Unreadable if it is not
 * well-formed or not a return.
 */
export function parseReturn(text: Iterable<string>): ParsedReturn {
  const state = new ReturnReader()
  const parser = new SaxesParser({ xmlns: false, position: true })
  parser.on('opentag', (tag) => state.open(tag))
  parser.on('closetag', (tag) => state.close(tag))
  parser.on('text', (piece) => state.addText(piece))
  parser.on('cdata', (piece) => state.addText(piece))
  parser.on('doctype', () => {
    throw new Unreadable('DoctypeRefused', '/', 'Expected XML without a document type.')
  })
  parser.on('error', (error) => {
    // The message begins with the place.
    const message = error.message.replace(/^\d+:\d+: /, '')
    throw new Unreadable('NotWellFormed', `${parser.line}:${parser.column}`, message)
  })
  for (const piece of text) parser.write(piece)
  parser.close()
  return state.result()
}

/** Follows the parser's events. */
class ReturnReader {
  private readonly frames: Frame[] = []
  private depth = 0
  private readonly pathLengths: number[] = []
  private section = ''
  private rootName = ''
  private schemaVersion: string | undefined
  private readonly blocks: BlockText[] = []
  private readonly ordinals = new Map<string, number>()
  private droppedSsns = 0

  open(tag: SaxesTagPlain): void {
    const name = this.readName(tag.name)
    if (this.depth === 0) this.openRoot(name, tag)
    if (this.depth === 1) this.section = name
    this.depth += 1
    if (this.depth > MAX_DEPTH) {
      throw new Unreadable(
        'TooDeep',
        this.path(),
        `Expected at most ${MAX_DEPTH} levels of elements.`,
      )
    }
    this.pathLengths[this.depth] = (this.pathLengths[this.depth - 1] ?? 0) + name.length + 1
    if ((this.pathLengths[this.depth] ?? 0) > LONGEST_PATH) {
      const detail = `Expected paths of at most ${formatCount(LONGEST_PATH)} characters.`
      throw new Unreadable('TooDeep', this.path(), detail)
    }
    const frame: Frame = { name, members: new Map(), text: '' }
    this.frames[this.depth] = frame
    for (const attribute in tag.attributes) {
      if (isNamespace(attribute)) continue
      const value = cutLongText(tag.attributes[attribute] as string)
      addChild(frame, `@${this.readName(attribute)}`, JSON.stringify(value))
    }
  }

  addText(piece: string): void {
    const frame = this.frames[this.depth]
    if (frame === undefined || this.depth < DEPTH_OF_BLOCK_PARENT) return
    frame.text += piece
  }

  close(_tag: SaxesTagPlain): void {
    const frame = this.frames[this.depth] as Frame
    this.depth -= 1
    if (isSsnName(frame.name)) this.dropSsn(frame)
    if (this.depth === DEPTH_OF_BLOCK_PARENT && this.section === 'ReturnData') {
      this.addBlock(frame)
    } else if (this.depth === 1) {
      if (frame.name === 'ReturnHeader') this.addBlock(frame)
    } else if (this.depth > 1) {
      addChild(this.frames[this.depth] as Frame, frame.name, frameToJson(frame))
    }
  }

  result(): ParsedReturn {
    if (this.rootName !== 'Return') {
      throw new Unreadable(
        'NotAReturn',
        '/',
        `Expected the root element Return; found ${this.rootName}.`,
      )
    }
    return {
      schemaVersion: this.schemaVersion,
      blocks: this.blocks,
      droppedSsns: this.droppedSsns,
    }
  }

  private openRoot(name: string, tag: SaxesTagPlain): void {
    this.rootName = name
    this.schemaVersion = tag.attributes.returnVersion && cutLongText(tag.attributes.returnVersion)
  }

  private addBlock(frame: Frame): void {
    if (this.blocks.length === MAX_PARTS) {
      throw new Unreadable('TooLarge', this.path(), `Expected at most ${MAX_PARTS} parts.`)
    }
    const ordinal = (this.ordinals.get(frame.name) ?? 0) + 1
    this.ordinals.set(frame.name, ordinal)
    if (frame.members.size === 0) addChild(frame, '#text', textToJson(frame))
    this.blocks.push({ block: frame.name, ordinal, json: Buffer.from(frameToJson(frame)) })
  }

  private dropSsn(frame: Frame): void {
    if (!isSsnPlaceholder(trimBlanks(frame.text))) this.droppedSsns += 1
    frame.text = ''
  }

  private readName(text: string): string {
    const name = localName(text)
    if (name.length <= LONGEST_NAME) return name
    const detail = `Expected names of at most ${LONGEST_NAME} characters; found ${formatCount(name.length)}.`
    throw new Unreadable('TooLarge', this.path(), detail)
  }

  private path(): string {
    const names = this.frames.slice(1, this.depth + 1).map((frame) => frame.name)
    return `/${names.join('/')}`
  }
}

/** An open element, with the JSON texts of its children by name, in order of first occurrence. */
type Frame = { name: string; members: Map<string, string[]>; text: string }

/** Adds a child's JSON text; a repeated name makes an array, adjacent or not. */
function addChild({ members }: Frame, name: string, json: string): void {
  const present = members.get(name)
  if (present) present.push(json)
  else members.set(name, [json])
}

/** Returns the JSON text of a closed element: a string for a leaf, otherwise an object. */
function frameToJson(frame: Frame): string {
  const text = textToJson(frame)
  if (frame.members.size === 0) return text
  if (text !== '""') addChild(frame, '#text', text)
  const members = Array.from(
    frame.members,
    ([key, values]) => `"${key}":${values.length > 1 ? `[${values.join(',')}]` : values[0]}`,
  )
  // A join makes one flat string, whereas concatenation keeps every piece.
  return `{${members.join(',')}}`
}

/** Returns the JSON text of an element's own text as it is stored. */
const textToJson = ({ text }: Frame): string => JSON.stringify(cutLongText(trimBlanks(text)))

/** Trims XML's blanks from a text; others, such as no-break spaces, are filed text. */
function trimBlanks(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text.charCodeAt(start))) start += 1
  // Uses no regular expression, because one anchored at the end is tried at every blank inside the
  // text.
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** Returns true for XML's blanks. */
export const isBlank = (code: number): boolean =>
  code === 0x20 || code === 0x09 || code === 0x0d || code === 0x0a

// What the IRS prints for a withheld number.
const PLACEHOLDER = /^(999009999|9{9}|0{9}|[X*]{3}-?[X*]{2}-?[X*]{4}|)$/i

/** Returns true for elements with a person's social security number, which is never stored. */
export const isSsnName = (localName: string): boolean => localName.endsWith('SSN')

/** Returns true for the placeholder of a withheld number, which needs no warning. */
export const isSsnPlaceholder = (text: string): boolean => PLACEHOLDER.test(text)
