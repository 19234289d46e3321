import { maskKeys } from '#src/domain/mask-keys.ts'
import type { Figure } from './figures/figure.ts'
import { readFigures } from './figures/read-figures.ts'
import { maskAddresses } from './forbidden.ts'

/** Replaces a key in texts of an answer and of a model's conversation. */
export const KEY_REMOVED = '[key removed]'

/**
 * Returns filed words without keys, links and addresses, which clients make clickable even in
 * quotation marks. A single address, such as a filed website, stays.
 */
export function maskFiledWords(text: string): string {
  const masked = maskKeys(text, KEY_REMOVED)
  const isOneWord = !/\s/u.test(text.trim())
  return isOneWord ? masked : maskAddresses(masked)
}

// The longest names have about twelve words.
const MOST_WORDS = 14
// Numbers of posts and lodges have four digits.
const LARGEST_NUMBER = 9_999

/**
 * Whether a filed name or title reads as a name and needs no quotation marks: it has no amount,
 * percentage or date, and is shorter than a sentence. "Troop 12" and "Class of 1965" are names.
 */
export const isMereName = (text: string): boolean =>
  text.trim().split(/\s+/u).length <= MOST_WORDS && readFigures(text).every(isNumberOfName)

function isNumberOfName(figure: Figure): boolean {
  if (figure.kind === 'year') return true
  const isPlain = figure.kind === 'number' && figure.measure === 'plain' && !figure.isScaled
  return isPlain && Math.abs(figure.value) <= LARGEST_NUMBER && !/[,.]/u.test(figure.text)
}
