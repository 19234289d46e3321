import { z } from 'zod'
import { ApiError } from '#src/platform/errors.ts'
import { isExact } from '../domain/exact-numbers.ts'
import { EDGE_CATEGORIES } from '../domain/network.ts'
import { readRowCursor, toRowCursor } from '../organizations/cursor.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import { type EvidenceRef, evidenceOf } from '../organizations/evidence/evidence-ref.ts'
import { DIRECTIONS, type Direction } from './direction.ts'
import { type Flow, type FlowRow, type Party, toFiler, toFlow, toParty } from './party.ts'
import { requireFiler } from './require-filer.ts'
import { cursorText, KNOWN_AS, SIDES } from './sql.ts'

/** Money that a latest filing reports for one counterparty in one category. */
export type NetworkEdge = Flow & {
  counterparty: Party
  /** Dollars; absent when no row files an amount, or the sum is too large to be exact. */
  amount?: number
  /** The part of the amount that sums over counterparties leave out (`Uncounted`), if any. */
  notCountedAmount?: number
  /** Rows of the filing. */
  count: number
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
 * The order of network edges, for cursors: amount; EIN, or a text that sorts after every EIN; name if
 * there is no EIN; direction; category; and the key of the counterparty.
 */
export const networkKey = z.tuple([
  z.number(),
  cursorText,
  cursorText,
  z.enum(DIRECTIONS),
  z.enum(EDGE_CATEGORIES),
  cursorText,
])
type NetworkKey = z.output<typeof networkKey>

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
  const [amount, sortEin, sortName, , category, counterparty] = from?.key ?? FROM_THE_TOP
  // One more row shows whether there is a next page.
  const values = [ein, amount, sortEin, sortName, category, counterparty, limit + 1]
  const sql = sqlOf(direction ? [direction] : DIRECTIONS, from?.key)
  const [first, ...rest] = await deps.postgres.query<NetworkRow & Asked>(sql, values)
  if (!first) throw new Error('A query that must return at least one row returned none.')
  const edges = requireCitable([first, ...rest])
  if (!first.isFiler) await requireFiler(deps, ein)
  const data = [first.version ?? '']
  from?.requireData(data)
  const rows = edges.slice(0, limit)
  const last = rows.length < edges.length ? rows.at(-1) : undefined
  return {
    edges: rows.map((row) => toEdge(row, first)),
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
function toEdge(row: NetworkRow, own: Asked): NetworkEdge {
  const isGiven = row.direction === 'Outgoing'
  const { amount, amounts, uncountedAmount, count } = row
  const { askedName: knownName, askedCity: knownCity, askedState: knownState } = own
  return {
    ...toFlow(row, isGiven ? row : { knownName, knownCity, knownState }),
    counterparty: isGiven ? toParty(row, row) : toFiler(row),
    ...(amounts > 0 && isExact(amount) && { amount }),
    ...(uncountedAmount > 0 && isExact(uncountedAmount) && { notCountedAmount: uncountedAmount }),
    count,
    evidence: row.paths.map(evidenceOf(row)),
  }
}

/** An edge of the network of latest filings, with its filing. */
type NetworkRow = FlowRow & {
  sortEin: string
  sortName: string
  counterparty: string
  /** The sum of filed amounts, and how many rows file one. */
  amount: number
  amounts: number
  /** The part of the amount that sums over counterparties leave out. */
  uncountedAmount: number
  count: number
  paths: string[]
}

/** Name and place of the requested organization, null when unknown, in each row. */
type Asked = {
  askedName: string | null
  askedCity: string | null
  askedState: string | null
  isFiler: boolean
  /** Release in which its edges last changed; null if it never had any. */
  version: string | null
}

const ORDER = 'amount desc, sort_ein, sort_name, direction, category, counterparty'

// Every funder has an EIN, so incoming edges are ordered by it alone.
const SORTED = {
  Outgoing: {
    columns: 'sort_ein, sort_name',
    order: 'sort_ein, sort_name, category, counterparty',
  },
  Incoming: {
    columns: `funder_ein as sort_ein, '' collate "C" as sort_name`,
    order: 'funder_ein, category',
  },
} as const

/**
 * Returns the condition for edges with the same amount as the last one shown. EIN and name come before
 * direction in the order, so the other direction is compared by EIN and name alone.
 */
function behind(direction: Direction, after: NetworkKey | undefined): string {
  if (direction === 'Outgoing') {
    return after?.[3] === 'Incoming'
      ? '(sort_ein, sort_name) >= ($3, $4)'
      : '(sort_ein, sort_name, category, counterparty) > ($3, $4, $5::edge_category, $6)'
  }
  return after?.[3] === 'Incoming'
    ? '(funder_ein, category) > ($3, $5::edge_category)'
    : 'funder_ein > $3'
}

// Two reads of the index in its order, each at most a page: edges with the same amount as the last
// one shown, and those below. A single condition would read all edges with the same amount again.
function branchesOf(direction: Direction, after: NetworkKey | undefined): string[] {
  const { own, other } = SIDES[direction]
  const { columns, order } = SORTED[direction]
  const from = `select '${direction}' as direction, ${other} as ein, ${columns}, category,
      counterparty, name, city, state, country, region, amount, amounts,
      uncounted_amount, count, object_id, match_method, match_confidence, paths
    from network_edge where ${own} = $1`
  return [
    `(${from} and amount = $2 and ${behind(direction, after)} order by ${order} limit $7)`,
    `(${from} and amount < $2 order by amount desc, ${order} limit $7)`,
  ]
}

/**
 * Returns the statement of a page of edges, the largest first, with their version; one statement, so
 * that both describe the same moment.
 */
const sqlOf = (directions: readonly Direction[], after: NetworkKey | undefined): string => `
  with page as materialized (
    select * from (
      ${directions.flatMap((direction) => branchesOf(direction, after)).join('\n union all ')}
    ) behind
    order by ${ORDER} limit $7)
  select asked.name as "askedName", asked.city as "askedCity", asked.state as "askedState",
    asked.primary_form is not null as "isFiler", v.release as version,
    p.direction, p.ein, p.sort_ein as "sortEin", p.sort_name as "sortName", p.category,
    p.counterparty, p.name as "filedName", p.city, p.state, p.country, p.region, p.amount,
    p.amounts, p.uncounted_amount as "uncountedAmount", p.count,
    p.match_method as "matchMethod", p.match_confidence as "matchConfidence", p.paths,
    p.object_id as "objectId", f.form, f.tax_year as "taxYear",
    f.schema_version as "schemaVersion", f.source_archive as "sourceArchive", ${KNOWN_AS}
  from (values ($1, $3::text, $4::text, $5::edge_category, $6::text)) own (ein)
  left join organization asked on asked.ein = own.ein
  left join network_version v on v.ein = own.ein
  left join page p on true
  left join filing f on f.object_id = p.object_id
  left join organization o on o.ein = p.ein
  order by p.amount desc, p.sort_ein, p.sort_name, p.direction, p.category, p.counterparty`

// Greater than every amount, so that the first page begins at the largest.
const FROM_THE_TOP: NetworkKey = [Number.POSITIVE_INFINITY, '', '', 'Outgoing', 'ScheduleI', '']

/**
 * Returns the edges. An edge whose filing is gone cannot be cited until the next resolve removes
 * it.
 */
function requireCitable<Row extends NetworkRow>(rows: Row[]): Row[] {
  const edges = rows.filter(({ objectId }) => objectId !== null)
  if (edges.every(({ form }) => form !== null)) return edges
  throw new ApiError('StoreUnavailable', {
    message: 'The filings of these edges are being replaced. Try again.',
  })
}
