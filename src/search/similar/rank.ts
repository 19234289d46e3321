import type { Candidate } from '../results/similar.ts'
import type { Basis } from './basis.ts'
import { matchedIn, type Similarity, scoreSimilarity, textIn } from './score.ts'

export type Compared = { candidate: Candidate; similarity: Similarity }

/**
 * Ranks the similar candidates by score, then prominence, then EIN. When texts are compared,
 * candidates without text come last. Only the best member of each family stays.
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

/** Organizations are similar in text or class. Place, size and operating model alone are not enough. */
const isSimilar = (similarity: Similarity): boolean =>
  textIn(similarity) !== undefined || matchedIn(similarity, 'Classification') !== undefined

const compareRanks = (a: Compared, b: Compared): number =>
  Number(hasText(b)) - Number(hasText(a)) ||
  b.similarity.score - a.similarity.score ||
  b.candidate.prominence - a.candidate.prominence ||
  (a.candidate.ein < b.candidate.ein ? -1 : 1)

// Without a text to compare with, no candidate has a cosine.
const hasText = ({ candidate }: Compared): boolean => candidate.cosine !== undefined
