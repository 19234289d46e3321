import { toRef } from '../domain/evidence.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import type { Counterparties, CounterpartyFilter, WeakPart } from './counterparty.ts'
import type { Direction } from './direction.ts'
import { requireFiler } from './require-filer.ts'
import {
  readCounterpartiesOf,
  readGiven,
  readLargestRows,
  readWeakSums,
} from './store/read-counterparties.ts'

type Read = (deps: ProfileDeps, ein: string, filter: CounterpartyFilter) => Promise<Counterparties>

const reader =
  (direction: Direction): Read =>
  async (deps, ein, filter) => {
    const found = await readCounterpartiesOf(deps.postgres, ein, direction, filter)
    if (!found) await requireFiler(deps, ein)
    return found ?? { items: [], count: 0, totalAmount: null }
  }

/**
 * Reads the resolved recipients of an organization in all its current filings, the largest amount
 * first; one round trip. Throws ApiError ProfileNotFound, StoreUnavailable.
 */
export const readGrantees = reader('Outgoing')

/**
 * Reads who gave to an organization in the current filings of all others, the largest amount first;
 * one round trip. Throws ApiError ProfileNotFound, StoreUnavailable.
 */
export const readFunders = reader('Incoming')

/** Counterparties with the Ref of each one's largest row, and the weak part of each sum, by EIN. */
export type CitedCounterparties = Counterparties & {
  largestRows: ReadonlyMap<string, string>
  weakParts: ReadonlyMap<string, WeakPart>
  /**
   * The weak part of the total, including rows beyond the limit; undefined when nothing is weak.
   */
  weakTotal: WeakPart | undefined
  /**
   * Dollars given in all, including to recipients that were not found; null when no row files an
   * amount, and for money received.
   */
  givenAmount: number | null
}

/**
 * Reads funders or grantees with the largest row of each; two round trips. Rows whose filing is being
 * replaced are left out. Throws ApiError ProfileNotFound, StoreUnavailable.
 */
export async function readCitedCounterparties(
  deps: ProfileDeps,
  ein: string,
  direction: Direction,
  filter: CounterpartyFilter,
): Promise<CitedCounterparties> {
  const found = await reader(direction)(deps, ein, filter)
  const parties = found.items.map((party) => party.ein)
  const asked = [deps.postgres, ein, direction, filter, parties] as const
  const [rows, weak, givenAmount] =
    parties.length === 0
      ? [[], [], null]
      : await Promise.all([
          readLargestRows(...asked),
          readWeakSums(...asked),
          direction === 'Outgoing' ? readGiven(deps.postgres, ein, filter) : null,
        ])
  return {
    ...found,
    largestRows: new Map(rows.map((row) => [row.ein, toRef(row)])),
    weakParts: new Map(weak.flatMap(({ ein, ...part }) => (ein === null ? [] : [[ein, part]]))),
    weakTotal: weak.find(({ ein }) => ein === null),
    givenAmount,
  }
}
