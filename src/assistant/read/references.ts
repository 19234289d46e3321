import { tokenize } from '#src/domain/names.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { has, type Organization } from '../message.ts'
import type { Found } from '../vocabulary.ts'
import type { Before } from './conversation.ts'
import { inPlaceSaid } from './fit.ts'
import type { Known } from './look-up.ts'
import type { Mention, Named } from './names.ts'
import type { Parts } from './parts.ts'
import { inList, listed, type Word } from './text.ts'

/** A message with what came before, organizations by EIN, and the one of the open page. */
export type Here = Named & Before & { known: ReadonlyMap<string, Known>; page: Known | undefined }

/** Words that refer to something before: `from` up to `to`, and which items of the list. */
export type Reference = { kind: string; from: number; to: number; items: number[] }

const einsOf = ({ list }: Before): string[] => list.flatMap(({ ein }) => ein ?? [])

const firstOf = ({ focus }: Before): string[] => focus.slice(0, 1)
const secondOf = ({ focus }: Before): string[] => focus.slice(1, 2)

/** The organizations of the last list, if it has several. */
const manyOf = (before: Before): string[] | undefined => {
  const eins = before.isListed ? einsOf(before) : []
  return eins.length > 1 ? eins : undefined
}

const pairOf = (before: Before): string[] =>
  [before.asked, before.focus, einsOf(before)].find(({ length }) => length === 2) ??
  before.spoken.slice(-2)

/** Returns the words of the name of each organization of a conversation. */
export const calledIn = (here: Here): string[][] =>
  [...new Set([...here.focus, ...einsOf(here), ...here.spoken])].flatMap((ein) => {
    const name = here.known.get(ein)?.display.name
    return name ? [tokenize(name)] : []
  })

/** The EINs that each kind of reference means; `said` are its words. */
const MEANT: Record<string, (here: Here, items: readonly number[], said: string) => string[]> = {
  it: firstOf,
  here: firstOf,
  person: firstOf,
  // "The larger one" of a comparison is the one that was ahead, unless the answer said who has less.
  more: (here) => (here.isLess ? secondOf(here) : firstOf(here)),
  less: (here) => (here.isLess ? firstOf(here) : secondOf(here)),
  their: ({ focus }) => focus,
  focus: ({ focus }) => focus,
  they: (here) => manyOf(here) ?? here.focus,
  // "How much did it give them?" is about the first of the list.
  top: (here) =>
    einsOf(here)
      .filter((ein) => !here.focus.includes(ein))
      .slice(0, 1),
  these: (here) => {
    const [many, pair] = [manyOf(here), pairOf(here)]
    if (!many && here.asked.length > 1) return here.asked
    return many ?? (here.focus.length < 2 && pair.length === 2 ? pair : here.focus)
  },
  two: (here) => {
    const pair = pairOf(here)
    return manyOf(here) ?? (pair.length === 2 ? pair : here.focus)
  },
  other: (here) => {
    const rest = here.proposed.filter((ein) => !here.asked.includes(ein))
    if (here.proposed.length === 2 && rest.length === 1) return rest
    const [only, ...others] = here.asked
    const last = here.spoken.slice(-2).filter((ein) => ein !== only)
    return (only !== undefined && others.length === 0 ? last : pairOf(here)).slice(-1)
  },
  items: (here, items) => {
    const { isListed, asked, list, focus } = here
    // Of a comparison, they are counted as the question named them.
    const counted = isListed || asked.length < 2 ? list.map(({ ein }) => ein) : asked
    const rows = counted.length > 1 ? counted : pairOf(here)
    const eins = items.flatMap((item) => rows.at(item) ?? [])
    // "The second one" of a list of people is about their organization.
    return eins.length > 0 || einsOf(here).length > 0 ? eins : focus
  },
  that: thatIn,
}

/** "That clinic", "the Seattle one", or "that one" of a list. */
function thatIn(here: Here, _: readonly number[], said: string): string[] {
  const { asked, spoken, isListed, known, text } = here
  const rows = isListed ? einsOf(here) : []
  const own = firstOf(here)
  const nouns = tokenize(said.replace(/'s?$/, '')).filter(
    (word) => !/^(?:the|that|this|one)$/.test(word),
  )
  const all = [...own, ...einsOf(here), ...spoken.toReversed()].flatMap(
    (ein) => known.get(ein) ?? [],
  )
  const [placed] = /^the .*\bone\b/i.test(said) ? inPlaceSaid(all, text) : []
  const isOf = ({ display }: Known) => {
    const name = tokenize(display.name)
    return nouns.length > 0 && nouns.every((word) => name.includes(word))
  }
  const meant = all.find(isOf) ?? placed
  if (meant) return [meant.ein]
  // After "Who funds A?", it is the largest funder; of a ranking, the winner is in focus.
  const [top] = /^that|funder|donor|grantee|recipient/i.test(said) ? rows : []
  const isTop = own.length === 0 || (asked.length > 0 && !asked.includes(top ?? ''))
  return top && isTop ? [top] : own
}

/** Returns the organizations that a reference means. */
export function pointedAt({ kind, from, to, items }: Reference, here: Here): Organization[] {
  const said = here.text.slice(here.words[from]?.from, here.words[to - 1]?.to ?? 0)
  const found = (MEANT[kind]?.(here, items, said) ?? []).flatMap((ein) => {
    // A funder or grantee may be in no registry.
    const row = here.list.find((one) => one.ein === ein)
    const name = here.known.get(ein)?.display.name ?? row?.label
    return name ? [{ ein, name, said }] : []
  })
  const isPage = kind === 'here' || (found.length === 0 && /^(?:it|they|their|focus)$/.test(kind))
  return isPage && here.page ? [{ ein: here.page.ein, name: here.page.display.name, said }] : found
}

/** Returns the persons that references mean: the last one, or those of a list. */
export const peopleOf = (references: readonly Reference[], before: Before): string[] =>
  references.flatMap(({ kind, items }) => {
    const { people, list } = before
    if (kind === 'person') return people.slice(0, 1)
    return items.flatMap((item) => people.filter((one) => one === list.at(item)?.label))
  })

/** "Is that more than A?", "compared with A?" */
export const AGAINST =
  /^\W*(?:and )?(?:(?:versus|vs|against|compared?)\b|(?:is|was|does|did|how does) (?:that|it|this|s?he|they) .*\b(?:than|compare)\b)/i

// "Revenue per the registry?"
const MOST_OF_FRAGMENT = 5

/** Returns the references that add organizations; one to what came before if a message has no subject. */
export function pointingIn(
  all: readonly Reference[],
  own: readonly Mention[],
  { words: found, state, years }: Parts,
  here: Here,
  isAfter: boolean,
): Reference[] {
  const { words, last } = here
  if (own.length > 0) return all.filter((one) => isBeside(one, own, words))
  const isFeature = (key: string) => has({ words: found }, 'feature', key)
  // "Which is the largest?" of a list of money is about its rows.
  const isOfMoney = last && ['direction', 'award'].some((list) => has(last, list))
  const isOfList = !isOfMoney && manyOf(here) !== undefined
  // "Is that more than the year before?" is about one.
  const isTwo =
    years.relative === undefined &&
    (isFeature('compare') ||
      (isFeature('more') && (isFeature('which') || isFeature('who'))) ||
      (isFeature('which') && isOfList && (isFeature('highest') || isFeature('lowest'))))
  const exact = all.filter(({ kind }) => !/^(?:it|they|their|person|top)$/.test(kind))
  if (exact.length > 0 && exact.every(({ kind }) => kind === 'other')) return [...all]
  if (exact.length > 0) return exact
  const isPlural = isTwo && all.every(({ kind }) => kind.startsWith('the'))
  if (all.length > 0 && !isPlural) return [...all]
  const isOther = ({ list, key }: Found) =>
    list === 'out' || (list === 'group' && key !== 'one') || /^(?:sector|help)$/.test(key)
  const isShort = words.length < MOST_OF_FRAGMENT && isAfter
  const isAbout = all.length > 0 || (state === undefined && (isShort || !found.some(isOther)))
  return isAbout ? [{ kind: isTwo ? 'two' : 'focus', from: 0, to: 0, items: [] }] : []
}

// "Is it true that …" and "what does it cost …" refer to nothing.
const EMPTY = /^(?:true|safe|possible|ok|okay|right|correct|worth|legal|costs?|takes?|means?)$/
const JOINING = /^(?:with|to|and|or|than|vs|versus|against|from|by|funds?|funded|give)$/
const GIVING = /^(?:g[ia]ve|given|giving|fund|funded|support|supported|pay|paid|grant|granted)$/

/** Whether a reference adds an organization to those named: "compare it with X", "did X fund it?" */
function isBeside(
  { kind, from, to }: Reference,
  own: readonly Mention[],
  words: readonly Word[],
): boolean {
  if (/^(?:items|here|that)$/.test(kind) || (kind === 'these' && to - from > 1)) return true
  const [first, last] = [own[0]?.from ?? 0, own.at(-1)?.to ?? 0]
  const isSubject = /^(?:it|they|their)$/.test(kind) && !EMPTY.test(words[to]?.word ?? '')
  if (to <= first) return isSubject && JOINING.test(words[first - 1]?.word ?? '')
  const isGiven = GIVING.test(words[from - 1]?.word ?? '')
  const isLast = words[to]?.isFirst !== false || isGiven
  const isObject = /^(?:it|them)$/.test(words[from]?.word ?? '') && isLast
  return isObject && !words.slice(last, from).some(({ word, isFirst }) => word === 'and' || isFirst)
}

const PHRASES = readTsv(new URL('./references.tsv', import.meta.url)).flatMap(
  ([kind = '', all = '']) =>
    all.split(' | ').map((phrase) => ({ kind, phrase: phrase.split(' ') })),
)
PHRASES.sort((a, b) => b.phrase.length - a.phrase.length)

/** Returns the references among words that are not part of names, in order. */
export function referencesIn(
  words: readonly Word[],
  isName: (at: number) => boolean,
  isListed: boolean,
  called: readonly string[][] = [],
): Reference[] {
  const found: Reference[] = []
  for (let at = 0; at < words.length; at += 1) {
    if (isName(at)) continue
    const row = ordinalAt(words, at) ?? (isListed ? largestAt(words, at) : undefined)
    const named = calledAt(words, at, called) ?? phraseAt(words, at)
    const one = row ?? named ?? comparedAt(words, at) ?? theOneAt(words, at)
    if (!one || words.slice(one.from, one.to).some((_, nth) => isName(one.from + nth))) continue
    found.push(one)
    at = one.to - 1
  }
  return found
}

const MOST_OF_NAME = 3

/** Reads "the food bank" and "that trust" after an organization whose name has these words. */
function calledAt(
  words: readonly Word[],
  from: number,
  called: readonly string[][],
): Reference | undefined {
  if (!/^(?:the|that|this)$/.test(words[from]?.word ?? '')) return undefined
  for (let length = MOST_OF_NAME; length > 0; length -= 1) {
    const own = words.slice(from + 1, from + 1 + length)
    const isNoun = own.length === length && own.every(({ role }) => /common|other/.test(role))
    if (isNoun && called.some((name) => own.every(({ word }) => name.includes(word))))
      return { kind: 'that', from, to: from + 1 + length, items: [] }
  }
  return undefined
}

function phraseAt(words: readonly Word[], from: number): Reference | undefined {
  const own = PHRASES.find(({ phrase }) =>
    phrase.every((word, at) => isWord(words[from + at], word)),
  )
  return own && { kind: own.kind, from, to: from + own.phrase.length, items: [] }
}

const MORE = /^(?:bigger|larger|higher|richer|better|stronger|wealthier)$/
const LESS = /^(?:smaller|lower|poorer|worse|weaker|lesser)$/

/** Reads "the larger one" and "the smaller of the two". */
function comparedAt(words: readonly Word[], from: number): Reference | undefined {
  const [the, word = '', ...next] = words.slice(from, from + 5).map((one) => one.word)
  const kind = MORE.test(word) ? 'more' : LESS.test(word) ? 'less' : undefined
  const length =
    next[0] === 'one' ? 3 : /^of (?:the two|them|these|those)/.test(next.join(' ')) ? 2 : 0
  const to = from + length + (next[1] === 'the' ? 3 : length === 2 ? 2 : 0)
  return the === 'the' && kind && length > 0 ? { kind, from, to, items: [] } : undefined
}

/** Reads "the Seattle one" and "the one in Seattle". */
function theOneAt(words: readonly Word[], from: number): Reference | undefined {
  const [the, ...next] = words.slice(from, from + 3).map(({ word }) => word)
  if (the !== 'the') return undefined
  const isBefore = next[1] === 'one' && words[from + 1]?.role !== 'plain'
  const isAfter = next[0] === 'one' && /^(?:in|from|near)$/.test(next[1] ?? '')
  return isBefore || isAfter ? { kind: 'that', from, to: from + 3, items: [] } : undefined
}

const isWord = (word: Word | undefined, typed: string): boolean =>
  word !== undefined && (word.text.toLowerCase() === typed || word.word === typed)

/** Returns the place in a list that a word means, from the end if negative. */
function placeOf(word: string): number | undefined {
  if (/^(?:last|latter)$/.test(word)) return -1
  if (word === 'former') return 0
  const digit = /^(\d)(?:st|nd|rd|th)$/.exec(word)?.[1]
  const place = digit ? Number(digit) - 1 : listed('ordinal').indexOf(word)
  return place < 0 ? undefined : place
}

/** Reads "the second one", "the last", "the first two", "number 3". */
function ordinalAt(words: readonly Word[], from: number): Reference | undefined {
  const wordAt = (at: number) => words[at]?.word ?? ''
  const toItems = (to: number, items: number[]) => ({ kind: 'items', from, to, items })
  const number =
    words.length === 1 ? 0 : /^(?:number|no|option)$/.test(wordAt(from)) ? from + 1 : -1
  if (/^\d{1,2}$/.test(wordAt(number))) return toItems(number + 1, [Number(wordAt(number)) - 1])
  const at = wordAt(from) === 'the' ? from + 1 : from
  const [place, next] = [placeOf(wordAt(at)), wordAt(at + 1)]
  if (place === undefined) return undefined
  const count = at > from ? listed('count').indexOf(next) + 2 : 0
  if (count > 1)
    return toItems(
      at + 2,
      Array.from({ length: count }, (_, nth) => place + nth),
    )
  if (inList('head', next)) return toItems(at + 2, [place])
  if (words.length === 1) return toItems(1, [place])
  const isAlone = words[at + 1]?.isFirst !== false || inList('afterordinal', next)
  return isAlone && (at > from || wordAt(from - 1) === 'and') ? toItems(at + 1, [place]) : undefined
}

const LARGEST = /^(?:largest|biggest|highest|top|main)$/

/** Reads "the largest one" and "the second largest one" of a list; "who is the largest one?" asks. */
function largestAt(words: readonly Word[], from: number): Reference | undefined {
  const [the, ...next] = words.slice(from, from + 4).map(({ word }) => word)
  const place = placeOf(next[0] ?? '')
  const to = place === undefined ? 0 : 1
  const isOne = LARGEST.test(next[to] ?? '') && inList('head', next[to + 1])
  const isAsked = /^(?:is|are|was|were|who|what|which)$/.test(words[from - 1]?.word ?? '')
  return the === 'the' && isOne && !isAsked
    ? { kind: 'items', from, to: from + to + 3, items: [place ?? 0] }
    : undefined
}
