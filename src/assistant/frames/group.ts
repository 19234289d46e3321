import { causesNamedBy } from '#src/domain/cause-phrases.ts'
import { US_STATES } from '#src/domain/places.ts'
import { withoutFunctionWords } from '#src/domain/word-lists.ts'
import { interpretQuery } from '#src/search/interpretation/interpret-query.ts'
import { isIn, subjectOf } from '#src/search/interpretation/vocabulary.ts'
import { at, textAt } from '#src/tools/json.ts'
import { type Line, textOf } from '#src/tools/line.ts'
import type { Response } from '../asked.ts'
import type { Message } from '../message.ts'
import { findWords } from '../vocabulary.ts'

/** The organizations that a message describes, as the search reads it. */
export type Group = {
  /** What they do, in words that only describe them; "" for all organizations. */
  subject: string
  /** Phrases that the search reads as filters, such as "in Ohio" and "over $5M". */
  filters: string[]
  /** The only state among the filters, and the filters without it. */
  state?: string
  others: string[]
  /** Whether only filters or a cause describe them, so that all results belong to the group. */
  isExact: boolean
  sort?: string
  notUsed: { phrase: string; why: string }[]
}

// Words of a question that say nothing about the organizations.
const OF_QUESTION = new Set(['feature', 'rating', 'pay', 'out', 'fact'])
const FILLER =
  /\b(?:according|ppl|people|months?|holds?|abroad|data|here|single|care|puts?|love|kinda|really|whats|who's|whos|please|plz|pls|thanks|thx|organi[sz]ations?|orgs?|whole|entire|collection|outfits?|right|story|sure|runs?|running|operates?|efficiency|took|takes?|taking|makes?|made|raised?|raising|brings?|brought|one|there|loaded|listed|returns?|database|registry|want|give|donate|money|me|my|i|i'm|im|we|run|something|anything|good|any|those|among|them|does|do|don't|dont|got|trying|going|looking|by|would|name|named)\b/gi

/** Returns what describes a group: of a fragment, also the question that it completes. */
export function textOfGroup({ text, masked, isFragment, state, city, previous }: Message): string {
  const before = previous?.message
  if (!isFragment || !before) return aboutGroup(text)
  // "And in Texas?" has another place.
  const isPlaced = masked.includes('PLACE') && !before.masked.includes('ORG')
  const place = [city, state].filter(Boolean).join(', ')
  return isPlaced ? before.masked.replace('PLACE', place) : `${before.text} ${text}`
}

const ABOUT_SELF = /^(?:i|i'm|i'd|we|we're|my|our)\b/i
const ASKING = /\?|\b(?:list|find|show|give|tell|looking for|want|need|which|what|who)\b/i

/** Drops what people say of themselves, except the state: "I work in Ohio. Which hospices …?" */
function aboutGroup(text: string): string {
  const sentences = text.split(/(?<=[.!?])\s+/)
  const asking = sentences.filter((one) => !ABOUT_SELF.test(one) || ASKING.test(one))
  if (asking.length === 0 || asking.length === sentences.length) return text
  const stateIn = (one: string) => Object.values(US_STATES).find((state) => one.includes(state))
  const state = stateIn(asking.join(' ')) ? undefined : stateIn(text)
  return asking.join(' ').replace(/\W*$/, '') + (state ? ` in ${state}` : '')
}

/** Reads the group that a text describes; words of `figures` say how it is sorted. */
export function groupOf(text: string, figures: readonly string[] = []): Group {
  const read = interpretQuery(text.replaceAll(/\([^)]*\)/g, ' '))
  const phrases = read.phrases.filter(({ key }) => !['sort', 'limit', 'cause', 'ein'].includes(key))
  const { sort, notUnderstood, filters } = read
  const subject = asCause(read.cause ? subjectOf(read.text) : subjectIn(read.text, figures))
  const [state, ...more] = filters.worksInStates ?? []
  const isOfState = state !== undefined && more.length === 0
  return {
    subject,
    filters: phrases.map(({ phrase }) => phrase),
    others: phrases
      .filter(({ key }) => !isOfState || key !== 'worksInStates')
      .map(({ phrase }) => phrase),
    isExact: subject === '' || causesNamedBy(subject) !== undefined,
    ...(isOfState && { state }),
    ...(sort && { sort }),
    notUsed: notUnderstood.map(({ phrase, why }) => ({ phrase, why })),
  }
}

/** "Federated giving program" is the cause "Federated Giving Programs". */
const asCause = (subject: string): string =>
  causesNamedBy(subject) === undefined && causesNamedBy(`${subject}s`) ? `${subject}s` : subject

function subjectIn(text: string, figures: readonly string[]): string {
  const whole = subjectOf(figures.includes('employees') ? text.replace(/\bpeople\b/i, ' ') : text)
  if (causesNamedBy(asCause(whole))) return whole
  const said = findWords(whole).filter(
    ({ list, key }) => OF_QUESTION.has(list) || (list === 'figure' && figures.includes(key)),
  )
  // Several entries can have the same words.
  const spans = [...new Map(said.map((one) => [one.at, one])).values()]
  const rest = spans.reduceRight((so, { at, to }) => `${so.slice(0, at)} ${so.slice(to)}`, whole)
  const words = rest.replaceAll(FILLER, ' ').match(/[\p{L}\p{N}'’-]+/gu) ?? []
  const isPlain = (word: string) =>
    ['lead', 'edge', 'tail', 'generic', 'ask', 'results', 'collective'].some((list) =>
      isIn(list, word.toLowerCase()),
    )
  return withoutFunctionWords(words.filter((word) => !isPlain(word)).join(' '))
}

/** How the search read the words, and which it did not use. */
export function* readings({ lines }: Response, notUsed: Group['notUsed']): Generator<Line> {
  yield* lines.filter((one) => /^(?:Read as a filter|Not used):/.test(textOf(one)))
  yield* notUsed.map(({ phrase, why }): Line => [`Not used: “${phrase}”. ${why}`])
}

/** Returns the results that fit a query in words: those by meaning alone fit less. */
export function closest<Row>(rows: readonly Row[]): Row[] {
  const counts = rows.map((row) => textAt(row, 'explanation')?.match(/"[^"]+"/g)?.length ?? 0)
  const most = Math.max(0, ...counts)
  return rows.filter((row, place) => {
    const isNamed =
      textAt(at(row, 'match'), 'kind') !== 'cause' &&
      /shares words/.test(textAt(row, 'explanation') ?? '')
    return most < 2 || place === 0 || isNamed || (counts[place] ?? 0) * 2 > most
  })
}

/** Returns the words of a query that are written like places and that no result mentions. */
export function unmatched(subject: string, text: string, rows: readonly unknown[]): string[] {
  const shown = rows
    .map((row) => JSON.stringify(row))
    .join(' ')
    .toLowerCase()
  return subject.split(' ').filter((word) => {
    const isPlace = new RegExp(
      String.raw`\b(?:in|near|from|around|at) ${word.replaceAll(/\W/g, '.')}\b`,
      'i',
    ).test(text)
    return word !== '' && isPlace && !shown.includes(word.toLowerCase().slice(0, 5))
  })
}
