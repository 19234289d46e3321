import { knownFields } from '#src/domain/known-fields.ts'
import { toLocation } from '#src/domain/places.ts'
import { has, type Message, type Organization, type Unresolved } from '../message.ts'
import type { Found } from '../vocabulary.ts'
import { type Before, type Reference, referencesIn } from './conversation.ts'
import { inPlaceSaid, isPlaceOf } from './fit.ts'
import type { Known } from './look-up.ts'
import type { Mention, Named } from './names.ts'
import { type Mask, type Parts, readParts } from './parts.ts'
import { isCertain } from './spans.ts'
import { inList, type Word } from './text.ts'

/** A message with what came before, organizations by EIN, and the one of the open page. */
export type Here = Named & Before & { known: ReadonlyMap<string, Known>; page: Known | undefined }

/** An organization, and the word of the message at which it is said. */
type Placed = Organization & { at: number }

const toPlaced = ({ ein, display }: Known, said: string, at: number): Placed => {
  return { ein, name: display.name, said, at }
}

/** Returns what a message means after what came before. */
export function understand(here: Here): Message {
  const { text, words, last, year } = here
  const mentions = here.mentions.map((one) => narrow(one, here))
  const isName = (at: number) => mentions.some(({ from, to }) => from <= at && at < to)
  const references = referencesIn(words, isName)
  const people = mentions.filter(({ kind }) => kind === 'person')
  const names = mentions.filter(({ kind }) => kind !== 'person')
  const answer = answerTo(names, here)
  const own = answer ? [] : names.filter((one) => isKept(one, names, words))
  const parts = readParts(
    text,
    [...own, ...people].map((one) => toMask(one, words)),
  )
  const said = own.flatMap(({ kind, found: [first], said, from }) =>
    first && kind === 'one' ? [toPlaced(first, said, from)] : [],
  )
  const pointed =
    answer ?? pointingIn(references, own, parts, words).flatMap((one) => pointedAt(one, here))
  const all = [...said, ...pointed].sort((a, b) => a.at - b.at)
  const isLast = parts.years.relative === 'before' && parts.years.from === undefined && year
  const isItem = answer !== undefined || references.some(({ kind }) => kind === 'items')
  const isSaid = (word: string) =>
    (isItem && /^\d+$/.test(word)) ||
    own.some(({ found }) => found.some((one) => isPlaceOf(one, word)))
  const message: Message = {
    ...{ text, ...parts, isFragment: false, isFollowUp: own.length === 0 && all.length > 0 },
    ...(isLast && { years: { ...parts.years, from: isLast - 1, to: isLast - 1 } }),
    unread: parts.unread.filter((word) => !isSaid(word)),
    organizations: [...new Map(all.map(({ at: _, ...one }) => [one.ein, one])).values()],
    unresolved: own.flatMap(toUnresolved),
    people: [...new Set([...people.map((one) => one.said), ...peopleOf(references, here)])],
    ...(last && { previous: { message: last } }),
  }
  // "The first one" is no number of results.
  if (isItem) delete message.limit
  return last && (answer || isPartial(message, here)) ? complete(message, last) : message
}

/** Chooses among organizations of one name by the place that is said, or by what was proposed. */
function narrow(mention: Mention, { text, words, mentions, isAsking, list }: Here): Mention {
  // "What does Jo Doe earn at Harbor House?", whom no return lists.
  const isEarner = mention.kind === 'none' && inList('personverb', words[mention.to]?.word)
  if (isEarner && mentions.some(({ kind }) => kind === 'one')) return { ...mention, kind: 'person' }
  if (mention.kind !== 'several') return mention
  const end = words[mention.to - 1]?.to ?? 0
  const proposed = mention.found.filter(
    ({ ein }) => isAsking && list.some((item) => item.ein === ein),
  )
  const all = proposed.length > 0 ? proposed : mention.found
  const choices = [all, inPlaceSaid(all, text.slice(end, end + 40)), inPlaceSaid(all, text)]
  const one = choices.find(({ length }) => length === 1)
  return one ? { ...mention, found: one, kind: 'one' } : { ...mention, found: all }
}

/** Whether an unclear name is worth a question: it is written as a name, or stands where one does. */
function isKept(one: Mention, all: readonly Mention[], words: readonly Word[]): boolean {
  const { kind, said, from, to } = one
  const [isLong, isName] = [said.includes(' '), isCertain(words, one)]
  const isWhole = from === 0 && (to === words.length || (isLong && words[to]?.role === 'asking'))
  const isObject = isWhole || inList('opening', words[from - 1]?.word)
  const isAlone = isObject && all.every((other) => other.kind === kind)
  const isWritten = isName && (isLong || kind === 'several')
  return kind === 'one' || kind === 'closest' || isWritten || isAlone
}

function toMask({ from, to, kind }: Mention, words: readonly Word[]): Mask {
  const last = words[to - 1]
  const end = (last?.from ?? 0) + (last?.text.replace(/'s?$/i, '').length ?? 0)
  return { from: words[from]?.from ?? 0, to: end, mask: kind === 'person' ? 'person' : 'org' }
}

function toUnresolved({ kind, said, found }: Mention): Unresolved[] {
  const candidates = found.slice(0, 3).map(({ ein, display }) => {
    const { name, primaryForm: form } = display
    return { ein, name, ...knownFields({ place: toLocation(display), form }) }
  })
  return kind === 'one' ? [] : [{ said, isAmbiguous: kind === 'several', candidates }]
}

/** Returns the organization that a message chooses, by its place, from those that were proposed. */
function answerTo(names: readonly Mention[], here: Here): Placed[] | undefined {
  if (!here.isAsking || names.some(({ kind }) => kind === 'one')) return undefined
  const proposed = here.list.flatMap(({ ein = '' }) => here.known.get(ein) ?? [])
  const [chosen, ...others] = inPlaceSaid(proposed, here.text)
  return chosen && others.length === 0 ? [toPlaced(chosen, here.text, 0)] : undefined
}

/** Returns the references that add organizations; one to what came before if a message has no subject. */
function pointingIn(
  all: readonly Reference[],
  own: readonly Mention[],
  { words: found, state }: Parts,
  words: readonly Word[],
): Reference[] {
  if (own.length > 0) return all.filter((one) => isBeside(one, own, words))
  const isFeature = (key: string) => has({ words: found }, 'feature', key)
  const isTwo = isFeature('compare') || (isFeature('which') && isFeature('more'))
  const exact = all.filter(({ kind }) => !/^(?:it|they|their|person)$/.test(kind))
  if (exact.length > 0) return exact
  const isPlural = isTwo && all.every(({ kind }) => kind.startsWith('the'))
  if (all.length > 0 && !isPlural) return [...all]
  const isOther = ({ list, key }: Found) =>
    list === 'out' || (list === 'group' && key !== 'one') || /^(?:sector|help)$/.test(key)
  const isAbout = all.length > 0 || (state === undefined && !found.some(isOther))
  return isAbout ? [{ kind: isTwo ? 'two' : 'focus', from: 0, to: 0, items: [] }] : []
}

// "Is it true that …" and "what does it cost …" refer to nothing.
const EMPTY = /^(?:true|safe|possible|ok|okay|right|correct|worth|legal|costs?|takes?|means?)$/
const JOINING = /^(?:with|to|and|or|than|vs|versus|against|from|by|funds?|funded|give)$/

/** Whether a reference adds an organization to those named: "compare it with X", "did X fund it?" */
function isBeside(
  { kind, from, to }: Reference,
  own: readonly Mention[],
  words: readonly Word[],
): boolean {
  if (/^(?:items|here)$/.test(kind) || (kind === 'these' && to - from > 1)) return true
  const [first, last] = [own[0]?.from ?? 0, own.at(-1)?.to ?? 0]
  const isSubject = /^(?:it|they|their)$/.test(kind) && !EMPTY.test(words[to]?.word ?? '')
  if (to <= first) return isSubject && JOINING.test(words[first - 1]?.word ?? '')
  const isObject = /^(?:it|them)$/.test(words[from]?.word ?? '') && words[to]?.isFirst !== false
  return isObject && !words.slice(last, from).some(({ word, isFirst }) => word === 'and' || isFirst)
}

/** Returns the organizations that a reference means. */
function pointedAt({ kind, from, to, items }: Reference, here: Here): Placed[] {
  const said = here.text.slice(here.words[from]?.from, here.words[to - 1]?.to ?? 0)
  const found = einsOf(kind, items, here).flatMap((ein) => here.known.get(ein) ?? [])
  const isPage =
    here.page && (kind === 'here' || (found.length === 0 && /^(?:it|they|their|focus)$/.test(kind)))
  return (isPage && here.page ? [here.page] : found).map((one) => toPlaced(one, said, from))
}

function einsOf(kind: string, items: readonly number[], before: Before): string[] {
  const { focus, asked, spoken, list, isListed } = before
  const listed = list.flatMap(({ ein }) => ein ?? [])
  const pair = [asked, focus, listed].find(({ length }) => length === 2) ?? spoken.slice(-2)
  const many = isListed && listed.length > 1 ? listed : undefined
  const other = asked.length === 1 ? spoken.slice(-2).filter((ein) => ein !== asked[0]) : pair
  const eins = items.flatMap((item) => (list.length > 1 ? list.at(item)?.ein : pair.at(item)) ?? [])
  // "The second one" of a list of people is about their organization.
  if (kind === 'items') return eins.length > 0 || listed.length > 0 ? eins : focus
  if (kind === 'two') return many ?? (pair.length === 2 ? pair : focus)
  if (kind === 'other') return other.slice(-1)
  if (kind === 'these' || kind === 'they') return many ?? focus
  return kind === 'their' || kind === 'focus' ? focus : focus.slice(0, 1)
}

const peopleOf = (references: readonly Reference[], { people, list }: Before): string[] =>
  references.flatMap(({ kind, items }) => {
    if (kind === 'person') return people.slice(0, 1)
    return items.flatMap((item) => people.filter((one) => one === list.at(item)?.label))
  })

const PARTIAL = /^(?:negative|followup|reference|previous|next|latest|why|which|both)$/

/** Whether a message asks nothing by itself. A name alone asks for that organization. */
function isPartial({ words, unread, years, form, isFollowUp }: Message, here: Here): boolean {
  const isAsked = ({ list, key, said }: Found) =>
    list === 'feature'
      ? !PARTIAL.test(key) && !said.includes('PLACE')
      : !/^(?:s?he|him|hers?|his)$/.test(said)
  if (unread.length > 0 || words.some(isAsked)) return false
  const hasTime = form !== undefined || Object.keys(years).length > 0
  return isFollowUp || here.isAsking || hasTime || inList('follow', here.words[0]?.word)
}

/** Completes a fragment with what the last question asked. */
function complete(message: Message, last: Message): Message {
  const { organizations, people, figures, years, words } = message
  const isSame = organizations.every(({ ein }) => last.organizations.some((one) => one.ein === ein))
  return {
    ...last,
    ...message,
    isFragment: true,
    words: [...words, ...last.words],
    years: Object.keys(years).length > 0 ? years : last.years,
    figures: figures.length > 0 ? figures : last.figures,
    people: people.length > 0 || !isSame ? people : last.people,
  }
}
