import { LONGEST_TEXT } from '#src/domain/long-text.ts'
import { endOfString } from './json-repeats.ts'

const [QUOTE, COLON, COMMA] = [0x22, 0x3a, 0x2c]
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Where a name stands, and the place of the current element where it repeats, from 1. */
type Step = { from: number; to: number; item: number }

/**
 * Paths below a part of the texts that were cut when it was read: only these are longer than
 * LONGEST_TEXT. Of an element that repeats the path has an index.
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
      else if (isCut(json, at, end)) found.push(pathOf(json, [...above, step]))
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
const pathOf = (json: Buffer, steps: readonly Step[]): string =>
  steps
    .slice(1)
    .map(({ from, to, item }) => ({ name: json.toString('utf8', from, to), item }))
    .filter(({ name }) => name !== '#text')
    .map(({ name, item }) => `/${name}${item > 0 ? `[${item}]` : ''}`)
    .join('')
