import type { Postgres } from '#src/platform/clients/postgres.ts'
import { EARLIER_FACTS } from '#src/rating/cross-checks/check.ts'
import type { FiledReturn } from '#src/rating/diligence-facts.ts'
import type { Filing, Organization } from '../organization.ts'
import { EARLIER, FILING_COLUMNS } from './read-filing.ts'
import { SCREENING } from './screening.ts'

/** What diligence looks at of an organization. */
export type DiligenceRow = Pick<
  Organization,
  | 'ein'
  | 'name'
  | 'city'
  | 'state'
  | 'country'
  | 'primaryForm'
  | 'isRevoked'
  | 'screenedLists'
  | 'restrictions'
> & {
  revokedOn: string | null
  /** Its newest current filing of any form. */
  newest: FiledReturn | null
  /** Of its latest filing. */
  ratingState: 'Scored' | 'NotEnoughData' | null
  score: number | null
  /** Its latest filing of the primary form; without contents and row facts while it waits for `npm run derive`. */
  latest: (Omit<Filing, 'narrative' | 'contents'> & { contents: Filing['contents'] | null }) | null
}

const SQL = `
  select o.ein, o.name, o.city, o.state, o.country, o.primary_form as "primaryForm",
    o.is_revoked as "isRevoked",
    (select max(r.revoked_on)::text from revocation r where r.ein = o.ein) as "revokedOn",
    rating.state as "ratingState", rating.score,
    ${SCREENING},
    (select json_build_object('form', n.form, 'taxYear', n.tax_year,
        'taxPeriodEnd', n.tax_period_end, 'isFinal', n.is_final)
      from filing n where n.ein = o.ein and n.is_current
      order by n.tax_period_end desc limit 1) as newest,
    (select to_json(found) from (
      select ${FILING_COLUMNS}, ${EARLIER} from filing f where f.object_id = o.latest_object_id
    ) as found) as latest
  from organization o
  left join rating on rating.ein = o.ein and rating.object_id = o.latest_object_id
  where o.ein = any($1)`

/** What diligence looks at of organizations, in one round trip; those unknown are left out. */
export async function readDiligenceRows(
  db: Pick<Postgres, 'query'>,
  eins: readonly string[],
): Promise<DiligenceRow[]> {
  return await db.query<DiligenceRow>(SQL, [[...eins], [...EARLIER_FACTS]])
}
