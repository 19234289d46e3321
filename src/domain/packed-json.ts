import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { readTsv } from './tsv.ts'

// A packed text contains the number of its line, so a line never changes; a new one goes at the
// end. Zlib uses at most 32 KB of a dictionary. A part with a dictionary does not share a row.
const DICTIONARIES = readTsv(new URL('./packing.tsv', import.meta.url)).map(
  ([block, text = '']) => ({ block, bytes: Buffer.from(text) }),
)
const OTHERS = DICTIONARIES.findIndex(({ block }) => block === '*')
const NUMBERS = new Map(DICTIONARIES.map(({ block }, at) => [block, at]))

/** Returns whether parts of a return with this name have a dictionary of their own. */
export const hasDictionary = (block: string): boolean => NUMBERS.has(block)

/**
 * Returns the JSON text of a part of a return, or of some of its rows, compressed: the number of the
 * dictionary in one byte, then a raw deflate stream (RFC 1951). Returns are short and alike, so a
 * dictionary of their element names saves a third.
 */
export function packJson(block: string, json: Buffer): Buffer {
  const number = NUMBERS.get(block) ?? OTHERS
  const dictionary = DICTIONARIES[number]?.bytes
  const deflated = deflateRawSync(json, { memLevel: 9, ...(dictionary && { dictionary }) })
  return Buffer.concat([Buffer.of(number), deflated])
}

const [BRACE, BRACKET] = [0x7b, 0x5b]

/** Returns true if a text is stored as an earlier version stored it. */
export const isUnpacked = ([first]: Buffer): boolean => first === BRACE || first === BRACKET

/**
 * Returns a packed JSON text. A text that an earlier version stored without packing is returned as
 * it is. Throws an Error if the bytes are neither.
 */
export function unpackJson(packed: Buffer): Buffer {
  if (isUnpacked(packed)) return packed
  const [number = -1] = packed
  const dictionary = DICTIONARIES[number]?.bytes
  if (!dictionary) throw new Error(`No dictionary ${number}: a stored part is damaged.`)
  return inflateRawSync(packed.subarray(1), { dictionary })
}

/**
 * Returns the value of a packed JSON text. A column of bytes is text in a JSON column: `\x` and hex
 * digits. Throws like `unpackJson`.
 */
export function readPacked<Value>(packed: Buffer | string): Value {
  const bytes = typeof packed === 'string' ? Buffer.from(packed.slice(2), 'hex') : packed
  return JSON.parse(unpackJson(bytes).toString())
}
