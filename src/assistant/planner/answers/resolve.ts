import type { Ein } from '../../../domain/ein.ts'
import { normalizeName } from '../../../domain/names.ts'
import { trigramSimilarity } from '../../../domain/similarity.ts'
import {
  type Candidate,
  type FindOrganizationAnswer,
  findOrganization,
} from '../../tools/find-organization.ts'
import { cleanName } from '../questions/clean.ts'
import type { Mention } from '../questions/question.ts'
import { isOneSlipOff } from '../questions/spelling.ts'
import type { Work } from './work.ts'

/** Who is meant by a mention, or why that is not known. */
export type Resolved =
  /** `asked` is a name nobody has, where the nearest was taken for it. */
  | { kind: 'one'; ein: Ein; name?: string; asked?: string }
  | { kind: 'which'; name: string; found: FindOrganizationAnswer }
  | { kind: 'nobody'; name: string; found: FindOrganizationAnswer }

// As alike as a name and its misspelling ("turkana wels partnershp": 0.7) and unlike another
// organization's with a word in common ("Turkana Wells Fund": 0.55).
const NEAR = 0.62

/** Who is meant by one mention. */
export async function resolveMention(work: Work, mention: Mention): Promise<Resolved> {
  if ('ein' in mention) return { kind: 'one', ein: mention.ein }
  const { name, state, whole } = mention
  const called = whole === undefined ? undefined : await findExact(work, whole)
  if (called) return called
  const found = await work.call(findOrganization, { name, ...(state && { state }) })
  const { status, ein, candidates } = found
  if (status === 'Exact' && ein) return toOne(ein, candidates)
  if (status === 'Ambiguous' || isShortFor(name, candidates)) return { kind: 'which', name, found }
  const near = nearestBy(name, candidates)
  return near ? { ...toOne(near.ein, [near]), asked: name } : { kind: 'nobody', name, found }
}

/** Who is called just so; undefined where nobody is, or more are. */
async function findExact(work: Work, name: string): Promise<Resolved | undefined> {
  const { status, ein, candidates } = await work.call(findOrganization, { name })
  return status === 'Exact' && ein ? toOne(ein, candidates) : undefined
}

const toOne = (ein: Ein, candidates: readonly Candidate[]) => {
  const name = candidates.find((one) => one.ein === ein)?.name
  return { kind: 'one' as const, ein, ...(name !== undefined && { name }) }
}

const wordsOf = (name: string): string[] => normalizeName(name).split(' ').filter(Boolean)

/** Whether more than one candidate has all words of a name, which then says of neither which. */
function isShortFor(name: string, candidates: readonly Candidate[]): boolean {
  const asked = wordsOf(name)
  const fitting = candidates.filter((one) => {
    const own = new Set(wordsOf(one.name))
    return asked.every((word) => own.has(word))
  })
  return asked.length > 0 && fitting.length > 1
}

/** The one candidate that is near to a name and has its words; undefined where none is, or two are. */
function nearestBy(name: string, candidates: readonly Candidate[]): Candidate | undefined {
  const likeness = (one: Candidate) =>
    trigramSimilarity(normalizeName(name), normalizeName(one.name))
  const near = candidates.filter((one) => hasWordsOf(name, one.name) && likeness(one) >= NEAR)
  const [first, second] = near.toSorted((left, right) => likeness(right) - likeness(left))
  return second && first && likeness(second) === likeness(first) ? undefined : first
}

// Words that tell no organization from another.
const SMALL = new Set(['the', 'a', 'an', 'of', 'for', 'in', 'and', 'on', 'at', 'to', 'by'])
const significantOf = (name: string) => wordsOf(name).filter((word) => !SMALL.has(word))

/** Whether a name has every word that is asked for, each one slip off at most; one shared word is none. */
function hasWordsOf(asked: string, name: string): boolean {
  const [words, own] = [significantOf(asked), significantOf(name)]
  const isOne = (word: string) => own.some((other) => isSame(word, other))
  return words.every(isOne) && (words.length > 1 || own.length === 1)
}

// A slip in a short word or a number ("Local 445") makes another one.
const isSame = (word: string, other: string): boolean =>
  word === other || (word.length > 3 && !/\d/.test(word) && isOneSlipOff(word, other))

const AND = /\s+(?:and|&)\s+/gi

/**
 * Who is meant by each mention. "A and B" is one organization where one is called so, else the two
 * on its sides; `isMany` parts it also where one side is not known.
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
    if (first.kind !== 'one' && !(isMany && whole.kind === 'nobody')) continue
    const rest = await resolveParts(work, { ...mention, name: right }, isMany)
    if (isMany || rest.every(({ kind }) => kind === 'one')) return [first, ...rest]
  }
  return [whole]
}
