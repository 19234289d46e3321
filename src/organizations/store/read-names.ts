import type { Fact } from '#src/domain/facts/read-facts.ts'
import type { Form } from '#src/domain/form.ts'
import type { MatchConfidence } from '#src/domain/network.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'

/** The names that a submission states for its filer. */
export type FiledNames = {
  objectId: string
  form: Form
  taxYear: number
  names: Partial<
    Record<'filerName' | 'doingBusinessAs' | 'doingBusinessAs2' | 'doingBusinessAs3', Fact>
  >
}

/** A name in the Business Master File, with the first and last month that it was seen in. */
export type RegistryName = {
  name: string
  kind: 'name' | 'sort_name'
  first: string
  last: string
}

/**
 * How the EIN of a row and its recipient differ. `OtherEin`: the row has another EIN, but was matched
 * to the organization. `UnlikeName`: it has the organization's EIN and an unlike name. `Elsewhere`: it
 * has the EIN, but was not matched to the organization.
 */
export const EIN_SLIPS = ['OtherEin', 'UnlikeName', 'Elsewhere'] as const
export type EinSlip = (typeof EIN_SLIPS)[number]

/** The rows of funders that spell a recipient in the same way. */
export type Spelling = {
  name: string
  slip: EinSlip | null
  /** The EIN in the rows, for `OtherEin`. */
  filedEin: string | null
  rows: number
  funders: number
  first: number
  last: number
  least: MatchConfidence
  most: MatchConfidence
  /** The newest row, and the EIN of its funder. */
  objectId: string
  path: string
  form: Form
  taxYear: number
  funderEin: string
}

/** A recipient's name in federal awards or subawards. */
export type AwardName = {
  name: string
  kind: 'award' | 'subaward'
  isDba: boolean
  rows: number
  first: number | null
  last: number | null
  key: string
  /** The highest score of the identifiers that map the awards to the EIN, 0 to 1. */
  score: number
}

export type StoredNames = {
  filed: FiledNames[]
  registry: RegistryName[]
  publication78: { name: string; asOf: string } | null
  revocations: { name: string; dbaName: string | null; revokedOn: string }[]
  /** The most common spellings. */
  spellings: Spelling[]
  spellingCount: number
  /** Whether the organization has more rows than were read. */
  isCut: boolean
  awards: AwardName[]
}

/** The newest rows of funders: few organizations have more, and these are read in under a second. */
export const MOST_ROWS_READ = 20_000
export const MOST_SPELLINGS = 300
const MOST_AWARD_NAMES = 50

const awardNames = (kind: 'award' | 'subaward', column: string, day: string): string => `
  select one.${column} as name, '${kind}' as kind, ${column === 'recipient_dba_name'} as "isDba",
    count(*)::integer as rows, min(extract(year from one.${day}))::integer as first,
    max(extract(year from one.${day}))::integer as last,
    max(one.${kind}_key) as key, max(u.score) as score
  from uei_mapping u join ${kind} one on one.recipient_uei = u.uei
  where u.ein = $1 and u.is_used and one.${column} is not null
  group by one.${column}`

const SQL = `
  with received as materialized (
    select funder_ein, tax_year, object_id, ordinal, match_method, match_confidence,
      true as is_own
    from money_edge where recipient_ein = $1
    order by tax_year desc, amount desc nulls last, object_id, ordinal
    limit ${MOST_ROWS_READ + 1}
  ),
  -- A filing without edges has not been resolved yet.
  elsewhere as materialized (
    select f.ein as funder_ein, f.tax_year, e.object_id, e.ordinal,
      'Unresolved'::match_method as match_method, 'None'::match_confidence as match_confidence,
      false as is_own
    from filed_edge e join filing f on f.object_id = e.object_id and f.is_current
    where e.ein = $1 and not e.is_ein_related and f.ein <> $1
      and not exists (select from money_edge m
        where m.recipient_ein = $1 and m.object_id = e.object_id and m.ordinal = e.ordinal)
      and exists (select from money_edge m
        where m.funder_ein = f.ein and m.tax_year = f.tax_year and m.object_id = f.object_id)
    limit ${MOST_ROWS_READ + 1}
  ),
  named as (
    select r.*, e.name,
      case
        when not r.is_own then 'Elsewhere'
        when e.ein <> $1 and not e.is_ein_related then 'OtherEin'
        when r.match_method = 'FiledEIN' and r.match_confidence = 'Weak' then 'UnlikeName'
      end as slip,
      case when r.is_own and e.ein <> $1 and not e.is_ein_related then e.ein end as filed_ein
    from (select * from received union all select * from elsewhere) r
    join filed_edge e using (object_id, ordinal)
    where e.name is not null
  ),
  spelling as materialized (
    select name, slip, filed_ein, count(*)::integer as rows,
      count(distinct funder_ein)::integer as funders, min(tax_year) as first, max(tax_year) as last,
      min(match_confidence) as least, max(match_confidence) as most,
      (array_agg(object_id || ' ' || ordinal order by tax_year desc, object_id, ordinal))[1] as newest
    from named group by name, slip, filed_ein
  ),
  shown as (
    select * from spelling order by slip is null, rows desc, last desc, name collate "C", filed_ein
    limit ${MOST_SPELLINGS}
  )
  select
    (select coalesce(json_agg(json_build_object('objectId', f.object_id, 'form', f.form,
        'taxYear', f.tax_year, 'names', json_strip_nulls(json_build_object(
          'filerName', f.facts -> 'filerName', 'doingBusinessAs', f.facts -> 'doingBusinessAs',
          'doingBusinessAs2', f.facts -> 'doingBusinessAs2',
          'doingBusinessAs3', f.facts -> 'doingBusinessAs3')))
        order by f.tax_period_end desc, f.is_current desc, f.object_id), '[]')
      from filing f where f.ein = $1
        and not exists (select from filing_exclusion x where x.object_id = f.object_id)) as filed,
    (select coalesce(json_agg(json_build_object('name', name, 'kind', kind,
        'first', to_char(first_as_of, 'YYYY-MM'), 'last', to_char(last_as_of, 'YYYY-MM'))
        order by last_as_of desc, kind, name), '[]')
      from bmf_name where ein = $1) as registry,
    (select json_build_object('name', name, 'asOf', to_char(as_of, 'YYYY-MM'))
      from pub78 where ein = $1) as publication78,
    (select coalesce(json_agg(json_build_object('name', name, 'dbaName', dba_name,
        'revokedOn', revoked_on) order by revoked_on desc), '[]')
      from revocation where ein = $1) as revocations,
    (select coalesce(json_agg(json_build_object('name', s.name, 'slip', s.slip,
        'filedEin', s.filed_ein, 'rows', s.rows, 'funders', s.funders, 'first', s.first,
        'last', s.last, 'least', s.least, 'most', s.most, 'objectId', f.object_id,
        'path', e.path, 'form', f.form, 'taxYear', f.tax_year, 'funderEin', f.ein)
        order by s.slip is null, s.rows desc, s.last desc, s.name collate "C", s.filed_ein), '[]')
      from shown s
      join filed_edge e on e.object_id = split_part(s.newest, ' ', 1)
        and e.ordinal = split_part(s.newest, ' ', 2)::integer
      join filing f on f.object_id = e.object_id) as spellings,
    (select count(*)::integer from spelling) as "spellingCount",
    (select count(*) > ${MOST_ROWS_READ} from received)
      or (select count(*) > ${MOST_ROWS_READ} from elsewhere) as "isCut",
    (select coalesce(json_agg(a order by a.rows desc, a.name), '[]') from (
      select * from (
        ${awardNames('award', 'recipient_name', 'start_date')}
        union all ${awardNames('subaward', 'recipient_name', 'action_date')}
        union all ${awardNames('subaward', 'recipient_dba_name', 'action_date')}
      ) every order by rows desc, name limit ${MOST_AWARD_NAMES}) a) as awards`

/**
 * Reads every name under which loaded sources know an organization; one round trip. Throws ApiError
 * StoreUnavailable.
 */
export async function readStoredNames(
  db: Pick<Postgres, 'query'>,
  ein: string,
): Promise<StoredNames> {
  const [row] = await db.query<StoredNames>(SQL, [ein])
  if (!row) throw new Error('A query that must return one row returned none.')
  return row
}
