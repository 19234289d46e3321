import { describeDollars } from '../../domain/money.ts'
import { nteeLabel } from '../../domain/ntee.ts'
import { regionOf } from '../../domain/places.ts'
import { type Basis, codeOf, type Footprint, footprintOf } from './basis.ts'
import { type Candidate, type ComponentKind, KINDS, SIMILARITY_WEIGHTS } from './candidates.ts'

/** How alike two organizations are in one component, 0–100, and what matched, in words. */
export type Likeness = {
  score: number
  values: string[]
  /** The least score that counts as a match; by default anything above 0. */
  leastMatch?: number
}

/** Compares one component; undefined when it is unknown for either side. */
type Comparison = (basis: Basis, candidate: Candidate) => Likeness | undefined

/** The comparison of each component. */
const COMPARISONS: Record<ComponentKind, Comparison> = {
  CauseText: compareTexts,
  Classification: compareClasses,
  Geography: compareFootprints,
  Scale: compareScales,
  OperatingModel: compareOperation,
}

/**
 * The cosine of unrelated texts. Over 2,074 real missions, three of four pairs of different major
 * groups are below 0.29, and half of the pairs of one decile are above 0.31.
 */
const MIN_COSINE = 0.3

/** The least scores for which a text is called close, near or loosely related. */
type TextGrades = { close: number; near: number; loose: number }

/**
 * Over 2,074 real missions, the sixth nearest has a cosine above 0.41 for 95 of 100, above 0.54 for
 * half and above 0.63 for a quarter; 95 of 100 pairs of different major groups are below 0.42.
 */
const OWN_GRADES: TextGrades = { close: 47, near: 34, loose: 16 }

/**
 * A short text is farther from texts on its subject. Over 70 judged queries (test/real/relevance), exact
 * matches are above a cosine of 0.35 for 79 of 100, above 0.44 for half and above 0.56 for a quarter;
 * 96 of 100 irrelevant organizations are below 0.35.
 */
const INTENT_GRADES: TextGrades = { close: 37, near: 20, loose: 7 }

/** Returns the grades for an Intent or for the profile's own text. */
export const gradesOf = ({ intent }: Basis): TextGrades =>
  typeof intent === 'string' ? INTENT_GRADES : OWN_GRADES

/** Scales the exact cosine: 0 at the floor, 100 for the same text. */
function compareTexts(basis: Basis, { cosine }: Candidate): Likeness | undefined {
  if (!basis.vector || cosine === undefined) return undefined
  const share = (cosine - MIN_COSINE) / (1 - MIN_COSINE)
  const score = Math.min(100, Math.max(0, share * 100))
  const values = [`similarity in meaning: ${cosine.toFixed(2)} (on a scale of 0 to 1)`]
  return { score, values, leastMatch: gradesOf(basis).loose }
}

/** Points by the number of shared leading characters of the codes: major group, decile, code. */
const CLASS_SCORES = [0, 50, 75, 100]

function compareClasses({ codes, intent }: Basis, { display }: Candidate): Likeness | undefined {
  const own = codeOf(display)
  if (codes.length === 0 || own === undefined) return undefined
  const [best] = codes
    .map((code) => {
      const shared = sharedStart(code, own)
      // An Intent that mentions a group means every code in it.
      const isAsked = typeof intent === 'string' && shared === code
      return { shared, score: isAsked ? 100 : (CLASS_SCORES[shared.length] ?? 100) }
    })
    .toSorted((a, b) => b.score - a.score)
  const label = best && nteeLabel(best.shared)?.label
  return best && { score: best.score, values: label ? [label] : [] }
}

function sharedStart(one: string, other: string): string {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return one.slice(0, length)
}

/**
 * The same state of registration, or any shared place of work, is 60; all places shared are 100. Only
 * a shared world region is 40, because a region of Schedule F has a dozen countries or more.
 */
export const PLACE_SCORES = { shared: 60, all: 100, region: 40 }

// A national filer lists fifty states; five are enough to show.
const MAX_VALUES = 5

function compareFootprints(basis: Basis, candidate: Candidate): Likeness | undefined {
  const other = footprintOf(candidate)
  if (!basis.footprint || !other) return undefined
  const shared = sharedPlaces(basis.footprint, other)
  if (shared.length > 0) return { score: scoreShared(basis.footprint, other), values: shared }
  const regions = sharedRegions(basis.footprint, other)
  return { score: regions.length > 0 ? PLACE_SCORES.region : 0, values: regions }
}

/** Returns states and countries; the regions of Schedule F are compared separately. */
const codesOf = ({ places }: Footprint): Set<string> =>
  new Set(places.map(({ code }) => code).filter((code) => !code.startsWith('region-')))

function sharedPlaces(one: Footprint, other: Footprint): string[] {
  const codes = codesOf(other)
  const labels = one.places.flatMap(({ code, label }) => (codes.has(code) ? [label] : []))
  return [...new Set(labels)].slice(0, MAX_VALUES)
}

function scoreShared(one: Footprint, other: Footprint): number {
  const { shared: least, all } = PLACE_SCORES
  if (one.isRegistered || other.isRegistered) return least
  const [a, b] = [codesOf(one), codesOf(other)]
  const shared = [...a].filter((code) => b.has(code)).length
  // Dice coefficient, so that a list of every state is not a full match with one state.
  return least + (all - least) * ((2 * shared) / (a.size + b.size))
}

function sharedRegions(one: Footprint, other: Footprint): string[] {
  const regionsOf = ({ places }: Footprint) =>
    new Map(
      places.map((place) => regionOf(place.code) ?? place).map((own) => [own.code, own.label]),
    )
  const [a, b] = [regionsOf(one), regionsOf(other)]
  return [...a].flatMap(([code, label]) => (b.has(code) ? [label] : [])).slice(0, MAX_VALUES)
}

// Orders of magnitude: ten times the revenue scores 50, a hundred times 0.
const LARGEST_DISTANCE = 2

const scoreOfTimes = (times: number): number =>
  Math.round(Math.max(0, 1 - Math.log10(times) / LARGEST_DISTANCE) * 100)

/** The least score of a match: one revenue is at most ten times the other. */
const TENFOLD = scoreOfTimes(10)
/** The least score of "like size"; even the narrowest revenue band spans four times. */
export const THREEFOLD = scoreOfTimes(3)

function compareScales({ revenue }: Basis, { display }: Candidate): Likeness | undefined {
  const other = display.revenue?.value
  // Negative revenue does not show size.
  if (revenue === undefined || other === undefined || revenue < 0 || other < 0) return undefined
  const distance = Math.abs(Math.log10(1 + revenue) - Math.log10(1 + other))
  const score = Math.max(0, 1 - distance / LARGEST_DISTANCE) * 100
  const values = [`revenues of ${describeDollars(revenue)} and ${describeDollars(other)}`]
  return { score, values, leastMatch: TENFOLD }
}

/** Half of the score is the main source of revenue, half the way of spending. */
function compareOperation({ operatingModel }: Basis, { display }: Candidate): Likeness | undefined {
  const other = display.operatingModel
  if (!operatingModel || !other) return undefined
  const same = [
    operatingModel.resource.label === other.resource.label ? [other.resource.label] : [],
    operatingModel.delivery.label === other.delivery.label ? [other.delivery.label] : [],
  ].flat()
  return { score: same.length * 50, values: same }
}

export type Component = { kind: ComponentKind; weight: number } & (
  | { state: 'Unavailable' }
  | {
      state: 'Matched' | 'NotMatched'
      /** 0–100, whole. */
      score: number
      /** Points it adds to the score, after the weights of available components are scaled to 1. */
      contribution: number
      values: string[]
    }
)

/** Both numbers are whole, 0–100. */
export type Similarity = { score: number; evidenceCoverage: number; components: Component[] }

/** Compares a candidate in every component that is known for both sides. */
export const scoreSimilarity = (basis: Basis, candidate: Candidate): Similarity =>
  toSimilarity((kind) => COMPARISONS[kind](basis, candidate))

/**
 * Returns the weighted mean of the known components; an unknown one is left out and never counts as 0.
 * `evidenceCoverage` is the known share of the weight, in percent.
 */
export function toSimilarity(read: (kind: ComponentKind) => Likeness | undefined): Similarity {
  const compared = KINDS.map((kind) => ({
    kind,
    weight: SIMILARITY_WEIGHTS[kind],
    likeness: read(kind),
  }))
  const available = sum(compared.map(({ likeness, weight }) => (likeness ? weight : 0)))
  const components = compared.map(
    ({ kind, weight, likeness }): Component =>
      likeness
        ? { kind, weight, ...toScored(likeness, weight / available) }
        : { kind, weight, state: 'Unavailable' },
  )
  const points = components.map((one) => (one.state === 'Unavailable' ? 0 : one.contribution))
  return {
    score: Math.min(100, Math.round(sum(points))),
    evidenceCoverage: Math.round(available * 100),
    components,
  }
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)

function toScored(likeness: Likeness, share: number) {
  const score = Math.round(likeness.score)
  const isMatch = score >= (likeness.leastMatch ?? 1)
  return {
    state: isMatch ? ('Matched' as const) : ('NotMatched' as const),
    score,
    contribution: Math.round(score * share * 100) / 100,
    values: isMatch ? likeness.values : [],
  }
}

/** Returns the text component if its score is above 0, even if it is too low for a match. */
export function textIn({ components }: Similarity) {
  const found = components.find(({ kind }) => kind === 'CauseText')
  return found && found.state !== 'Unavailable' && found.score > 0 ? found : undefined
}

/** Returns the component if it matched. */
export function matchedIn({ components }: Similarity, kind: ComponentKind) {
  const found = components.find((component) => component.kind === kind)
  return found?.state === 'Matched' ? found : undefined
}

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
