import { exactOrNull, sumKnown } from '../domain/exact-numbers.ts'
import { knownFields } from '../domain/known-fields.ts'
import { GRANT_CATEGORIES } from '../domain/network.ts'
import { placeLabel, regionPlace, US_STATES } from '../domain/places.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import { requireFiler } from './require-filer.ts'
import { type CitedRow, counted, filedEdge, readRow, requireWhole, rowRefs } from './sql.ts'

/** `Region`: of Schedule F, which names no country. `Unknown`: the row files no place. */
export const PLACE_KINDS = ['State', 'Country', 'Region', 'Unknown'] as const
type PlaceKind = (typeof PLACE_KINDS)[number]

/** The grants of a tax year to one place. */
export type PlaceSum = {
  kind: PlaceKind
  /** USPS code, ISO alpha-2, or the code of a region; absent for a place that we cannot read. */
  code?: string
  /** Absent for `Unknown`. */
  name?: string
  grantCount: number
  recipientCount: number
  /** Dollars; absent when no row files an amount, or the sum is too large to be exact. */
  totalAmount?: number
  /** Refs of the rows, largest amount first; of many rows only the first. */
  evidenceRefs: string[]
}

/** All grants of one tax year by place; their sum is that of the rows. */
export type GrantsByPlace = {
  taxYear: number
  /** Returns that list the grants. */
  returnCount: number
  grantCount: number
  totalAmount?: number
  /** Largest amount first; `Unknown` is last. */
  places: PlaceSum[]
}

/**
 * Reads where the grants of an organization went in a tax year, by default the newest with grants;
 * undefined without grants. Places are those in the rows. Throws ApiError ProfileNotFound,
 * StoreUnavailable.
 */
export async function readGrantsByPlace(
  deps: ProfileDeps,
  ein: string,
  year: number | undefined,
): Promise<GrantsByPlace | undefined> {
  const values = [ein, CATEGORIES, year ?? null, Object.keys(US_STATES)]
  const read = await readRow<Read>(deps.postgres, SQL, values)
  const { hasProfile, taxYear, returns, places } = read
  requireWhole(places.flatMap(({ rows }) => rows))
  if (!hasProfile) await requireFiler(deps, ein)
  return taxYear === null ? undefined : { taxYear, returnCount: returns, ...sumPlaces(places) }
}

/** Returns the places with their sums, and the sum of all. */
export function sumPlaces(
  rows: readonly PlaceRow[],
): Omit<GrantsByPlace, 'taxYear' | 'returnCount'> {
  const sums = new Map<string, PlaceSum>()
  for (const row of rows) {
    const sum = toSum(row)
    const key = `${sum.kind} ${sum.code ?? sum.name?.toLowerCase() ?? ''}`
    const known = sums.get(key)
    sums.set(key, known ? add(known, sum) : sum)
  }
  const places = [...sums.values()].sort(
    (a, b) =>
      Number(a.kind === 'Unknown') - Number(b.kind === 'Unknown') ||
      (b.totalAmount ?? -1) - (a.totalAmount ?? -1) ||
      (a.name ?? '').localeCompare(b.name ?? '', 'en'),
  )
  return knownFields({
    grantCount: places.reduce((all, { grantCount }) => all + grantCount, 0),
    totalAmount: amountOf(places),
    places,
  })
}

const amountOf = (sums: readonly PlaceSum[]): number | undefined =>
  sumKnown(sums.map(({ totalAmount }) => totalAmount))

// A region is filed in several spellings.
const add = (one: PlaceSum, other: PlaceSum): PlaceSum =>
  knownFields({
    ...one,
    grantCount: one.grantCount + other.grantCount,
    recipientCount: one.recipientCount + other.recipientCount,
    totalAmount: amountOf([one, other]),
    evidenceRefs: [...one.evidenceRefs, ...other.evidenceRefs],
  })

const toSum = (row: PlaceRow): PlaceSum =>
  knownFields({
    ...placeOf(row),
    grantCount: row.grants,
    recipientCount: row.recipients,
    totalAmount: exactOrNull(row.amount),
    evidenceRefs: rowRefs(row.rows),
  })

function placeOf({
  state,
  country,
  region,
}: Pick<PlaceRow, 'state' | 'country' | 'region'>): Pick<PlaceSum, 'kind' | 'code' | 'name'> {
  if (state !== null) {
    return { kind: 'State', code: state, name: placeLabel(`US-${state}`) ?? state }
  }
  if (country !== null) {
    return { kind: 'Country', code: country, name: placeLabel(country) ?? country }
  }
  if (!region) return { kind: 'Unknown' }
  const place = SEVERAL_REGIONS.test(region) ? undefined : regionPlace(region)
  // Schedule F is about places abroad, so Georgia is not the state.
  if (!place || place.code.startsWith('US-')) return { kind: 'Region', name: region }
  const { code, label: name } = place
  return { kind: code.startsWith('region-') ? 'Region' : 'Country', code, name }
}

// A search takes these for one region; a sum must not.
const SEVERAL_REGIONS = /^\s*(?:africa|asia|latin america)\s*$/i

/** The grants of one tax year whose rows file the same place. */
export type PlaceRow = Record<'grants' | 'recipients', number> & {
  /** USPS code; null for addresses abroad and unknown codes. */
  state: string | null
  /** ISO alpha-2 of an address abroad. */
  country: string | null
  /** Schedule F: the region as filed. */
  region: string | null
  amount: number | null
  /** Largest amount first. */
  rows: CitedRow[]
}

type Read = {
  returns: number
  hasProfile: boolean
  taxYear: number | null
  places: PlaceRow[]
}

/** Schedule F lists grants abroad, which are in no sum over counterparties by default. */
const CATEGORIES = [...GRANT_CATEGORIES, 'ScheduleF']

/** Refs of one place, as in a table by year. */
const MAX_REFS = 12

const GIVEN = `m.funder_ein = $1 and ${counted('m')}`

// A recipient without a name, as on Schedule F, counts once a row.
const SQL = `
  with edge as materialized (
    select m.amount, m.object_id, m.ordinal, m.tax_year, f.form, e.path,
      case when e.state = any($4) then e.state end as state, nullif(e.country, 'US') as country,
      e.region, coalesce(m.recipient_ein, nullif(e.name_key, ''), lower(left(e.name, 300)),
        m.object_id || ' ' || m.ordinal) as recipient
    from money_edge m
    left join filing f on f.object_id = m.object_id
    left join ${filedEdge('m')}
    where ${GIVEN} and m.tax_year = coalesce($3::smallint,
      (select max(m.tax_year) from money_edge m where ${GIVEN}))
  )
  select coalesce(asked.primary_form is not null, false) as "hasProfile",
    (select min(tax_year) from edge) as "taxYear",
    (select count(distinct object_id)::integer from edge) as returns,
    (select coalesce(json_agg(p), '[]') from (
      select state, country, region, count(*) as grants, count(distinct recipient) as recipients,
        sum(amount) as amount,
        (array_agg(
          json_build_object('form', form, 'taxYear', tax_year, 'objectId', object_id, 'path', path)
          order by amount desc nulls last, object_id, ordinal))[1:${MAX_REFS}] as rows
      from edge group by state, country, region) p) as places
  from (values ($1::text)) own (ein)
  left join organization asked on asked.ein = own.ein`
