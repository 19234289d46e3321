import type { Postgres, Session } from '#src/clients/postgres.ts'
import { releaseFilings } from '../load/filings-due.ts'
import { markNetworkDue } from '../load/network-due.ts'
import { takeResolveDue } from '../load/resolve-due.ts'
import { mintRelease, type ReleaseCause } from '../releases.ts'
import { writeCountryCodes } from './countries.ts'
import { writeNames } from './names.ts'
import { type Removed, writeRemoved } from './removed.ts'
import { readSql } from './sql.ts'

export type ResolveOptions = {
  /** What the organizations are resolved for; the release is minted with it. */
  cause: ReleaseCause
  /** Only these; all when left out. */
  eins?: readonly string[]
}

export type ResolveResult = {
  /** The release that changed organizations carry. */
  release: string
  /** Organizations whose row or names differ from before. */
  changed: number
  /** Organizations no source has any more. */
  removed: number
}

/** The questions, each after those whose answers it needs; each fills the table of its name. */
const STEPS = [
  'form-latest',
  'primary-filing',
  'latest-return',
  'header',
  'registry',
  'deductible',
  'revoked',
  'chosen-name',
  'chosen-place',
  'resolved',
] as const

/**
 * Resolves identities from filings and registries into organization and organization_name, in
 * one transaction with the release it mints. Rows that stay as they were keep their release.
 * Throws ApiError StoreUnavailable when the store fails; nothing is changed then.
 */
export async function resolveOrganizations(
  db: Postgres,
  { cause, eins }: ResolveOptions,
): Promise<ResolveResult> {
  return await db.transaction(async (session) => {
    await prepare(session)
    await writeWanted(session, eins)
    await writeCountryCodes(session)
    for (const step of STEPS) {
      await session.query(readSql(step))
      await session.query(`analyze ${step.replaceAll('-', '_')}`)
    }
    await writeNames(session)
    return await merge(session, await mintRelease(session, cause))
  })
}

async function prepare(session: Session): Promise<void> {
  // Two resolvers at once would each undo what the other saw first.
  await session.query("select pg_advisory_xact_lock(hashtextextended('resolve', 0))::text")
  // Sorts of millions of narrow rows stay in memory; one session at a time takes it.
  await session.query("set local work_mem = '256MB'")
  // Compiling these long statements takes longer than the compiled code then saves.
  await session.query('set local jit = off')
  // The temporary function would outlive the transaction on this connection.
  await session.query('drop function if exists pg_temp.path_of(boolean, jsonb)')
  await session.query(readSql('path-of'))
}

async function writeWanted(session: Session, eins: readonly string[] | undefined): Promise<void> {
  if (eins === undefined) await session.query(readSql('wanted-all'))
  else await session.query(readSql('wanted-some'), [[...eins]])
  await session.query('create unique index on wanted (ein)')
  await session.query('analyze wanted')
}

async function merge(session: Session, release: string): Promise<ResolveResult> {
  type Changed = { changed: number }
  const [rows] = await session.query<Changed>(readSql('merge-organizations'), [release])
  const [names] = await session.query<Changed>(readSql('merge-names'), [release])
  const removed = await session.query<Removed>(readSql('remove-organizations'))
  await writeRemoved(session, removed, release)
  await takeResolveDue(session)
  await releaseFilings(session, release)
  // The network still has their names and edges, and no other table tells its next run who is gone.
  await markNetworkDue(
    session,
    removed.map(({ ein }) => ein),
  )
  return {
    release,
    changed: (rows?.changed ?? 0) + (names?.changed ?? 0),
    removed: removed.length,
  }
}
