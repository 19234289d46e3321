import { z } from 'zod'
import type { Form } from '../domain/form.ts'
import {
  type EdgeCategory,
  GRANT_CATEGORIES,
  type MatchConfidence,
  type MatchMethod,
  type NotCounted,
} from '../domain/network.ts'
import { readRowCursor, toRowCursor } from '../profiles/cursor.ts'
import type { ProfileDeps } from '../profiles/deps.ts'
import { type EvidenceRef, evidenceOf } from '../profiles/evidence/evidence-ref.ts'
import {
  type Direction,
  type GrantKey,
  type GrantTotal,
  grantKey,
  grantTotal,
} from './direction.ts'
import {
  otherFiledName,
  otherFiledPlace,
  type Party,
  type PartyPlace,
  type PartyRow,
  toFiler,
  toParty,
} from './party.ts'
import { requireFiler } from './require-filer.ts'
import { type GrantFilter, listedCategories } from './store/grant-filter.ts'
import { type GrantRow, type GrantsOf, readGrantsPage } from './store/read-grants.ts'

export type { GrantFilter }

/** One row of a current return that tells of money given. */
export type Grant = {
  direction: Direction
  funder: Party
  recipient: Party
  /** The recipient as the row names it, where it is another name than the organization's. */
  filedName?: string
  /** The recipient's place in the row, where it is another than the organization's. */
  filedPlace?: PartyPlace
  /** The EIN in the row itself, where the recipient shown is not found by it. */
  filedEin?: string
  /** Dollars, cash and noncash together; absent if none is filed or one of them cannot be read. */
  amount?: number
  purpose?: string
  category: EdgeCategory
  /** Why it is in no sum over counterparties; absent where it is. */
  notCounted?: NotCounted
  form: Form
  taxYear: number
  region?: string
  matchMethod: MatchMethod
  matchConfidence: MatchConfidence
  evidence: EvidenceRef
}

/**
 * A page of grants, with what all rows that match come to, on this page and others; by category,
 * because a contractor's fee and a grant have no sum in common, and apart what is in no sum.
 */
export type GrantPage = {
  grants: Grant[]
  totals: GrantTotal[]
  /** Whether grants are among what was asked for, and not other money alone. */
  asksForGrants: boolean
  nextCursor?: string
}

// What the first page counted goes from cursor to cursor: while the version stands, it holds.
const cursorKey = z.tuple([grantKey, z.array(grantTotal)])

/**
 * A page of the single rows of all current returns that tell of money an organization gave or
 * received, the newest and largest first; one round trip. Throws ApiError ProfileNotFound for an
 * organization without filings, InvalidCursor for a cursor of another request, filters included,
 * StaleCursor when its rows changed since, StoreUnavailable.
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
  // One more tells whether there is a next page.
  const page = await readGrantsPage(deps.postgres, ein, filter, { after, limit: limit + 1 })
  if (!page.hasProfile) await requireFiler(deps, ein)
  const data = [page.version ?? '']
  from?.requireData(data)
  const rows = page.rows.slice(0, limit)
  const last = rows.length < page.rows.length ? rows.at(-1) : undefined
  const totals = counted ?? page.totals
  return {
    grants: rows.map((row) => toGrant(row, toOwn(ein, page))),
    totals,
    asksForGrants: listedCategories(filter)?.some(isGrant) ?? true,
    ...(last && { nextCursor: toRowCursor(request, data, [keyOf(last), totals]) }),
  }
}

const isGrant = (category: EdgeCategory): boolean =>
  GRANT_CATEGORIES.some((one) => one === category)

const keyOf = (row: GrantRow): GrantKey => [row.taxYear, row.amount, row.objectId, row.ordinal]

/** The same for the same filter, however its fields came. */
const inOrder = (filter: GrantFilter): unknown[] => [
  filter.direction,
  listedCategories(filter)?.toSorted(),
  filter.minYear,
  filter.maxYear,
  filter.minAmount,
  filter.counterparty,
  filter.match,
]

/** The organization that was asked about, as the other side of its grants. */
export const toOwn = (
  ein: string,
  { name, city, state, country, hasProfile }: Omit<GrantsOf, 'version'>,
): PartyRow => ({
  ein,
  knownName: name,
  knownCity: city,
  knownState: state,
  knownCountry: country,
  hasProfile,
})

/** The grant of a row; `own` is the organization that was asked about. */
export function toGrant(row: GrantRow, own: PartyRow): Grant {
  const isGiven = row.direction === 'Outgoing'
  const recipient = isGiven ? row : own
  const filedName = otherFiledName(recipient.knownName, row)
  const filedPlace = otherFiledPlace(recipient, row)
  const notCounted = row.category === 'FoundationApproved' ? 'ApprovedForLater' : row.uncounted
  return {
    direction: row.direction,
    funder: toFiler(isGiven ? own : row),
    recipient: toParty(recipient, row),
    ...(filedName !== undefined && { filedName }),
    ...(filedPlace && { filedPlace }),
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
