import { padEin } from '#src/domain/ein.ts'
import { blank, type Figure, spansOf, toShare } from './figure.ts'
import { readWrittenFigures } from './read-written-figures.ts'
import { readHead, readTail } from './surroundings.ts'

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
function readDates(sentence: string): { dates: Figure[]; rest: string } {
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

/**
 * Returns every figure of a sentence (plain text), in order: digits, words, money, percentages,
 * years, dates, and EINs. Text that looks like a figure but cannot be read is `unreadable`;
 * ordinals, list markers, and names of forms are skipped.
 */
export function readFigures(sentence: string): Figure[] {
  const { dates, rest } = readDates(blankNonFigures(sentence))
  const digits = [...readEins(rest), ...readForeign(rest)]
  const others = readRuns(blank(rest, digits))
  const written = readWrittenFigures(blank(rest, [...digits, ...others]))
  return [...dates, ...digits, ...others, ...written].sort((a, b) => a.start - b.start)
}

const EIN = /(?<![\d-])\d{2}-\d{7}(?![\d-])|(?<=\bEIN:?\s{0,2}#?)\d{8,9}(?!\d)/giu
// Digits that are not ASCII, and numerals that are letters: no reader handles them.
const FOREIGN = /[^\P{N}0-9]+|[一二三四五六七八九十百千万萬億亿兆]{2,}|[百千万萬億亿兆]/gu

const readEins = (text: string): Figure[] =>
  spansOf(text, EIN).map((span) => ({
    kind: 'ein',
    ein: padEin(span.text.replace('-', '')),
    ...span,
  }))

const readForeign = (text: string): Figure[] =>
  spansOf(text, FOREIGN).map((span) => ({ kind: 'unreadable', ...span }))

// Digits and their separators; a space only between groups of three.
const RUN = /\d{1,3}(?: \d{3})+(?!\d)(?![,.]\d)|\d(?:[\d,.'_]*\d)?|(?<![\w.])\.\d+/gu

function readRuns(text: string): Figure[] {
  const figures: Figure[] = []
  for (const { 0: run, index } of text.matchAll(RUN)) {
    // The denominator of a fraction is read with its numerator.
    if (index < (figures.at(-1)?.end ?? 0)) continue
    figures.push(readRun(text, index, run))
  }
  return figures
}

function readRun(sentence: string, start: number, run: string): Figure {
  const before = sentence.slice(0, start)
  const after = sentence.slice(start + run.length)
  const year = readYear(before, run, after)
  if (year !== undefined) {
    return { kind: 'year', value: year, start, end: start + run.length, text: run }
  }
  // "1/2 500" is not a half.
  const [fraction, denominator] =
    /^\s?[/⁄]\s?(\d{1,3})(?![\d/]|[,.'_]+\d| \d{3})/u.exec(after) ?? []
  const head = readHead(before)
  const tail = readTail(after, head.isMoney)
  const from = start - head.length
  const end = start + run.length + (fraction?.length ?? tail.length)
  const place = { start: from, end, text: sentence.slice(from, end) }
  const plain = plainOf(run)
  if (plain === undefined || tail.isUnreadable || head.isUnreadable)
    return { kind: 'unreadable', ...place }
  if (denominator !== undefined) {
    if (Number(denominator) === 0) return { kind: 'unreadable', ...place }
    return { ...place, ...toShare(Number(plain) / Number(denominator)) }
  }
  const value = Number(plain) * tail.factor * (head.isNegative ? -1 : 1)
  // Larger numbers lose digits when parsed.
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return { kind: 'unreadable', ...place }
  return {
    kind: 'number',
    ...place,
    value,
    unit: tail.factor * 10 ** -(plain.split('.')[1]?.length ?? 0),
    measure: tail.measure,
    isScaled: tail.factor > 1,
    ...(head.hedge && { hedge: head.hedge }),
  }
}

const PLAIN = /^(?:0|[1-9]\d*)?(?:\.\d+)?$/u
const GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/u
const SPACED = /^[1-9]\d{0,2}(?: \d{3})+$/u

// Returns digits without separators; undefined for "1,2,3", "1.2.3", "007" and the like.
function plainOf(run: string): string | undefined {
  if (PLAIN.test(run)) return run
  if (GROUPED.test(run)) return run.replaceAll(',', '')
  return SPACED.test(run) ? run.replaceAll(' ', '') : undefined
}

/**
 * Digits and number words that state no figure: names of forms and laws, lines, ordinals, list
 * markers, fixed expressions. Each has a bounded length, so none can contain an amount.
 */
const NOT_FIGURES: readonly RegExp[] = [
  /\bForms?\s+990(?:\s?-?\s?(?:EZ|PF|N|T)\b)?(?![\d,.]\d)/gu,
  /\b990-?(?:EZ|PF|N|T)\b/gu,
  /\b(?:501|509|170|4947)\([a-z]\)(?:\(\d{1,2}\))?(?:\([A-Za-z]\))?/gu,
  // "line 12 million" keeps its million.
  /\b(?:lines?|columns?)\s+\d{1,2}[a-z]?\b(?![\d,.]\d)/giu,
  // "99th percentile" is a figure; "21st century" is not.
  /\b\d{1,3}(?:st|nd|rd|th)\b(?!\s+percentile)/giu,
  // A list marker; lists have at most two digits.
  /^[ \t]*(?:[-*•]\s*)?\(?\d{1,2}[.)](?=\s)/gmu,
  // The scale of a rating; not "100 of 100 employees".
  /(?<=\b(?:rat\w+|scor\w+)\b[^.;]{0,80}\d)\s?(?:\/|out of|of|on a scale of)\s?(?:a possible\s)?(?:0 to )?100(?: points)?(?=$|[.,;:)]|\s(?:in|for|on|and|by|under|which|with|overall)\b)/giu,
  /\b(?:on a scale )?(?:of|from) 0 to 100\b/giu,
  // Part of the name "three-year growth".
  /\b(?:three|3)-year\b/giu,
  /\bCOVID-19\b/giu,
  /\bK-12\b/gu,
  /\b24\/7\b/gu,
]

/** Returns the sentence with these blanked; all other characters keep their position. */
const blankNonFigures = (sentence: string): string =>
  NOT_FIGURES.reduce((text, pattern) => blank(text, spansOf(text, pattern)), sentence)

const YEAR = /^(?:19|20)\d{2}$/u
const SHORT_YEAR = /^\d{2}$/u
const NEVER_BEFORE = /[$€£]\s?$/u
const NEVER_AFTER =
  /^(?:[\s-]?(?:%|percent\b|per\s?cent\b|hundred\b|thousand\b|million\b|billion\b|trillion\b|dollars?\b|USD\b|cents?\b)|[kmb]\b)/iu
/** Words before a number that make it a year. */
const BEFORE =
  /(?:^|[(–—,;:/-]\s?|\b(?:in|for|of|since|from|to|until|till|through|by|during|between|and|or|vs\.?|versus|over|year|years|FY|fiscal|calendar|ended|ending|early|late|mid|before|after|at|as)\s|\bFY|-)$/iu
/** Words after a free-standing number that make it a year: "the 2022 return". */
const AFTER =
  /^(?:$|[-–—/,;:.)!?'"]|s\b|\s(?:tax|fiscal|form|filings?|returns?|periods?|years?|reports?|figures?|data|revenues?|expenses|assets|was|were|is|and|to|through|it|the|[([])(?![\p{L}]))/iu

/**
 * Returns the year a number states; undefined for other numbers. "2022 employees" is not a year:
 * words such as "in" or "tax year" before it, or "return" after it, are needed.
 */
function readYear(before: string, run: string, after: string): number | undefined {
  if (NEVER_BEFORE.test(before) || NEVER_AFTER.test(after)) return undefined
  const short = readShortYear(before, run)
  if (short !== undefined) return short
  if (!YEAR.test(run)) return undefined
  // After "in", a noun may follow: "In 2022 revenue fell".
  const isYear = (BEFORE.test(before) && before !== '') || AFTER.test(after)
  return isYear ? Number(run) : undefined
}

// "2021-22", "FY22", "'22"
function readShortYear(before: string, run: string): number | undefined {
  if (!SHORT_YEAR.test(run)) return undefined
  const [, century] = /(?<!\d)((?:19|20)\d{2})[-–—/]$/u.exec(before) ?? []
  if (century !== undefined) return Number(century.slice(0, 2) + run)
  return /(?:\bFY\s?['’]?|(?<![\p{L}\p{N}])['’])$/iu.test(before) ? 2000 + Number(run) : undefined
}
