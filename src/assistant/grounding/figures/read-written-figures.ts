import { patternOf } from '../../phrases.ts'
import { blank, type Figure, type NumberFigure, spansOf, toShare } from './figure.ts'
import { isNumberWord, readHead, readTail, valueOfWords } from './surroundings.ts'

// Vague amounts and multiples: no tool returns them.
const VAGUE = new RegExp(
  patternOf(String.raw`
    \b(dozens|hundreds|thousands|millions|billions|trillions)\b |
    \b(doubl|tripl|quadrupl)(ed|es|ing)\b |
    \b\p{L}+[\s-]?fold\b |
    \b(twice|double|triple|thrice)\s(the|as|its|what|that)\b |
    \b(five|six|seven|eight|nine|ten|multi)[\s-]figures?\b |
    \b[IVXLCDM]+\s(hundred|thousand|million|billion|trillion|percent|dollars?)\b |
    (?<![\d.]\s?)\bmils?\b |
    \borders? of magnitude\b
  `),
  'giu',
)

const SHARES = new Map(
  Object.entries({ half: 2, third: 3, quarter: 4, fourth: 4, fifth: 5, tenth: 10 }),
)
// Not "the third quarter", "half a million" or half of a year.
const SHARE =
  /(?<!\b(?:first|second|third|fourth|last|latter|final)\s)\b(?:(a|one|two|three|four)[\s-])?(half|thirds?|quarters?|fourths?|fifths?|tenths?)\b(?!\s(?:an?\s(?:hundred|dozen|thousand|million|billion|trillion)|of\s(?:(?:the|that|this|a)\s)?(?:(?:fiscal|calendar|tax)\s)?(?:year|january|february|march|april|may|june|july|august|september|october|november|december|\d{4})|part(?:y|ies)|of all time)\b)/giu
const NUMERATORS = new Map(Object.entries({ a: 1, one: 1, two: 2, three: 3, four: 4 }))

/** Returns the figures written in words; the digits of the sentence are already blanked. */
export function readWrittenFigures(sentence: string): Figure[] {
  const vague = spansOf(sentence, VAGUE).map((span): Figure => ({ kind: 'unreadable', ...span }))
  const shares = [...sentence.matchAll(SHARE)].flatMap(toShareFigure)
  return [...vague, ...shares, ...readNumberWords(blank(sentence, [...vague, ...shares]))]
}

function toShareFigure(found: RegExpExecArray): Figure[] {
  const [text, numerator, name = ''] = found
  const denominator = SHARES.get(name.toLowerCase().replace(/s$/u, ''))
  // A single "third" or "fifth" is an ordinal, and "quarters" are rooms.
  const isAlone = numerator === undefined && !/^(?:half|quarter)$/iu.test(name)
  if (denominator === undefined || isAlone) return []
  const share = (NUMERATORS.get(numerator?.toLowerCase() ?? 'one') ?? 1) / denominator
  const start = found.index
  return [{ ...toShare(share), start, end: start + text.length, text }]
}

type Word = { word: string; start: number; end: number }

function readNumberWords(sentence: string): Figure[] {
  const words = spansOf(sentence, /[A-Za-z]+/gu).map(
    ({ text, ...at }): Word => ({ word: text.toLowerCase(), ...at }),
  )
  return groupWords(words, sentence).flatMap((group) => toFigure(group, sentence))
}

const isJoined = (sentence: string, left: Word, right: Word): boolean =>
  /^[\s-]{1,2}$/u.test(sentence.slice(left.end, right.start))

const SCALE = /^(?:hundred|dozen|thousand|million|billion|trillion)$/u

// Sequences of number words; "and" joins after a scale, "point" between numbers, "a" and "half a"
// before a scale.
function groupWords(words: readonly Word[], sentence: string): Word[][] {
  const groups: Word[][] = []
  let group: Word[] = []
  words.forEach((word, at) => {
    const last = group.at(-1)
    if (last && !isJoined(sentence, last, word)) group = []
    if (belongs(group, words, at)) {
      if (group.length === 0) groups.push(group)
      group.push(word)
    } else {
      group = []
    }
  })
  return groups
}

function belongs(group: readonly Word[], words: readonly Word[], at: number): boolean {
  const { word = '' } = words[at] ?? {}
  const next = words[at + 1]?.word ?? ''
  if (isNumberWord(word)) return true
  if (word === 'half')
    return group.length === 0 && /^an?$/u.test(next) && SCALE.test(words[at + 2]?.word ?? '')
  if (/^an?$/u.test(word)) return SCALE.test(next)
  if (!isNumberWord(next)) return false
  const last = group.at(-1)?.word ?? ''
  return (word === 'and' && SCALE.test(last)) || (word === 'point' && isNumberWord(last))
}

function toFigure(group: readonly Word[], sentence: string): Figure[] {
  const first = group[0]
  const last = group.at(-1)
  if (!first || !last) return []
  const head = readHead(sentence.slice(0, first.start))
  const tail = readTail(sentence.slice(last.end), head.isMoney)
  // "One of the largest", "no one": a pronoun, unless it measures something.
  if (group.length === 1 && first.word === 'one' && tail.measure === 'plain') return []
  const start = first.start - head.length
  const end = last.end + tail.length
  const place = { start, end, text: sentence.slice(start, end) }
  const value = valueOfWords(group.map(({ word }) => word))
  if (value === undefined || tail.isUnreadable || head.isUnreadable)
    return [{ kind: 'unreadable', ...place }]
  const unit = unitOf(group, value)
  return [
    {
      kind: 'number',
      ...place,
      value: value * (head.isNegative ? -1 : 1),
      unit,
      measure: tail.measure,
      isScaled: unit >= 1_000,
      ...(head.hedge && { hedge: head.hedge }),
    },
  ]
}

// "Three million" is exact to the million, "one point two million" to a tenth of it.
function unitOf(group: readonly Word[], value: number): number {
  if (!SCALE.test(group.at(-1)?.word ?? '')) return 1
  let unit = 1
  while (value % (unit * 10) === 0 && unit * 10 <= value) unit *= 10
  return unit
}

const LINES = patternOf(String.raw`
  net assets? | revenues? | income | receipts | expenses | spending | costs | assets? |
  liabilit\w+ | debts? | employees? | staff | volunteers? | compensation | salary | salaries |
  wages | pay | grants? | awards? | contributions? | donations? | gifts? | cash | reserves |
  savings | surplus | profits? | loss(es)? | deficits? | overhead | fundraising | programs? |
  points | reported \w+
`)
const NOT_LOADED = 'figures?|data|information|known|available|found|loaded|stated|listed'

const ZEROS: readonly RegExp[] = [
  // "No revenue figure is available" states no figure.
  new RegExp(
    `\\b(?:no|nil|without any|without|not any|lacks? any)(?=\\s(?:(?:paid|total|net|filed|other|outstanding|federal|program|fundraising|operating)\\s)*(?:${LINES})\\b(?!\\s(?:\\w+\\s){0,3}(?:${NOT_LOADED})))`,
    'giu',
  ),
  /(?<=\b(?:paid|pays?|g[ai]ve[sn]?|receive[sd]?|earn(?:s|ed)?|spen[dt]s?|owe[sd]?|raise[sd]?|has|had|reported|takes?|took|gets?|got|of|is|was|were|are)\s(?:[^.;,]{0,40}\s)?)(?:nothing|none|nil)\b(?!\s(?:is|was|of|were|are|about|else)\b)/giu,
  /(?<=\bunpaid)(?!\s(?:volunteers?|board|members|directors|work))/giu,
]

/** Returns zeros written in words: "no employees", "paid its head nothing". */
export const readZeros = (sentence: string): NumberFigure[] =>
  ZEROS.flatMap((pattern) =>
    spansOf(sentence, pattern).map(
      (span): NumberFigure => ({
        kind: 'number',
        value: 0,
        unit: 1,
        measure: 'plain',
        isScaled: false,
        ...span,
      }),
    ),
  )
