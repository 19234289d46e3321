import type { Hit, Match, MatchReason } from '../params.ts'
import type { Candidate } from '../results/similar.ts'
import { type Basis, codeOf } from './basis.ts'
import { explainSimilarity } from './explain.ts'
import { nearestPassage, type PassageReason } from './passages.ts'
import type { Compared } from './rank.ts'
import { matchedIn, type Similarity, textIn } from './score.ts'

/** A similar organization with its own reasons, and the passage of the profile beside them. */
export type SimilarHit = Hit & {
  explanation: string
  similarity: Similarity
  /** Of the profile, and so a Ref of the profile. */
  ownPassage?: PassageReason
  /** Leaf of the revenue its size was compared by. */
  scaleRef?: string
}

/** What is told of a ranked organization; `window` is the number of candidates compared. */
export function toSimilarHit(
  basis: Basis,
  { candidate, similarity }: Compared,
  window: number,
): SimilarHit {
  const { ein, display } = candidate
  const isByText = textIn(similarity) !== undefined
  const passage = isByText ? nearestPassage(display.passages, basis.text ?? '') : undefined
  const isOwn = typeof basis.intent !== 'string'
  const ownPassage =
    passage && isOwn ? nearestPassage(basis.subject.display.passages, passage.text) : undefined
  const scaleRef = matchedIn(similarity, 'Scale') && display.revenue?.ref
  return {
    ein,
    display,
    similarity,
    match: { ...toMatch(candidate, passage), window },
    reasons: [
      ...(passage ? [passage] : []),
      ...toPlaces(basis, candidate, similarity),
      ...toClassification(candidate, similarity),
    ],
    explanation: explainSimilarity(basis, candidate, similarity),
    ...(ownPassage && { ownPassage }),
    ...(scaleRef && { scaleRef }),
  }
}

function toMatch({ display: { cause } }: Candidate, passage: PassageReason | undefined): Match {
  const kind = 'Cause'
  if (passage) return { kind, field: 'CauseText', value: passage.text, ref: passage.ref }
  const ref = cause?.ref
  return {
    kind,
    field: 'Classification',
    ...(cause && { value: cause.label }),
    ...(ref && { ref }),
  }
}

/** The places of work it shares, with what of its filing names them. */
function toPlaces(
  { footprint }: Basis,
  { display }: Candidate,
  similarity: Similarity,
): MatchReason[] {
  if (!matchedIn(similarity, 'Geography')) return []
  const codes = new Set(footprint?.places.map(({ code }) => code))
  return display.places
    .filter(({ code }) => codes.has(code))
    .map((place) => ({ kind: 'Place' as const, ...place }))
}

const toClassification = ({ display }: Candidate, similarity: Similarity): MatchReason[] =>
  display.cause && codeOf(display) && matchedIn(similarity, 'Classification')
    ? [{ kind: 'Classification', ...display.cause }]
    : []
