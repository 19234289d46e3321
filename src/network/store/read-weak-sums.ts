import type { Postgres } from '../../clients/postgres.ts'
import { exactOrNull } from '../../domain/exact-numbers.ts'
import { type CounterpartyFilter, categoriesOf, type WeakPart } from '../counterparty.ts'
import type { Direction } from '../direction.ts'
import { COUNTED } from './counterparty-sql.ts'
import { SIDES } from './sides.ts'

/** What is weak of the sum of a counterparty; null for all of them together. */
export type WeakSum = WeakPart & { ein: string | null }

// The index of the grants listing holds all that is read here, so that no row of the table is.
const toSql = ({ own, other }: (typeof SIDES)[Direction]) => `
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
 * What of the sums of counterparties rests on rows whose EIN is filed beside another name, for all
 * together and each of those given that has any; one round trip. Throws ApiError StoreUnavailable.
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
