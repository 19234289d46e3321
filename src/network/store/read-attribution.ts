import type { Session } from '../../clients/postgres.ts'

/** A unique entity identifier that awards are attributed to an organization by. */
export type UsedMapping = {
  uei: string
  /** MappingConfidence, 0 to 1 (indexer/awards). */
  score: number
  /** Audit years that name both, ascending, and how many audits do. */
  years: number[]
  audits: number
  /** The audits' auditee has a known name of the organization. */
  nameAgrees: boolean
  /** EINs that other audits give for it. */
  otherEins: string[]
}

export type Attribution = {
  mappings: UsedMapping[]
  /** In which awards or their mapping last changed; '' where there never were any. */
  release: string
}

const SQL = `
  select coalesce((select release from award_state), '') as release,
    (select coalesce(json_agg(json_build_object('uei', uei, 'score', score, 'years', years,
        'audits', audits, 'nameAgrees', name_agrees, 'otherEins', other_eins) order by uei), '[]')
      from uei_mapping where ein = $1 and is_used) as mappings`

/** By which identifiers awards are attributed to an EIN. */
export async function readAttribution(
  session: Pick<Session, 'query'>,
  ein: string,
): Promise<Attribution> {
  const [row] = await session.query<Attribution>(SQL, [ein])
  return row ?? { mappings: [], release: '' }
}

/** How many rows identifiers have, and what changes with their order and whenever one is replaced. */
export type Extent = { count: number; content: string }

/**
 * The statement of an extent, $1 the identifiers. A load may replace a row that it brought itself by a
 * later line, and a sum of transactions by another of the same line: so more than loads goes in.
 */
export const extentOf = (table: 'award' | 'subaward'): string => `
  select count(*), coalesce(sum(hashtextextended(
      concat_ws(' ', source_id, source_row, amount, ${table}_key), 0)), 0)::text as content
  from ${table} where recipient_uei = any($1)`

/** The extent of the awards or subawards of some identifiers, from the index alone. */
export async function readExtent(
  session: Pick<Session, 'query'>,
  table: 'award' | 'subaward',
  ueis: readonly string[],
): Promise<Extent> {
  const [row] = await session.query<Extent>(extentOf(table), [[...ueis]])
  return row ?? { count: 0, content: '0' }
}

/** Behind which row a page begins: what rows are ordered by. */
export type RowKey = readonly [amount: number, key: string]

/**
 * The statement of a page, $1 the identifiers, $2 how many rows, $3 and $4 the row before: of each
 * identifier as many as the page takes, in the order of its index, and the first of those.
 */
export const pageOf = (table: 'award' | 'subaward', columns: string, isContinued: boolean) => `
  select ${columns}
  from unnest($1::text[]) as own (uei)
  cross join lateral (
    select * from ${table} as given
    where given.recipient_uei = own.uei${
      isContinued
        ? ` and coalesce(amount, 0) <= $3::float8
      and (coalesce(amount, 0) < $3::float8 or ${table}_key > $4)`
        : ''
    }
    order by coalesce(amount, 0) desc, ${table}_key
    limit $2
  ) as one
  order by coalesce(one.amount, 0) desc, one.${table}_key
  limit $2`

/** What every row tells of its recipient, agencies, places and source. */
export const SHARED_COLUMNS = `
    one.amount, one.purpose, one.awarding_agency as "awardingAgency",
    one.awarding_sub_agency as "awardingSubAgency", one.funding_agency as "fundingAgency",
    one.funding_sub_agency as "fundingSubAgency", one.listings, one.place_city as "placeCity",
    one.place_state as "placeState", one.place_country as "placeCountry",
    one.recipient_name as "recipientName", one.recipient_uei as uei, one.permalink,
    json_build_object('asOf', to_char(one.as_of, 'YYYY-MM'), 'file', one.source_file,
      'row', one.source_row) as source`

/** What awards and subawards tell alike; null is not told. */
export type AttributedRow = {
  key: string
  /** Dollars; may be negative. */
  amount: number | null
  purpose: string | null
  awardingAgency: string | null
  awardingSubAgency: string | null
  fundingAgency: string | null
  fundingSubAgency: string | null
  /** Assistance listings. */
  listings: { number: string; title?: string | null }[]
  placeCity: string | null
  placeState: string | null
  placeCountry: string | null
  recipientName: string | null
  uei: string
  permalink: string | null
  source: { asOf: string; file: string; row: number }
}
