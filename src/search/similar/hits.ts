import type { OrganizationDisplay, Passage } from '#mappings/organization-document.ts'
import { describeText } from '../../domain/description.ts'
import { FORM_NAMES } from '../../domain/facts/citation.ts'
import { FORMS, type Form } from '../../domain/form.ts'
import { knownFields } from '../../domain/known-fields.ts'
import { nteeLabel } from '../../domain/ntee.ts'
import { toComparable } from '../../domain/similarity.ts'
import { withoutFunctionWords } from '../../domain/word-lists.ts'
import type { Hit, Match, MatchReason } from '../params.ts'
import { type Basis, codeOf, footprintOf } from './basis.ts'
import type { Candidate } from './candidates.ts'
import {
  type Compared,
  gradesOf,
  matchedIn,
  PLACE_SCORES,
  type Similarity,
  THREEFOLD,
  textIn,
} from './score.ts'

const list = new Intl.ListFormat('en')

/**
 * Explains in one sentence why an organization is listed, also if its cause differs or is not
 * registered.
 */
export function explainSimilarity(
  basis: Basis,
  candidate: Candidate,
  similarity: Similarity,
): string {
  const reasons = list.format([
    ...explainText(basis, similarity),
    ...explainClass(basis, similarity),
    ...explainPlace(basis, candidate, similarity),
    ...explainScale(similarity),
    ...explainOperation(similarity),
  ])
  const otherwise = noteCause(basis, candidate) ?? noteText(similarity, basis)
  const sentence = otherwise ? `${otherwise}; it is listed because ${reasons}` : reasons
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}.`
}

const isAsked = ({ intent }: Basis): boolean => typeof intent === 'string'

function explainText(basis: Basis, similarity: Similarity): string[] {
  const text = textIn(similarity)
  const other = isAsked(basis) ? 'the Intent' : "the profile's"
  if (!text) return []
  return [`its text ${nearnessOf(text.score, basis)} ${other} (${text.score} of 100)`]
}

function nearnessOf(score: number, basis: Basis): string {
  const { close, near, loose } = gradesOf(basis)
  if (score < loose) return 'has a little in common with'
  if (score < near) return 'is loosely related in meaning to'
  return `is ${score < close ? 'fairly close' : 'close'} in meaning to`
}

function explainClass(basis: Basis, similarity: Similarity): string[] {
  const [label] = matchedIn(similarity, 'Classification')?.values ?? []
  if (label === undefined) return []
  return [
    isAsked(basis)
      ? `it is classified under ${label}, which the Intent mentions`
      : `both are classified under ${label}`,
  ]
}

function explainPlace(basis: Basis, candidate: Candidate, similarity: Similarity): string[] {
  const { values = [], score } = matchedIn(similarity, 'Geography') ?? {}
  if (values.length === 0) return []
  const isRegistered = footprintOf(candidate)?.isRegistered ?? false
  const where = list.format(values)
  if (score === PLACE_SCORES.region) return [`both mention places in ${where}`]
  // One lists the place as a place of work, and the other has its address there.
  if (isRegistered !== (basis.footprint?.isRegistered ?? false)) return [`both are in ${where}`]
  return [
    isRegistered ? `both are registered in ${where}` : `both list ${where} as a place of work`,
  ]
}

function explainScale(similarity: Similarity): string[] {
  const scale = matchedIn(similarity, 'Scale')
  if (!scale) return []
  const isLike = scale.score >= THREEFOLD
  return [
    `${isLike ? 'both are of similar size' : 'their sizes differ by at most a factor of ten'} (${scale.values[0]})`,
  ]
}

function explainOperation(similarity: Similarity): string[] {
  const { values = [] } = matchedIn(similarity, 'OperatingModel') ?? {}
  return values.length > 0 ? [`both operate in the same way (${values.join(', ')})`] : []
}

/** A major group, and whether it is inferred from text or registered. */
type Cause = { letter: string; label: string; isInferred: boolean }

/** States that the causes differ; undefined when they share a major group or none is known. */
function noteCause(basis: Basis, { display }: Candidate): string | undefined {
  const wanted = wantedCauses(basis)
  const [first] = wanted
  if (!first) return undefined
  const own = causeOf(display)
  if (!own) return `Its cause is unknown and may not be ${first.label}`
  if (wanted.some(({ letter }) => letter === own.letter)) return undefined
  return own.isInferred
    ? `Its text suggests ${own.label}, not ${first.label}`
    : `It is registered under ${own.label}, not under ${first.label}`
}

const wantedCauses = (basis: Basis): Cause[] => {
  const named = basis.codes.flatMap((code) => toCause(code, false))
  // The inferred cause comes from the profile's own text, so it does not describe an Intent.
  return named.length > 0 || isAsked(basis) ? named : [causeOf(basis.subject.display) ?? []].flat()
}

const causeOf = ({ cause }: OrganizationDisplay): Cause | undefined =>
  cause && !cause.code.startsWith('Z') ? toCause(cause.code, cause.isInferred)[0] : undefined

function toCause(code: string, isInferred: boolean): Cause[] {
  const label = nteeLabel(code)?.majorLabel
  return label ? [{ letter: code.slice(0, 1), label, isInferred }] : []
}

const noteText = (similarity: Similarity, { vector }: Basis): string | undefined =>
  vector && similarity.components[0]?.state === 'Unavailable'
    ? 'It has filed no text to compare'
    : undefined

const either = new Intl.ListFormat('en', { type: 'disjunction' })

/**
 * Explains why no filer of a form is comparable, and what to try; `others` are similar organizations
 * of any form.
 */
export function describeEmptyCohort(form: Form | undefined, others: Compared[]): string {
  const forms = FORMS.filter((one) =>
    others.some(({ candidate }) => candidate.display.primaryForm === one),
  )
  if (form && forms.length > 0) {
    const instead = either.format(forms.map((one) => `Form=${one}`))
    return `No organization that mainly files ${FORM_NAMES[form]} is comparable. To compare with other forms, pass ${instead}.`
  }
  return 'No organization is comparable. Pass an Intent that describes the cause in other words.'
}

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
  return knownFields({
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
    ownPassage,
    scaleRef: matchedIn(similarity, 'Scale') && display.revenue?.ref,
  })
}

function toMatch({ display: { cause } }: Candidate, passage: PassageReason | undefined): Match {
  const kind = 'Cause'
  if (passage) return { kind, field: 'CauseText', value: passage.text, ref: passage.ref }
  return { kind, field: 'Classification', ...knownFields({ value: cause?.label, ref: cause?.ref }) }
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
