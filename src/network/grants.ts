import { z } from 'zod'
import type { Form } from '../domain/form.ts'
import {
  type EdgeCategory,
  GRANT_CATEGORIES,
  type MatchConfidence,
  type MatchMethod,
  type NotCounted,
} from '../domain/network.ts'
import { readRowCursor, toRowCursor } from '../organizations/cursor.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import { type EvidenceRef, evidenceOf } from '../organizations/evidence/evidence-ref.ts'
import {
  type Direction,
  type GrantKey,
  type GrantTotal,
  grantKey,
  grantTotal,
} from './direction.ts'
import {
  filedDifferences,
  type Party,
  type PartyPlace,
  type PartyRow,
  toFiler,
  toParty,
} from './party.ts'
import { requireFiler } from './require-filer.ts'
import { type GrantFilter, listedCategories } from './store/grant-filter.ts'
import { type GrantRow, readGrantsPage } from './store/read-grants.ts'

export type { GrantFilter }

/** A row of a current return that reports money given. */
export type Grant = {
  direction: Direction
  funder: Party
  recipient: Party
  /** The recipient's name in the row, if it differs from the organization's. */
  filedName?: string
  /** The recipient's place in the row, if it differs from the organization's. */
  filedPlace?: PartyPlace
  /** The EIN in the row, if the recipient has another. */
  filedEin?: string
  /** Dollars, cash and noncash together; absent if not filed or not readable. */
  amount?: number
  purpose?: string
  category: EdgeCategory
  /** Why sums over counterparties leave it out; absent if they include it. */
  notCounted?: NotCounted
  form: Form
  taxYear: number
  region?: string
  matchMethod: MatchMethod
  matchConfidence: MatchConfidence
  evidence: EvidenceRef
}

/**
 * A page of grants, with totals over all pages. Totals are by category, because a contractor's fee
 * and a grant cannot be added, and separate for rows that sums leave out.
 */
export type GrantPage = {
  grants: Grant[]
  totals: GrantTotal[]
  /** Whether the filter includes grants, and not only other payments. */
  asksForGrants: boolean
  nextCursor?: string
}

// The totals of the first page stay valid while the version does not change.
const cursorKey = z.tuple([grantKey, z.array(grantTotal)])

/**
 * Reads a page of rows of current returns that report money an organization gave or received, the
 * newest and largest first; one round trip. Throws ApiError ProfileNotFound for an organization
 * without filings, InvalidCursor for a cursor of another request, StaleCursor when its rows have
 * changed since, StoreUnavailable.
 */
export async function readGrants(
  deps: ProfileDeps,
  ein: string,
  filter: GrantFilter,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<GrantPage> {
  const request = ['grants', ein, JSON.stringify(inOrder(filter))]
  const from = readRowCursor(cursor, request, cursorKey)
  const [after, counted] = from?.key ?? []
  // One more row shows whether there is a next page.
  const page = await readGrantsPage(deps.postgres, ein, filter, { after, limit: limit + 1 })
  if (!page.hasProfile) await requireFiler(deps, ein)
  const data = [page.version ?? '']
  from?.requireData(data)
  const rows = page.rows.slice(0, limit)
  const last = rows.length < page.rows.length ? rows.at(-1) : undefined
  const totals = counted ?? page.totals
  return {
    grants: rows.map((row) => toGrant(row, { ...page, ein })),
    totals,
    asksForGrants: listedCategories(filter)?.some(isGrant) ?? true,
    ...(last && { nextCursor: toRowCursor(request, data, [keyOf(last), totals]) }),
  }
}

const isGrant = (category: EdgeCategory): boolean =>
  GRANT_CATEGORIES.some((one) => one === category)

const keyOf = (row: GrantRow): GrantKey => [row.taxYear, row.amount, row.objectId, row.ordinal]

/** Returns the filter in a fixed order, so that equal filters give equal cursors. */
const inOrder = (filter: GrantFilter): unknown[] => [
  filter.direction,
  listedCategories(filter)?.toSorted(),
  filter.minYear,
  filter.maxYear,
  filter.minAmount,
  filter.counterparty,
  filter.match,
]

/** Returns the grant of a row; `own` is the requested organization. */
export function toGrant(row: GrantRow, own: PartyRow): Grant {
  const isGiven = row.direction === 'Outgoing'
  const recipient = isGiven ? row : own
  const notCounted = row.category === 'FoundationApproved' ? 'ApprovedForLater' : row.uncounted
  return {
    direction: row.direction,
    funder: toFiler(isGiven ? own : row),
    recipient: toParty(recipient, row),
    ...filedDifferences(recipient, row),
    ...(row.filedEin !== null && row.filedEin !== recipient.ein && { filedEin: row.filedEin }),
    ...(row.amount !== null && { amount: row.amount }),
    ...(row.purpose !== null && { purpose: row.purpose }),
    category: row.category,
    ...(notCounted !== null && { notCounted }),
    form: row.form,
    taxYear: row.taxYear,
    ...(row.region !== null && { region: row.region }),
    matchMethod: row.matchMethod,
    matchConfidence: row.matchConfidence,
    evidence: evidenceOf(row)(row.path),
  }
}
