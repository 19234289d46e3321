import type { Postgres } from '#src/platform/clients/postgres.ts'

import type { Citable } from '../../domain/cite.ts'
import type { FactKey } from '../../domain/facts/definitions.ts'

import { GRANT_CATEGORIES, type MatchConfidence } from '../../domain/network.ts'
import type { Direction } from '../direction.ts'
import type { FiledParty, PartyRow } from '../party.ts'
import { CITED, type CitedRow, citedRows, KNOWN_AS, requireWhole, SIDES } from './shared-sql.ts'

/** The orders of a list by year; a number is a tax year. */
export const YEAR_SORTS = ['Total', 'Name', 'GrantCount', 'LatestYear'] as const
export type YearSort = (typeof YEAR_SORTS)[number] | number

/** Which counterparties to read, and in which order. */
export type ByYearWanted = {
  direction: Direction
  sort: YearSort
  order: 'asc' | 'desc'
  /** Part of the name in any case, or a whole EIN. */
  within?: string | undefined
  /** Only counterparties with a grant in this tax year. */
  year?: number | undefined
  offset: number
  limit: number
}

/** One counterparty in one tax year. */
type YearRow = { taxYear: number; amount: number | null; grants: number; rows: CitedRow[] }

/** A counterparty: an organization, or a name and place as filed. */
export type PartyByYearRow = PartyRow &
  FiledParty & {
    key: string
    total: number | null
    grants: number
    earliestYear: number
    latestYear: number
    /** Of the least certain grant. */
    matchConfidence: MatchConfidence
    years: YearRow[]
  }

/** All grants of one tax year. */
export type YearSumRow = {
  taxYear: number
  rows: number
  returns: number
  amount: number | null
  identified: number | null
  weak: number | null
  unidentifiedRows: number
}

type Found = {
  hasProfile: boolean
  /** Release in which its edges last changed; null if it never had any. */
  version: string | null
  /** Counterparties that match, and all of them. */
  count: number
  all: number
  unidentified: number
  sums: YearSumRow[]
  parties: PartyByYearRow[]
}

/** Refs of one cell. A funder rarely lists a recipient more often in one year. */
const MAX_REFS = 12

// A recipient without an organization is known by its name and place as they are compared, and the
// EIN filed. Only money given has such rows; a funder always has an EIN.
const OTHERS = {
  Outgoing: {
    key: `coalesce(m.recipient_ein, '|' || concat_ws('|',
        coalesce(nullif(e.name_key, ''), lower(left(e.name, 300)), ''),
        e.city_key, coalesce(e.state, e.country), e.ein))`,
    filed: `left join organization known on known.ein = m.recipient_ein
      left join filed_edge e on known.ein is null and e.object_id = m.object_id
        and e.ordinal = m.ordinal and e.category = m.category`,
    columns: 'e.name, e.city, e.state, e.country, e.region',
  },
  Incoming: {
    key: 'm.funder_ein',
    filed: '',
    columns: `null::text as name, null::text as city, null::text as state, null::text as country,
      null::text as region`,
  },
} as const

const LARGEST = 'amount desc nulls last, object_id, ordinal'
const first = (column: string) => `(array_agg(${column} order by ${LARGEST}))[1] as ${column}`

const SORTS: Record<(typeof YEAR_SORTS)[number], string> = {
  Total: 'total',
  Name: 'lower(shown)',
  GrantCount: 'grants',
  LatestYear: '"latestYear"',
}

function sqlOf({ direction, sort, order }: ByYearWanted): string {
  const { own, other } = SIDES[direction]
  const { key, filed, columns } = OTHERS[direction]
  const by = typeof sort === 'number' ? 'of_year' : SORTS[sort]
  const ordered = `${by} ${order} nulls last, total desc nulls last, key`
  return `
  with edge as materialized (
    select ${key} as key, m.${other} as ein, m.tax_year, m.amount, m.object_id, m.ordinal,
      m.category, m.match_confidence, ${columns}
    from money_edge m
    ${filed}
    where m.${own} = $1 and m.is_counted and (m.category = any($2::edge_category[])) is true
  ),
  party as materialized (
    select key, min(ein) as ein, sum(amount) as total, count(*)::integer as grants,
      min(tax_year) as "earliestYear", max(tax_year) as "latestYear",
      min(match_confidence) as "matchConfidence",
      sum(amount) filter (where tax_year = $5) as of_year,
      bool_or(tax_year = $4) as in_year,
      ${['name', 'city', 'state', 'country', 'region'].map(first).join(', ')}
    from edge group by key
  ),
  named as materialized (
    select p.*, ${KNOWN_AS}, coalesce(o.name, p.name, '') as shown
    from party p left join organization o on o.ein = p.ein
  ),
  wanted as materialized (
    select * from named
    where ($3 = '' or strpos(lower(shown), lower($3)) > 0 or ein = $3)
      and ($4::smallint is null or in_year)
  ),
  page as materialized (
    select *, row_number() over (order by ${ordered}) as place from wanted
    order by ${ordered} offset $6 limit $7
  ),
  cell as (
    select edge.key, edge.tax_year, sum(edge.amount) as amount, count(*)::integer as grants,
      ${citedRows('edge.amount desc nulls last, edge.object_id, edge.ordinal', MAX_REFS)} as rows
    from page
    join edge on edge.key = page.key
    ${CITED}
    group by edge.key, edge.tax_year
  )
  select coalesce(asked.primary_form is not null, false) as "hasProfile", v.release as version,
    (select count(*) from wanted) as count, (select count(*) from party) as all,
    (select count(*) from party where ein is null) as unidentified,
    (select coalesce(json_agg(s order by s."taxYear" desc), '[]') from (
      select tax_year as "taxYear", count(*) as rows, count(distinct object_id) as returns,
        sum(amount) as amount, sum(amount) filter (where ein is not null) as identified,
        sum(amount) filter (where ein is not null and match_confidence = 'Weak') as weak,
        count(*) filter (where ein is null) as "unidentifiedRows"
      from edge group by tax_year) s) as sums,
    (select coalesce(json_agg(p order by p.place), '[]') from (
      select page.key, page.ein, page."knownName", page."knownCity", page."knownState",
        page."knownCountry", page."hasProfile", page.name as "filedName", page.city, page.state,
        page.country, page.region, page.total, page.grants, page."earliestYear",
        page."latestYear", page."matchConfidence", page.place,
        (select json_agg(json_build_object('taxYear', c.tax_year, 'amount', c.amount,
            'grants', c.grants, 'rows', c.rows) order by c.tax_year desc)
          from cell c where c.key = page.key) as years
      from page) p) as parties
  from (values ($1::text)) own (ein)
  left join organization asked on asked.ein = own.ein
  left join network_version v on v.ein = own.ein`
}

/**
 * Reads an organization's counterparties with their grants by tax year, and the sums of all years;
 * one statement, so that all of it describes the same moment. Throws ApiError StoreUnavailable.
 */
export async function readGrantsByYearOf(
  db: Pick<Postgres, 'query'>,
  ein: string,
  wanted: ByYearWanted,
): Promise<Found> {
  const { sort, within = '', year = null, offset, limit } = wanted
  const sortYear = typeof sort === 'number' ? sort : null
  const values = [ein, [...GRANT_CATEGORIES], within, year, sortYear, offset, limit]
  const [found] = await db.query<Found>(sqlOf(wanted), values)
  if (!found) throw new Error('A query that must return one row returned none.')
  requireWhole(found.parties.flatMap(({ years }) => years.flatMap(({ rows }) => rows)))
  return found
}

// Form 990-T covers the same period as the other return, and repeats none of these facts.
const RETURNS = `
  select object_id as "objectId", form, tax_year as "taxYear",
    (select coalesce(json_object_agg(fact.key, fact.value), '{}')
      from jsonb_each(f.facts) fact where fact.key = any($2)) as facts
  from filing f where ein = $1 and is_current and form <> '990T'
  order by tax_period_end desc, object_id`

/**
 * Reads all current returns of an organization with these facts, newest first. Throws ApiError
 * StoreUnavailable.
 */
export const readReturns = (
  db: Pick<Postgres, 'query'>,
  ein: string,
  keys: readonly FactKey[],
): Promise<Citable[]> => db.query<Citable>(RETURNS, [ein, [...keys]])
