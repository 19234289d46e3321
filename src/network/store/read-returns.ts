import type { FactKey } from '#src/domain/facts/definitions.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { Facts } from '../../domain/facts/read-facts.ts'
import type { Form } from '../../domain/form.ts'

/** A current filing with some of its facts; dates are YYYY-MM-DD. */
export type FiledReturn = {
  ein: string
  objectId: string
  form: Form
  taxYear: number
  taxPeriodBegin: string | null
  taxPeriodEnd: string
  facts: Facts
}

// Form 990-T covers the same period as the other return, and repeats none of these facts.
const SQL = `
  select ein, object_id as "objectId", form, tax_year as "taxYear",
    tax_period_begin as "taxPeriodBegin", tax_period_end as "taxPeriodEnd",
    (select coalesce(json_object_agg(fact.key, fact.value), '{}')
      from jsonb_each(f.facts) fact where fact.key = any($2)) as facts
  from filing f
  where ein = any($1) and is_current and form <> '990T'
  order by tax_period_end desc, object_id`

/**
 * Reads all current returns and postcards of some organizations with these facts, newest first.
 * Throws ApiError StoreUnavailable.
 */
export const readReturns = (
  db: Pick<Postgres, 'query'>,
  eins: readonly string[],
  keys: readonly FactKey[],
): Promise<FiledReturn[]> => db.query<FiledReturn>(SQL, [[...eins], [...keys]])
