import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { nteeLabel } from '../../domain/ntee.ts'
import type { Candidate } from '../results/similar.ts'
import type { Basis } from './basis.ts'
import { gradesOf, PLACE_SCORES, THREEFOLD } from './components.ts'
import { footprintOf } from './footprint.ts'
import { matchedIn, type Similarity, textIn } from './score.ts'

const list = new Intl.ListFormat('en')

/**
 * One sentence on why an organization is here and, when its cause is another than the one
 * compared with or is not registered, that it is here nonetheless.
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
  const sentence = otherwise ? `${otherwise}; it is here because ${reasons}` : reasons
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
  return `is ${score < close ? 'near' : 'close'} in meaning to`
}

function explainClass(basis: Basis, similarity: Similarity): string[] {
  const [label] = matchedIn(similarity, 'Classification')?.values ?? []
  if (label === undefined) return []
  return [
    isAsked(basis)
      ? `it is classified under ${label}, which the Intent names`
      : `both are classified under ${label}`,
  ]
}

function explainPlace(basis: Basis, candidate: Candidate, similarity: Similarity): string[] {
  const { values = [], score } = matchedIn(similarity, 'Geography') ?? {}
  if (values.length === 0) return []
  const isRegistered = footprintOf(candidate)?.isRegistered ?? false
  const where = list.format(values)
  if (score === PLACE_SCORES.region) return [`both name places in ${where}`]
  // One names the place in its texts, the other has its address there.
  if (isRegistered !== (basis.footprint?.isRegistered ?? false)) return [`both are in ${where}`]
  return [
    isRegistered ? `both are registered in ${where}` : `both name ${where} as a place of work`,
  ]
}

function explainScale(similarity: Similarity): string[] {
  const scale = matchedIn(similarity, 'Scale')
  if (!scale) return []
  const isLike = scale.score >= THREEFOLD
  return [
    `${isLike ? 'both are of like size' : 'their sizes are within ten times of each other'} (${scale.values[0]})`,
  ]
}

function explainOperation(similarity: Similarity): string[] {
  const { values = [] } = matchedIn(similarity, 'OperatingModel') ?? {}
  return values.length > 0 ? [`both operate alike (${values.join(', ')})`] : []
}

/** A major group, and whether it is registered or the nearest to a text. */
type Cause = { letter: string; label: string; isInferred: boolean }

/**
 * That the causes differ, with what is only inferred said to be so; nothing where they share a
 * major group or nothing is known to compare with.
 */
function noteCause(basis: Basis, { display }: Candidate): string | undefined {
  const wanted = wantedCauses(basis)
  const [first] = wanted
  if (!first) return undefined
  const own = causeOf(display)
  if (!own) return `Its cause is not known, and so not known to be ${first.label}`
  if (wanted.some(({ letter }) => letter === own.letter)) return undefined
  return own.isInferred
    ? `Its text suggests ${own.label}, not ${first.label}`
    : `It is registered under ${own.label}, not under ${first.label}`
}

const wantedCauses = (basis: Basis): Cause[] => {
  const named = basis.codes.flatMap((code) => toCause(code, false))
  // An inferred cause is of the profile's own text, which an Intent is not.
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
    ? 'It files no text of its own to compare'
    : undefined
