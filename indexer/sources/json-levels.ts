import type { ElementName } from './element-names.ts'
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  type JsonBytes,
  OPEN_BRACE,
  OPEN_BRACKET,
  UNUSUAL,
} from './json-bytes.ts'
import { LONGEST_PATH } from './strict-return.ts'

// Real returns nest about ten levels; the strict parser handles deeper ones.
const DEEPEST = 32

/** An open element. */
export type Level = {
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
export class JsonLevels {
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
