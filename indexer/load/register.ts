import type { Postgres, Session } from '#src/platform/clients/postgres.ts'
import { isListKind, monthOf, type SourceKind, type TabularSource } from '../sources/source.ts'
import type { KnownBy, Slice, SourceToLoad } from './slices.ts'
import { listNameOf, partsOf, readListsInUse } from './tables/restricted.ts'

export type RegisteredSource = {
  id: number
  kind: SourceKind
  /** Its path on this machine. */
  path: string
  table: TabularSource | undefined
  files: number
  /** An earlier load finished it, or stopped in it because of too many rejects. */
  isFinished: boolean
}

/**
 * Registers a source and its slices, or finds those of a killed or parallel load. With `wantedAnew`
 * a finished source is registered as a new one.
 */
export async function registerSource(
  db: Postgres,
  source: SourceToLoad,
  wantedAnew = false,
): Promise<RegisteredSource> {
  // One registration at a time: two loaders given the same archive must agree on its slices.
  return db.withLock('load-register', async (session) => {
    await session.query('begin')
    const known = await upsertSource(session, source, wantedAnew)
    if (known.isNew) await insertSlices(session, known.id, source)
    await session.query('commit')
    const { kind, path, table, files } = source
    return { id: known.id, kind, path, table, files, isFinished: known.isFinished }
  })
}

/**
 * Returns for each source whether it is a finished restriction list that another file replaced, which
 * is not among these and has no later month. Loaded again, it replaces that file, so that an operator
 * can undo a wrong one.
 */
export async function findUnused(
  db: Postgres,
  sources: readonly RegisteredSource[],
): Promise<boolean[]> {
  const inUse = sources.some(({ kind }) => isListKind(kind)) ? await readListsInUse(db) : []
  return sources.map(({ table, isFinished }) => {
    if (!isFinished || table === undefined || !isListKind(table.kind)) return false
    const [part] = partsOf(table)
    const used = inUse.find((one) => one.name === listNameOf(table) && one.part === part)
    if (used === undefined) return true
    return used.asOf <= monthOf(table) && !sources.some(({ id }) => id === used.sourceId)
  })
}

type Known = { id: number; isFinished: boolean; hasRejects: boolean }

function isLookedAtAnew({ isFinished, hasRejects }: Known, knownBy: KnownBy): boolean {
  if (!isFinished || knownBy === 'bytes') return false
  return knownBy === 'names' || hasRejects
}

async function upsertSource(session: Session, source: SourceToLoad, wantedAnew: boolean) {
  const [known] = await session.query<Known>(
    `update load_source set path = $2 where fingerprint = $1
     returning id, finished_at is not null as "isFinished",
       exists (select from reject where source_id = load_source.id) as "hasRejects"`,
    [source.fingerprint, source.path],
  )
  const isAnew =
    known && (isLookedAtAnew(known, source.knownBy) || (wantedAnew && known.isFinished))
  if (known && !isAnew) {
    return { id: known.id, isNew: false, isFinished: known.isFinished }
  }
  // What it stored is marked for the next steps, so only its counts and rejects go.
  if (known) await session.query('delete from load_source where id = $1', [known.id])
  const [added] = await session.query<{ id: number }>(
    `insert into load_source (fingerprint, kind, path, as_of, bytes, members)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [
      source.fingerprint,
      source.kind,
      source.path,
      source.table ? `${source.table.asOf}-01` : null,
      source.bytes,
      source.members,
    ],
  )
  if (added === undefined) throw new Error('The source was not stored.')
  return { id: added.id, isNew: true, isFinished: false }
}

const INSERT_SLICE = `
  insert into load_slice (source_id, ordinal, members, member_count, bytes)
  values ($1, $2, $3, $4, $5)`

async function insertSlices(session: Session, id: number, source: SourceToLoad): Promise<void> {
  let ordinal = 0
  for await (const slice of source.slices() as AsyncIterable<Slice>) {
    const members = JSON.stringify(slice.members)
    await session.query(INSERT_SLICE, [id, ordinal, members, slice.count, slice.bytes])
    ordinal += 1
  }
}
