import type { Postgres } from '#src/platform/clients/postgres.ts'
import { exactOrNull } from '../../domain/exact-numbers.ts'
import { type CounterpartyFilter, categoriesOf, type WeakPart } from '../counterparty.ts'
import type { Direction } from '../direction.ts'
import { COUNTED, SIDES, type Side } from './shared-sql.ts'

/** The weak part of a counterparty's sum; `ein` is null for all together. */
type WeakSum = WeakPart & { ein: string | null }

// The index of the grants listing contains all these columns, so the table itself is not read.
const toSql = ({ own, other }: Side) => `
  with weak as materialized (
    select ${other} as ein, sum(amount) as amount, count(*)::integer as rows
    from money_edge
    where ${own} = $1 and ${other} is not null and ${COUNTED} and match_confidence = 'Weak'
    group by ${other}
  )
  select null as ein, sum(amount) as amount, sum(rows)::integer as rows from weak
  having count(*) > 0
  union all
  select ein, amount, rows from weak where ein = any($4)`

/**
 * Reads the part of sums from rows whose filed EIN and name disagree, for all counterparties together
 * and for each of `parties`; one round trip. Throws ApiError StoreUnavailable.
 */
export const readWeakSums = async (
  db: Pick<Postgres, 'query'>,
  ein: string,
  direction: Direction,
  { minYear = 0, ...filter }: Pick<CounterpartyFilter, 'minYear' | 'allCategories'>,
  parties: readonly string[],
): Promise<WeakSum[]> => {
  const values = [ein, categoriesOf(filter), minYear, [...parties]]
  const sums = await db.query<WeakSum>(toSql(SIDES[direction]), values)
  return sums.map((sum) => ({ ...sum, amount: exactOrNull(sum.amount) }))
}
