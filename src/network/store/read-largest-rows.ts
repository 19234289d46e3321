import type { Postgres } from '../../clients/postgres.ts'
import type { Form } from '../../domain/form.ts'
import { type CounterpartyFilter, categoriesOf } from '../counterparty.ts'
import type { Direction } from '../direction.ts'
import { COUNTED } from './counterparty-sql.ts'
import { SIDES } from './sides.ts'

/** A row of a filing, and of which counterparty it tells. */
export type LargestRow = {
  ein: string
  form: Form
  taxYear: number
  objectId: string
  path: string
}

// A load may number a filing's rows anew before they are resolved: what is now another row is not
// taken for this one.
const toSql = ({ own, other }: (typeof SIDES)[Direction]) => `
  select party.ein, f.form, f.tax_year as "taxYear", f.object_id as "objectId", e.path
  from unnest($4::text[]) party (ein)
  cross join lateral (
    select object_id, ordinal, category, amount from money_edge
    where ${own} = $1 and ${other} = party.ein and ${COUNTED}
    order by amount desc nulls last, object_id, ordinal limit 1
  ) largest
  join filed_edge e on e.object_id = largest.object_id and e.ordinal = largest.ordinal
    and e.category = largest.category and e.amount is not distinct from largest.amount
  join filing f on f.object_id = largest.object_id`

/**
 * Of each counterparty the row with the largest amount among those that are in its sum; one round
 * trip. Throws ApiError StoreUnavailable.
 */
export const readLargestRows = async (
  db: Pick<Postgres, 'query'>,
  ein: string,
  direction: Direction,
  { minYear = 0, ...filter }: Pick<CounterpartyFilter, 'minYear' | 'allCategories'>,
  parties: readonly string[],
): Promise<LargestRow[]> =>
  await db.query<LargestRow>(toSql(SIDES[direction]), [
    ein,
    categoriesOf(filter),
    minYear,
    [...parties],
  ])
