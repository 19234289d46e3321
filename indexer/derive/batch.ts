import type { Session } from '#src/clients/postgres.ts'
import { DERIVED_VERSION } from '#src/domain/facts/derived-version.ts'
import type { FilingContents } from '#src/domain/filing-contents.ts'
import type { Form } from '#src/domain/form.ts'
import { markFilingsDue } from '../load/filings-due.ts'
import { markNetworkDue } from '../load/network-due.ts'
import { PartsCopy } from '../load/parts-copy.ts'
import { LOCK_RESOLVE } from '../load/resolve-due.ts'
import { cutParts } from '../records/cut-part.ts'
import { type Derived, derive, readParts } from '../records/derived.ts'
import { flagsOf, returnWarnings, SSN_DROPPED } from '../records/filing.ts'
import type { RelatedReference } from '../records/related-references.ts'
import { replaceEdges, STAGED_EDGES, stageEdges } from './derived-edges.ts'
import { isStoredSo, readStored, type StoredFiling } from './stored-parts.ts'

/** A filing whose version is too low, locked until the transaction ends. */
export type Claimed = {
  objectId: string
  ein: string
  form: Form
  schemaVersion: string | null
  warnings: string[]
  contents: FilingContents | null
  /** Size of its parts as they lie in the store, compressed. */
  bytes: number
}

// What a load is replacing at this moment is passed over: it gets the version by that, or waits
// for the next round.
const CLAIM = `
  select object_id as "objectId", ein, form, schema_version as "schemaVersion", warnings, contents,
    coalesce((select sum(pg_column_size(content)) from filing_block part
      where part.object_id = filing.object_id), 0)
    + coalesce((select sum(pg_column_size(items)) from filing_rows row
      where row.object_id = filing.object_id), 0) as bytes
  from filing where object_id = any($1) and derived_version < $2
  for update of filing skip locked`

/** Locks those of the filings that wait for the current version and that nobody else has. */
export const claim = (session: Session, ids: readonly string[]): Promise<Claimed[]> =>
  session.query<Claimed>(CLAIM, [[...ids], DERIVED_VERSION])

/** What became of filings: how many were derived, and how many of them came out otherwise. */
export type Outcome = { derived: number; changed: number }

/** The same of a portion, with the organizations that may be shown or known otherwise now. */
type Portion = Outcome & { eins: string[] }

/** Derives filings that are claimed anew from their parts; all of them are in memory at once. */
export async function deriveFilings(
  session: Session,
  filings: readonly Claimed[],
): Promise<Portion> {
  const stored = await readStored(session, filings)
  const named = await readNamed(session, filings)
  await stageEdges(session)
  const rows: Row[] = []
  const partless: string[] = []
  for (const filing of filings) {
    const { objectId } = filing
    const whole = stored.get(objectId)
    if (whole === undefined || whole.parts.length === 0) partless.push(objectId)
    else rows.push(await deriveFiling(session, filing, whole, named.get(objectId) ?? ''))
  }
  const others = await replaceEdges(
    session,
    rows.map((row) => row.object_id),
  )
  const { derived, ...portion } = await update(session, rows, others)
  await markNetworkDue(
    session,
    filings.flatMap(({ objectId, ein }) => (others.has(objectId) ? [ein] : [])),
  )
  return { ...portion, derived: derived + (await pass(session, partless)) }
}

/**
 * Stores parts and references of a filing where they came out otherwise, and stages its edges;
 * returns its new row.
 */
async function deriveFiling(
  session: Session,
  filing: Claimed,
  stored: StoredFiling,
  named: string,
): Promise<Row> {
  const { objectId, form } = filing
  const parts = cutParts(stored.parts)
  const derived = derive(filing, parts, readParts(form, parts))
  const isOtherwiseCut = !isStoredSo(parts, stored)
  const isOtherwiseNamed = toNames(derived.related) !== named
  if (isOtherwiseCut) await remove(session, ['filing_block', 'filing_rows'], objectId)
  if (isOtherwiseNamed) await remove(session, ['related_reference'], objectId)
  const copy = new PartsCopy(session, STAGED_EDGES)
  await copy.write({
    objectId,
    parts: isOtherwiseCut ? parts : [],
    related: isOtherwiseNamed ? derived.related : [],
    edges: derived.edges,
  })
  await copy.end()
  return toRow(filing, derived, isOtherwiseNamed)
}

// Of a filing without parts, which no load leaves, nothing can be derived: it stays as it is.
async function pass(session: Session, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  await session.query('update filing set derived_version = $2 where object_id = any($1)', [
    [...ids],
    DERIVED_VERSION,
  ])
  return ids.length
}

const RELATED = `
  select object_id as "objectId", path, related_ein as "relatedEin"
  from related_reference where object_id = any($1)`

/** Whom filings name as related, as text to compare. */
async function readNamed(session: Session, filings: readonly Claimed[]) {
  const ids = filings.map(({ objectId }) => objectId)
  const rows = await session.query<RelatedReference & { objectId: string }>(RELATED, [ids])
  const byFiling = Map.groupBy(rows, ({ objectId }) => objectId)
  return new Map([...byFiling].map(([id, own]) => [id, toNames(own)]))
}

const toNames = (related: readonly RelatedReference[]): string =>
  related
    .map(({ path, relatedEin }) => `${path} ${relatedEin}`)
    .sort()
    .join()

async function remove(session: Session, tables: readonly string[], id: string): Promise<void> {
  for (const table of tables) {
    await session.query(`delete from ${table} where object_id = $1`, [id])
  }
}

/** A row for UPDATE. */
type Row = { object_id: string; is_otherwise_named: boolean; [column: string]: unknown }

// A postcard's row has no warnings; of a return those about its facts are derived.
function toRow(filing: Claimed, derived: Derived, isOtherwiseNamed: boolean): Row {
  const { facts, narrative, contents, rowFacts } = derived
  const own = returnWarnings(
    filing.schemaVersion ?? undefined,
    filing.warnings.includes(SSN_DROPPED),
  )
  const flags = flagsOf(facts)
  return {
    object_id: filing.objectId,
    facts,
    narrative,
    contents,
    row_facts: rowFacts,
    warnings: filing.form === '990N' ? [] : [...own, ...derived.warnings],
    is_amended: flags.isAmended,
    is_initial: flags.isInitial,
    is_final: flags.isFinal,
    is_group_return: flags.isGroupReturn,
    is_otherwise_named: isOtherwiseNamed,
  }
}

const UPDATE = `
  with derived as (
    select * from json_to_recordset($1::json) as row(object_id text, facts jsonb, narrative json,
      contents jsonb, row_facts jsonb, warnings text[], is_amended boolean, is_initial boolean, is_final boolean,
      is_group_return boolean, is_otherwise_named boolean)
  )
  update filing set facts = derived.facts, narrative = derived.narrative,
    contents = derived.contents, row_facts = derived.row_facts, warnings = derived.warnings, is_amended = derived.is_amended,
    is_initial = derived.is_initial, is_final = derived.is_final,
    is_group_return = derived.is_group_return, derived_version = $2
  from derived join filing before using (object_id)
  where filing.object_id = derived.object_id
  returning filing.object_id as id, filing.ein,
    (before.facts, before.row_facts, before.narrative::text)
      is distinct from (filing.facts, filing.row_facts, filing.narrative::text) as "isOther",
    derived.is_otherwise_named or before.contents is distinct from filing.contents
      as "isOtherwiseShown"`

async function update(
  session: Session,
  rows: readonly Row[],
  otherEdges: ReadonlySet<string>,
): Promise<Portion> {
  type Updated = { id: string; ein: string; isOther: boolean; isOtherwiseShown: boolean }
  const updated = await session.query<Updated>(UPDATE, [JSON.stringify(rows), DERIVED_VERSION])
  const changed = updated.filter(
    (row) => row.isOther || row.isOtherwiseShown || otherEdges.has(row.id),
  )
  await markFilingsDue(
    session,
    changed.map(({ ein }) => ein),
  )
  return {
    derived: updated.length,
    changed: changed.length,
    eins: updated.filter(({ isOther }) => isOther).map(({ ein }) => ein),
  }
}

const MARK = `
  with marked as (select ein from organization where ein = any($1) order by ein for update)
  update organization set latest_content_sha256 = '' from marked
  where organization.ein = marked.ein`

/**
 * Marks organizations as changed, by a hash that no content has: whoever resolves them next writes
 * them anew, also after a kill. Last of a transaction, in the order of their EINs and not while
 * they are being resolved, so that no two wait for each other.
 */
export async function markOrganizations(session: Session, eins: readonly string[]): Promise<void> {
  if (eins.length === 0) return
  await session.query(LOCK_RESOLVE)
  await session.query(MARK, [[...eins]])
}
