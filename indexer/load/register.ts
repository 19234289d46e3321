import type { Job, JobQueue } from '#src/platform/clients/job-queue.ts'
import type { Postgres, Session } from '#src/platform/clients/postgres.ts'
import type { SourceKind, TabularSource } from '../sources/source.ts'
import type { KnownBy, Slice, SourceToLoad } from './slices.ts'

/** The payload of a job: the slice, and the path of its source on this machine. */
export type SlicePayload = {
  sourceId: number
  ordinal: number
  path: string
  table?: TabularSource
}

export type RegisteredSource = {
  id: number
  kind: SourceKind
  files: number
  /** An earlier load finished it, or stopped in it because of too many rejects. */
  isFinished: boolean
}

/**
 * Returns the queue's name for the slices of one source. A loader takes only the sources it was
 * given.
 */
export const taskOf = (sourceId: number): string => `load-${sourceId}`

/**
 * Registers a source and its slices, or finds those of a killed or parallel load, and queues the
 * unfinished ones. With `wantedAnew` a finished source is registered as a new one.
 */
export async function registerSource(
  db: Postgres,
  queue: JobQueue,
  source: SourceToLoad,
  wantedAnew = false,
): Promise<RegisteredSource> {
  // One registration at a time: two loaders given the same archive must agree on its slices.
  return db.withLock('load-register', async (session) => {
    await session.query('begin')
    const known = await upsertSource(session, queue, source, wantedAnew)
    if (known.isNew) await insertSlices(session, known.id, source)
    await queueOpenSlices(session, queue, known.id, source)
    await session.query('commit')
    return { id: known.id, kind: source.kind, files: source.files, isFinished: known.isFinished }
  })
}

// A list with an older month or day stays superseded, however often it is loaded.
const OVERRULED = `
  select distinct mine.source_id::int as id
  from restricted_extract as mine
  join load_source on load_source.id = mine.source_id
  join restricted_extract as other
    on other.source_id = mine.superseded_by and other.part = mine.part
  where mine.source_id = any($1) and mine.superseded_by <> all($1) and other.as_of = mine.as_of
    and (load_source.kind <> 'ofac-xml' or other.day <= mine.day)`

/**
 * Returns the restriction lists among these that another list of the same month, not among these,
 * superseded. Loaded again, they count as the newest, so that an operator can undo a wrong file.
 */
export async function findOverruled(
  db: Postgres,
  sources: readonly RegisteredSource[],
): Promise<Set<number>> {
  const ids = sources.map(({ id }) => id)
  const rows = await db.query<{ id: number }>(OVERRULED, [ids])
  return new Set(rows.map(({ id }) => id))
}

type Known = { id: number; isFinished: boolean; hasRejects: boolean }

function isLookedAtAnew({ isFinished, hasRejects }: Known, knownBy: KnownBy): boolean {
  if (!isFinished || knownBy === 'bytes') return false
  return knownBy === 'names' || hasRejects
}

async function upsertSource(
  session: Session,
  queue: JobQueue,
  source: SourceToLoad,
  wantedAnew: boolean,
) {
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
  if (known) {
    await queue.discard([taskOf(known.id)])
    await retire(session, known.id)
  }
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

/**
 * Frees the fingerprint of a source that is loaded again. If a killed load left its data
 * unresolved, its finished slices stay, under a fingerprint that no source has.
 */
async function retire(session: Session, id: number): Promise<void> {
  await session.query('delete from load_slice where source_id = $1 and done_at is null', [id])
  const unresolved = 'select from load_slice where source_id = $1 and not is_resolved'
  await session.query(
    `delete from load_source
     where id = $1 and not exists (${unresolved} and loaded + replaced > 0)`,
    [id],
  )
  await session.query(
    `update load_source set fingerprint = sha256(fingerprint || convert_to(id::text, 'UTF8'))
     where id = $1`,
    [id],
  )
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

async function queueOpenSlices(
  session: Session,
  queue: JobQueue,
  id: number,
  source: SourceToLoad,
): Promise<void> {
  const open = await session.query<{ ordinal: number }>(
    'select ordinal from load_slice where source_id = $1 and done_at is null order by ordinal',
    [id],
  )
  const jobs = open.map(({ ordinal }): Job => {
    const payload: SlicePayload = {
      sourceId: id,
      ordinal,
      path: source.path,
      ...(source.table && { table: source.table }),
    }
    return { task: taskOf(id), key: `${taskOf(id)}-${ordinal}`, payload }
  })
  await queue.add(session, jobs)
}
