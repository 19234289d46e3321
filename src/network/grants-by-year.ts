import { groupBy } from '../domain/es2024.ts'
import { type Citable, citeNumber } from '../domain/evidence.ts'
import { exactOrNull, sumKnown } from '../domain/exact-numbers.ts'
import type { SqlFact } from '../domain/facts/stored-facts.ts'
import { knownFields } from '../domain/known-fields.ts'
import { GRANT_CATEGORIES, type MatchConfidence } from '../domain/network.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import type { Direction } from './direction.ts'
import { shareOf } from './identified.ts'
import { type FiledParty, type Party, type PartyRow, toFiler, toParty } from './party.ts'
import { requireFiler } from './require-filer.ts'
import {
  CITED,
  type CitedRow,
  citedRows,
  counted,
  KNOWN_AS,
  readRow,
  requireWhole,
  rowRefs,
  SIDES,
} from './sql.ts'

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

/** The grants of one counterparty in one year, or in several. */
export type GrantSum = {
  /** Dollars; undefined when no row files an amount, or the sum is too large to be exact. */
  amount?: number
  grantCount: number
  /** Refs of the rows, largest amount first; of many rows only the first. */
  evidenceRefs: string[]
}

/** A counterparty, and its grants by tax year. */
export type PartyByYear = Party & {
  /** Distinguishes it from the others: its EIN, or its name and place as they are compared. */
  key: string
  totalAmount?: number
  grantCount: number
  earliestYear: number
  latestYear: number
  /** Of the least certain grant; `None` when no organization was found. */
  matchConfidence: MatchConfidence
  /** Newest first. */
  years: (GrantSum & { taxYear: number })[]
}

/** A filed total with the Refs of its lines: more than one if two returns cover the tax year. */
type Reported = { value: number; evidenceRefs: string[] }

/** All grants of one tax year, and what the organization's own returns report for it. */
export type GrantYear = {
  taxYear: number
  /** Rows of returns, how many returns contain them, and how many rows have no organization. */
  rowCount: number
  returnCount: number
  unidentifiedRowCount: number
  totalAmount?: number
  /** The part of `totalAmount` whose counterparty was found. */
  identifiedAmount?: number
  /** The part of `identifiedAmount` whose match is weak. */
  weakAmount?: number
  /** Outgoing: the grants paid. Incoming: the contributions received. */
  reported?: Reported
  /** `identifiedAmount` as a share of the grants paid, 0 to 1; only for Outgoing. */
  identifiedShare?: number
}

export type GrantsByYear = {
  direction: Direction
  /** Newest first; includes years for which only a total is reported. */
  years: GrantYear[]
  counterparties: PartyByYear[]
  /** Counterparties that match the filter. */
  found: number
  /** All counterparties, and how many of them were not found. */
  counterpartyCount: number
  unidentifiedCount: number
  /** Changes when the grants of the organization change. */
  version: string
}

/**
 * Reads who an organization gave to, or received from, with one sum a tax year, from all current
 * returns. Throws ApiError ProfileNotFound, StoreUnavailable.
 */
export async function readGrantsByYear(
  deps: ProfileDeps,
  ein: string,
  wanted: ByYearWanted,
): Promise<GrantsByYear> {
  const { direction, sort, within = '', year = null, offset, limit } = wanted
  const sortYear = typeof sort === 'number' ? sort : null
  const values = [ein, [...GRANT_CATEGORIES], within, year, sortYear, offset, limit]
  const [read, returns] = await deps.postgres.snapshot(async (session) => [
    await readRow<Read>(session, sqlOf(wanted), values),
    await session.query<Citable>(RETURNS, [ein, [...REPORTED[direction], ...TO_OTHERS]]),
  ])
  const { hasProfile, sums, parties, version, ...counts } = read
  requireWhole(parties.flatMap(({ years }) => years.flatMap(({ rows }) => rows)))
  if (!hasProfile) await requireFiler(deps, ein)
  return {
    direction,
    years: toYears(direction, sums, returns),
    counterparties: parties.map((row) => toPartyByYear(direction, row)),
    ...counts,
    version: version ?? '',
  }
}

/** The line of a return that totals the grants; of several, the first that is filed. */
const REPORTED: Record<Direction, readonly SqlFact[]> = {
  Outgoing: [
    // A foundation's list adds up to line 3a; the other columns follow other methods of accounting.
    'grantsPaidTotal',
    'grantsPaidCashBasis',
    // The total of Form 990 contains scholarships, which a university pays ten times as much of.
    'grantsToDomesticOrganizations',
    'grantsPaid',
  ],
  Incoming: ['contributions'],
}

/** With one of these lines, the total of Form 990 is not what it gave to organizations. */
const TO_OTHERS = ['grantsToDomesticIndividuals', 'foreignGrants'] as const satisfies SqlFact[]
const isToOthers = (filing: Citable): boolean =>
  filing.form === '990' && TO_OTHERS.some((key) => citeNumber(filing, key)?.value)

/** Returns the sums of each year with the totals that returns report, newest first. */
export function toYears(
  direction: Direction,
  sums: readonly YearSumRow[],
  returns: readonly Citable[],
): GrantYear[] {
  const cited = returns.flatMap((filing) => {
    const [line] = REPORTED[direction].flatMap((key) =>
      key === 'grantsPaid' && isToOthers(filing) ? [] : (citeNumber(filing, key) ?? []),
    )
    return line ? [{ ...line, taxYear: filing.taxYear }] : []
  })
  const reported = groupBy(cited, ({ taxYear }) => taxYear)
  const listed = new Map(sums.map((sum) => [sum.taxYear, sum]))
  // A year in which the return reports a total and lists nobody is the one to ask about.
  const unlisted = [...reported].flatMap(([year, lines]) =>
    direction === 'Outgoing' && lines.some(({ value }) => value > 0) ? [year] : [],
  )
  return [...new Set([...listed.keys(), ...unlisted])]
    .sort((a, b) => b - a)
    .map((taxYear) => toGrantYear(direction, taxYear, listed.get(taxYear), reported.get(taxYear)))
}

function toGrantYear(
  direction: Direction,
  taxYear: number,
  sum: YearSumRow | undefined,
  lines: readonly { value: number; ref: string }[] = [],
): GrantYear {
  const { rows = 0, returns = 0, unidentifiedRows = 0 } = sum ?? {}
  const identified = exactOrNull(sum?.identified ?? null)
  const value = sumKnown(lines.map((line) => line.value))
  return knownFields({
    taxYear,
    rowCount: rows,
    returnCount: returns,
    unidentifiedRowCount: unidentifiedRows,
    totalAmount: exactOrNull(sum?.amount ?? null),
    identifiedAmount: identified,
    weakAmount: exactOrNull(sum?.weak ?? null),
    reported:
      value === undefined ? undefined : { value, evidenceRefs: lines.map(({ ref }) => ref) },
    identifiedShare: direction === 'Outgoing' ? shareOf(identified ?? 0, value) : undefined,
  })
}

function toPartyByYear(direction: Direction, row: PartyByYearRow): PartyByYear {
  const { key, grants, earliestYear, latestYear, matchConfidence } = row
  return knownFields({
    ...(direction === 'Incoming' ? toFiler(row) : toParty(row, row)),
    ...{ key, grantCount: grants, earliestYear, latestYear, matchConfidence },
    totalAmount: exactOrNull(row.total),
    years: row.years.map(({ taxYear, amount, grants, rows }) =>
      knownFields({
        ...{ taxYear, amount: exactOrNull(amount), grantCount: grants },
        evidenceRefs: rowRefs(rows),
      }),
    ),
  })
}

/** More columns do not fit on a screen. */
const MAX_YEARS = 8

/** The columns of a table by year: the newest years, and whether older ones are summed. */
export function toYearColumns(years: readonly Pick<GrantYear, 'taxYear'>[]): {
  shown: number[]
  earlier: number[]
} {
  const all = years.map(({ taxYear }) => taxYear)
  return { shown: all.slice(0, MAX_YEARS), earlier: all.slice(MAX_YEARS) }
}

/** Returns the sum of some years of a counterparty; undefined if it has no grants in them. */
export function sumYears(
  { years }: Pick<PartyByYear, 'years'>,
  wanted: readonly number[],
): GrantSum | undefined {
  const found = years.filter(({ taxYear }) => wanted.includes(taxYear))
  if (found.length === 0) return undefined
  return knownFields({
    amount: sumKnown(found.map(({ amount }) => amount)),
    grantCount: found.reduce((sum, { grantCount }) => sum + grantCount, 0),
    evidenceRefs: found.flatMap(({ evidenceRefs }) => evidenceRefs),
  })
}

/** A counterparty: an organization, or a name and place as filed. */
type PartyByYearRow = PartyRow &
  FiledParty &
  Pick<PartyByYear, 'key' | 'earliestYear' | 'latestYear' | 'matchConfidence'> & {
    grants: number
    total: number | null
    years: { taxYear: number; amount: number | null; grants: number; rows: CitedRow[] }[]
  }

/** All grants of one tax year. */
export type YearSumRow = Record<'taxYear' | 'rows' | 'returns' | 'unidentifiedRows', number> &
  Record<'amount' | 'identified' | 'weak', number | null>

type Read = Pick<GrantsByYear, 'found' | 'counterpartyCount' | 'unidentifiedCount'> & {
  hasProfile: boolean
  /** Release in which its edges last changed; null if it never had any. */
  version: string | null
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
    where m.${own} = $1 and ${counted('m')}
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
    (select count(*) from wanted) as found, (select count(*) from party) as "counterpartyCount",
    (select count(*) from party where ein is null) as "unidentifiedCount",
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

// Form 990-T covers the same period as the other return, and repeats none of these facts.
const RETURNS = `
  select object_id as "objectId", form, tax_year as "taxYear",
    (select coalesce(json_object_agg(fact.key, fact.value), '{}')
      from jsonb_each(f.facts) fact where fact.key = any($2)) as facts
  from filing f where ein = $1 and is_current and form <> '990T'
  order by tax_period_end desc, object_id`
