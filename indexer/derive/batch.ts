import { DERIVED_VERSION } from '#src/domain/facts/catalogue.ts'
import { storeFacts, storeNarrative } from '#src/domain/facts/stored-facts.ts'
import type { FilingContents } from '#src/domain/filing-contents.ts'
import type { Form } from '#src/domain/form.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { cutParts } from '../records/cut-part.ts'
import { type Derived, derive, readParts } from '../records/derived.ts'
import { storePeople } from '../records/filed-people.ts'
import { flagsOf, returnWarnings, SSN_DROPPED } from '../records/filing.ts'
import { markDue } from '../store/due.ts'
import { PartsCopy, ROW_TABLES } from '../store/parts-copy.ts'
import { isStoredSo, readStored, type StoredFiling } from './stored-parts.ts'

/** A filing of an outdated version, locked until the transaction ends. */
export type Claimed = {
  objectId: string
  ein: string
  form: Form
  schemaVersion: string | null
  warnings: string[]
  contents: FilingContents
  /** Size of its stored parts, packed. */
  bytes: number
}

// Skips what a load is replacing right now: the load derives it, or it waits for the next round.
const CLAIM = `
  select object_id as "objectId", ein, form, schema_version as "schemaVersion", warnings, contents,
    coalesce((select sum(octet_length(content)) from filing_block part
      where part.object_id = filing.object_id), 0)
    + coalesce((select sum(octet_length(items)) from filing_rows row
      where row.object_id = filing.object_id), 0) as bytes
  from filing where object_id = any($1) and derived_version < $2
  for update of filing skip locked`

/** Locks the filings that are outdated and not locked by another process. */
export const claim = (session: Session, ids: readonly string[]): Promise<Claimed[]> =>
  session.query<Claimed>(CLAIM, [[...ids], DERIVED_VERSION])

/** The number of filings derived, and of those that changed. */
export type Outcome = { derived: number; changed: number }

/** The outcome of a portion, with the organizations whose identity or facts may have changed. */
type Portion = Outcome & { eins: string[] }

/** Derives claimed filings from their stored parts; all of them are in memory at once. */
export async function deriveFilings(
  session: Session,
  filings: readonly Claimed[],
): Promise<Portion> {
  const stored = await readStored(session, filings)
  await stageRows(session)
  const rows: Row[] = []
  const partless: string[] = []
  for (const filing of filings) {
    const { objectId } = filing
    const whole = stored.get(objectId)
    if (whole === undefined || whole.parts.length === 0) partless.push(objectId)
    else rows.push(await deriveFiling(session, filing, whole))
  }
  const others = await replaceRows(
    session,
    rows.map((row) => row.object_id),
  )
  const { derived, ...portion } = await update(
    session,
    rows,
    new Set(Object.values(others).flatMap((ids) => [...ids])),
  )
  await markDue(
    session,
    ['network'],
    filings.flatMap(({ objectId, ein }) => (others.edges.has(objectId) ? [ein] : [])),
  )
  return { ...portion, derived: derived + (await pass(session, partless)) }
}

/** Stores changed parts of a filing, stages the rows read from them, and returns its new row. */
async function deriveFiling(session: Session, filing: Claimed, stored: StoredFiling): Promise<Row> {
  const { objectId, form } = filing
  const parts = cutParts(stored.parts)
  const derived = derive(filing, parts, readParts(form, parts))
  const isStoredOtherwise = !stored.isPacked || !isStoredSo(parts, stored)
  if (isStoredOtherwise) {
    for (const table of ['filing_block', 'filing_rows']) {
      await session.query(`delete from ${table} where object_id = $1`, [objectId])
    }
  }
  const copy = new PartsCopy(session, STAGED)
  await copy.write({ ...derived, objectId, parts: isStoredOtherwise ? parts : [] })
  await copy.end()
  return toRow(filing, derived)
}

// No load leaves a filing without parts. Nothing can be derived for one, so it only gets the
// version.
async function pass(session: Session, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  await session.query('update filing set derived_version = $2 where object_id = any($1)', [
    [...ids],
    DERIVED_VERSION,
  ])
  return ids.length
}

const toBytea = (bytes: Buffer | null): string | null => bytes && `\\x${bytes.toString('hex')}`

/** A row for UPDATE. */
type Row = { object_id: string; [column: string]: unknown }

// The warnings of a return's facts are derived; a postcard has none.
function toRow(filing: Claimed, derived: Derived): Row {
  const { narrative, contents, rowFacts } = derived
  const { facts, otherFacts } = storeFacts(filing.form, derived.facts)
  const own = returnWarnings(
    filing.schemaVersion ?? undefined,
    filing.warnings.includes(SSN_DROPPED),
  )
  const flags = flagsOf(derived.facts)
  return {
    object_id: filing.objectId,
    facts,
    other_facts: toBytea(otherFacts),
    narrative: toBytea(storeNarrative(filing.form, narrative)),
    people: toBytea(storePeople(derived.people)),
    people_count: derived.people.length,
    contents,
    row_facts: rowFacts,
    warnings: filing.form === '990N' ? [] : [...own, ...derived.warnings],
    is_amended: flags.isAmended,
    is_initial: flags.isInitial,
    is_final: flags.isFinal,
    is_group_return: flags.isGroupReturn,
  }
}

// What `toRow` returns besides the id.
const COLUMNS = [
  ...['facts', 'other_facts', 'narrative', 'people', 'people_count', 'contents', 'row_facts'],
  ...['warnings', 'is_amended', 'is_initial', 'is_final', 'is_group_return'],
]

const UPDATE = `
  update filing set derived_version = $2,
    ${COLUMNS.map((column) => `${column} = derived.${column}`).join(', ')}
  from json_populate_recordset(null::filing, $1::json) derived
    join filing before using (object_id)
  where filing.object_id = derived.object_id
  returning filing.object_id as id, filing.ein,
    (before.facts, before.other_facts, before.row_facts, before.narrative)
      is distinct from (filing.facts, filing.other_facts, filing.row_facts, filing.narrative)
      as "isChanged",
    (before.contents, before.people)
      is distinct from (filing.contents, filing.people) as "isShownChanged"`

async function update(
  session: Session,
  rows: readonly Row[],
  otherRows: ReadonlySet<string>,
): Promise<Portion> {
  type Updated = { id: string; ein: string; isChanged: boolean; isShownChanged: boolean }
  const updated = await session.query<Updated>(UPDATE, [JSON.stringify(rows), DERIVED_VERSION])
  const changed = updated.filter(
    (row) => row.isChanged || row.isShownChanged || otherRows.has(row.id),
  )
  await markDue(
    session,
    ['resolve'],
    changed.map(({ ein }) => ein),
  )
  return {
    derived: updated.length,
    changed: changed.length,
    eins: updated.filter(({ isChanged }) => isChanged).map(({ ein }) => ein),
  }
}

const MARK = `
  with marked as (select ein from organization where ein = any($1) order by ein for update)
  update organization set latest_content_sha256 = '' from marked
  where organization.ein = marked.ein`

// Waits for a running resolve, and keeps the next from starting until the transaction ends.
const LOCK_RESOLVE = "select pg_advisory_xact_lock_shared(hashtextextended('resolve', 0))::text"

/**
 * Marks organizations as changed with a hash that no content has, so that the next resolve writes
 * them even after a kill. Must run last in a transaction, in EIN order and not during a resolve, so
 * that no two transactions deadlock.
 */
export async function markOrganizations(session: Session, eins: readonly string[]): Promise<void> {
  if (eins.length === 0) return
  await session.query(LOCK_RESOLVE)
  await session.query(MARK, [[...eins]])
}

/** The tables in which the rows of a portion wait for `replaceRows`. */
const STAGED = { related: 'staged_related', edges: 'staged_edge' }

type Kind = keyof typeof ROW_TABLES
const KINDS = Object.keys(ROW_TABLES) as Kind[]

/** Creates the tables for the rows of derived filings, or empties them. */
async function stageRows(session: Session): Promise<void> {
  for (const kind of KINDS) {
    await session.query(
      `create temp table if not exists ${STAGED[kind]} (like ${ROW_TABLES[kind]}) on commit drop`,
    )
    await session.query(`truncate ${STAGED[kind]}`)
  }
}

/**
 * Replaces the stored rows of these filings by the staged ones if the two differ. Returns the object
 * ids of the filings that differ, by kind.
 */
async function replaceRows(
  session: Session,
  ids: readonly string[],
): Promise<Record<Kind, ReadonlySet<string>>> {
  const replaced: Record<Kind, ReadonlySet<string>> = { related: NONE, edges: NONE }
  for (const kind of KINDS) {
    const [staged, table] = [STAGED[kind], ROW_TABLES[kind]]
    const found = await session.query<{ id: string }>(
      `with stored as (select * from ${table} where object_id = any($1))
       select object_id as id from (
         (table ${staged} except all table stored)
         union all
         (table stored except all table ${staged})
       ) as other group by object_id`,
      [[...ids]],
    )
    if (found.length === 0) continue
    const others = found.map(({ id }) => id)
    await session.query(`delete from ${table} where object_id = any($1)`, [others])
    await session.query(
      `insert into ${table} select * from ${staged} where object_id = any($1)
       order by object_id, ${kind === 'related' ? 'path' : 'ordinal'}`,
      [others],
    )
    replaced[kind] = new Set(others)
  }
  return replaced
}

const NONE: ReadonlySet<string> = new Set()
