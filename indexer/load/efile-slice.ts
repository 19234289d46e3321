import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { DERIVED_VERSION } from '#src/domain/facts/catalogue.ts'
import { storeFacts, storeNarrative } from '#src/domain/facts/stored-facts.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { storePeople } from '../records/filed-people.ts'
import { type FilingRecord, toFilingRecord } from '../records/filing.ts'
import { objectIdOfContent, objectIdOfName, sha256 } from '../records/row.ts'
import { releaseBytes, Unreadable } from '../sources/bytes.ts'
import { readReturn, releaseReturn } from '../sources/scan-return.ts'
import { LARGEST_RETURN, tooLarge } from '../sources/strict-return.ts'
import { openZip } from '../sources/zip.ts'
import { copyLines, toCopyLine } from '../store/copy.ts'
import { type FilingKey, markCurrentFilings } from '../store/current-filings.ts'
import { markDue } from '../store/due.ts'
import { PartsCopy } from '../store/parts-copy.ts'
import { GIANT_BYTES, type Turn, takeTurn } from '../store/workers.ts'
import { addOutcome, noOutcome, type Outcome, type Reject, type SliceKey } from './slice-outcome.ts'
import type { Member } from './slices.ts'

export type SliceOptions = {
  turn: Turn
  /** Whether a filing may replace one of another EIN stored under its object id. */
  mayReplaceOthers: boolean
}

type SliceWork = SliceOptions &
  Outcome & {
    read: MemberReader['read']
    /** The stored filings, by object id. */
    stored: Map<string, Stored>
    added: string[]
    freed: FilingKey[]
    /** EINs of added filings; `freed` has those of removed ones. */
    eins: Set<string>
  }

type Stored = { ein: string; sha256: string }

/** A slice of returns, locked until the transaction ends. */
export type EfileSlice = SliceKey & { members: Member[] }

/** Loads a slice of returns of the source at `path` in the caller's transaction, with its mark. */
export async function loadEfileSlice(
  session: Session,
  slice: EfileSlice,
  path: string,
  options: SliceOptions,
): Promise<void> {
  const started = performance.now()
  const { read, close } = openMembers(path, slice.members)
  const work: SliceWork = {
    ...options,
    read,
    ...noOutcome(),
    stored: new Map(),
    added: [],
    freed: [],
    eins: new Set(),
  }
  try {
    await loadMembers(session, slice.members, work)
  } finally {
    close()
  }
  await markCurrentFilings(session, work.added, work.freed)
  const eins = [...new Set([...work.eins, ...work.freed.map(({ ein }) => ein)])]
  await markDue(session, ['network', 'resolve'], eins)
  await addOutcome(session, slice, work, { position: 0, started, isDone: true })
}

/** Loads in rounds: one COPY takes new filings; filings that replace others wait for the next round. */
async function loadMembers(session: Session, members: Member[], work: SliceWork): Promise<void> {
  const ids = await objectIdsOf(members, work.read)
  await lookUp(session, ids, work.stored)
  let waiting = await copyRound(session, members, work)
  while (waiting.length > 0) {
    const ids = waiting.map(({ objectId }) => objectId)
    work.freed.push(...(await removeFilings(session, ids)))
    for (const id of ids) work.stored.delete(id)
    work.replaced += ids.length
    work.loaded -= ids.length
    const again = waiting.map(({ member }) => member)
    waiting = await copyRound(session, again, work)
  }
}

async function lookUp(session: Session, ids: string[], stored: SliceWork['stored']): Promise<void> {
  const rows = await session.query<Stored & { object_id: string }>(
    `select object_id, ein, encode(content_sha256, 'hex') as sha256 from filing
     where object_id = any($1)`,
    [ids],
  )
  for (const { object_id: id, ...filing } of rows) stored.set(id, filing)
}

async function removeFilings(session: Session, ids: string[]): Promise<FilingKey[]> {
  // The filing goes first: a writer of its parts holds a lock on it.
  const freed = await session.query<FilingKey>(
    'delete from filing where object_id = any($1) returning ein, form, tax_period_end',
    [ids],
  )
  for (const table of ['filing_block', 'filing_rows', 'related_reference', 'filed_edge']) {
    await session.query(`delete from ${table} where object_id = any($1)`, [ids])
  }
  return freed
}

type Waiting = { member: Member; objectId: string }
type Round = { parts: PartsCopy; lines: string[]; waiting: Map<string, Waiting> }

async function copyRound(session: Session, members: Member[], work: SliceWork): Promise<Waiting[]> {
  const waiting = new Map<string, Waiting>()
  const lines: string[] = []
  const parts = new PartsCopy(session)
  for (const member of members) {
    const endTurn = member.size > GIANT_BYTES ? await takeTurn(work.turn) : undefined
    try {
      const repeated = await copyMember(member, { parts, lines, waiting }, work)
      if (repeated) waiting.set(repeated.objectId, repeated)
    } finally {
      endTurn?.()
    }
  }
  await parts.end()
  await copyLines(session.copyFrom(COPY_FILINGS), lines)
  return [...waiting.values()]
}

type Unparsed = { objectId: string; origin: Origin; bytes: Buffer }

/** Copies a member's filing, or returns it when a filing with its object id is stored. */
async function copyMember(
  member: Member,
  round: Round,
  work: SliceWork,
): Promise<Waiting | undefined> {
  const unparsed = await readMember(member, work)
  if (unparsed === undefined) return undefined
  try {
    return await copyParsed(member, unparsed, round, work)
  } finally {
    if (member.size > GIANT_BYTES) releaseReturn(unparsed.bytes)
  }
}

async function copyParsed(
  member: Member,
  unparsed: Unparsed,
  { parts, lines, waiting }: Round,
  work: SliceWork,
): Promise<Waiting | undefined> {
  const filing = parseMember(member, unparsed, work)
  if (filing === undefined) return undefined
  const { objectId } = filing
  const before = work.stored.get(objectId)
  if (before) {
    if (before.ein !== filing.ein && !work.mayReplaceOthers) {
      reject(member, ofAnotherFiler(filing, before), work)
      return undefined
    }
    if (waiting.has(objectId)) work.replaced += 1
    return { member, objectId }
  }
  await parts.write(filing)
  lines.push(toFilingLine(filing, unparsed.origin))
  work.stored.set(objectId, { ein: filing.ein, sha256: unparsed.origin.sha256.toString('hex') })
  work.added.push(objectId)
  work.eins.add(filing.ein)
  work.loaded += 1
  if (filing.warnings.length > 0) work.warned.push({ ...placeOf(member), codes: filing.warnings })
  return undefined
}

/** Returns bytes and id of a member; undefined when it is stored already or cannot be read. */
async function readMember(member: Member, work: SliceWork): Promise<Unparsed | undefined> {
  try {
    const { archive, member: entry, bytes } = await work.read(member)
    const hash = sha256(bytes)
    const objectId = objectIdOf(member, hash)
    if (work.stored.get(objectId)?.sha256 !== hash.toString('hex')) {
      return { objectId, origin: { archive, member: entry, sha256: hash }, bytes }
    }
    work.unchanged += 1
  } catch (error) {
    reject(member, error, work)
  }
  return undefined
}

/** Returns a member's record; undefined when it was rejected. */
function parseMember(
  member: Member,
  { objectId, bytes }: Unparsed,
  work: SliceWork,
): FilingRecord | undefined {
  try {
    const parsed = readReturn(bytes)
    // Deriving from the JSON needs the memory of a huge XML.
    if (member.size > GIANT_BYTES) releaseBytes(bytes)
    return toFilingRecord(parsed, objectId)
  } catch (error) {
    reject(member, error, work)
    return undefined
  }
}

function reject(member: Member, error: unknown, { rejects }: SliceWork): void {
  rejects.push(toReject(member, error))
}

const ofAnotherFiler = ({ objectId, ein }: FilingRecord, stored: Stored): Unreadable =>
  new Unreadable(
    'ObjectIdOfAnotherFiler',
    '',
    `Object ID ${objectId} is stored for EIN ${stored.ein}, but this file is for EIN ` +
      `${ein}. An object ID belongs to one filer. If this file is correct, load it with --replace.`,
  )

export const COPY_FILINGS = `copy filing (
  object_id, ein, form, tax_period_begin, tax_period_end, tax_year, schema_version, received_on,
  returned_at, is_amended, is_initial, is_final, is_group_return, facts, other_facts,
  narrative, people, people_count, contents, row_facts, derived_version, warnings, source_archive, source_member, content_sha256)
  from stdin`

/** Where a return was read: the archive's name without its folder, and the entry in it. */
export type Origin = { archive: string; member: string | undefined; sha256: Buffer }

/** Returns a filing as a line for COPY_FILINGS. */
export function toFilingLine(filing: FilingRecord, origin: Origin): string {
  const { facts, otherFacts } = storeFacts(filing.form, filing.facts)
  return toCopyLine([
    filing.objectId,
    filing.ein,
    filing.form,
    filing.taxPeriodBegin,
    filing.taxPeriodEnd,
    filing.taxYear,
    filing.schemaVersion,
    filing.receivedOn,
    filing.returnedAt,
    filing.isAmended,
    filing.isInitial,
    filing.isFinal,
    filing.isGroupReturn,
    JSON.stringify(facts),
    otherFacts,
    storeNarrative(filing.form, filing.narrative),
    storePeople(filing.people),
    filing.people.length,
    JSON.stringify(filing.contents),
    JSON.stringify(filing.rowFacts),
    DERIVED_VERSION,
    filing.warnings,
    origin.archive,
    origin.member,
    origin.sha256,
  ])
}

/** A member's bytes, the archive's name without its folder, and the entry in the archive. */
type MemberContent = { archive: string; member: string | undefined; bytes: Buffer }

export type MemberReader = {
  /** Throws Unreadable when the member is too large or cannot be unpacked. */
  read(member: Member): Promise<MemberContent>
  close(): void
}

/** Opens the container of a slice's members: the zip at `path`, or single files. */
export function openMembers(path: string, members: readonly Member[]): MemberReader {
  const isZip = members.some((member) => 'offset' in member)
  const zip = isZip ? openZip(path) : undefined
  return {
    async read(member) {
      if (member.size > LARGEST_RETURN) throw tooLarge('/', member.size, LARGEST_RETURN)
      if ('path' in member) return readFileMember(member.path)
      if (zip === undefined) throw new Error('The entry has no zip.')
      return { archive: basename(path), member: member.name, bytes: await zip.read(member) }
    },
    close: () => zip?.close(),
  }
}

// Synchronous, because this thread has nothing else to do and a promise costs more than reading a
// small file.
function readFileMember(path: string): MemberContent {
  return { archive: basename(path), member: undefined, bytes: readFileSync(path) }
}

const nameOf = (member: Member) => ('path' in member ? member.path : member.name)

/** Returns a return's object id: that in its file name, otherwise one made from its content. */
export const objectIdOf = (member: Member, hash: Buffer): string =>
  objectIdOfName(nameOf(member)) ?? objectIdOfContent(hash)

/**
 * Returns the object ids of members. The few members without an id in their name are read to
 * determine it, and read again later. An unreadable member has none here; it is rejected when it is
 * loaded.
 */
export async function objectIdsOf(
  members: readonly Member[],
  read: MemberReader['read'],
): Promise<string[]> {
  const ids: string[] = []
  for (const member of members) {
    const named = objectIdOfName(nameOf(member))
    if (named !== undefined) ids.push(named)
    else ids.push(...(await idOfContent(member, read)))
  }
  return ids
}

async function idOfContent(member: Member, read: MemberReader['read']): Promise<string[]> {
  try {
    return [objectIdOfContent(sha256((await read(member)).bytes))]
  } catch (error) {
    if (error instanceof Unreadable) return []
    throw error
  }
}

/** Returns the location of a member as a report names it. */
export const placeOf = (member: Member): Pick<Reject, 'file' | 'member'> =>
  'path' in member ? { file: member.path, member: undefined } : { file: '', member: member.name }

/** Returns the reject of an unreadable member. Throws `error` when the member did not cause it. */
export function toReject(member: Member, error: unknown): Reject {
  if (!(error instanceof Unreadable)) throw error
  const { code, place, message: detail } = error
  return { ...placeOf(member), line: undefined, code, place, detail }
}
