import { matchRecipients } from '#indexer/network/match.ts'
import { writeOrganizationKeys } from '#indexer/network/organization-keys.ts'
import type { MatchConfidence, MatchMethod } from '#src/domain/network.ts'
import type { Postgres, Session } from '#src/platform/clients/postgres.ts'

/** The match of a row of Schedule I whose EIN was hidden, next to that EIN. */
export type Labelled = {
  ein: string
  name: string
  /**
   * True if the organization of that EIN has a name like the filed one, so the label is reliable.
   */
  isConfirmed: boolean
  /** True if the organization is in the state of the filed address. */
  isSameState: boolean
  /** True if the EIN belongs to a whole group ruling (Form 990, Schedule I: parishes, chapters). */
  isGroup: boolean
  found: string | null
  method: MatchMethod
  confidence: MatchConfidence
  /** The match when the organization of the label is not in the store. */
  instead: string | null
  insteadConfidence: MatchConfidence
}

// Rows of Schedule I whose EIN belongs to an organization of the store.
const LABELLED = `
  create temporary table due_edge on commit drop as
  select e.*, f.ein as funder_ein, f.tax_year
  from filed_edge e join filing f using (object_id)
  where e.category = 'ScheduleI' and e.ein <> f.ein
    and exists (select from organization o where o.ein = e.ein)`

const keep = (name: string): string => `
  create temporary table ${name} on commit drop as select * from edge_match;
  drop table edge_match`

const READ = `
  select d.ein, d.name, open.match_confidence = 'Authoritative' as "isConfirmed",
    o.state is not distinct from d.state as "isSameState", o.role = 'Central' as "isGroup",
    hidden.recipient_ein as found, hidden.match_method as method,
    hidden.match_confidence as confidence, absent.recipient_ein as instead,
    absent.match_confidence as "insteadConfidence"
  from labelled d join organization o using (ein) join open using (object_id, ordinal)
  join hidden using (object_id, ordinal) join absent using (object_id, ordinal)
  order by d.object_id, d.ordinal`

/**
 * Matches the labeled rows three times: as filed, with their EINs hidden, and with the
 * organizations of those EINs removed from the known names. Changes nothing in the store.
 */
export async function matchLabelled(db: Postgres): Promise<Labelled[]> {
  return await db.transaction(async (session) => {
    await writeOrganizationKeys(session)
    await session.query(LABELLED)
    await match(session, 'open')
    await session.query('create temporary table labelled on commit drop as select * from due_edge')
    await session.query('update due_edge set ein = null')
    await match(session, 'hidden')
    await session.query('delete from organization_key where ein in (select ein from labelled)')
    await match(session, 'absent')
    return await session.query<Labelled>(READ)
  })
}

async function match(session: Session, into: string): Promise<void> {
  await session.query('analyze due_edge')
  await matchRecipients(session)
  await session.query(keep(into))
}
