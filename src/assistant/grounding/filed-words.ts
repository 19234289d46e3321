import type { Figure } from './figure.ts'
import { maskAddresses, maskKeys } from './forbidden.ts'
import { readFigures } from './read-figures.ts'

/**
 * Filed words as they may be shown even in quotation marks: what looks like a key, a link or an
 * address is taken out, since clients make something of it wherever it stands. An address alone, as
 * a website or a name is filed, stays.
 */
export function maskFiledWords(text: string): string {
  const isOneWord = !/\s/u.test(text.trim())
  return isOneWord ? maskKeys(text) : maskAddresses(maskKeys(text))
}

// The longest names of persons and organizations have some twelve words.
const MOST_WORDS = 14
// Posts and lodges have numbers of four digits.
const LARGEST_NUMBER = 9_999

/**
 * Whether a filed name or title reads as a name, so that it can stand in a sentence without quotation
 * marks: no amount, percentage or date ("Troop 12" and "Class of 1965" are none), not as long as a
 * sentence.
 */
export const isMereName = (text: string): boolean =>
  text.trim().split(/\s+/u).length <= MOST_WORDS && readFigures(text).every(isNumberOfName)

function isNumberOfName(figure: Figure): boolean {
  if (figure.kind === 'year') return true
  const isPlain = figure.kind === 'number' && figure.measure === 'plain' && !figure.isScaled
  return isPlain && Math.abs(figure.value) <= LARGEST_NUMBER && !/[,.]/u.test(figure.text)
}
