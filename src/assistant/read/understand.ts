import { knownFields } from '#src/domain/known-fields.ts'
import { tokenize } from '#src/domain/names.ts'
import { toLocation } from '#src/domain/places.ts'
import { has, type Message, type Organization, type Unresolved } from '../message.ts'
import type { Found } from '../vocabulary.ts'
import { type Before, type Reference, referencesIn } from './conversation.ts'
import { inPlaceSaid, isPlaceOf } from './fit.ts'
import type { Known } from './look-up.ts'
import { isListed, likeliestOf, type Mention, type Named } from './names.ts'
import { type Mask, type Parts, readParts } from './parts.ts'
import { isCertain, isPlace } from './spans.ts'
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
  // "How much did it give them?" is about the first of the list.
  if (references.some(({ kind }) => kind === 'it'))
    for (const one of references) if (one.kind === 'they') one.kind = 'top'
  const people = mentions.filter(({ kind }) => kind === 'person')
  const names = mentions.filter(({ kind }) => kind !== 'person')
  const answer = answerTo(names, here)
  const kept = names.filter((one) => isKept(one, names, words))
  // "Arabella's New Venture Fund"
  const isOwner = ({ kind, to }: Mention) =>
    kind !== 'one' && kept.some((one) => one.kind === 'one' && one.from === to)
  const own = answer ? [] : kept.filter((one) => !isOwner(one))
  const parts = readParts(
    text,
    [...own, ...people].map((one) => toMask(one, words)),
  )
  const said = own.flatMap(({ kind, found: [first], said, from }) =>
    first && kind === 'one' ? [toPlaced(first, said, from)] : [],
  )
  const pointed =
    answer ??
    pointingIn(references, own, parts, words, (last?.organizations.length ?? 0) > 0).flatMap(
      (one) => pointedAt(one, here),
    )
  // "Is that more than Harbor House?" compares with what was asked before.
  const isAgainst = own.length === 1 && AGAINST.test(text)
  if (isAgainst) pointed.push(...pointedAt({ kind: 'focus', from: 0, to: 0, items: [] }, here))
  const all = [...said, ...pointed].sort((a, b) => a.at - b.at)
  const isLast = parts.years.relative === 'before' && parts.years.from === undefined && year
  const isItem = answer !== undefined || references.some(({ kind }) => kind === 'items')
  const isReferred = (word: string) =>
    references.some(
      ({ kind, from, to }) =>
        kind === 'that' && words.slice(from, to).some((one) => one.word === word.toLowerCase()),
    )
  const isSaid = (word: string) =>
    isReferred(word) ||
    (isItem && /^\d+$/.test(word)) ||
    own.some(({ found }) => found.some((one) => isPlaceOf(one, word)))
  const message: Message = {
    ...{ text, ...parts, isFragment: false, isFollowUp: own.length === 0 && all.length > 0 },
    ...(isLast && { years: { ...parts.years, from: isLast - 1, to: isLast - 1 } }),
    unread: answer ? [] : parts.unread.filter((word) => !isSaid(word)),
    organizations: [...new Map(all.map(({ at: _, ...one }) => [one.ein, one])).values()],
    unresolved: own.flatMap(toUnresolved),
    people: [...new Set([...people.map((one) => one.said), ...peopleOf(references, here)])],
    ...(last && { previous: { message: last } }),
  }
  if (last && inList('follow', words[0]?.word)) keepPay(message, last)
  const isSameYear =
    isAgainst || (/^(?:and|also|then|but)$/.test(words[0]?.word ?? '') && message.isFollowUp)
  if (last && isSameYear && Object.keys(message.years).length === 0) message.years = last.years
  // "The first one" is no number of results.
  if (isItem) delete message.limit
  const isOwnQuestion = message.words.some(({ list }) =>
    /^(?:figure|policy|fact|role|direction|award|rating)$/.test(list),
  )
  return last &&
    ((answer && !isOwnQuestion) || isPartial(message, here) || isNextBest(message, last))
    ? complete(message, last)
    : message
}

/** "And the CFO?" after a question about pay is about pay. */
function keepPay(message: Message, last: Message): void {
  const isOfRole = message.words.some(({ list }) => list === 'role')
  const isOther = message.words.some(({ list }) => !/^(?:role|feature|group)$/.test(list))
  if (isOfRole && !isOther) message.words.push(...last.words.filter(({ list }) => list === 'pay'))
}

/** Chooses among organizations of one name by the place that is said, or by what was proposed. */
function narrow(mention: Mention, { text, words, mentions, isAsking, list }: Here): Mention {
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
    ...[all, inPlaceSaid(all, after), inPlaceSaid(all, text), universityOf(mention.said, all)],
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

// "No, I meant the one in Ohio."
const CHOOSES =
  /\b(?:meant?|the(?: \w+){1,3} (?:one|organization|charity)|the one (?:in|from|near|of))\b/i

/** Returns the organization that a message chooses, by its place, from those that were proposed. */
function answerTo(names: readonly Mention[], here: Here): Placed[] | undefined {
  const isChosen = here.isAsking || CHOOSES.test(here.text)
  if (!isChosen || names.some(({ kind }) => kind === 'one')) return undefined
  const shown = here.list.flatMap(({ ein }) => ein ?? [])
  const proposed = [...new Set([...here.proposed, ...shown])].flatMap(
    (ein) => here.known.get(ein) ?? [],
  )
  const inPlace = inPlaceSaid(proposed, here.text)
  const [chosen, ...others] = inPlace.length > 0 ? inPlace : withWords(proposed, here.words)
  return chosen && others.length === 0 ? [toPlaced(chosen, here.text, 0)] : undefined
}

// "Revenue per the registry?"
const MOST_OF_FRAGMENT = 5

/** Returns the references that add organizations; one to what came before if a message has no subject. */
function pointingIn(
  all: readonly Reference[],
  own: readonly Mention[],
  { words: found, state }: Parts,
  words: readonly Word[],
  isAfter: boolean,
): Reference[] {
  if (own.length > 0) return all.filter((one) => isBeside(one, own, words))
  const isFeature = (key: string) => has({ words: found }, 'feature', key)
  const isTwo = isFeature('compare') || (isFeature('which') && isFeature('more'))
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

const AGAINST =
  /^\W*(?:and )?(?:(?:versus|vs|against|compared (?:to|with))\b|(?:is|was) (?:that|it|this) (?:more|less|higher|lower|better|bigger|larger|worse|smaller)\b.*\bthan\b|how does (?:that|it|this) compare\b)/i
const GIVING = /^(?:g[ia]ve|given|giving|fund|funded|support|supported|pay|paid|grant|granted)$/

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
  const isGiven = GIVING.test(words[from - 1]?.word ?? '')
  const isLast = words[to]?.isFirst !== false || isGiven
  const isObject = /^(?:it|them)$/.test(words[from]?.word ?? '') && isLast
  return isObject && !words.slice(last, from).some(({ word, isFirst }) => word === 'and' || isFirst)
}

/** Returns the organizations that a reference means. */
function pointedAt({ kind, from, to, items }: Reference, here: Here): Placed[] {
  const said = here.text.slice(here.words[from]?.from, here.words[to - 1]?.to ?? 0)
  const found =
    kind === 'that'
      ? thatIn(said, here)
      : einsOf(kind, items, here).flatMap((ein) => here.known.get(ein) ?? [])
  const isPage =
    here.page && (kind === 'here' || (found.length === 0 && /^(?:it|they|their|focus)$/.test(kind)))
  return (isPage && here.page ? [here.page] : found).map((one) => toPlaced(one, said, from))
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

/** Returns the organization that "that clinic", "the Seattle one", or "that one" of a list means. */
function thatIn(said: string, here: Here): Known[] {
  const { list, focus, asked, spoken, isListed, known, text } = here
  const toKnown = (eins: readonly string[]) => eins.flatMap((ein) => known.get(ein) ?? [])
  const listed = toKnown(isListed ? list.flatMap(({ ein }) => ein ?? []) : [])
  const own = toKnown(focus.slice(0, 1))
  const word = said
    .toLowerCase()
    .replace(/^(?:the|that) /, '')
    .replace(/ one$|'s?$/, '')
  const isOf = ({ display }: Known) => tokenize(display.name).includes(word)
  const all = [...own, ...listed, ...toKnown(spoken.toReversed())]
  const [placed] = /^the .*\bone\b/i.test(said) ? inPlaceSaid(all, text) : []
  const meant = all.find(isOf) ?? placed
  if (meant) return [meant]
  // After "Who funds A?", it is the largest funder; of a ranking, the winner is in focus.
  const [top] = said.startsWith('that') ? listed : []
  const isTop = own.length === 0 || (asked.length > 0 && !asked.includes(top?.ein ?? ''))
  return top && isTop ? [top] : own
}

function einsOf(kind: string, items: readonly number[], before: Before): string[] {
  const { focus, asked, spoken, list, isListed } = before
  const listed = list.flatMap(({ ein }) => ein ?? [])
  const pair = [asked, focus, listed].find(({ length }) => length === 2) ?? spoken.slice(-2)
  const many = isListed && listed.length > 1 ? listed : undefined
  const other = asked.length === 1 ? spoken.slice(-2).filter((ein) => ein !== asked[0]) : pair
  // Of a comparison, they are counted as the question named them.
  const counted = isListed || asked.length < 2 ? list.map(({ ein }) => ein) : asked
  const eins = items.flatMap(
    (item) => (counted.length > 1 ? counted.at(item) : pair.at(item)) ?? [],
  )
  // "The second one" of a list of people is about their organization.
  if (kind === 'items') return eins.length > 0 || listed.length > 0 ? eins : focus
  if (kind === 'top') return listed.filter((ein) => !focus.includes(ein)).slice(0, 1)
  if (kind === 'two') return many ?? (pair.length === 2 ? pair : focus)
  if (kind === 'other') return other.slice(-1)
  if (kind === 'these' && !many && asked.length > 1) return asked
  if (kind === 'these') return many ?? (focus.length < 2 && pair.length === 2 ? pair : focus)
  if (kind === 'they') return many ?? focus
  return kind === 'their' || kind === 'focus' ? focus : focus.slice(0, 1)
}

const peopleOf = (references: readonly Reference[], { people, list }: Before): string[] =>
  references.flatMap(({ kind, items }) => {
    if (kind === 'person') return people.slice(0, 1)
    return items.flatMap((item) => people.filter((one) => one === list.at(item)?.label))
  })

/** "And which one comes second?" of the best of a group. */
const isNextBest = ({ text, figures }: Message, last: Message): boolean =>
  ['highest', 'lowest'].some((key) => has(last, 'feature', key)) &&
  last.organizations.length === 0 &&
  figures.length === 0 &&
  !/\bthe (?:second|third) one\b/i.test(text) &&
  /\b(?:second|third|runner[- ]?up|next)\b\W*(?:place|one|best|worst|\w+est)?\W*$/i.test(text)

const PARTIAL =
  /^(?:negative|followup|reference|previous|next|latest|why|which|both|howMuch|list|what|trend|start)$/

/** Whether a message asks nothing by itself. A name alone asks for that organization. */
function isPartial(
  { words, unread, years, form, limit, isFollowUp }: Message,
  here: Here,
): boolean {
  const isAsked = ({ list, key, said }: Found) =>
    list === 'feature'
      ? !PARTIAL.test(key) && !said.includes('PLACE') && !(limit && /^(?:high|low)est$/.test(key))
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
