import { LONGEST_TEXT } from '#src/domain/long-text.ts'

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c]
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d]

/** A repeat in a part's JSON text: an array that is not inside another array. */
export type Repeat = {
  /** Names of the elements below the part, down to the repeated one, joined by `/`. */
  path: string
  /** Where the array's brackets are. */
  open: number
  close: number
  /** The number of its elements. */
  count: number
  /** Where the first element begins, and every `stride`-th after it. */
  starts: number[]
}

// Where an open element's name is.
type Name = { from: number; to: number }

/**
 * Finds the repeats of a part in one pass over its JSON text as this project writes it, without a
 * blank between key and colon. Elements of a repeat are scanned only for their end.
 */
export function findRepeats(json: Buffer, stride: number): Repeat[] {
  const found: Repeat[] = []
  const opened: Name[] = []
  let name: Name = { from: 0, to: 0 }
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === QUOTE) {
      const end = endOfString(json, at)
      if (json[end + 1] === COLON) name = { from: at + 1, to: end }
      at = end
    } else if (byte === OPEN_BRACE) {
      opened.push(name)
    } else if (byte === CLOSE_BRACE) {
      opened.pop()
    } else if (byte === OPEN_BRACKET) {
      const repeat = {
        path: pathOf(json, [...opened, name]),
        open: at,
        close: 0,
        count: 0,
        starts: [at + 1],
      }
      at = findItems(json, repeat, stride)
      found.push(repeat)
    }
  }
  return found
}

// The first one is the part itself, whose object has no name.
const pathOf = (json: Buffer, opened: readonly Name[]): string =>
  opened
    .slice(1)
    .map(({ from, to }) => json.toString('utf8', from, to))
    .join('/')

/** Counts the elements of the array that opens at `repeat.open`; returns where it closes. */
function findItems(json: Buffer, repeat: Repeat, stride: number): number {
  let depth = 0
  let commas = 0
  let at = repeat.open + 1
  for (; ; at += 1) {
    const byte = json[at]
    if (byte === undefined) throw new Error('A stored part is not valid JSON.')
    if (byte === QUOTE) at = endOfString(json, at)
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1
    else if (byte === CLOSE_BRACE) depth -= 1
    else if (byte === CLOSE_BRACKET) {
      if (depth === 0) break
      depth -= 1
    } else if (byte === COMMA && depth === 0) {
      commas += 1
      if (commas % stride === 0) repeat.starts.push(at + 1)
    }
  }
  repeat.close = at
  repeat.count = at === repeat.open + 1 ? 0 : commas + 1
  return at
}

/** Returns where the JSON string that opens at `start` closes. */
function endOfString(json: Buffer, start: number): number {
  let at = start + 1
  while (json[at] !== QUOTE) {
    if (at >= json.length) throw new Error('A stored part is not valid JSON.')
    at += json[at] === BACKSLASH ? 2 : 1
  }
  return at
}

/** Where a name is, and the number of the current element from 1 if it repeats. */
type Step = { from: number; to: number; item: number }

/**
 * Returns the paths, below the part, of texts that were cut when the return was read: the only ones
 * longer than LONGEST_TEXT. Repeated elements have an index.
 */
export function findCutTexts(json: Buffer): string[] {
  if (json.length <= LONGEST_TEXT) return []
  const found: string[] = []
  const above: Step[] = []
  let step: Step = { from: 0, to: 0, item: 0 }
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === QUOTE) {
      const end = endOfString(json, at)
      if (json[end + 1] === COLON) step = { from: at + 1, to: end, item: 0 }
      else if (isCut(json, at, end)) found.push(xpathOf(json, [...above, step]))
      at = end
    } else if (byte === OPEN_BRACE) {
      above.push(step)
    } else if (byte === CLOSE_BRACE) {
      step = above.pop() as Step
    } else if (byte === OPEN_BRACKET) {
      step.item = 1
    } else if (byte === CLOSE_BRACKET) {
      step.item = 0
    } else if (byte === COMMA && step.item > 0) {
      step.item += 1
    }
  }
  return found
}

function isCut(json: Buffer, start: number, end: number): boolean {
  if (end - start <= LONGEST_TEXT) return false
  return Buffer.byteLength(JSON.parse(json.toString('utf8', start, end + 1))) > LONGEST_TEXT
}

// The first step is the part itself, whose object has no name.
const xpathOf = (json: Buffer, steps: readonly Step[]): string =>
  steps
    .slice(1)
    .map(({ from, to, item }) => ({ name: json.toString('utf8', from, to), item }))
    .filter(({ name }) => name !== '#text')
    .map(({ name, item }) => `/${name}${item > 0 ? `[${item}]` : ''}`)
    .join('')

// No group from which facts are read repeats more than a few hundred times.
const LONG = 1 << 20

/**
 * Returns a copy of the JSON text in which long arrays are empty. Facts are read from the copy when
 * the whole text as objects would take ten times its size in memory.
 */
export function withoutLongArrays(json: Buffer): Buffer {
  const kept: Buffer[] = []
  const starts: number[] = []
  let from = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === QUOTE) at = endOfString(json, at)
    else if (byte === OPEN_BRACKET) starts.push(at)
    else if (byte === CLOSE_BRACKET) {
      const start = starts.pop() ?? at
      if (at - start < LONG || start < from) continue
      kept.push(json.subarray(from, start + 1))
      from = at
    }
  }
  kept.push(json.subarray(from))
  return Buffer.concat(kept)
}
