import type { Postgres } from '../../clients/postgres.ts'
import { EARLIER_FACTS } from '../../rating/cross-checks/earlier-facts.ts'
import type { Filing, Organization } from '../organization.ts'
import { EARLIER, FILING_COLUMNS } from './read-filing.ts'

/** What diligence looks at of an organization. */
export type DiligenceRow = Pick<
  Organization,
  'ein' | 'name' | 'city' | 'state' | 'country' | 'primaryForm' | 'isRevoked' | 'restrictions'
> & {
  revokedOn: string | null
  ratingState: 'Scored' | 'NotEnoughData' | null
  score: number | null
  /** Its latest filing; without contents and row facts while it waits for `npm run derive`. */
  latest: (Omit<Filing, 'narrative' | 'contents'> & { contents: Filing['contents'] | null }) | null
}

const SQL = `
  select o.ein, o.name, o.city, o.state, o.country, o.primary_form as "primaryForm",
    o.is_revoked as "isRevoked",
    (select max(r.revoked_on)::text from revocation r where r.ein = o.ein) as "revokedOn",
    rating.state as "ratingState", rating.score,
    (select coalesce(json_agg(json_build_object('list', m.list, 'entry', m.entry,
        'subject', m.subject, 'subjectName', m.subject_name, 'subjectRef', m.subject_ref,
        'listedName', m.listed_name, 'method', m.method, 'agreed', m.agreed, 'status', m.status,
        'programs', m.programs, 'ref', m.ref)
        order by m.status, m.list, m.entry, m.subject, m.subject_ref), '[]')
      from screening_match m where m.ein = o.ein) as restrictions,
    (select to_json(found) from (
      select ${FILING_COLUMNS}, ${EARLIER} from filing f where f.object_id = o.latest_object_id
    ) as found) as latest
  from organization o left join rating using (ein)
  where o.ein = any($1)`

/** What diligence looks at of organizations, in one round trip; those unknown are left out. */
export async function readDiligenceRows(
  db: Pick<Postgres, 'query'>,
  eins: readonly string[],
): Promise<DiligenceRow[]> {
  return await db.query<DiligenceRow>(SQL, [[...eins], [...EARLIER_FACTS]])
}
