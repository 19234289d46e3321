import { parseRef, toRef } from '../../domain/evidence.ts'
import { FORM_NAMES } from '../../domain/facts/citation.ts'
import type { DerivedFigure, DerivedKey } from '../../domain/facts/derived.ts'
import { crossCheck } from '../../rating/cross-checks/cross-check.ts'
import { CATEGORIES, METRICS } from '../../rating/metrics.ts'
import type { RatedMetric, Rating } from '../../rating/rating.ts'
import { toCheckedFiling } from '../checked-filing.ts'
import type { Filing, Organization } from '../organization.ts'
import { readDerivedKey, toDerivedRef } from './derived-ref.ts'
import { citeRef, type EvidenceRef, toDerivedEvidence } from './evidence-ref.ts'

/** Figures derived from the filing a rating is of. */
export type Figures = Partial<Record<DerivedKey, DerivedFigure>>

/**
 * The evidence of a metric's value: the leaf it was filed in, or the formula and Refs it was
 * derived from. Undefined where it cannot be told any more how it came about, since a load has
 * replaced what it was read from.
 */
export function citeMetric(
  organization: Organization,
  filing: Filing,
  figures: Figures,
  { key, ref }: Pick<RatedMetric, 'key' | 'ref'>,
): EvidenceRef | undefined {
  if (key === 'failedChecks') return citeChecks(organization, filing)
  const evidence = parseRef(ref)
  if (evidence?.kind !== 'derived') return citeRef(organization, ref)
  const figure = figures[readDerivedKey(evidence.key)?.key as DerivedKey]
  return figure && toDerivedEvidence(organization, filing, figure)
}

/** The evidence of a score: the rule, and the Refs of the metrics it was made of. */
export const citeScore = (
  organization: Organization,
  rating: Pick<Rating, 'form' | 'taxYear' | 'metrics'>,
): EvidenceRef => ({
  ...describe(organization, rating, 'rating', 'Rating'),
  formula: SCORE_RULE,
  derivedFrom: rating.metrics.map(({ ref }) => ref),
})

const WEIGHTS = Object.values(CATEGORIES)
  .map(({ label, weight }) => `${label} ${weight}`)
  .join(', ')
const SCORE_RULE = `Each metric is scored from 0 to 1, by its place among peers or as it stands; a category is the mean of those that are known; the score is the sum of category × weight (${WEIGHTS})`

/** The evidence of the number of failed cross-checks; undefined while none could be made. */
function citeChecks(organization: Organization, filing: Filing): EvidenceRef | undefined {
  const checked = toCheckedFiling(filing)
  const outcomes = checked ? crossCheck(checked) : []
  if (outcomes.length === 0) return undefined
  const failed = outcomes.filter(({ status }) => status === 'Failed')
  const sides = (failed.length > 0 ? failed : outcomes).flatMap(({ left, right }) => [left, right])
  const refs = sides.flatMap(({ from }) => from.map(toRef))
  return {
    ...describe(organization, filing, 'failedChecks', METRICS.failedChecks.label),
    formula: `Number of those of ${outcomes.length} cross-checks of the return that failed`,
    derivedFrom: [...new Set(refs)],
  }
}

const describe = (
  organization: Organization,
  filing: Pick<Filing, 'form' | 'taxYear'>,
  key: Parameters<typeof toDerivedRef>[2],
  label: string,
): Omit<EvidenceRef, 'formula' | 'derivedFrom'> => ({
  ref: toDerivedRef(organization, filing, key),
  collection: 'filings',
  form: filing.form,
  taxYear: filing.taxYear,
  citation: `${FORM_NAMES[filing.form]} (tax year ${filing.taxYear}), derived: ${label}`,
})
