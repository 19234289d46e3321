import { groupBy } from '#src/domain/es2024.ts'
import { normalizeName, tellingWords, toSearchKeys } from '#src/domain/names.ts'
import { interpretQuery } from '#src/search/interpretation/interpret-query.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { type Found, findWords } from '../vocabulary.ts'
import { apart, compareFits, type Fit, fitOf } from './fit.ts'
import { byEins, byNames, byPerson, bySimilarName, type Known, lookUp } from './look-up.ts'
import {
  coreOf,
  einsIn,
  isCertain,
  quotedIn,
  runsOf,
  type Span,
  spansOf,
  tellingIn,
  textOf,
} from './spans.ts'
import { inList, isOfQuestion, type Word, wordsOf } from './text.ts'

/** What words of a message name. */
export type Mention = Span & {
  said: string
  /** `one` and `several` have the name, `closest` only resemble it. */
  kind: 'one' | 'several' | 'closest' | 'none' | 'person'
  /** Whether it is only a part of the organization's name. */
  isPart?: boolean
  found: Known[]
  rank: number
}
export type Named = { text: string; words: Word[]; mentions: Mention[] }

// In ascending order; the better of mentions that overlap is kept.
const RANKS = ['none', 'closest', 'part', 'begins', 'person', 'whole', 'exact', 'ein'] as const
type Rank = (typeof RANKS)[number]
const rankOf = (rank: Rank): number => RANKS.indexOf(rank)
const SEVERAL = -0.5

/**
 * Finds what each text names, and organizations by EIN. One call finds exact names; another compares
 * what is left, and may be a name, with similar names and with people.
 */
export async function findNames(
  deps: SearchDeps,
  texts: readonly string[],
  eins: readonly string[],
) {
  const read = texts.map((text) => {
    const words = wordsOf(text)
    const [typed, quoted] = [einsIn(text, words), quotedIn(text, words)]
    const spans = [...quoted, ...spansOf(words)].map((span) => ({
      ...span,
      said: textOf(text, words, span),
    }))
    return { text, words, typed, quoted, spans }
  })
  const names = read.flatMap(({ spans }) => spans.map(({ said }) => said))
  const all = [...new Set([...eins, ...read.flatMap(({ typed }) => typed.map(({ ein }) => ein))])]
  const [numbered = [], same = []] = await lookUp(deps, [byEins(deps, all), byNames(deps, names)])
  const keyed = same.flatMap((known) => known.names.flatMap(keysOf).map((key) => ({ key, known })))
  const byKey = groupBy(keyed, ({ key }) => key)
  const opened = read.map(({ text, words, typed, quoted, spans }): Opened => {
    const exact = spans.flatMap((span) => {
      const found = keysOf(span.said).flatMap((key) => byKey.get(key) ?? [])
      const all = unique(found.map(({ known }) => known))
      return toMention(span, span.said, 'exact', apart(words, span, all))
    })
    const byEin = typed.map(({ ein, ...span }): Mention => {
      const found = numbered.filter((one) => one.ein === ein)
      const kind = found.length > 0 ? 'one' : 'none'
      return { ...span, kind, found, said: textOf(text, words, span), rank: rankOf('ein') }
    })
    const mentions = choose([...byEin, ...exact])
    const isTaken = (at: number) => mentions.some(({ from, to }) => from <= at && at < to)
    const free = quoted.filter(({ from }) => !isTaken(from))
    return { text, words, mentions, runs: [...free, ...runsOf(words, isTaken)] }
  })
  return { numbered, named: await compareAll(deps, opened) }
}

type Opened = Named & { runs: Span[] }

function keysOf(said: string): string[] {
  const { name, compact } = toSearchKeys(said)
  return [name, `${compact}|`]
}

const unique = (all: readonly Known[]): Known[] => [
  ...new Map(all.map((one) => [one.ein, one])).values(),
]

function toMention({ from, to }: Span, said: string, rank: Rank, all: Known[]): Mention[] {
  const found = ownersOf(said, all)
  const isPart = rank === 'part' || rank === 'begins'
  const mention = { from, to, said, found, isPart, rank: rankOf(rank) }
  const isMeant = likeliestOf(found).length === 1
  const several = isMeant ? mention.rank : mention.rank + SEVERAL
  if (found.length > 1) return [{ ...mention, kind: 'several', rank: several }]
  return found.length === 0 ? [] : [{ ...mention, kind: 'one' }]
}

// A namesake with a hundred times the revenue is meant; from $100 million on, with ten times.
const [DOMINANT, LARGE] = [1, 8]

// "Kennedy Center" is part of a large one's name.
const MIN_OF_PART = 7

/** Whether words are too little of a name of a small organization. */
const isTooShort = ({ level, known, from, to }: Fit): boolean =>
  level === 'part' && !known.isPerson && known.prominence < MIN_OF_PART && to - from < 3

/** Returns the organizations that have a name as their own, or else as another. */
function ownersOf(said: string, found: Known[]): Known[] {
  const keyOf = (name: string) => toSearchKeys(name).name
  const own = found.filter(({ display }) => keyOf(display.name) === keyOf(said))
  return own.length > 0 ? own : found
}

/**
 * Returns the one that is meant: "Yale" is Yale University, "Red Cross" the one that files returns, and
 * otherwise one that is much larger than the rest. Returns all if none is.
 */
export function likeliestOf(found: Known[]): Known[] {
  const [first, second] = found.toSorted((a, b) => b.prominence - a.prominence)
  const family = first?.display.familyId
  const isFamily = found.some(
    ({ ein, display }) =>
      ein !== first?.ein && display.familyId === family && display.latestYear !== undefined,
  )
  // A local group that has the name of its national one may be meant.
  if (family !== undefined && isFamily) return found
  const [filer, ...filers] = found.filter(({ display }) => display.latestYear !== undefined)
  const most = first?.prominence ?? 0
  if (filer && filers.length === 0 && filer.prominence + DOMINANT > most) return [filer]
  const least = most > LARGE ? DOMINANT : 2 * DOMINANT
  return first && most > (second?.prominence ?? 0) + least ? [first] : found
}

/** Returns the best mentions that do not overlap, in order. */
function choose(all: readonly Mention[]): Mention[] {
  const chosen: Mention[] = []
  for (const one of all.toSorted((a, b) => b.rank - a.rank || b.to - b.from - (a.to - a.from))) {
    if (chosen.every(({ from, to }) => one.to <= from || one.from >= to)) chosen.push(one)
  }
  return chosen.sort((a, b) => a.from - b.from)
}

// Famous organizations are known by a short name that is another's whole name ("Red Cross").
const isShort = ({ said, kind }: Mention): boolean =>
  kind !== 'none' && tellingWords(normalizeName(said)).length < 3

async function compareAll(deps: SearchDeps, all: readonly Opened[]): Promise<Named[]> {
  const searches = new Map<string, ReturnType<typeof byEins>>()
  for (const { text, words, mentions, runs } of all) {
    for (const { said } of mentions.filter(isShort))
      searches.set(`=${said}`, bySimilarName(deps, said, 'Close'))
    for (const one of mentions) {
      const place = placeAfter(text, words, one)
      if (place) searches.set(`+${one.said}`, bySimilarName(deps, `${one.said} ${place}`, 'Close'))
    }
    for (const run of runs) {
      const said = textOf(text, words, coreOf(words, run))
      const isAcronym = /^\p{Lu}{3,10}$/u.test(said)
      searches.set(said, bySimilarName(deps, said, isAcronym ? 'Close' : 'Loose'))
      if (canBePerson(words, coreOf(words, run)))
        searches.set(`@${said}`, byPerson(deps, { name: said }))
    }
  }
  const found = await lookUp(deps, [...searches.values()])
  const results = new Map([...searches.keys()].map((key, at) => [key, found[at] ?? []]))
  return all.map(({ text, words, mentions, runs }) => {
    const exact = mentions.map((typed) => {
      const one = withPlace(typed, results.get(`+${typed.said}`) ?? [])
      const [famous] = results.get(`=${one.said}`) ?? []
      if (!famous || one.found.some(({ ein }) => ein === famous.ein)) return one
      return { ...one, kind: 'several' as const, found: [famous, ...one.found] }
    })
    const compared = runs.flatMap((run) => {
      const said = textOf(text, words, coreOf(words, run))
      return compare(text, words, run, [
        ...(results.get(said) ?? []),
        ...(results.get(`@${said}`) ?? []),
      ])
    })
    return { text, words, mentions: joinEins(words, choose([...exact, ...compared])) }
  })
}

/** Returns the place after a name that several have; only a search for both finds a small one. */
function placeAfter(text: string, words: readonly Word[], { kind, to }: Mention) {
  const after = text.slice(words[to - 1]?.to ?? 0)
  return kind === 'several' ? /^,? (?:in|at|near|from) ([^?.!;]{2,40})/.exec(after)?.[1] : undefined
}

/** Adds those of the same name that a search for name and place found. */
function withPlace(mention: Mention, hits: readonly Known[]): Mention {
  const { name } = toSearchKeys(mention.found[0]?.display.name ?? '')
  const same = hits.filter(({ display }) => toSearchKeys(display.name).name === name)
  return { ...mention, found: unique([...mention.found, ...same]) }
}

const EIN_WORD = /^(?:ein|tax|id|number)$/

/** Joins a name and the EIN after it, which decides: "Harbor House (EIN 12-3456789)". */
function joinEins(words: readonly Word[], mentions: readonly Mention[]): Mention[] {
  const joined: Mention[] = []
  for (const one of mentions) {
    const last = joined.at(-1)
    const between = words.slice(last?.to, one.from)
    const isBeside = one.rank === rankOf('ein') && between.every(({ word }) => EIN_WORD.test(word))
    if (!last || !isBeside || last.rank === one.rank) joined.push(one)
    else if (one.kind === 'one')
      joined.splice(-1, 1, { ...last, ...one, from: last.from, said: last.said })
    else joined.splice(-1, 1, { ...last, to: one.to, kind: 'closest' })
  }
  return joined
}

function canBePerson(words: readonly Word[], span: Span): boolean {
  const isNear = words.some(({ word }) => inList('person', word))
  const least = isNear && isCertain(words, span) ? 1 : 2
  const own = words.slice(span.from, span.to)
  return own.length >= least && own.length < 6 && !own.some(({ text }) => /[\d&]/.test(text))
}

/** Whether words stand among names: "A vs B". */
export const isListed = (words: readonly Word[], { from, to }: Span): boolean =>
  inList('against', words[from - 1]?.word) || inList('against', words[to]?.word)

/** Whether words in lower case can be a name: a single one stands where a name does. */
function isLikeName(words: readonly Word[], { from, to, known, level }: Fit): boolean {
  const telling = tellingIn(words, { from, to })
  const before = words.slice(0, from).findLast(({ role }) => role !== 'small' || from === 1)
  const isBefore = inList('opening', before?.word) || inList('opening', words[to]?.word)
  const isObject = from === 0 || to === words.length || isBefore || words[to]?.isFirst
  const isOwner = /'s?$/.test(words[to - 1]?.text ?? '')
  if (telling.every(({ word }) => inList('ordinal', word) || inList('head', word))) return false
  // "Payments in 2020" is not the Payments Leadership Association.
  const isWord = telling.length === 1 && level !== 'whole' && known.prominence < MIN_OF_PART
  const isAlone = from === 0 && to === words.length
  const isPlaced = isAlone || inList('opening', before?.word) || isListed(words, { from, to })
  if (isWord && !isPlaced) return false
  // "How much housing assistance" is not Housing Assistance Corporation.
  if (telling.length < 3 && !isObject && telling.every(({ role }) => role === 'common'))
    return false
  // "red cross"
  const isFamous = telling.length === 2 && known.prominence > LARGE
  const isLong = telling.length > 2 || isFamous || telling.some((one) => !isOfQuestion(one))
  return isLong && (telling.length > 1 || isObject || isOwner)
}

/** Whether words are of a figure: "Medicaid shortfall" is not Medicaid Health Plans of America. */
function isOfFigure(words: readonly Word[], { from, to }: Span, figures: readonly Found[]) {
  const [start = 0, end = 0] = [words[from]?.from, words[to - 1]?.to]
  return figures.some(({ at, to: until }) => at <= start && end <= until)
}

/** Whether most words are of no question, and none is of a topic that is out of scope. */
function isUnlikeQuestion(words: readonly Word[], span: Span): boolean {
  const telling = tellingIn(words, span)
  const isOut = findWords(telling.map(({ word }) => word).join(' ')).some(
    ({ list, key }) => list === 'out' && key !== 'foreign',
  )
  return !isOut && telling.filter(isOfQuestion).length * 2 <= telling.length
}

/** Returns what a run names: the organizations and the person that it fits, or none. */
function compare(
  text: string,
  words: readonly Word[],
  run: Span,
  hits: readonly Known[],
): Mention[] {
  const isName = isCertain(words, run)
  const core = coreOf(words, run)
  const said = textOf(text, words, core)
  const figures = findWords(text).filter(
    ({ list, said }) => list === 'figure' && said.includes(' '),
  )
  const fits = hits
    .flatMap((known) => fitOf(words, run, known) ?? [])
    .map((fit) => (isTooShort(fit) ? { ...fit, isSafe: false } : fit))
    .filter((fit) => isName || isLikeName(words, fit))
    .filter((fit) => fit.level === 'whole' || !isOfFigure(words, fit, figures))
    .sort(compareFits)
  const [person] = fits.filter(
    ({ known, isSafe, level, from, to, typos }) =>
      known.isPerson && isSafe && (to - from > 1 || (level !== 'part' && typos === 0)),
  )
  const organizations = fits.filter(({ known }) => !known.isPerson)
  const [first] = organizations
  const safe = first?.level === 'whole' ? [] : organizations.filter(({ isSafe }) => isSafe)
  const [known, other] = likeliestOf(unique(safe.map((fit) => fit.known)))
  const isKnown = other === undefined ? known : undefined
  const best = organizations.filter((fit) =>
    isKnown ? fit.known === isKnown : first?.isSafe && compareFits(fit, first) === 0,
  )
  const found = unique(best.map((fit) => fit.known))
  const mentions: Mention[] = []
  if (person) {
    const { known, from, to, typos } = person
    const name = typos > 0 || !isName ? known.display.name : textOf(text, words, person)
    mentions.push({
      from,
      to,
      said: name,
      kind: 'person',
      found: [],
      rank: rankOf('person') - typos,
    })
  }
  const [fit = first] = best
  if (fit) mentions.push(...toMention(fit, textOf(text, words, fit), fit.level, found))
  // "Food Banks in Ohio" describes organizations.
  if (interpretQuery(said).likely === 'intent') {
    const isWhole = ({ rank }: Mention) => rank >= rankOf('whole') + SEVERAL
    const isLong = ({ from, to }: Mention) =>
      to - from > 2 && !/[^s]s$/.test(words[to - 1]?.word ?? '')
    // "Does Catholic Charities have a chapter there?"
    const isWritten = isName && !words[core.from]?.isFirst
    return mentions.filter((one) => isWritten || isWhole(one) || isLong(one))
  }
  if (!isName && !isUnlikeQuestion(words, core)) return mentions
  const near = organizations.filter(
    ({ from, to }) => (to - from) * 2 > tellingIn(words, core).length && (isName || to - from > 1),
  )
  const kind = near.length > 0 ? 'closest' : 'none'
  const isJoined = words
    .slice(core.from + 2, core.to - 2)
    .some(({ word }) => /^(?:and|&|or)$/.test(word))
  const rank = rankOf(kind) + (isJoined ? SEVERAL : 0)
  return [...mentions, { ...core, said, kind, found: unique(near.map(({ known }) => known)), rank }]
}
