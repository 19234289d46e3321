import type { Postgres, Session } from '#src/platform/clients/postgres.ts'
import { EVERY, markDue, releaseFilings, takeDue } from '../store/due.ts'
import { mintRelease } from '../store/releases.ts'
import { openSql, takeLock, tuneTransaction } from '../store/sql.ts'
import { writeCountryCodes } from './countries.ts'
import { writeNames } from './names.ts'

type ResolveResult = {
  /** The release that changed organizations get. */
  release: string
  /** Organizations whose row or names changed. */
  changed: number
  /** Organizations that no source contains any more. */
  removed: number
}

const sqlFile = (name: string) => openSql(new URL(`./sql/${name}.sql`, import.meta.url))
const wantedSql = sqlFile('010-wanted')
const sourcesSql = sqlFile('020-sources')
const resolvedSql = sqlFile('030-resolved')
const mergeSql = sqlFile('050-merge')

/**
 * Resolves identities from filings and registries into organization and organization_name, in one
 * transaction with the release it mints: of `eins`, of the organizations that are due, or of all
 * when left out. Unchanged rows keep their release. Throws ApiError StoreUnavailable when the store
 * fails; nothing is changed then.
 */
export async function resolveOrganizations(
  db: Postgres,
  given?: readonly string[] | 'due',
): Promise<ResolveResult> {
  return await db.transaction(async (session) => {
    await prepare(session)
    const eins = given === 'due' ? await takeDue(session, 'resolve') : given
    await writeWanted(session, eins)
    // New names may match a listed party, and UEIs of audits.
    await markDue(session, ['map', 'screen'], eins ?? [EVERY])
    await writeCountryCodes(session)
    await session.query(sourcesSql('sources'))
    await session.query(resolvedSql('resolved'))
    await writeNames(session)
    return await merge(session, await mintRelease(session, 'resolve'))
  })
}

async function prepare(session: Session): Promise<void> {
  // Two resolvers at once would each undo the other's changes.
  await takeLock(session, 'resolve')
  await tuneTransaction(session)
  // Otherwise the temporary function would outlive the transaction on this connection.
  await session.query('drop function if exists pg_temp.path_of(boolean, jsonb)')
  await session.query(wantedSql('path-of'))
}

async function writeWanted(session: Session, eins: readonly string[] | undefined): Promise<void> {
  if (eins === undefined) await session.query(wantedSql('wanted-all'))
  else await session.query(wantedSql('wanted-some'), [[...eins]])
  await session.query('create unique index on wanted (ein)')
  await session.query('analyze wanted')
}

type Removed = { ein: string; name: string }

async function merge(session: Session, release: string): Promise<ResolveResult> {
  type Changed = { changed: number }
  const [rows] = await session.query<Changed>(mergeSql('merge-organizations'), [release])
  const [names] = await session.query<Changed>(mergeSql('merge-names'), [release])
  const removed = await session.query<Removed>(mergeSql('remove-organizations'))
  if (removed.length > 0) {
    await session.query(mergeSql('keep-removed'), [JSON.stringify(removed), release])
  }
  await session.query(mergeSql('forget-returned'))
  await releaseFilings(session, release)
  // The network still has their names and edges, and no other table lists them for its next run.
  await markDue(
    session,
    ['network'],
    removed.map(({ ein }) => ein),
  )
  return {
    release,
    changed: (rows?.changed ?? 0) + (names?.changed ?? 0),
    removed: removed.length,
  }
}
