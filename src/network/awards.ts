import { z } from 'zod'
import { toNameKey } from '../domain/name-keys.ts'
import { readRowCursor, toRowCursor } from '../organizations/cursor.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import { type AwardSource, awardSource } from '../organizations/evidence/evidence-ref.ts'
import type { Organization } from '../organizations/organization.ts'
import { requireFiler } from './require-filer.ts'
import { cursorText, readRow } from './sql.ts'

type Wanted = { cursor?: string | undefined; limit: number }

/** A row with the mapping that attributes it to the organization. */
export type Attributed<Row> = Row & {
  /** Whether the recipient's name is a known name of the organization: legal, former, DBA, BMF. */
  nameMatches: boolean
  mapping: UsedMapping
}

export type AttributedPage<Row> = {
  ein: string
  rows: Attributed<Row>[]
  /** Rows of all pages; absent when no identifier of the organization is known. */
  count?: number
  /** Rows of this page whose name matches no known name. */
  warnings: number
  nextCursor?: string
}

/** The table and columns of rows, and how to complete and name them. */
type Listed<Row> = {
  table: 'award' | 'subaward'
  columns: string
  toRow?: (row: Row) => Row
  /** The recipient's names. */
  namesOf(row: Row): (string | null)[]
}

const keyOf = z.tuple([z.number(), cursorText])

/**
 * Reads a page of the awards or subawards of all identifiers mapped to an organization, highest amount
 * first. Throws ApiError ProfileNotFound, InvalidCursor, StaleCursor when awards or their mapping have
 * changed, StoreUnavailable.
 */
async function readAttributed<Row extends AttributedRow>(
  deps: ProfileDeps,
  whose: string | Organization,
  { cursor, limit }: Wanted,
  listed: Listed<Row>,
): Promise<AttributedPage<Row>> {
  const ein = typeof whose === 'string' ? whose : whose.ein
  const request = [`${listed.table}s`, ein]
  const from = readRowCursor(cursor, request, keyOf)
  const organization = typeof whose === 'string' ? await requireFiler(deps, whose) : whose
  return await deps.postgres.snapshot(async (session) => {
    const { mappings, release } = await readRow<Attribution>(session, ATTRIBUTION, [ein])
    const ueis = mappings.map(({ uei }) => uei)
    const extent = await readRow<Extent>(session, extentOf(listed.table), [ueis])
    // The extent also shows a load that is still running; the release shows finished ones.
    const data = [release, ...ueis, extent.count, extent.content]
    from?.requireData(data)
    const sql = pageOf(listed.table, listed.columns, from !== undefined)
    const read = await session.query<Row>(sql, [ueis, limit + 1, ...(from?.key ?? [])])
    const rows = listed.toRow ? read.map(listed.toRow) : read
    const shown = attribute(rows.slice(0, limit), listed, mappings, organization)
    const last = rows.length > limit ? shown.at(-1) : undefined
    return {
      ein,
      rows: shown,
      ...(ueis.length > 0 && { count: extent.count }),
      warnings: shown.filter(({ nameMatches }) => !nameMatches).length,
      ...(last && { nextCursor: toRowCursor(request, data, [last.amount ?? 0, last.key]) }),
    }
  })
}

function attribute<Row extends AttributedRow>(
  rows: readonly Row[],
  { namesOf }: Listed<Row>,
  mappings: readonly UsedMapping[],
  organization: Organization,
): Attributed<Row>[] {
  const known = knownKeys(organization)
  const byUei = new Map(mappings.map((mapping) => [mapping.uei, mapping]))
  return rows.flatMap((row) => {
    const mapping = byUei.get(row.uei)
    const nameMatches = namesOf(row).some((name) => name !== null && known.has(toNameKey(name)))
    return mapping ? [{ ...row, nameMatches, mapping }] : []
  })
}

/** Returns the keys of all known names of the organization. */
function knownKeys({ name, names, registry, publication78 }: Organization): Set<string> {
  const texts = [
    name,
    ...names.map((other) => other.name),
    registry?.name,
    registry?.sortName,
    publication78?.name,
  ]
  const keys = texts.map((text) => toNameKey(text ?? ''))
  return new Set(keys.filter((key) => key !== ''))
}

export type Award = Attributed<AwardRow>

/** Reads federal awards to an organization, highest amount first. Throws as `readAttributed` does. */
export const readAwards = (
  deps: ProfileDeps,
  whose: string | Organization,
  wanted: Wanted,
): Promise<AttributedPage<AwardRow>> =>
  readAttributed(deps, whose, wanted, {
    table: 'award',
    columns: AWARD_COLUMNS,
    namesOf: ({ recipientName }) => [recipientName],
  })

/**
 * Reads subawards that prime recipients made to an organization, highest amount first. Throws as
 * `readAttributed` does.
 */
export const readSubawards = (
  deps: ProfileDeps,
  whose: string | Organization,
  wanted: Wanted,
): Promise<AttributedPage<SubawardRow>> =>
  readAttributed(deps, whose, wanted, {
    table: 'subaward',
    columns: SUBAWARD_COLUMNS,
    toRow: withSurePrime,
    namesOf: ({ recipientName, recipientDbaName }) => [recipientName, recipientDbaName],
  })

// An audit may map an identifier to the wrong EIN. The API shows no warning about the EIN of a prime
// recipient, so it is kept only if the names agree.
function withSurePrime(row: SubawardRow): SubawardRow {
  const key = toNameKey(row.primeRecipientName ?? '')
  const isNamed = key !== '' && row.prime?.names.some((name) => toNameKey(name) === key)
  return isNamed ? row : { ...row, prime: null }
}

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

type Attribution = {
  mappings: UsedMapping[]
  /** The release in which awards or their mapping last changed; '' if there never were any. */
  release: string
}

/** The statement of an attribution; $1 is the EIN. */
const ATTRIBUTION = `
  select coalesce((select release from award_state), '') as release,
    (select coalesce(json_agg(json_build_object('uei', uei, 'score', score, 'years', years,
        'audits', audits, 'nameAgrees', name_agrees, 'otherEins', other_eins) order by uei), '[]')
      from uei_mapping where ein = $1 and is_used) as mappings`

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
    one.recipient_name as "recipientName", one.recipient_uei as uei, one.permalink`

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
  source: AwardSource
}

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
const AWARD_COLUMNS = `one.award_key as key, one.award_id as "awardId", one.kind,
    one.award_type_code as "typeCode", one.award_type as type, one.outlays,
    one.start_date as "startDate", one.end_date as "endDate",
    one.latest_action_date as "latestActionDate", one.is_from_transactions as "isFromTransactions",
    one.is_amount_summed as "isAmountSummed", ${awardSource('award')} as source,
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
const SUBAWARD_COLUMNS = `one.subaward_key as key, one.subaward_number as "subawardNumber",
    one.subaward_type as type, one.action_date as "actionDate",
    one.recipient_dba_name as "recipientDbaName", one.prime_award_key as "primeAwardKey",
    one.prime_award_id as "primeAwardId", one.prime_amount as "primeAmount",
    one.prime_recipient_name as "primeRecipientName", one.prime_recipient_uei as "primeRecipientUei",
    (select json_build_object('ein', ein, 'score', score, 'names', organization.name || array(
        select name from organization_name as known where known.ein = organization.ein))
      from uei_mapping as mapped join organization using (ein)
      where mapped.uei = one.prime_recipient_uei and is_used and name_agrees) as prime,
    ${awardSource('subaward')} as source, ${SHARED_COLUMNS}`
