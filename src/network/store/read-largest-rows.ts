import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { Form } from '../../domain/form.ts'
import { type CounterpartyFilter, categoriesOf } from '../counterparty.ts'
import type { Direction } from '../direction.ts'
import { COUNTED, SIDES, type Side } from './shared-sql.ts'

/** A row of a filing, by the EIN of the counterparty. */
type LargestRow = {
  ein: string
  form: Form
  taxYear: number
  objectId: string
  path: string
}

// A load may renumber a filing's rows before they are resolved, so category and amount must match.
const toSql = ({ own, other }: Side) => `
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
 * Reads the row with the largest amount in the sum of each counterparty; one round trip. Throws
 * ApiError StoreUnavailable.
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
