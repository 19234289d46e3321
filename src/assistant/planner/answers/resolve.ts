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
  const { name, state } = mention
  const found = await work.call(findOrganization, { name, ...(state && { state }) })
  const { status, ein, candidates } = found
  if (status === 'Exact' && ein) return toOne(ein, candidates)
  if (status === 'Ambiguous' || isShortFor(name, candidates)) return { kind: 'which', name, found }
  const near = nearestBy(name, candidates)
  return near ? { ...toOne(near.ein, [near]), asked: name } : { kind: 'nobody', name, found }
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

/** The one candidate that is near to a name; undefined where none is, or two are. */
function nearestBy(name: string, candidates: readonly Candidate[]): Candidate | undefined {
  const likeness = (one: Candidate) =>
    trigramSimilarity(normalizeName(name), normalizeName(one.name))
  const near = candidates.filter((one) => likeness(one) >= NEAR)
  const [first, second] = near.toSorted((left, right) => likeness(right) - likeness(left))
  return second && first && likeness(second) === likeness(first) ? undefined : first
}

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
