import escapeStringRegexp from 'escape-string-regexp'
import { toPlainFiled } from '#src/domain/filed-text.ts'
import { normalizeName } from '#src/domain/names.ts'
import type { Line, Value } from '#src/tools/line.ts'
import { findWords } from '../vocabulary.ts'

/** A value that a tool returned, and what a sentence with it has to name. */
export type Known = {
  value: Value
  /** Names of the organizations that its line or its response is about. */
  names: readonly string[]
  /** Undefined for a value without a tax year, such as a count. */
  taxYear?: number
}

/** The values of an answer by id, and the names of all organizations in the results. */
export type Findings = { values: Map<string, Known>; names: Set<string> }

const ID = /\{\s*(v\d+)\s*\}/g
// No sentence ends after these.
const ABBREVIATION = /\b(?:Inc|Corp|Co|Ltd|St|Mt|Ft|Dr|Mr|Mrs|Ms|Jr|Sr|No|vs|U\.S|[A-Z])\.$/
const FORM = /\b(?:Form )?990(?:-?(?:EZ|PF|N|T))?\b|\b501\(c\)\(\d{1,2}\)/g
const YEAR = /\b(?:19|20)\d\d\b/g
/** Addresses and keys. */
const ELSEWHERE =
  /:\/\/|\/\/|\bwww\b|@|\b(?:nrk|sk)[-_]\w|\w\.(?:com|org|net|example|js)\b|javascript:/i
/** Words that state a figure without digits. */
const NUMBER_WORD =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|half|halved|thirds?|quarters?|twice|thrice|doubled?|tripled?|quadrupled?|\w*fold|percent)\b/i

/** Splits a text into sentences; lines and list items are sentences, too. */
export function toSentences(text: string): string[] {
  const sentences: string[] = []
  for (const paragraph of text.split(/\n+/)) {
    let sentence = ''
    for (const part of paragraph.split(/(?<=[.!?]["”’)]*)\s+/)) {
      sentence = sentence === '' ? part : `${sentence} ${part}`
      if (ABBREVIATION.test(sentence)) continue
      sentences.push(sentence)
      sentence = ''
    }
    if (sentence !== '') sentences.push(sentence)
  }
  return sentences.map((one) => one.trim()).filter((one) => one !== '')
}

/**
 * Returns a sentence of the model with its ids replaced by values, or undefined if it may not be shown:
 * it has no id, digits outside of ids, an unknown id, or an address, or it does not name the organization, the year, and the
 * figure of each id. Tax years of its ids and names of forms are no digits in this sense.
 */
export function toLine(sentence: string, { values, names }: Findings): Line | undefined {
  const plain = toPlainFiled(sentence.replaceAll(/[*_#]+/g, ''))
  const found = [...plain.matchAll(ID)].map(({ 1: id = '', index, 0: text }) => {
    return { known: values.get(id), at: index, to: index + text.length }
  })
  // Claims without a value cannot be checked, and text of a filing or of the prompt has no ids.
  if (found.length === 0 || found.some(({ known }) => known === undefined)) return undefined
  if (ELSEWHERE.test(plain)) return undefined
  const ids = found as { known: Known; at: number; to: number }[]
  const years = new Set(ids.flatMap(({ known: { taxYear } }) => taxYear ?? []))
  if (hasOtherFigures(plain, names, years)) return undefined
  const spoken = placesOf(plain, names)
  if (!ids.every((id) => isNamed(id, spoken) && isOfYear(id, plain) && isFigure(id, plain, ids))) {
    return undefined
  }
  const line: (string | Value)[] = []
  let from = 0
  for (const { known, at, to } of ids) {
    // If several years are named, the reader must see which one a value is from.
    const { value, taxYear } = known
    const text = years.size > 1 && taxYear ? `${value.text} (${taxYear})` : value.text
    line.push(plain.slice(from, at), { ...value, text })
    from = to
  }
  return [...line, plain.slice(from)]
}

/** Returns whether a sentence states a figure without an id. */
function hasOtherFigures(
  text: string,
  names: Iterable<string>,
  years: ReadonlySet<number>,
): boolean {
  let rest = text
    .replaceAll(ID, ' ')
    .replaceAll(FORM, ' ')
    .replace(/^(?:-|\d{1,2}[.)])\s/, '')
  for (const name of names) rest = rest.replaceAll(new RegExp(escapeStringRegexp(name), 'gi'), ' ')
  rest = rest.replaceAll(YEAR, (year) => (years.has(Number(year)) ? ' ' : year))
  return /\p{N}/u.test(rest) || NUMBER_WORD.test(rest)
}

type Place = { name: string; at: number }

/** Returns where a text names organizations, without regard to case. */
function placesOf(text: string, names: Iterable<string>): Place[] {
  const lower = text.toLowerCase()
  return [...names]
    .flatMap((name) => {
      const at = lower.indexOf(name.toLowerCase())
      return at < 0 ? [] : [{ name, at }]
    })
    .sort((a, b) => a.at - b.at)
}

/** Returns whether the organization named last before an id, or else first, is the one of its value. */
function isNamed({ known, at }: { known: Known; at: number }, spoken: readonly Place[]): boolean {
  if (known.names.length === 0) return true
  const own = new Set(known.names.map(normalizeName))
  const before = spoken.filter((place) => place.at < at)
  // A line about a grant names both sides.
  const nearest = before.length > 0 ? before : spoken.slice(0, 1)
  const last = nearest.at(-1)
  if (last === undefined || !own.has(normalizeName(last.name))) return false
  return (
    nearest.every(({ name }) => own.has(normalizeName(name))) || own.has(normalizeName(last.name))
  )
}

const isOfYear = ({ known: { taxYear } }: { known: Known }, text: string): boolean =>
  taxYear === undefined || text.includes(String(taxYear))

type Id = { known: Known; at: number; to: number }

/** Returns whether the figure named nearest to an id is the one of its value. */
function isFigure({ known, at }: Id, text: string, ids: readonly Id[]): boolean {
  const label = known.value.label
  const own = new Set(figuresIn(label).map(({ key }) => key))
  const said = figuresIn(text)
  if (said.length === 0) return true
  // A rating is no revenue: a label that names no figure must be said in its own words.
  if (own.size === 0) {
    const words = label.toLowerCase().match(/\p{L}{4,}/gu) ?? []
    return words.some((word) => text.toLowerCase().includes(word))
  }
  const previous = Math.max(0, ...ids.flatMap((one) => (one.at < at ? [one.to] : [])))
  const before = said.filter((word) => word.at < at)
  // Of words since the previous id the last counts, otherwise the last before it: "revenue of A and B".
  const close = before.filter((word) => word.at >= previous)
  const nearest = (close.length > 0 ? close : before).at(-1) ?? said[0]
  const sameWords = said.filter((word) => word.at === nearest?.at)
  return sameWords.some(({ key }) => own.has(key))
}

const figuresIn = (text: string) => findWords(text).filter(({ list }) => list === 'figure')
