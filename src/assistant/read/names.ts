import { groupBy } from '#src/domain/es2024.ts'
import { normalizeName, tellingWords, toSearchKeys } from '#src/domain/names.ts'
import { interpretQuery } from '#src/search/interpretation/interpret-query.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { apart, compareFits, fitOf } from './fit.ts'
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
import { inList, type Word, wordsOf } from './text.ts'

/** What words of a message name. */
export type Mention = Span & {
  said: string
  /** `one` and `several` have the name, `closest` only resemble it. */
  kind: 'one' | 'several' | 'closest' | 'none' | 'person'
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

function toMention({ from, to }: Span, said: string, rank: Rank, found: Known[]): Mention[] {
  const mention = { from, to, said, found, rank: rankOf(rank) }
  if (found.length > 1) return [{ ...mention, kind: 'several', rank: mention.rank + SEVERAL }]
  return found.length === 0 ? [] : [{ ...mention, kind: 'one' }]
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
    const exact = mentions.map((one) => {
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
  const fits = hits.flatMap((known) => fitOf(words, run, known) ?? []).sort(compareFits)
  const [person] = fits.filter(
    ({ known, isSafe, level, from, to }) =>
      known.isPerson && isSafe && (level !== 'part' || to - from > 1),
  )
  const organizations = fits.filter(({ known }) => !known.isPerson)
  const [first] = organizations
  const best = organizations.filter((fit) => first?.isSafe && compareFits(fit, first) === 0)
  const found = unique(best.map(({ known }) => known))
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
  if (first) mentions.push(...toMention(first, textOf(text, words, first), first.level, found))
  // "Food Banks in Ohio" describes organizations.
  if (interpretQuery(said).likely === 'intent')
    return mentions.filter(({ rank }) => rank >= rankOf('whole') + SEVERAL)
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
