import { toRef } from '#src/domain/evidence.ts'
import {
  DERIVED_KEYS,
  type DerivedFigure,
  type DerivedInputs,
  type DerivedKey,
  type DerivedUnit,
  deriveFigure,
} from '#src/domain/facts/derived.ts'
import type { CitedKey } from '#src/domain/facts/derived-refs.ts'
import { ROW_SUM_KEYS, ROW_SUMS, type RowSumKey } from '#src/domain/facts/row-facts.ts'
import { describeRowSum } from '#src/domain/facts/row-facts-formula.ts'
import { crossCheck } from '#src/rating/cross-checks/cross-check.ts'
import { CATEGORIES } from '#src/rating/metrics.ts'
import { toCheckedFiling } from '../filings/checked-filing.ts'
import type { Filing, Organization } from '../organization.ts'

/** A computed figure with the Refs it was computed from. */
export type CitedFigure = {
  key: CitedKey
  label: string
  /** Absent of a score, which counts from 0 to 100. */
  unit?: DerivedUnit | 'count'
  value: number | boolean
  formula: string
  derivedFrom: string[]
}

export const isDerivedKey = (key: CitedKey): key is DerivedKey =>
  DERIVED_KEYS.some((one) => one === key)
const isRowSumKey = (key: CitedKey): key is RowSumKey => ROW_SUM_KEYS.some((one) => one === key)

/** A derived figure as it is cited. */
export const toCitedFigure = ({ from, ...figure }: DerivedFigure): CitedFigure => ({
  ...figure,
  derivedFrom: from.map(toRef),
})

/**
 * The figure of a filing that a key names, the score of the organization included; undefined where
 * it is not known. Figures that take people or other years of the form (`DERIVED[key].needs`) are
 * not known without them.
 */
export function citeFigure(
  organization: Pick<Organization, 'rating'>,
  filing: Filing,
  key: CitedKey,
  more: Omit<DerivedInputs, 'filing'> = {},
): CitedFigure | undefined {
  if (key === 'rating') return citeRating(organization, filing)
  if (key === 'failedChecks') return citeFailedChecks(filing)
  if (isRowSumKey(key)) return citeRowSum(filing, key)
  const figure = deriveFigure(key, { ...more, filing })
  return figure && toCitedFigure(figure)
}

/** What rows of a return add up to; undefined when none holds an amount, or it is not known yet. */
function citeRowSum(filing: Filing, key: RowSumKey): CitedFigure | undefined {
  const sum = filing.rowFacts?.sums[key]
  return (
    sum && {
      key,
      label: ROW_SUMS[key].label,
      unit: 'USD',
      value: sum.value,
      formula: describeRowSum(key, sum, filing.schemaVersion),
      derivedFrom: sum.paths.map((path) => toRef({ ...filing, path })),
    }
  )
}

/** How many cross-checks a return failed; undefined when none could be made. */
function citeFailedChecks(filing: Filing): CitedFigure | undefined {
  const checked = toCheckedFiling(filing)
  const made = checked ? crossCheck(checked) : []
  if (made.length === 0) return undefined
  const failed = made.filter(({ status }) => status === 'Failed')
  const shown = failed.length > 0 ? failed : made
  const from = shown.flatMap(({ left, right }) => [...left.from, ...right.from])
  const names = failed.map(({ label }) => label).join('; ')
  return {
    key: 'failedChecks',
    label: 'Failed cross-checks',
    unit: 'count',
    value: failed.length,
    formula: `How many of the ${made.length} cross-checks of this return failed${names && `: ${names}`}`,
    derivedFrom: [...new Set(from.map(toRef))],
  }
}

const WEIGHTS = Object.values(CATEGORIES)
  .map(({ label, weight }) => `${label} ${weight}`)
  .join(', ')

/**
 * The stored score, of the return it was made of alone; undefined for any other, and where there
 * is no score.
 */
export function citeRating(
  { rating }: Pick<Organization, 'rating'>,
  { objectId }: Pick<Filing, 'objectId'>,
): CitedFigure | undefined {
  if (rating?.objectId !== objectId || rating.score === null) return undefined
  return {
    key: 'rating',
    label: 'Rating, 0 to 100',
    value: rating.score,
    formula: `Sum of the categories' points (${WEIGHTS} at most), each the mean of its known metrics, from 0 to 1 by their own value or their rank among peers; policy ${rating.policyVersion}`,
    derivedFrom: rating.metrics.map(({ ref }) => ref),
  }
}
