import { toRef } from '../domain/evidence.ts'
import type { ProfileDeps } from '../profiles/deps.ts'
import type { Counterparties, CounterpartyFilter, WeakPart } from './counterparty.ts'
import type { Direction } from './direction.ts'
import { requireFiler } from './require-filer.ts'
import { readFundersOf, readGranteesOf } from './store/read-counterparties.ts'
import { readLargestRows } from './store/read-largest-rows.ts'
import { readWeakSums } from './store/read-weak-sums.ts'

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

/**
 * Counterparties with what shows how sure their sums are, by EIN: the Ref of the largest row, and
 * what of it is weak (docs/network.md).
 */
export type CitedCounterparties = Counterparties & {
  largestRows: ReadonlyMap<string, string>
  weakParts: ReadonlyMap<string, WeakPart>
  /** Of all together, with those that a limit held back; undefined where nothing is weak. */
  weakTotal: WeakPart | undefined
}

const READ = { Incoming: readFunders, Outgoing: readGrantees } as const

/**
 * Who gave or received as `readFunders` and `readGrantees` tell, with a row of each to look at: the
 * only one, or the largest of several; two round trips. A row whose filing is being replaced is left
 * out. Throws ApiError ProfileNotFound, StoreUnavailable.
 */
export async function readCitedCounterparties(
  deps: ProfileDeps,
  ein: string,
  direction: Direction,
  filter: CounterpartyFilter,
): Promise<CitedCounterparties> {
  const found = await READ[direction](deps, ein, filter)
  const parties = found.items.map((party) => party.ein)
  const asked = [deps.postgres, ein, direction, filter, parties] as const
  const [rows, weak] =
    parties.length === 0
      ? [[], []]
      : await Promise.all([readLargestRows(...asked), readWeakSums(...asked)])
  return {
    ...found,
    largestRows: new Map(rows.map((row) => [row.ein, toRef(row)])),
    weakParts: new Map(weak.flatMap(({ ein, ...part }) => (ein === null ? [] : [[ein, part]]))),
    weakTotal: weak.find(({ ein }) => ein === null),
  }
}
