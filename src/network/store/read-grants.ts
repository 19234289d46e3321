import type { Postgres } from '#src/platform/clients/postgres.ts'

import type { Form } from '../../domain/form.ts'
import type { EdgeCategory, MatchConfidence, MatchMethod, Uncounted } from '../../domain/network.ts'
import type { Direction, GrantKey, GrantTotal } from '../direction.ts'
import type { FiledParty, PartyRow } from '../party.ts'
import { branchesBehind, type GrantFilter, matching, Values } from './grant-filter.ts'
import { filedEdge, KNOWN_AS, requireWhole } from './shared-sql.ts'

/** A row of a current return that reports money given, with its filing. */
export type GrantRow = PartyRow &
  FiledParty & {
    direction: Direction
    objectId: string
    ordinal: number
    path: string
    /** The nine digits in the row, whether or not the EIN is known. */
    filedEin: string | null
    amount: number | null
    purpose: string | null
    category: EdgeCategory
    /** Why sums leave it out; null if they include it, or it is only approved. */
    uncounted: Uncounted | null
    matchMethod: MatchMethod
    matchConfidence: MatchConfidence
    form: Form
    taxYear: number
    schemaVersion: string | null
    sourceArchive: string
  }

/** A page of grants of an organization. */
type GrantsPage = Omit<PartyRow, 'ein'> & {
  /** Release in which its edges last changed; null if it never had any. */
  version: string | null
  rows: GrantRow[]
  totals: GrantTotal[]
}

const ORDER = 'p."taxYear" desc, p.amount desc nulls last, p."objectId", p.ordinal'

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

/**
 * Reads a page of single grants, the newest and largest first, with the organization and, on the
 * first page, totals. One statement, so that all data describes the same moment. Throws ApiError
 * StoreUnavailable.
 */
export async function readGrantsPage(
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
      select * from (${branches.join('\n union all ')}) p order by ${ORDER} limit ${most})
    select ${KNOWN_AS}, v.release as version, ${totals} as totals,
      (select coalesce(json_agg(p order by ${ORDER}), '[]') from (${DETAILS}) p) as rows
    from (values ($1::text)) own (ein)
    left join organization o on o.ein = own.ein
    left join network_version v on v.ein = own.ein`
  const [page] = await db.query<GrantsPage>(sql, values.all)
  if (!page) throw new Error('A query that must return one row returned none.')
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
  const sql = `with page as (${matching(values, filter)}) ${DETAILS} order by ${ORDER}`
  for await (const rows of db.stream<GrantRow>(sql, values.all, batchSize)) {
    requireWhole(rows)
    yield rows
  }
}
