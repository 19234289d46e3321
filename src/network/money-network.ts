import { isExact } from '../domain/exact-numbers.ts'
import type { Form } from '../domain/form.ts'
import type { EdgeCategory, MatchConfidence, MatchMethod } from '../domain/network.ts'
import { readRowCursor, toRowCursor } from '../profiles/cursor.ts'
import type { ProfileDeps } from '../profiles/deps.ts'
import { type EvidenceRef, evidenceOf } from '../profiles/evidence/evidence-ref.ts'
import { DIRECTIONS, type Direction, type NetworkKey, networkKey } from './direction.ts'
import {
  otherFiledName,
  otherFiledPlace,
  type Party,
  type PartyPlace,
  toFiler,
  toParty,
} from './party.ts'
import { requireFiler } from './require-filer.ts'
import { type KnownRecipient, type NetworkRow, readNetworkPage } from './store/read-network.ts'

/** What a latest filing tells of money that goes to one counterparty, in one category. */
export type NetworkEdge = {
  direction: Direction
  counterparty: Party
  /** The recipient as the filing names it, where it is another name than the organization's. */
  filedName?: string
  /** The recipient's place as the filing names it, where it is another than the organization's. */
  filedPlace?: PartyPlace
  category: EdgeCategory
  /** Dollars; absent where no row files an amount, or the sum is too large to be exact. */
  amount?: number
  /** Of the amount, what is in no sum over counterparties (`Uncounted`); absent where there is none. */
  notCountedAmount?: number
  /** Rows of the filing. */
  count: number
  region?: string
  form: Form
  taxYear: number
  matchMethod: MatchMethod
  matchConfidence: MatchConfidence
  /** The rows; where they are many, the part of the return they stand in. */
  evidence: EvidenceRef[]
}

export type MoneyNetworkPage = { edges: NetworkEdge[]; nextCursor?: string }

type Wanted = {
  direction?: Direction | undefined
  cursor?: string | undefined
  limit: number
}

/**
 * A page of an organization's edges by latest filings, its own for what it gives and each
 * counterparty's for what it receives, the largest amount first; one round trip.
 * Throws ApiError ProfileNotFound for an organization without filings, InvalidCursor for a cursor
 * of another request, StaleCursor when its edges changed since, StoreUnavailable.
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
    // One more tells whether there is a next page.
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

/** The edge of a row; `own` is who was asked about, which is the recipient of incoming ones. */
function toEdge(row: NetworkRow, own: KnownRecipient): NetworkEdge {
  const isGiven = row.direction === 'Outgoing'
  const recipient = isGiven ? row : own
  const filedName = otherFiledName(recipient.knownName, row)
  const filedPlace = otherFiledPlace(recipient, row)
  return {
    direction: row.direction,
    counterparty: isGiven ? toParty(row, row) : toFiler(row),
    ...(filedName !== undefined && { filedName }),
    ...(filedPlace && { filedPlace }),
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
