import { z } from 'zod'
import type { Postgres, SqlValue } from '#src/platform/clients/postgres.ts'
import { knownFields } from '../domain/known-fields.ts'
import {
  EDGE_CATEGORIES,
  type EdgeCategory,
  GRANT_CATEGORIES,
  type MatchConfidence,
  type NotCounted,
  type Uncounted,
} from '../domain/network.ts'
import { readRowCursor, toRowCursor } from '../organizations/cursor.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import { type EvidenceRef, evidenceOf } from '../organizations/evidence/evidence-ref.ts'
import type { Organization } from '../organizations/organization.ts'
import { DIRECTIONS, type Direction } from './direction.ts'
import {
  type Flow,
  type FlowRow,
  type Party,
  type PartyRow,
  toFiler,
  toFlow,
  toParty,
} from './party.ts'
import { requireFiler } from './require-filer.ts'
import { cursorText, filedEdge, KNOWN_AS, readRow, requireWhole, SIDES } from './sql.ts'

/** A filter of an organization's rows; the empty one matches all grants. */
export type GrantFilter = {
  direction?: Direction | undefined
  categories?: readonly EdgeCategory[] | undefined
  /** Without `categories`: every category instead of only grants. */
  allCategories?: boolean
  /** Tax years, both inclusive. */
  minYear?: number | undefined
  maxYear?: number | undefined
  /** Dollars; excludes rows without an amount. */
  minAmount?: number | undefined
  /** EIN of the other side. */
  counterparty?: string | undefined
  /** The minimum confidence; `None` includes all. */
  match?: MatchConfidence | undefined
}

/** Returns the categories of a filter; undefined for every one. */
export const listedCategories = ({
  categories,
  allCategories = false,
}: GrantFilter): readonly EdgeCategory[] | undefined =>
  categories ?? (allCategories ? undefined : GRANT_CATEGORIES)

/** A row of a current return that reports money given. */
export type Grant = Flow & {
  funder: Party
  recipient: Party
  /** The EIN in the row, if the recipient has another. */
  filedEin?: string
  /** Dollars, cash and noncash together; absent if not filed or not readable. */
  amount?: number
  purpose?: string
  /** Why sums over counterparties leave it out; absent if they include it. */
  notCounted?: NotCounted
  evidence: EvidenceRef
}

/** The order of grants: tax year, amount (or null), object id, ordinal. Clients can forge it. */
const grantKey = z.tuple([z.int().min(0).max(9_999), z.number().nullable(), cursorText, z.int32()])
type GrantKey = z.output<typeof grantKey>

/**
 * Totals of rows of one direction and category that sums include, or do not include; cursors
 * contain them.
 */
const grantTotal = z.object({
  direction: z.enum(DIRECTIONS),
  category: z.enum(EDGE_CATEGORIES),
  isCounted: z.boolean(),
  rows: z.int(),
  /** Dollars; null when no row files an amount. */
  amount: z.number().nullable(),
  /** Rows of grants given whose recipient was not found. */
  unresolved: z.int(),
  /** Dollars of the other rows; null when none of them files an amount. */
  identified: z.number().nullable(),
})
export type GrantTotal = z.output<typeof grantTotal>

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
  const page = await readPage(deps.postgres, ein, filter, { after, limit: limit + 1 })
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

/** A row of a current return that reports money given, with its filing. */
type GrantRow = FlowRow & {
  ordinal: number
  path: string
  /** The nine digits in the row, whether or not the EIN is known. */
  filedEin: string | null
  amount: number | null
  purpose: string | null
  /** Why sums leave it out; null if they include it, or it is only approved. */
  uncounted: Uncounted | null
}

/** Returns the grant of a row; `own` is the requested organization. */
export function toGrant(row: GrantRow, own: PartyRow): Grant {
  const isGiven = row.direction === 'Outgoing'
  const recipient = isGiven ? row : own
  const { filedEin, amount, purpose } = row
  const notCounted: NotCounted | null =
    row.category === 'FoundationApproved' ? 'ApprovedForLater' : row.uncounted
  return {
    ...toFlow(row, recipient),
    funder: toFiler(isGiven ? own : row),
    recipient: toParty(recipient, row),
    ...knownFields({ amount, purpose, notCounted }),
    ...(filedEin !== null && filedEin !== recipient.ein && { filedEin }),
    evidence: evidenceOf(row)(row.path),
  }
}

/** Returns the requested organization as a party. */
export const toOwn = ({ ein, name, city, state, country }: Organization): PartyRow => ({
  ...{ ein, knownName: name, knownCity: city, knownState: state, knownCountry: country },
  hasProfile: true,
})

/** The parameters of a statement; the first is the EIN. */
class Values {
  readonly all: SqlValue[]

  constructor(ein: string) {
    this.all = [ein]
  }

  /** Adds a value and returns its placeholder. */
  put(value: SqlValue, type: string): string {
    this.all.push(value)
    return `$${this.all.length}::${type}`
  }
}

const ORDER = 'tax_year desc, amount desc nulls last, object_id, ordinal'

/** Returns the statement for all rows that match, in both directions unless the filter has one. */
const matching = (values: Values, filter: GrantFilter): string =>
  directionsOf(filter)
    .map((direction) => matchingOf(values, filter, direction))
    .join(' union all ')

const directionsOf = ({ direction }: GrantFilter): readonly Direction[] =>
  direction ? [direction] : DIRECTIONS

function matchingOf(values: Values, filter: GrantFilter, direction: Direction): string {
  const { own, other } = SIDES[direction]
  const { minYear, maxYear, minAmount, counterparty, match } = filter
  const categories = listedCategories(filter)
  const conditions = [
    `${own} = $1`,
    categories && `category = any(${values.put([...categories], 'edge_category[]')})`,
    minYear !== undefined && `tax_year >= ${values.put(minYear, 'smallint')}`,
    maxYear !== undefined && `tax_year <= ${values.put(maxYear, 'smallint')}`,
    minAmount !== undefined && `amount >= ${values.put(minAmount, 'float8')}`,
    counterparty !== undefined && `${other} = ${values.put(counterparty, 'text')}`,
    match !== undefined && `match_confidence >= ${values.put(match, 'match_confidence')}`,
  ]
  return `select '${direction}' as direction, ${other} as ein, object_id as "objectId", ordinal,
      amount, category, tax_year as "taxYear", match_method as "matchMethod",
      match_confidence as "matchConfidence", is_counted as "isCounted"
    from money_edge where ${conditions.filter((one) => one).join(' and ')}`
}

/**
 * Returns statements that read at most `most` rows and together contain the page after a row
 * (undefined: the first page). Each reads the index in its order: the rest of the same year and
 * amount, smaller amounts of the year, earlier years. A single condition would read the whole year
 * again.
 */
function branchesBehind(
  values: Values,
  filter: GrantFilter,
  after: GrantKey | undefined,
  most: string,
): string[] {
  return directionsOf(filter).flatMap((direction) =>
    piecesBehind(values, after).map(
      ({ where, order }) =>
        `(${matchingOf(values, filter, direction)}${where} order by ${order} limit ${most})`,
    ),
  )
}

type Piece = { where: string; order: string }

function piecesBehind(values: Values, after: GrantKey | undefined): Piece[] {
  if (!after) return [{ where: '', order: ORDER }]
  const [taxYear, amount, objectId, ordinal] = after
  const year = values.put(taxYear, 'smallint')
  const ofYear = ` and tax_year = ${year}`
  const row = `(object_id, ordinal) > (${values.put(objectId, 'text')}, ${values.put(ordinal, 'integer')})`
  const yearsBefore = { where: ` and tax_year < ${year}`, order: ORDER }
  const byRow = 'object_id, ordinal'
  // Also used for rows without an amount, because the planner cannot tell that their amounts are
  // equal.
  const byAmount = `amount desc nulls last, ${byRow}`
  if (amount === null) {
    return [{ where: `${ofYear} and amount is null and ${row}`, order: byAmount }, yearsBefore]
  }
  const same = values.put(amount, 'float8')
  return [
    { where: `${ofYear} and amount = ${same} and ${row}`, order: byRow },
    { where: `${ofYear} and amount < ${same}`, order: byAmount },
    { where: `${ofYear} and amount is null`, order: byAmount },
    yearsBefore,
  ]
}

const PAGE_ORDER = 'p."taxYear" desc, p.amount desc nulls last, p."objectId", p.ordinal'

// Details are read only for the rows of the page.
const DETAILS = `select p.direction, p.ein, p."objectId", p.ordinal, p.amount, p.category,
    p."matchMethod", p."matchConfidence", p."taxYear", e.path, e.name as "filedName",
    case when not e.is_ein_related then e.ein end as "filedEin", e.city, e.state, e.country, e.region,
    e.purpose, e.uncounted, f.form, f.schema_version as "schemaVersion",
    f.source_archive as "sourceArchive", ${KNOWN_AS}
  from page p
  left join ${filedEdge('p', '"objectId"')}
  left join filing f on f.object_id = p."objectId"
  left join organization o on o.ein = p.ein`

const totalsOf = (matched: string): string => `
  select direction, category, "isCounted", count(*) as rows, sum(amount) as amount,
    count(*) filter (where direction = 'Outgoing' and ein is null) as unresolved,
    sum(amount) filter (where ein is not null) as identified
  from (${matched}) every group by direction, category, "isCounted"`

/** A page of grants of an organization. */
type GrantsPage = Omit<PartyRow, 'ein'> & {
  /** Release in which its edges last changed; null if it never had any. */
  version: string | null
  rows: GrantRow[]
  totals: GrantTotal[]
}

/**
 * Reads a page of single grants, the newest and largest first, with the organization and, on the
 * first page, totals. One statement, so that all data describes the same moment. Throws ApiError
 * StoreUnavailable.
 */
async function readPage(
  db: Pick<Postgres, 'query'>,
  ein: string,
  filter: GrantFilter,
  { after, limit }: { after: GrantKey | undefined; limit: number },
): Promise<GrantsPage> {
  const values = new Values(ein)
  const most = values.put(limit, 'integer')
  const branches = branchesBehind(values, filter, after, most)
  const totals = after
    ? `'[]'::json`
    : `(select coalesce(json_agg(t), '[]') from (${totalsOf(matching(values, filter))}) t)`
  const sql = `
    with page as materialized (
      select * from (${branches.join('\n union all ')}) p order by ${PAGE_ORDER} limit ${most})
    select ${KNOWN_AS}, v.release as version, ${totals} as totals,
      (select coalesce(json_agg(p order by ${PAGE_ORDER}), '[]') from (${DETAILS}) p) as rows
    from (values ($1::text)) own (ein)
    left join organization o on o.ein = own.ein
    left join network_version v on v.ein = own.ein`
  const page = await readRow<GrantsPage>(db, sql, values.all)
  requireWhole(page.rows)
  return page
}

/**
 * Streams all grants that match in batches, in the order of pages; one statement, so that all data
 * describes the same moment. Throws ApiError StoreUnavailable.
 */
export async function* streamGrants(
  db: Pick<Postgres, 'stream'>,
  ein: string,
  filter: GrantFilter,
  batchSize: number,
): AsyncGenerator<GrantRow[]> {
  const values = new Values(ein)
  const sql = `with page as (${matching(values, filter)}) ${DETAILS} order by ${PAGE_ORDER}`
  for await (const rows of db.stream<GrantRow>(sql, values.all, batchSize)) {
    requireWhole(rows)
    yield rows
  }
}
