import { toRef } from '../domain/evidence.ts'
import { exactOrNull } from '../domain/exact-numbers.ts'
import type { Form } from '../domain/form.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import { type CitedCounterparties, citeParties, readParties } from './counterparties.ts'

/** A filer whose Schedule R names an organization. */
type Related = { ein: string; name: string; ref: string }

/** What the filings of others and federal awards say about an EIN. */
export type Mentions = {
  funders: CitedCounterparties
  /** Filers whose current returns name it as a related organization. */
  related: Related[]
  awards: { count: number; amount: number | null }
}

/** Enough to recognize an organization; few unknown ones have more. */
const MAX_MENTIONS = 20
const FILTER = { limit: MAX_MENTIONS, minYear: undefined, allCategories: true }

/** Reads who names an EIN, which need not be in the data. Throws ApiError StoreUnavailable. */
export async function readMentions({ postgres }: ProfileDeps, ein: string): Promise<Mentions> {
  const [funders, related, awards] = await Promise.all([
    readParties(postgres, ein, 'Incoming', FILTER),
    postgres.query<RelatedRow>(RELATED, [ein, MAX_MENTIONS]),
    postgres.query<Mentions['awards']>(AWARDS, [ein]),
  ])
  const [awarded] = awards
  return {
    funders: await citeParties(postgres, ein, 'Incoming', FILTER, funders),
    related: related.map((row) => ({ ein: row.ein, name: row.name, ref: toRef(row) })),
    awards: { count: awarded?.count ?? 0, amount: exactOrNull(awarded?.amount ?? null) },
  }
}

type RelatedRow = Omit<Related, 'ref'> & {
  form: Form
  taxYear: number
  objectId: string
  path: string
}

// The newest return of each filer.
const RELATED = `
  select * from (
    select distinct on (f.ein) f.ein, o.name, f.form, f.tax_year as "taxYear",
      f.object_id as "objectId", r.path
    from related_reference r
    join filing f on f.object_id = r.object_id and f.is_current
    join organization o on o.ein = f.ein
    where r.related_ein = $1 and f.ein <> $1
    order by f.ein, f.tax_period_end desc, r.path
  ) newest order by name, ein limit $2`

const AWARDS = `
  select count(*)::integer as count, sum(amount)::float8 as amount from award
  where recipient_uei in (select uei from uei_mapping where ein = $1 and is_used)`
