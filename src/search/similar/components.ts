import { describeDollars } from '../../domain/money.ts'
import { nteeLabel } from '../../domain/ntee.ts'
import { regionOf } from '../../domain/places.ts'
import type { ComponentKind } from '../queries/similar.ts'
import type { Candidate } from '../results/similar.ts'
import { type Basis, codeOf } from './basis.ts'
import { type Footprint, footprintOf } from './footprint.ts'

/** How alike two organizations are in one thing: 0–100, with what matched, in words. */
export type Likeness = {
  score: number
  values: string[]
  /** Least score that a reader would call a match; where it is left out, any likeness is one. */
  leastMatch?: number
}

/** Compares in one thing; undefined when either side does not know. */
type Comparison = (basis: Basis, candidate: Candidate) => Likeness | undefined

/** Every comparison by its kind. */
export const COMPARISONS: Record<ComponentKind, Comparison> = {
  CauseText: compareTexts,
  Classification: compareClasses,
  Geography: compareFootprints,
  Scale: compareScales,
  OperatingModel: compareOperation,
}

/**
 * Cosine at which two texts have nothing to do with each other. Of 2,074 real missions, three of
 * four pairs of different major groups lie below 0.29, half of all pairs of the same decile above
 * 0.31, and the sixth nearest to a mission above 0.41 for 95 of 100.
 */
const LEAST_COSINE = 0.3

/** Least scores by which a text is called alike. */
type TextGrades = { close: number; near: number; loose: number }

/**
 * Of 2,074 real missions, the sixth nearest to a mission is above a cosine of 0.41 for 95 of 100,
 * above 0.54 for half of them and above 0.63 for a quarter; 95 of 100 pairs of different major
 * groups are below the first.
 */
const OWN_GRADES: TextGrades = { close: 47, near: 34, loose: 16 }

/**
 * A few words lie further from a text about the same. Of 70 judged queries (test/relevance), what
 * is exactly asked for is above a cosine of 0.35 for 79 of 100, above 0.44 for half and above 0.56
 * for a quarter; of what does not answer 96 of 100 are below the first.
 */
const INTENT_GRADES: TextGrades = { close: 37, near: 20, loose: 7 }

/** The grades of the text compared by. */
export const gradesOf = ({ intent }: Basis): TextGrades =>
  typeof intent === 'string' ? INTENT_GRADES : OWN_GRADES

/** The exact cosine, 0 at the floor and 100 for the same text. */
function compareTexts(basis: Basis, { cosine }: Candidate): Likeness | undefined {
  if (!basis.vector || cosine === undefined) return undefined
  const share = (cosine - LEAST_COSINE) / (1 - LEAST_COSINE)
  const score = Math.min(100, Math.max(0, share * 100))
  const values = [`likeness of meaning ${cosine.toFixed(2)} of 1`]
  return { score, values, leastMatch: gradesOf(basis).loose }
}

/** Points by how many characters of their codes are the same: major group, decile, code. */
const CLASS_SCORES = [0, 50, 75, 100]

function compareClasses({ codes, intent }: Basis, { display }: Candidate): Likeness | undefined {
  const own = codeOf(display)
  if (codes.length === 0 || own === undefined) return undefined
  const [best] = codes
    .map((code) => {
      const shared = sharedStart(code, own)
      // An Intent that names a whole group asks for all of it.
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
 * The same state of registration is 60 of 100, as the project decided; work that shares any place
 * is no less, and 100 when all places are the same; work in one world region alone is 40, since a
 * region of Schedule F has a dozen countries and more.
 */
export const PLACE_SCORES = { shared: 60, all: 100, region: 40 }

// A national filer names fifty states; five say enough.
const MOST_VALUES = 5

function compareFootprints(basis: Basis, candidate: Candidate): Likeness | undefined {
  const other = footprintOf(candidate)
  if (!basis.footprint || !other) return undefined
  const shared = sharedPlaces(basis.footprint, other)
  if (shared.length > 0) return { score: scoreShared(basis.footprint, other), values: shared }
  const regions = sharedRegions(basis.footprint, other)
  return { score: regions.length > 0 ? PLACE_SCORES.region : 0, values: regions }
}

/** States and countries; the regions of Schedule F are compared as regions. */
const codesOf = ({ places }: Footprint): Set<string> =>
  new Set(places.map(({ code }) => code).filter((code) => !code.startsWith('region-')))

function sharedPlaces(one: Footprint, other: Footprint): string[] {
  const codes = codesOf(other)
  const labels = one.places.flatMap(({ code, label }) => (codes.has(code) ? [label] : []))
  return [...new Set(labels)].slice(0, MOST_VALUES)
}

function scoreShared(one: Footprint, other: Footprint): number {
  const { shared: least, all } = PLACE_SCORES
  if (one.isRegistered || other.isRegistered) return least
  const [a, b] = [codesOf(one), codesOf(other)]
  // Dice: naming every state makes nobody the like of who works in one.
  return least + (all - least) * ((2 * a.intersection(b).size) / (a.size + b.size))
}

function sharedRegions(one: Footprint, other: Footprint): string[] {
  const regionsOf = ({ places }: Footprint) =>
    new Map(
      places.map((place) => regionOf(place.code) ?? place).map((own) => [own.code, own.label]),
    )
  const [a, b] = [regionsOf(one), regionsOf(other)]
  return [...a].flatMap(([code, label]) => (b.has(code) ? [label] : [])).slice(0, MOST_VALUES)
}

// A tenfold difference of revenue is half alike, a hundredfold not at all.
const LARGEST_DISTANCE = 2

const scoreOfTimes = (times: number): number =>
  Math.round(Math.max(0, 1 - Math.log10(times) / LARGEST_DISTANCE) * 100)

/** Least score of what a reader would still compare: revenues within ten times of each other. */
const TENFOLD = scoreOfTimes(10)
/** And of like size: three times is nearer than any revenue band is wide (the narrowest, four). */
export const THREEFOLD = scoreOfTimes(3)

function compareScales({ revenue }: Basis, { display }: Candidate): Likeness | undefined {
  const other = display.revenue?.value
  // A year of losses does not tell an organization's size.
  if (revenue === undefined || other === undefined || revenue < 0 || other < 0) return undefined
  const distance = Math.abs(Math.log10(1 + revenue) - Math.log10(1 + other))
  const score = Math.max(0, 1 - distance / LARGEST_DISTANCE) * 100
  const values = [`revenue of ${describeDollars(revenue)} and ${describeDollars(other)}`]
  return { score, values, leastMatch: TENFOLD }
}

/** Half for where revenue comes from, half for how it is spent (decisions part 8). */
function compareOperation({ operatingModel }: Basis, { display }: Candidate): Likeness | undefined {
  const other = display.operatingModel
  if (!operatingModel || !other) return undefined
  const same = [
    operatingModel.resource.key === other.resource.key ? [other.resource.label] : [],
    operatingModel.delivery.key === other.delivery.key ? [other.delivery.label] : [],
  ].flat()
  return { score: same.length * 50, values: same }
}
