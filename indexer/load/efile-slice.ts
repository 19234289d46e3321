import type { Session } from '#src/clients/postgres.ts'
import { type FilingRecord, toFilingRecord } from '../records/filing.ts'
import { sha256 } from '../records/object-id.ts'
import { UnreadableReturn } from '../sources/efile-xml.ts'
import { readReturn, releaseReturn } from '../sources/read-return.ts'
import { releaseBytes } from '../sources/release-bytes.ts'
import { copyLines } from './copy.ts'
import { type FilingKey, markCurrentFilings } from './current-filings.ts'
import {
  type MemberReader,
  objectIdOf,
  objectIdsOf,
  openMembers,
  placeOf,
  toReject,
} from './efile-members.ts'
import { COPY_FILINGS, type Origin, toFilingLine } from './filing-rows.ts'
import { markFilingsDue } from './filings-due.ts'
import { markNetworkDue } from './network-due.ts'
import { PartsCopy } from './parts-copy.ts'
import type { SlicePayload } from './register.ts'
import {
  addCounts,
  addWarnings,
  type Counts,
  claimSlice,
  copyRejects,
  noCounts,
  type Reject,
  type Warned,
} from './slice-counts.ts'
import type { Member } from './slices.ts'
import { type Turn, takeTurn } from './turn.ts'

export type SliceOptions = {
  turn: Turn
  /** A filing may replace one of another EIN that is stored under its object id. */
  mayReplaceOthers: boolean
}

type SliceWork = SliceOptions & {
  read: MemberReader['read']
  counts: Counts
  rejects: Reject[]
  warned: Warned[]
  /** The filings that are stored, by object id. */
  stored: Map<string, Stored>
  /** Object ids that are excluded, of filings stored or not. */
  excluded: ReadonlySet<string>
  added: string[]
  freed: FilingKey[]
  /** Of the filings added; those of filings removed stand in `freed`. */
  eins: Set<string>
}

type Stored = { ein: string; sha256: string }

/**
 * Loads a slice of returns in the caller's transaction, with its mark. Returns the EINs whose
 * filings it added or removed; undefined when it is done or another loader has it.
 */
export async function loadEfileSlice(
  session: Session,
  payload: SlicePayload,
  options: SliceOptions,
): Promise<string[] | undefined> {
  const started = performance.now()
  const slice = await claimSlice<Member[]>(session, payload)
  if (slice === undefined) return undefined
  const { read, close } = openMembers(payload.path, slice.members)
  const work: SliceWork = {
    ...options,
    read,
    counts: noCounts(),
    rejects: [],
    warned: [],
    stored: new Map(),
    excluded: new Set(),
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
  const eins = [...work.eins.union(new Set(work.freed.map(({ ein }) => ein)))]
  await markNetworkDue(session, eins)
  await markFilingsDue(session, eins)
  await copyRejects(session, payload, work.rejects)
  await addWarnings(session, payload, work.warned)
  const seconds = (performance.now() - started) / 1_000
  await addCounts(session, payload, work.counts, { position: 0, seconds, isDone: true })
  return eins
}

/** Runs rounds: one COPY takes new filings, and those that replace others wait for the next. */
async function loadMembers(session: Session, members: Member[], work: SliceWork): Promise<void> {
  const ids = await objectIdsOf(members, work.read)
  await lookUp(session, ids, work.stored)
  work.excluded = await readExcluded(session, ids)
  let waiting = await copyRound(session, members, work)
  while (waiting.length > 0) {
    const ids = waiting.map(({ objectId }) => objectId)
    work.freed.push(...(await removeFilings(session, ids)))
    for (const id of ids) work.stored.delete(id)
    work.counts.replaced += ids.length
    work.counts.loaded -= ids.length
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

async function readExcluded(session: Session, ids: string[]): Promise<Set<string>> {
  const rows = await session.query<{ id: string }>(
    'select object_id as id from filing_exclusion where object_id = any($1)',
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

async function removeFilings(session: Session, ids: string[]): Promise<FilingKey[]> {
  // The filing first: whoever writes its parts holds it locked.
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

// Threads read returns above this one after the other, so that two giants never share the memory.
const GIANT = 4 << 20

async function copyRound(session: Session, members: Member[], work: SliceWork): Promise<Waiting[]> {
  const waiting = new Map<string, Waiting>()
  const lines: string[] = []
  const parts = new PartsCopy(session)
  for (const member of members) {
    const endTurn = member.size > GIANT ? await takeTurn(work.turn) : undefined
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

/** Copies a member's filing; returns it instead when another of its object id is stored. */
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
    if (member.size > GIANT) releaseReturn(unparsed.bytes)
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
    if (waiting.has(objectId)) work.counts.replaced += 1
    return { member, objectId }
  }
  await parts.write(filing)
  lines.push(toFilingLine(filing, unparsed.origin))
  work.stored.set(objectId, { ein: filing.ein, sha256: unparsed.origin.sha256.toString('hex') })
  work.added.push(objectId)
  work.eins.add(filing.ein)
  work.counts.loaded += 1
  const codes = [...filing.warnings, ...(work.excluded.has(objectId) ? [EXCLUDED] : [])]
  if (codes.length > 0) {
    work.counts.warned += 1
    work.warned.push({ ...placeOf(member), codes })
  }
  return undefined
}

/** The warning about a filing that is stored and does not count. */
const EXCLUDED = 'Excluded'

/** Bytes and id of a member; undefined when it is stored already or cannot be read. */
async function readMember(member: Member, work: SliceWork): Promise<Unparsed | undefined> {
  try {
    const { archive, member: entry, bytes } = await work.read(member)
    const hash = sha256(bytes)
    const objectId = objectIdOf(member, hash)
    if (work.stored.get(objectId)?.sha256 !== hash.toString('hex')) {
      return { objectId, origin: { archive, member: entry, sha256: hash }, bytes }
    }
    work.counts.unchanged += 1
  } catch (error) {
    reject(member, error, work)
  }
  return undefined
}

/** A member's record; undefined when it was rejected. */
function parseMember(
  member: Member,
  { objectId, bytes }: Unparsed,
  work: SliceWork,
): FilingRecord | undefined {
  try {
    const parsed = readReturn(bytes)
    // The memory of a giant's XML is needed to derive from its JSON.
    if (member.size > GIANT) releaseBytes(bytes)
    return toFilingRecord(parsed, objectId)
  } catch (error) {
    reject(member, error, work)
    return undefined
  }
}

function reject(member: Member, error: unknown, { rejects, counts }: SliceWork): void {
  rejects.push(toReject(member, error))
  counts.rejected += 1
}

const ofAnotherFiler = ({ objectId, ein }: FilingRecord, stored: Stored): UnreadableReturn =>
  new UnreadableReturn(
    'ObjectIdOfAnotherFiler',
    '',
    `Object id ${objectId} is stored as a filing of EIN ${stored.ein}, and this file is of EIN ` +
      `${ein}. An object id belongs to one filer. If this file is right, load it with --replace.`,
  )
