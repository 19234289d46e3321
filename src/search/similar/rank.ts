import type { Candidate } from '../results/similar.ts'
import type { Basis } from './basis.ts'
import { matchedIn, type Similarity, scoreSimilarity, textIn } from './score.ts'

export type Compared = { candidate: Candidate; similarity: Similarity }

/**
 * The similar organizations among the candidates, most similar first: by score, then prominence,
 * then EIN; where texts are compared, those without one come after (decisions part 4). Each
 * family has one place, its best member's.
 */
export function rankSimilar(basis: Basis, candidates: Candidate[]): Compared[] {
  const ordered = candidates
    .map((candidate) => ({ candidate, similarity: scoreSimilarity(basis, candidate) }))
    .filter(({ similarity }) => isSimilar(similarity))
    .toSorted(compareRanks)
  const families = new Set<string>()
  return ordered.filter(({ candidate: { display } }) => {
    if (display.familyId === undefined) return true
    const isFirst = !families.has(display.familyId)
    families.add(display.familyId)
    return isFirst
  })
}

/**
 * Whether what it does is alike in text, be it a little, or in class. Being near, of a size or run alike makes no
 * organization similar, however few other facts there are.
 */
const isSimilar = (similarity: Similarity): boolean =>
  textIn(similarity) !== undefined || matchedIn(similarity, 'Classification') !== undefined

const compareRanks = (a: Compared, b: Compared): number =>
  Number(hasText(b)) - Number(hasText(a)) ||
  b.similarity.score - a.similarity.score ||
  b.candidate.prominence - a.candidate.prominence ||
  (a.candidate.ein < b.candidate.ein ? -1 : 1)

// Without a text to compare by no candidate has a cosine, and none goes first.
const hasText = ({ candidate }: Compared): boolean => candidate.cosine !== undefined
