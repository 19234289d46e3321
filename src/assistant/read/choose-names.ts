import { knownFields } from '#src/domain/known-fields.ts'
import { tokenize } from '#src/domain/names.ts'
import { toLocation } from '#src/domain/places.ts'
import type { Organization, Unresolved } from '../message.ts'
import { inPlaceSaid, isPlaceOf } from './fit.ts'
import type { Known } from './look-up.ts'
import { isListed, likeliestOf, type Mention } from './names.ts'
import type { Here } from './references.ts'
import { isCertain, isPlace } from './spans.ts'
import { inList, type Word } from './text.ts'

/** An organization, and the word of the message at which it is said. */
export type Placed = Organization & { at: number }

export const toPlaced = ({ ein, display }: Known, said: string, at: number): Placed => {
  return { ein, name: display.name, said, at }
}

/** Chooses among organizations of one name by the place that is said, or by what was proposed. */
export function narrow(
  mention: Mention,
  { text, words, mentions, isAsking, list, people }: Here,
): Mention {
  // "How much does Doe owe?" after an answer that names Jo Doe.
  const name = mention.said.toLowerCase()
  const [person] = people.filter((one) => tokenize(one).join(' ').includes(name))
  if (person && mention.kind !== 'one') return { ...mention, kind: 'person', said: person }
  // "What does Jo Doe earn at Harbor House?", whom no return lists.
  const isEarner = mention.kind === 'none' && inList('personverb', words[mention.to]?.word)
  if (isEarner && mentions.some(({ kind }) => kind === 'one')) return { ...mention, kind: 'person' }
  const end = words[mention.to - 1]?.to ?? 0
  const after = text.slice(end, end + 40)
  if (mention.kind === 'one' && mention.isPart && isElsewhere(after, mention.found))
    return { ...mention, kind: 'none', found: [] }
  if (mention.kind !== 'several') return mention
  const proposed = mention.found.filter(
    ({ ein }) => isAsking && list.some((item) => item.ein === ein),
  )
  const all = proposed.length > 0 ? proposed : mention.found
  const choices = [
    ...[inPlaceSaid(mention.found, after), all, inPlaceSaid(all, after), inPlaceSaid(all, text)],
    universityOf(mention.said, all),
    likeliestOf(all),
  ]
  const one = choices.find(({ length }) => length === 1)
  return one ? { ...mention, found: one, kind: 'one' } : { ...mention, found: all }
}

/** Returns the university or college that has a name: "Yale", "Norwich". */
const universityOf = (said: string, found: readonly Known[]): Known[] =>
  found.filter(({ names }) =>
    names.some(
      (name) =>
        /^ (?:university|college)(?: inc)?$/i.test(name.slice(said.length)) &&
        name.toLowerCase().startsWith(said.toLowerCase()),
    ),
  )

/** Whether a text begins with a place in which none of these is: "in Omaha Nebraska". */
function isElsewhere(text: string, found: readonly Known[]): boolean {
  const [, ...said] = /^ (?:in|near) (\w+)(?: (\w+))?(?: (\w+))?/.exec(text.toLowerCase()) ?? []
  const words = said.filter(Boolean)
  const isSaid = words.some((_, at) => isPlace(words.slice(0, at + 1).join(' ')))
  return isSaid && inPlaceSaid(found, text).length === 0
}

/** Whether an unclear name is worth a question: it is written as a name, or stands where one does. */
function isKept(one: Mention, all: readonly Mention[], words: readonly Word[]): boolean {
  const { kind, said, from, to } = one
  const [isLong, isName] = [said.includes(' '), isCertain(words, one)]
  const isWhole = from === 0 && (to === words.length || (isLong && words[to]?.role === 'asking'))
  const isObject = isWhole || inList('opening', words[from - 1]?.word)
  const isAlone = isObject && all.every((other) => other.kind === kind)
  const isExact = kind === 'several' && !one.isPart && to - from > 2
  const isWritten = isExact || (isName && (isLong || kind === 'several'))
  return (
    kind === 'one' ||
    kind === 'closest' ||
    isWritten ||
    isAlone ||
    (kind === 'several' && isListed(words, one))
  )
}

/** Returns the mentions that name organizations: neither an owner nor the place of another. */
export function ownOf(names: readonly Mention[], here: Here): Mention[] {
  const { text, words, isAsking } = here
  if (isAsking && ONE_IN.test(text)) return []
  const kept = names.filter((one) => isKept(one, names, words))
  // "Arabella's New Venture Fund"
  const isOwner = ({ kind, to }: Mention) =>
    kind !== 'one' && kept.some((one) => one.kind === 'one' && one.from === to)
  // "Open Door in Columbia" does not name the Columbia Fund.
  const isPlaceOnly = (one: Mention) =>
    one.isPart === true &&
    kept.some(
      ({ kind, to, found: [first] }) =>
        kind === 'one' &&
        to + 1 === one.from &&
        first !== undefined &&
        words.slice(one.from, one.to).every(({ text }) => isPlaceOf(first, text)),
    )
  return kept.filter((one) => !isOwner(one) && !isPlaceOnly(one))
}

export function toUnresolved({ kind, said, found }: Mention): Unresolved[] {
  const candidates = found.slice(0, 3).map(({ ein, display }) => {
    const { name, primaryForm: form } = display
    return { ein, name, ...knownFields({ place: toLocation(display), form }) }
  })
  return kind === 'one' ? [] : [{ said, isAmbiguous: kind === 'several', candidates }]
}

// "No, I meant the one in Ohio."
const CHOOSES =
  /\b(?:meant?|the(?: \w+){1,3} (?:one|organization|charity)|the one (?:in|from|near|of))\b/i

// "Which of these is in Ohio?"
export const WHICH_IN =
  /\bwhich (?:ones?|of (?:the|them|these|those)(?: \w+)?)(?: (?:is|are|was|one is))? (?:based |located |registered )?(?:in|from|near)\b/i
const ONE_IN = /\bthe one (?:in|from|near|of|at)\b/i

/** Returns the organization that a message chooses, by its place, from those that were proposed. */
export function answerTo(names: readonly Mention[], here: Here): Placed[] | undefined {
  const isWhich = WHICH_IN.test(here.text)
  const isChosen = here.isAsking || isWhich || CHOOSES.test(here.text)
  if (!isChosen || names.some(({ kind }) => kind === 'one')) return undefined
  const shown = here.list.flatMap(({ ein }) => ein ?? [])
  const proposed = [...new Set([...here.proposed, ...shown])].flatMap(
    (ein) => here.known.get(ein) ?? [],
  )
  const inPlace = inPlaceSaid(proposed, here.text)
  const fitting = inPlace.length > 0 ? inPlace : isWhich ? [] : withWords(proposed, here.words)
  return fitting.length === 1 || (isWhich && fitting.length > 0)
    ? fitting.map((one) => toPlaced(one, here.text, 0))
    : undefined
}

/** Returns the organizations whose name has all words of a message that belong to names. */
function withWords(proposed: readonly Known[], words: readonly Word[]): Known[] {
  const typed = words.filter((one) => one.role === 'common' || one.role === 'other')
  const own = typed.filter(({ word }) => !inList('follow', word) && !inList('ordinal', word))
  if (own.length === 0) return []
  return proposed.filter(({ display }) =>
    own.every(({ word }) => tokenize(display.name).includes(word)),
  )
}
