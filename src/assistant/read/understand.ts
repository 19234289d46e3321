import { has, type Message, type Unresolved } from '../message.ts'
import {
  answerTo,
  narrow,
  ownOf,
  type Placed,
  toPlaced,
  toUnresolved,
  WHICH_IN,
} from './choose-names.ts'
import { isPlaceOf } from './fit.ts'
import { complete, figureIn, keepPay, takeRest, takeTopic, yearsIn } from './follow-up.ts'
import type { Mention } from './names.ts'
import { type Mask, readParts } from './parts.ts'
import {
  AGAINST,
  calledIn,
  type Here,
  peopleOf,
  pointedAt,
  pointingIn,
  type Reference,
  referencesIn,
} from './references.ts'
import { inList, type Word } from './text.ts'

/** Returns what a message means after what came before. */
export function understand(here: Here): Message {
  const { text, words, last } = here
  const mentions = here.mentions.map((one) => narrow(one, here))
  const isName = (at: number) =>
    mentions.some(({ kind, from, to }) => kind !== 'none' && from <= at && at < to)
  // "The bank" refers only to an organization of the conversation.
  const references = referencesIn(words, isName, here.isListed, calledIn(here)).filter(
    (one) => one.kind !== 'that' || pointedAt(one, here).length > 0,
  )
  // "The second?" of a list of money is one more row of it.
  if (last && has(last, 'direction') && words.length < 4)
    for (const one of references) if (one.kind === 'items') one.kind = 'focus'
  // "How much did it give them?" is about the first of the list.
  if (references.some(({ kind }) => kind === 'it'))
    for (const one of references) if (one.kind === 'they') one.kind = 'top'
  const people = mentions.filter(({ kind }) => kind === 'person')
  const names = mentions.filter(({ kind }) => kind !== 'person')
  const answer = answerTo(names, here)
  const own = answer ? [] : ownOf(names, here)
  const masks = [...own, ...people].map((one) => toMask(one, words))
  const nouns = references.flatMap((one) => toNounMask(one, words))
  const parts = readParts(text, [...masks, ...nouns, ...figureIn(text, last)])
  const said = own.flatMap(({ kind, found: [first], said, from }) =>
    first && kind === 'one' ? [toPlaced(first, said, from)] : [],
  )
  const pointed =
    answer ??
    pointingIn(references, own, parts, here, (last?.organizations.length ?? 0) > 0).flatMap((one) =>
      placesOf(one, here),
    )
  // "Is that more than Harbor House?" compares with what was asked before.
  const isAgainst = own.length === 1 && AGAINST.test(text)
  if (isAgainst && pointed.length === 0)
    pointed.push(...placesOf({ kind: 'focus', from: 0, to: 0, items: [] }, here))
  const all = [...said, ...pointed].sort((a, b) => a.at - b.at)
  const isItem = answer !== undefined || references.some(({ kind }) => kind === 'items')
  const isReferred = (word: string) =>
    references.some(
      ({ kind, from, to }) =>
        kind === 'that' && words.slice(from, to).some((one) => one.word === word.toLowerCase()),
    )
  const isSaid = (word: string) =>
    isReferred(word) ||
    (isItem && /^\d+$/.test(word)) ||
    (last !== undefined && words.length < MOST_OF_ROW && isOrdinal(word)) ||
    own.some(({ found }) => found.some((one) => isPlaceOf(one, word)))
  // "And the president, what is he paid?" is about the president.
  const pronoun = parts.masked.search(/\b(?:s?he|him|hers?|his)\b/)
  const isOfRole = parts.words.some(
    ({ list, key, at }) => list === 'role' && !PRONOUN.test(key) && at < pronoun,
  )
  const referred = isOfRole ? [] : peopleOf(references, here)
  const message: Message = {
    ...{ text, ...parts, isFragment: false, isFollowUp: own.length === 0 && all.length > 0 },
    unread: answer ? [] : parts.unread.filter((word) => !isSaid(word)),
    organizations: [...new Map(all.map(({ at: _, ...one }) => [one.ein, one])).values()],
    unresolved: [...own.flatMap(toUnresolved), ...rowsIn(references, here)],
    people: [...new Set([...people.map((one) => one.said), ...referred])],
    ...(last && { previous: { message: last } }),
  }
  if (last && (inList('follow', words[0]?.word) || references.length > 0)) keepPay(message, last)
  if (last) takeTopic(message, last, isAgainst)
  message.years = yearsIn(message, here, isAgainst)
  if (answer && WHICH_IN.test(text))
    message.words.push({ list: 'fact', key: 'address', said: '', at: 0, to: 0 })
  // "The first one" is no number of results.
  if (isItem) delete message.limit
  const isOwnQuestion = message.words.some(({ list }) =>
    /^(?:figure|policy|fact|role|direction|award|rating)$/.test(list),
  )
  return last && answer && !isOwnQuestion ? complete(message, last) : takeRest(message, here)
}

const PRONOUN = /^(?:person|tenure)$/
// "And the second largest?"
const MOST_OF_ROW = 6
const isOrdinal = (word: string): boolean =>
  inList('ordinal', word) || /^\d(?:st|nd|rd|th)$/.test(word)

/** Returns the rows of a list of funders or grantees that are no known organizations. */
const rowsIn = (references: readonly Reference[], { list, isListed, people }: Here): Unresolved[] =>
  references.flatMap(({ items }) =>
    items.flatMap((item) => {
      const { ein, label = '' } = list.at(item) ?? {}
      const isRow = isListed && ein === undefined && list.some((one) => one.ein !== undefined)
      return isRow && label && !people.includes(label)
        ? { said: label, isAmbiguous: false, candidates: [] }
        : []
    }),
  )

const placesOf = (one: Reference, here: Here): Placed[] =>
  pointedAt(one, here).map((each) => ({ ...each, at: one.from }))

function toMask(
  { from, to, kind }: Pick<Mention, 'from' | 'to' | 'kind'>,
  words: readonly Word[],
): Mask {
  const last = words[to - 1]
  const end = (last?.from ?? 0) + (last?.text.replace(/'s?$/i, '').length ?? 0)
  return { from: words[from]?.from ?? 0, to: end, mask: kind === 'person' ? 'person' : 'org' }
}

/** "That trust" and "the clinic" are read as names. */
function toNounMask({ kind, from, to }: Reference, words: readonly Word[]): Mask[] {
  const isNoun = kind === 'that' && words.slice(from, to).every(({ word }) => word !== 'one')
  return isNoun ? [toMask({ from, to, kind: 'one' }, words)] : []
}
