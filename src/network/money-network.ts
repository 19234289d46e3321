import { isExact } from '../domain/exact-numbers.ts'
import type { Form } from '../domain/form.ts'
import type { EdgeCategory, MatchConfidence, MatchMethod } from '../domain/network.ts'
import { readRowCursor, toRowCursor } from '../organizations/cursor.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import { type EvidenceRef, evidenceOf } from '../organizations/evidence/evidence-ref.ts'
import { DIRECTIONS, type Direction, type NetworkKey, networkKey } from './direction.ts'
import { filedDifferences, type Party, type PartyPlace, toFiler, toParty } from './party.ts'
import { requireFiler } from './require-filer.ts'
import { type KnownRecipient, type NetworkRow, readNetworkPage } from './store/read-network.ts'

/** Money that a latest filing reports for one counterparty in one category. */
export type NetworkEdge = {
  direction: Direction
  counterparty: Party
  /** The recipient's name in the filing, if it differs from the organization's. */
  filedName?: string
  /** The recipient's place in the filing, if it differs from the organization's. */
  filedPlace?: PartyPlace
  category: EdgeCategory
  /** Dollars; absent when no row files an amount, or the sum is too large to be exact. */
  amount?: number
  /** The part of the amount that sums over counterparties leave out (`Uncounted`), if any. */
  notCountedAmount?: number
  /** Rows of the filing. */
  count: number
  region?: string
  form: Form
  taxYear: number
  matchMethod: MatchMethod
  matchConfidence: MatchConfidence
  /** The rows, or the part of the return that contains them if there are many. */
  evidence: EvidenceRef[]
}

export type MoneyNetworkPage = { edges: NetworkEdge[]; nextCursor?: string }

type Wanted = {
  direction?: Direction | undefined
  cursor?: string | undefined
  limit: number
}

/**
 * Reads a page of an organization's edges by latest filings, its own for money given and each
 * counterparty's for money received, the largest amount first; one round trip. Throws ApiError
 * ProfileNotFound for an organization without filings, InvalidCursor for a cursor of another request,
 * StaleCursor when its edges have changed since, StoreUnavailable.
 */
export async function readMoneyNetwork(
  deps: ProfileDeps,
  ein: string,
  { direction, cursor, limit }: Wanted,
): Promise<MoneyNetworkPage> {
  const request = ['money-network', ein, direction ?? '']
  const from = readRowCursor(cursor, request, networkKey)
  const page = await readNetworkPage(deps.postgres, {
    ein,
    directions: direction ? [direction] : DIRECTIONS,
    after: from?.key,
    // One more row shows whether there is a next page.
    limit: limit + 1,
  })
  if (!page.hasProfile) await requireFiler(deps, ein)
  const data = [page.version ?? '']
  from?.requireData(data)
  const rows = page.rows.slice(0, limit)
  const last = rows.length < page.rows.length ? rows.at(-1) : undefined
  return {
    edges: rows.map((row) => toEdge(row, page)),
    ...(last && { nextCursor: toRowCursor(request, data, keyOf(last)) }),
  }
}

const keyOf = (row: NetworkRow): NetworkKey => [
  row.amount,
  row.sortEin,
  row.sortName,
  row.direction,
  row.category,
  row.counterparty,
]

/** Returns the edge of a row; `own` is the requested organization, the recipient of incoming edges. */
function toEdge(row: NetworkRow, own: KnownRecipient): NetworkEdge {
  const isGiven = row.direction === 'Outgoing'
  const recipient = isGiven ? row : own
  return {
    direction: row.direction,
    counterparty: isGiven ? toParty(row, row) : toFiler(row),
    ...filedDifferences(recipient, row),
    category: row.category,
    ...(row.amounts > 0 && isExact(row.amount) && { amount: row.amount }),
    ...(row.uncountedAmount > 0 &&
      isExact(row.uncountedAmount) && { notCountedAmount: row.uncountedAmount }),
    count: row.count,
    ...(row.region !== null && { region: row.region }),
    form: row.form,
    taxYear: row.taxYear,
    matchMethod: row.matchMethod,
    matchConfidence: row.matchConfidence,
    evidence: row.paths.map(evidenceOf(row)),
  }
}
