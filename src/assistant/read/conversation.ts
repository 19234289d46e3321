import { readTsv } from '#src/domain/tsv.ts'
import type { Message } from '../message.ts'
import { cleanText, inList, listed, type Word } from './text.ts'

/** An item of a list in an answer: an organization, or only what it is called. */
type Item = { ein?: string; label: string }

/** What came before a message. The client sends it, so it is only a hint. */
export type Before = {
  /** EINs of the organizations that the last exchange was about, and that its question named. */
  focus: string[]
  asked: string[]
  /** EINs of all organizations that people asked about, the last one last. */
  spoken: string[]
  list: Item[]
  /** EINs among which an answer asked to choose. */
  proposed: string[]
  /** Whether the last answer has the list. */
  isListed: boolean
  /** Whether the last answer asked which organization is meant. */
  isAsking: boolean
  people: string[]
  year?: number
  /** The last message that was a whole question. */
  last?: Message
}

export const NOTHING: Before = {
  ...{ focus: [], asked: [], spoken: [], list: [], people: [], proposed: [] },
  ...{ isListed: false, isAsking: false },
}

const EIN = /\b(\d{2})-(\d{7})\b/g
const ITEM = /^\s*(?:(\d{1,2})[.)]|[-*•])\s+(.+)$/
const ASKS = /\b(?:which (?:one|organization|of (?:them|these))|do you mean)\b[^.]*\?/i
const YEAR = /\b(?:19|20)\d\d\b/

/** Returns the EINs that a text shows, each once. */
export const einsShown = (text: string): string[] => [
  ...new Set([...text.matchAll(EIN)].map(([, prefix, serial]) => `${prefix}${serial}`)),
]

/** Returns the context after an answer; `names` are people of its organizations. */
export function afterAnswer(before: Before, content: string, names: readonly string[]): Before {
  const lines = content.split('\n')
  const items = lines.flatMap((line) => {
    const [, number, text] = ITEM.exec(line) ?? []
    return text === undefined ? [] : [{ isNumbered: number !== undefined, ...toItem(text) }]
  })
  const numbered = items.filter(({ isNumbered }) => isNumbered)
  const withEin = items.filter(({ ein }) => ein !== undefined)
  const shown = einsShown(content).map((ein) => ({ ein, label: '' }))
  const list = [numbered, withEin, items, shown].find(({ length }) => length > 1) ?? []
  const isListed = items.length > 1 && list !== shown
  const isAsking = ASKS.test(content) && shown.length > 0
  const focus = isAsking ? before.focus : focusOf(before, lines, isListed)
  const plain = cleanText(content)
  const year = YEAR.exec(/tax year \d{4}/i.exec(plain)?.[0] ?? plain)?.[0]
  const people = namesIn(plain, names)
  return {
    ...before,
    ...(isAsking && { proposed: einsShown(content) }),
    ...{ focus, isListed, isAsking, list: list.length > 1 ? list : before.list },
    spoken: withSpoken(before.spoken, focus),
    people: people.length > 0 ? people : before.people,
    ...(year !== undefined && { year: Number(year) }),
  }
}

/** The organizations of the question, unless the answer begins with another one: "… gave the most". */
function focusOf({ asked, focus }: Before, lines: readonly string[], isListed: boolean): string[] {
  const told = einsShown(lines.filter((line) => !ITEM.test(line)).join('\n'))
  const [first] = told
  if (first !== undefined && asked.length > 0 && !asked.includes(first)) return [first]
  // The first one named is ahead of the others.
  if (first !== undefined && asked.length > 1)
    return [first, ...asked.filter((ein) => ein !== first)]
  if (asked.length > 0) return asked
  if (told.length > 0) return told
  const all = einsShown(lines.join('\n'))
  return all.length === 1 ? all : isListed ? [] : focus
}

const toItem = (text: string): Item => {
  const [ein] = einsShown(text)
  const label = cleanText(text.split(/\(EIN|[,:;(]|\s[-–—]\s/)[0] ?? '')
  return ein === undefined ? { label } : { ein, label }
}

const namesIn = (text: string, names: readonly string[]): string[] => {
  const lower = text.toLowerCase()
  const at = (name: string) => lower.indexOf(name.toLowerCase())
  return [...new Set(names)].filter((name) => at(name) >= 0).sort((a, b) => at(a) - at(b))
}

const withSpoken = (spoken: readonly string[], eins: readonly string[]): string[] => [
  ...spoken.filter((ein) => !eins.includes(ein)),
  ...eins,
]

/** Returns the context after a question. */
export function afterQuestion(before: Before, message: Message): Before {
  const { organizations, years, people } = message
  const { last } = before
  const eins = organizations.map(({ ein }) => ein)
  return {
    ...before,
    last: message.isFragment && last ? { ...last, organizations, years, people } : message,
    focus: eins.length > 0 ? eins : before.focus,
    asked: eins,
    spoken: withSpoken(before.spoken, eins),
    people: message.people.length > 0 ? message.people : before.people,
    isAsking: false,
  }
}

/** Words that refer to something before: `from` up to `to`, and which items of the list. */
export type Reference = { kind: string; from: number; to: number; items: number[] }

const PHRASES = readTsv(new URL('./references.tsv', import.meta.url)).flatMap(
  ([kind = '', all = '']) =>
    all.split(' | ').map((phrase) => ({ kind, phrase: phrase.split(' ') })),
)
PHRASES.sort((a, b) => b.phrase.length - a.phrase.length)

/** Returns the references among words that are not part of names, in order. */
export function referencesIn(words: readonly Word[], isName: (at: number) => boolean): Reference[] {
  const found: Reference[] = []
  for (let at = 0; at < words.length; at += 1) {
    if (isName(at)) continue
    const one = ordinalAt(words, at) ?? phraseAt(words, at) ?? theOneAt(words, at)
    if (!one) continue
    found.push(one)
    at = one.to - 1
  }
  return found
}

function phraseAt(words: readonly Word[], from: number): Reference | undefined {
  const own = PHRASES.find(({ phrase }) =>
    phrase.every((word, at) => isWord(words[from + at], word)),
  )
  return own && { kind: own.kind, from, to: from + own.phrase.length, items: [] }
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
  const isAlone = words[at + 1]?.isFirst !== false || inList('afterordinal', next)
  return isAlone && (at > from || wordAt(from - 1) === 'and') ? toItems(at + 1, [place]) : undefined
}
