import type { Session } from '#src/platform/clients/postgres.ts'

/** A unique entity identifier (UEI) that maps awards to an organization. */
export type UsedMapping = {
  uei: string
  /** MappingConfidence, 0 to 1 (indexer/awards). */
  score: number
  /** The years and the number of audits that name both UEI and EIN. */
  years: number[]
  audits: number
  /** Whether the auditee's name is a known name of the organization. */
  nameAgrees: boolean
  /** EINs that other audits name for it. */
  otherEins: string[]
}

export type Attribution = {
  mappings: UsedMapping[]
  /** The release in which awards or their mapping last changed; '' if there never were any. */
  release: string
}

const SQL = `
  select coalesce((select release from award_state), '') as release,
    (select coalesce(json_agg(json_build_object('uei', uei, 'score', score, 'years', years,
        'audits', audits, 'nameAgrees', name_agrees, 'otherEins', other_eins) order by uei), '[]')
      from uei_mapping where ein = $1 and is_used) as mappings`

/** Reads the identifiers that map awards to an EIN. */
export async function readAttribution(
  session: Pick<Session, 'query'>,
  ein: string,
): Promise<Attribution> {
  const [row] = await session.query<Attribution>(SQL, [ein])
  return row ?? { mappings: [], release: '' }
}

/** The number of rows, and a checksum that changes with their order and content. */
type Extent = { count: number; content: string }

/**
 * Returns the statement of an extent; $1 is the identifiers. One load may replace its own rows and
 * sums, so the checksum contains rows and amounts, too.
 */
const extentOf = (table: 'award' | 'subaward'): string => `
  select count(*), coalesce(sum(hashtextextended(
      concat_ws(' ', source_id, source_row, amount, ${table}_key), 0)), 0)::text as content
  from ${table} where recipient_uei = any($1)`

/** Reads the extent of the awards or subawards of some identifiers, from the index alone. */
export async function readExtent(
  session: Pick<Session, 'query'>,
  table: 'award' | 'subaward',
  ueis: readonly string[],
): Promise<Extent> {
  const [row] = await session.query<Extent>(extentOf(table), [[...ueis]])
  return row ?? { count: 0, content: '0' }
}

/** The order of rows; a page begins after such a key. */
type RowKey = readonly [amount: number, key: string]

/**
 * Returns the statement of a page: $1 identifiers, $2 number of rows, $3 and $4 the row before. It
 * reads a page of each identifier in the order of its index, and then selects the first rows of
 * those.
 */
const pageOf = (table: 'award' | 'subaward', columns: string, isContinued: boolean) => `
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

/** Columns that awards and subawards share. */
const SHARED_COLUMNS = `
    one.amount, one.purpose, one.awarding_agency as "awardingAgency",
    one.awarding_sub_agency as "awardingSubAgency", one.funding_agency as "fundingAgency",
    one.funding_sub_agency as "fundingSubAgency", one.listings, one.place_city as "placeCity",
    one.place_state as "placeState", one.place_country as "placeCountry",
    one.recipient_name as "recipientName", one.recipient_uei as uei, one.permalink,
    json_build_object('asOf', to_char(one.as_of, 'YYYY-MM'), 'file', one.source_file,
      'row', one.source_row) as source`

/** Fields that awards and subawards share; null means unknown. */
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

/** Reads rows of some identifiers, the highest amount first, after row `after`; at most `limit`. */
export const readRows = <Row extends AttributedRow>(
  session: Pick<Session, 'query'>,
  ueis: readonly string[],
  { table, columns }: { table: 'award' | 'subaward'; columns: string },
  { after, limit }: { after: RowKey | undefined; limit: number },
): Promise<Row[]> =>
  session.query<Row>(pageOf(table, columns, after !== undefined), [
    [...ueis],
    limit,
    ...(after ?? []),
  ])

/** An award from USAspending; dates are YYYY-MM-DD, null means unknown. */
export type AwardRow = AttributedRow & {
  awardId: string
  kind: 'assistance' | 'contract'
  typeCode: string | null
  type: string | null
  outlays: number | null
  startDate: string | null
  endDate: string | null
  latestActionDate: string | null
  isFromTransactions: boolean
  /** Whether the amount is the sum of the obligations of loaded transactions. */
  isAmountSummed: boolean
}

/** The columns of `AwardRow` in table award as `one`. */
export const AWARD_COLUMNS = `one.award_key as key, one.award_id as "awardId", one.kind,
    one.award_type_code as "typeCode", one.award_type as type, one.outlays,
    one.start_date as "startDate", one.end_date as "endDate",
    one.latest_action_date as "latestActionDate", one.is_from_transactions as "isFromTransactions",
    one.is_amount_summed as "isAmountSummed",
    ${SHARED_COLUMNS}`

/** A subaward as its prime recipient reported it; dates are YYYY-MM-DD, null means unknown. */
export type SubawardRow = AttributedRow & {
  subawardNumber: string | null
  type: string | null
  actionDate: string | null
  recipientDbaName: string | null
  primeAwardKey: string
  primeAwardId: string | null
  primeAmount: number | null
  primeRecipientName: string | null
  primeRecipientUei: string | null
  /** The organization of the prime recipient's identifier, if the names in audits agree. */
  prime: { ein: string; score: number; names: string[] } | null
}

/** The columns of `SubawardRow` in table subaward as `one`. */
export const SUBAWARD_COLUMNS = `one.subaward_key as key, one.subaward_number as "subawardNumber",
    one.subaward_type as type, one.action_date as "actionDate",
    one.recipient_dba_name as "recipientDbaName", one.prime_award_key as "primeAwardKey",
    one.prime_award_id as "primeAwardId", one.prime_amount as "primeAmount",
    one.prime_recipient_name as "primeRecipientName", one.prime_recipient_uei as "primeRecipientUei",
    (select json_build_object('ein', ein, 'score', score, 'names', organization.name || array(
        select name from organization_name as known where known.ein = organization.ein))
      from uei_mapping as mapped join organization using (ein)
      where mapped.uei = one.prime_recipient_uei and is_used and name_agrees) as prime,
    ${SHARED_COLUMNS}`
