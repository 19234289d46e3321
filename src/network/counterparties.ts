import type { ProfileDeps } from '../profiles/deps.ts'
import type { Counterparties, CounterpartyFilter } from './counterparty.ts'
import { requireFiler } from './require-filer.ts'
import { readFundersOf, readGranteesOf } from './store/read-counterparties.ts'

const NONE: Counterparties = { items: [], count: 0, totalAmount: null }

/**
 * Whom an organization gave to by all its current filings, resolved recipients alone, the largest
 * amount first; one round trip. Throws ApiError ProfileNotFound, StoreUnavailable.
 */
export async function readGrantees(
  deps: ProfileDeps,
  ein: string,
  filter: CounterpartyFilter,
): Promise<Counterparties> {
  const found = await readGranteesOf(deps.postgres, ein, filter)
  if (!found) await requireFiler(deps, ein)
  return found ?? NONE
}

/**
 * Who gave to an organization by the current filings of all others, the largest amount first; one
 * round trip. Throws ApiError ProfileNotFound, StoreUnavailable.
 */
export async function readFunders(
  deps: ProfileDeps,
  ein: string,
  filter: CounterpartyFilter,
): Promise<Counterparties> {
  const found = await readFundersOf(deps.postgres, ein, filter)
  if (!found) await requireFiler(deps, ein)
  return found ?? NONE
}
