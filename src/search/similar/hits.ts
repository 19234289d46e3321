import type { Passage } from '#mappings/organization-document.ts'
import { describeText } from '../../domain/description.ts'
import { toComparable } from '../../domain/similarity.ts'
import { withoutFunctionWords } from '../../domain/word-lists.ts'
import type { Hit, Match, MatchReason } from '../params.ts'
import type { Candidate } from '../results/similar.ts'
import { type Basis, codeOf } from './basis.ts'
import { explainSimilarity } from './explain.ts'
import { type Compared, matchedIn, type Similarity, textIn } from './score.ts'

type PassageReason = Extract<MatchReason, { kind: 'Passage' }>

/** A similar organization with reasons, and the matching passage of the profile. */
export type SimilarHit = Hit & {
  explanation: string
  similarity: Similarity
  /** A passage of the profile; its Ref belongs to the profile. */
  ownPassage?: PassageReason
  /** Ref of the revenue that was compared. */
  scaleRef?: string
}

/** Presents a ranked organization; `window` is the number of candidates compared. */
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

/** Returns the shared places of work, with the Refs that contain them. */
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

const wordsOf = (text: string): Set<string> =>
  new Set(toComparable(withoutFunctionWords(text)).split(' '))

/**
 * Returns the first sentences of the passage that shares the most words with a text. One vector covers
 * all passages, so it cannot show which one is near.
 */
function nearestPassage(passages: Passage[], text: string): PassageReason | undefined {
  const wanted = wordsOf(text)
  const [best] = passages
    .map((passage) => ({ passage, closeness: closenessOf(wordsOf(passage.text), wanted) }))
    .toSorted((a, b) => b.closeness - a.closeness)
  if (!best) return undefined
  const { kind, text: filed, ref } = best.passage
  const shown = describeText(filed) ?? filed
  return { kind: 'Passage', passage: kind, text: shown, isHighlighted: false, ref }
}

// Divided by the root of the length, so that the longest passage does not always win.
const closenessOf = (words: Set<string>, wanted: Set<string>): number =>
  [...words].filter((word) => wanted.has(word)).length / Math.sqrt(words.size)
