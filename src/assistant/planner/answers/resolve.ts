import type { Ein } from '#src/domain/ein.ts'
import { normalizeName } from '#src/domain/names.ts'
import { trigramSimilarity } from '#src/domain/similarity.ts'
import {
  type Candidate,
  type ResolveAnswer,
  resolveOrganization,
} from '#src/tools/search/resolve.ts'
import { WHICH_ONE } from '../questions/conversation.ts'
import { cleanName } from '../questions/names.ts'
import type { Mention } from '../questions/question.ts'
import { isOneSlipOff } from '../questions/spelling.ts'
import { plainName, quote, type Said, say, sayEin, type Work } from './say.ts'

/** The organization a mention means, or why that is unclear. */
export type Resolved =
  /** `asked` is a name that no organization has; the nearest was taken. */
  | { kind: 'one'; ein: Ein; name?: string; asked?: string }
  | { kind: 'which'; name: string; found: ResolveAnswer }
  | { kind: 'none'; name: string; found: ResolveAnswer }

// A name and its misspelling are at least this similar ("turkana wels partnershp": 0.7); another
// name with a common word is less similar ("Turkana Wells Fund": 0.55).
const NEAR = 0.62

/** Finds the organization of one mention. */
export async function resolveMention(work: Work, mention: Mention): Promise<Resolved> {
  if ('ein' in mention) return { kind: 'one', ein: mention.ein }
  const { name, state, whole } = mention
  const called = whole === undefined ? undefined : await findExact(work, whole)
  if (called) return called
  const found = await work.call(resolveOrganization, { name, state })
  const { status, ein, candidates } = found
  if (status === 'Exact' && ein) return toOne(ein, candidates)
  if (status === 'Ambiguous' || isShortFor(name, candidates)) return { kind: 'which', name, found }
  const near = nearestBy(name, candidates)
  return near ? { ...toOne(near.ein, [near]), asked: name } : { kind: 'none', name, found }
}

/** Finds the one organization with exactly this name. */
async function findExact(work: Work, name: string): Promise<Resolved | undefined> {
  const { status, ein, candidates } = await work.call(resolveOrganization, { name })
  return status === 'Exact' && ein ? toOne(ein, candidates) : undefined
}

const toOne = (ein: Ein, candidates: readonly Candidate[]) => {
  const name = candidates.find((one) => one.ein === ein)?.name
  return { kind: 'one' as const, ein, ...(name !== undefined && { name }) }
}

const wordsOf = (name: string): string[] => normalizeName(name).split(' ').filter(Boolean)

/** Returns whether several candidates contain all words of a name. */
function isShortFor(name: string, candidates: readonly Candidate[]): boolean {
  const asked = wordsOf(name)
  const fitting = candidates.filter((one) => {
    const own = new Set(wordsOf(one.name))
    return asked.every((word) => own.has(word))
  })
  return asked.length > 0 && fitting.length > 1
}

/**
 * Returns the one candidate that is similar to a name and has its words; undefined if none is, or
 * two tie.
 */
function nearestBy(name: string, candidates: readonly Candidate[]): Candidate | undefined {
  const likeness = (one: Candidate) =>
    trigramSimilarity(normalizeName(name), normalizeName(one.name))
  const near = candidates.filter((one) => hasWordsOf(name, one.name) && likeness(one) >= NEAR)
  const [first, second] = near.toSorted((left, right) => likeness(right) - likeness(left))
  return second && first && likeness(second) === likeness(first) ? undefined : first
}

// Words that do not distinguish organizations.
const SMALL = new Set(['the', 'a', 'an', 'of', 'for', 'in', 'and', 'on', 'at', 'to', 'by'])
const significantOf = (name: string) => wordsOf(name).filter((word) => !SMALL.has(word))

/**
 * Returns whether a name has every requested word, each with at most one typo; one shared word is
 * not enough.
 */
function hasWordsOf(asked: string, name: string): boolean {
  const [words, own] = [significantOf(asked), significantOf(name)]
  const isOne = (word: string) => own.some((other) => isSame(word, other))
  return words.every(isOne) && (words.length > 1 || own.length === 1)
}

// A typo in a short word or a number ("Local 445") makes a different one.
const isSame = (word: string, other: string): boolean =>
  word === other || (word.length > 3 && !/\d/.test(word) && isOneSlipOff(word, other))

const AND = /\s+(?:and|&)\s+/gi

/**
 * Finds the organizations of all mentions. "A and B" is one organization if one has that name,
 * otherwise two; `isMany` splits it even if one side is unknown.
 */
export async function resolveAll(
  work: Work,
  mentions: readonly Mention[],
  isMany: boolean,
): Promise<Resolved[]> {
  const resolved: Resolved[] = []
  for (const mention of mentions) resolved.push(...(await resolveParts(work, mention, isMany)))
  return resolved
}

async function resolveParts(work: Work, mention: Mention, isMany: boolean): Promise<Resolved[]> {
  const whole = await resolveMention(work, mention)
  if ('ein' in mention || whole.kind === 'which') return [whole]
  if (whole.kind === 'one' && whole.asked === undefined) return [whole]
  const { name } = mention
  for (const { 0: joint, index } of name.matchAll(AND)) {
    const [left, right] = [name.slice(0, index), name.slice(index + joint.length)].map(cleanName)
    if (!left || !right) continue
    const first = await resolveMention(work, { name: left })
    if (first.kind !== 'one' && !(isMany && whole.kind === 'none')) continue
    const rest = await resolveParts(work, { ...mention, name: right }, isMany)
    if (isMany || rest.every(({ kind }) => kind === 'one')) return [first, ...rest]
  }
  return [whole]
}

/** The answer to a question that names no organization. */
export const WHO =
  'To look up an organization, I need its name or EIN. For example: “revenue of Harbor House in 2021”.'

/** Asks which of several organizations is meant, or says that no organization has the name. */
export async function* askWho(unresolved: Exclude<Resolved, { kind: 'one' }>): Said {
  const { kind, name, found } = unresolved
  const said = quote(name)
  const { candidates, citations } = found
  if (candidates.length === 0) {
    yield* say(`The loaded data has no organization called ${said}.`)
    return
  }
  const isOne = candidates.length === 1
  const which = isOne
    ? `One organization is called ${said}, but in another place:`
    : `${said} may mean more than one organization:`
  const closest = isOne ? 'The closest match is' : 'The closest matches are'
  yield* say(kind === 'which' ? which : `No organization is called ${said}. ${closest}:`)
  for (const candidate of candidates) {
    const cited = citations.find(({ ein }) => ein === candidate.ein)
    yield* say(`- ${describeCandidate(candidate)}`, cited)
  }
  yield* say(isOne ? ONE_ALONE : WHICH_ONE)
}

const ONE_ALONE = 'If you mean this one, ask again with its EIN.'

const describeCandidate = ({ ein, name, place, form }: Candidate): string =>
  [`${plainName(name)} (${sayEin(ein)})`, place && plainName(place), form && `files Form ${form}`]
    .filter(Boolean)
    .join(', ')
