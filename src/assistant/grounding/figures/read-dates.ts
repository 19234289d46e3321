import type { Figure } from './figure.ts'

const MONTHS =
  'january february march april may june july august september october november december'.split(' ')
const MONTH = `(?:${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|sept)`

const ISO = /(?<![\d-])(\d{4})-(\d{2})(?:-(\d{2}))?(?![\d-])/gu
const MONTH_FIRST = new RegExp(
  `\\b(${MONTH})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:\\s*,?\\s+(\\d{4}))?\\b(?![,.]?\\d)`,
  'giu',
)
const DAY_FIRST = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${MONTH})\\b\\.?(?:\\s*,?\\s+(\\d{4})\\b)?`,
  'giu',
)
const MONTH_YEAR = new RegExp(`\\b(${MONTH})\\.?,?\\s+(?:of\\s+)?(\\d{4})\\b(?![,.]?\\d)`, 'giu')
const AMERICAN = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/gu

const two = (text: string): string => text.padStart(2, '0')
const monthOf = (name: string): string =>
  two(String(MONTHS.findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3))) + 1))

/** Readers are tried in this order; each blanks what it read. */
const READERS: readonly [RegExp, (parts: string[]) => string | undefined][] = [
  // "2022-23" is a span of years, so the month must be 1 to 12.
  [ISO, ([year = '', month = '', day]) => isoOf(year, month, day)],
  [MONTH_FIRST, ([name = '', day = '', year = '']) => `${year}-${monthOf(name)}-${two(day)}`],
  [DAY_FIRST, ([day = '', name = '', year = '']) => `${year}-${monthOf(name)}-${two(day)}`],
  [MONTH_YEAR, ([name = '', year = '']) => `${year}-${monthOf(name)}`],
  [AMERICAN, ([month = '', day = '', year = '']) => `${year}-${two(month)}-${two(day)}`],
]

function isoOf(year: string, month: string, day: string | undefined): string | undefined {
  if (Number(month) < 1 || Number(month) > 12) return undefined
  return day === undefined ? `${year}-${month}` : `${year}-${month}-${day}`
}

/** Returns the dates of a sentence, and the sentence with them blanked. */
export function readDates(sentence: string): { dates: Figure[]; rest: string } {
  const dates: Figure[] = []
  let rest = sentence
  for (const [pattern, toIso] of READERS) {
    rest = rest.replaceAll(pattern, (text: string, ...groups: unknown[]) => {
      const start = groups.find((part) => typeof part === 'number') as number
      const parts = groups.slice(0, groups.indexOf(start)) as string[]
      const iso = toIso(parts)
      if (iso === undefined) return text
      dates.push({ kind: 'date', iso, text, start, end: start + text.length })
      return ' '.repeat(text.length)
    })
  }
  return { dates, rest }
}
