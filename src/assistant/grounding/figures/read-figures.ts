import { blank, type Figure, toShare } from './figure.ts'
import { blankNonFigures } from './not-figures.ts'
import { readDates } from './read-dates.ts'
import { readWrittenFigures } from './read-written-figures.ts'
import { readYear } from './read-year.ts'
import { readHead, readTail } from './surroundings.ts'

/**
 * Returns every figure of a sentence (plain text), in order: digits, words, money, percentages,
 * years, dates and EINs. Text that looks like a figure but cannot be read is `unreadable`;
 * ordinals, list markers and names of forms are skipped.
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
  [...text.matchAll(EIN)].map(({ 0: found, index: start }) => ({
    kind: 'ein',
    ein: found.replace('-', '').padStart(9, '0'),
    start,
    end: start + found.length,
    text: found,
  }))

const readForeign = (text: string): Figure[] =>
  [...text.matchAll(FOREIGN)].map(({ 0: found, index: start }) => ({
    kind: 'unreadable',
    start,
    end: start + found.length,
    text: found,
  }))

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
