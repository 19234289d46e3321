import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { FORM_NAMES } from '../../domain/facts/citation.ts'
import { FORMS, type Form } from '../../domain/form.ts'
import { nteeLabel } from '../../domain/ntee.ts'
import type { Candidate } from '../results/similar.ts'
import { type Basis, footprintOf } from './basis.ts'
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
