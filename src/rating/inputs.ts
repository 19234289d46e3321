import { citeFact } from '../domain/evidence.ts'
import { FACTS, type FactKey } from '../domain/facts/definitions.ts'
import {
  type CitedKey,
  type DerivedKey,
  deriveFigure,
  formatDerivedRef,
} from '../domain/facts/derived.ts'
import type { FactsOfFiling, PeopleListed } from '../domain/facts/derived-operands.ts'
import { peopleOfSums, type RowFacts } from '../domain/facts/row-facts.ts'
import type { SqlFact } from '../domain/facts/stored-facts.ts'
import type { CheckResult } from './cross-checks/check.ts'
import { METRICS, type MetricKey } from './metrics.ts'
import type { RatingInput } from './rating.ts'

/** Facts that ratings need from other years, for growth. */
export const GROWTH_FACTS: readonly SqlFact[] = [
  'totalRevenue',
  'functionalProgramExpenses',
  'programExpenses',
]

/** The latest return, and the years that growth needs. */
type RatedFiling = {
  ein: string
  filing: FactsOfFiling
  /** Current filings of the form; all but the latest need only `GROWTH_FACTS`. */
  years: readonly FactsOfFiling[]
  /** Absent while the filing waits for `npm run derive`. */
  rowFacts?: RowFacts | undefined
  /** Results of all cross-checks; absent or empty when none applied. */
  checks?: readonly CheckResult[] | undefined
}

/** Returns the keys of the rules that failed, each once. */
export const failedRules = (checks: readonly CheckResult[]): string[] => [
  ...new Set(checks.filter(({ status }) => status === 'Failed').map(({ rule }) => rule)),
]

/**
 * Returns the raw value and Ref of each known metric, in the order of `METRICS`; yes is 1, no is 0,
 * and caps are not applied. Percentiles are added later, when all organizations have been read.
 */
export function toRatingInputs(rated: RatedFiling): RatingInput[] {
  const people = rated.rowFacts && peopleOfSums(rated.rowFacts, rated.filing.form)
  return METRIC_KEYS.flatMap((key) => {
    const found = readValue(rated, key, people)
    return found ? [{ key, value: Number(found.value), ref: found.ref }] : []
  })
}

const METRIC_KEYS = Object.keys(METRICS) as MetricKey[]

type Found = { value: number | boolean; ref: string } | undefined

const isFactKey = (key: string): key is FactKey => Object.hasOwn(FACTS, key)

function readValue(rated: RatedFiling, key: MetricKey, people: PeopleListed | undefined): Found {
  if (key === 'failedChecks') return countFailed(rated)
  return isFactKey(key) ? readFact(rated, key) : readFigure(rated, key, people)
}

function readFact({ filing }: RatedFiling, key: FactKey): Found {
  const fact = citeFact(filing, key)
  return fact && typeof fact.value !== 'string' ? { value: fact.value, ref: fact.ref } : undefined
}

const derivedRef = ({ ein, filing }: RatedFiling, key: CitedKey): string =>
  formatDerivedRef({ ein, taxYear: filing.taxYear }, key)

function readFigure(rated: RatedFiling, key: DerivedKey, people: PeopleListed | undefined): Found {
  const { filing, years } = rated
  const figure = deriveFigure(key, { filing, years, people })
  return figure && { value: figure.value, ref: derivedRef(rated, key) }
}

function countFailed(rated: RatedFiling): Found {
  const { checks = [] } = rated
  if (checks.length === 0) return undefined
  const value = checks.filter(({ status }) => status === 'Failed').length
  return { value, ref: derivedRef(rated, 'failedChecks') }
}
