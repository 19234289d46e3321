import type { Postgres } from '#src/platform/clients/postgres.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { Form } from '../../domain/form.ts'
import type { EdgeCategory, MatchConfidence, MatchMethod } from '../../domain/network.ts'
import type { Direction, NetworkKey } from '../direction.ts'
import type { FiledParty, PartyRow } from '../party.ts'
import { KNOWN_AS, SIDES } from './shared-sql.ts'

/** An edge of the network of latest filings, with its filing. */
export type NetworkRow = PartyRow &
  FiledParty & {
    direction: Direction
    sortEin: string
    sortName: string
    category: EdgeCategory
    counterparty: string
    /** The sum of filed amounts, and how many rows file one. */
    amount: number
    amounts: number
    /** The part of the amount that sums over counterparties leave out. */
    uncountedAmount: number
    count: number
    matchMethod: MatchMethod
    matchConfidence: MatchConfidence
    paths: string[]
    objectId: string
    form: Form
    taxYear: number
    schemaVersion: string | null
    sourceArchive: string
  }

/** The name and place that the filed ones are compared with. */
export type KnownRecipient = Pick<PartyRow, 'knownName' | 'knownCity' | 'knownState'>

/** Name and place of the requested organization, null when unknown, and its edges. */
type NetworkPage = KnownRecipient & {
  hasProfile: boolean
  /** Release in which its edges last changed; null if it never had any. */
  version: string | null
  rows: NetworkRow[]
}

type Wanted = {
  ein: string
  directions: readonly Direction[]
  /** The page begins after this edge. */
  after: NetworkKey | undefined
  limit: number
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

const sqlOf = ({ directions, after }: Wanted): string => `
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

type Asked = {
  askedName: string | null
  askedCity: string | null
  askedState: string | null
  isFiler: boolean
  version: string | null
}

// Greater than every amount, so that the first page begins at the largest.
const FROM_THE_TOP: NetworkKey = [Number.POSITIVE_INFINITY, '', '', 'Outgoing', 'ScheduleI', '']

/**
 * Reads a page of an organization's edges, the largest first, with their version; one statement, so
 * that both describe the same moment. Throws ApiError StoreUnavailable.
 */
export async function readNetworkPage(
  db: Pick<Postgres, 'query'>,
  wanted: Wanted,
): Promise<NetworkPage> {
  const [amount, sortEin, sortName, , category, counterparty] = wanted.after ?? FROM_THE_TOP
  const { ein, limit } = wanted
  const values = [ein, amount, sortEin, sortName, category, counterparty, limit]
  const [first, ...rest] = await db.query<NetworkRow & Asked>(sqlOf(wanted), values)
  if (!first) throw new Error('A query that must return at least one row returned none.')
  const { askedName: knownName, askedCity: knownCity, askedState: knownState, version } = first
  const rows = requireCitable([first, ...rest])
  return { knownName, knownCity, knownState, hasProfile: first.isFiler, version, rows }
}

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
