import type { ProfileDeps } from '../profiles/deps.ts'
import type { Counterparties, CounterpartyFilter } from './counterparty.ts'
import { type CohortFunder, readCohortFundersOf } from './store/read-cohort-funders.ts'

/**
 * Who funds up to 25 organizations: funders that reach most of them first, then by amount; one
 * round trip. A funder that is of the cohort itself counts as any other; an EIN that nothing names
 * is reached by nobody. Throws ApiError StoreUnavailable.
 */
export const readCohortFunders = (
  { postgres }: ProfileDeps,
  eins: readonly string[],
  filter: CounterpartyFilter,
): Promise<Counterparties<CohortFunder>> => readCohortFundersOf(postgres, eins, filter)
