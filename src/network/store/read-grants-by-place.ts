import type { Postgres } from '#src/platform/clients/postgres.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { Form } from '../../domain/form.ts'
import { GRANT_CATEGORIES } from '../../domain/network.ts'
import { US_STATES } from '../../domain/places.ts'

/** The grants of one tax year whose rows file the same place. */
export type PlaceRow = {
  /** USPS code; null for addresses abroad and unknown codes. */
  state: string | null
  /** ISO alpha-2 of an address abroad. */
  country: string | null
  /** Schedule F: the region as filed. */
  region: string | null
  grants: number
  recipients: number
  amount: number | null
  /** Largest amount first. */
  rows: { form: Form; taxYear: number; objectId: string; path: string | null }[]
}

type Found = {
  hasProfile: boolean
  taxYear: number | null
  returns: number
  places: PlaceRow[] | null
}

/** Schedule F lists grants abroad, which are in no sum over counterparties by default. */
const CATEGORIES = [...GRANT_CATEGORIES, 'ScheduleF']

/** Refs of one place, as in a table by year. */
const MAX_REFS = 12

// `is true` as in COUNTED.
const GIVEN =
  'm.funder_ein = $1 and m.is_counted and (m.category = any($2::edge_category[])) is true'

// A recipient without a name, as on Schedule F, counts once a row.
const SQL = `
  with edge as materialized (
    select m.amount, m.object_id, m.ordinal, m.tax_year, f.form, e.path,
      case when e.state = any($4) then e.state end as state, nullif(e.country, 'US') as country,
      e.region, coalesce(m.recipient_ein, nullif(e.name_key, ''), lower(left(e.name, 300)),
        m.object_id || ' ' || m.ordinal) as recipient
    from money_edge m
    left join filing f on f.object_id = m.object_id
    left join filed_edge e on e.object_id = m.object_id and e.ordinal = m.ordinal
      and e.category = m.category and e.amount is not distinct from m.amount
    where ${GIVEN} and m.tax_year = coalesce($3::smallint,
      (select max(m.tax_year) from money_edge m where ${GIVEN}))
  )
  select coalesce(asked.primary_form is not null, false) as "hasProfile",
    (select min(tax_year) from edge) as "taxYear",
    (select count(distinct object_id)::integer from edge) as returns,
    (select json_agg(p) from (
      select state, country, region, count(*) as grants, count(distinct recipient) as recipients,
        sum(amount) as amount,
        (array_agg(
          json_build_object('form', form, 'taxYear', tax_year, 'objectId', object_id, 'path', path)
          order by amount desc nulls last, object_id, ordinal))[1:${MAX_REFS}] as rows
      from edge group by state, country, region) p) as places
  from (values ($1::text)) own (ein)
  left join organization asked on asked.ein = own.ein`

/**
 * Reads the grants that an organization gave in a tax year, by default the newest with grants, by
 * the place in each row. Throws ApiError StoreUnavailable.
 */
export async function readPlaceRows(
  db: Pick<Postgres, 'query'>,
  ein: string,
  taxYear: number | undefined,
): Promise<Omit<Found, 'places'> & { places: PlaceRow[] }> {
  const values = [ein, CATEGORIES, taxYear ?? null, Object.keys(US_STATES)]
  const [found] = await db.query<Found>(SQL, values)
  if (!found) throw new Error('A query that must return one row returned none.')
  const places = found.places ?? []
  const isWhole = places.every(({ rows }) =>
    rows.every(({ path, form }) => path !== null && form !== null),
  )
  if (!isWhole) {
    throw new ApiError('StoreUnavailable', {
      message: 'The filings of these grants are being replaced. Try again.',
    })
  }
  return { ...found, places }
}
