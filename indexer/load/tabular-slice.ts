import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import type { Postgres, Session } from '#src/platform/clients/postgres.ts'
import { inTransaction } from '#src/platform/clients/postgres-session.ts'
import { tabularReader } from '../sources/readers.ts'
import {
  isListKind,
  isRejection,
  type RowRejection,
  type StagedRow,
  type TabularReader,
  type TabularSource,
} from '../sources/source.ts'
import { listZip, openZip } from '../sources/zip.ts'
import { copyLines, toCopyLine } from '../store/copy.ts'
import { markDue, type Step } from '../store/due.ts'
import type { SliceOptions } from './efile-slice.ts'
import { addOutcome, noOutcome, type Outcome, type SliceKey } from './slice-outcome.ts'
import { tableOf } from './tables/registry.ts'
import { LIST_TYPES, replaceList } from './tables/restricted.ts'

// A killed load repeats at most this many rows; merging them takes one or two seconds.
const BATCH_ROWS = 20_000

/**
 * Loads a table under a lock that ends with its loader. Returns false when another loader has it or
 * finished it. A restriction list is one transaction. Other tables are merged in batches, each in a
 * transaction with the position reached, so that a killed load continues after the last one.
 */
export async function loadTable(
  db: Postgres,
  sourceId: number,
  table: TabularSource,
  { mayReplaceOthers }: Pick<SliceOptions, 'mayReplaceOthers'>,
): Promise<boolean> {
  const slice = { sourceId, ordinal: 0 }
  const outcome = await db.tryWithLock(`load ${sourceId}`, async (session) => {
    const [open] = await session.query<{ position: number }>(
      'select position from load_slice where source_id = $1 and done_at is null',
      [sourceId],
    )
    if (open === undefined) return false
    const reader = tabularReader(table.kind)
    const [text, close] = await openTable(table)
    const source = { slice, table, reader }
    try {
      const batches = batchesOf(reader.read(text, table))
      if (isListKind(table.kind)) {
        await inTransaction(session, 'begin', () =>
          loadList(session, source, batches, mayReplaceOthers),
        )
        return true
      }
      for await (const batch of batches) {
        if (batch.position <= open.position && !batch.isLast) continue
        await inTransaction(session, 'begin', () => mergeBatch(session, source, batch))
      }
      return true
    } finally {
      close()
    }
  })
  return outcome.isHeld && outcome.value
}

type Source = { slice: SliceKey; table: TabularSource; reader: TabularReader }

async function openTable(table: TabularSource): Promise<[Readable, () => void]> {
  if (table.member === undefined) {
    const file = createReadStream(table.path)
    return [file, () => file.destroy()]
  }
  const zip = openZip(table.path)
  for await (const entry of listZip(table.path)) {
    if (entry.name === table.member) return [zip.stream(entry), zip.close]
  }
  throw new Error(`${table.path} no longer contains the entry ${table.member}.`)
}

/** Rows of a table; `position` counts them with those before. */
type Batch = { rows: (StagedRow | RowRejection)[]; position: number; isLast: boolean }

async function* batchesOf(rows: AsyncIterable<StagedRow | RowRejection>): AsyncGenerator<Batch> {
  let batch: Batch['rows'] = []
  let position = 0
  for await (const row of rows) {
    if (batch.length === BATCH_ROWS) {
      yield { rows: batch, position, isLast: false }
      batch = []
    }
    batch.push(row)
    position += 1
  }
  yield { rows: batch, position, isLast: true }
}

async function loadList(
  session: Session,
  source: Source,
  batches: AsyncIterable<Batch>,
  mayShrink: boolean,
): Promise<void> {
  const { slice, table } = source
  const started = performance.now()
  const outcome = noOutcome()
  const rejected: RowRejection[] = []
  let position = 0
  for await (const batch of batches) {
    position = batch.position
    await stage(session, source, batch, LIST_TYPES, outcome)
    rejected.push(...batch.rows.filter(isRejection))
  }
  const { refusal, ...replaced } = await replaceList(session, {
    sourceId: slice.sourceId,
    table,
    rejected,
    mayShrink,
  })
  Object.assign(outcome, replaced)
  if (refusal) outcome.rejects.push(toReject({ row: undefined, ...refusal }, table))
  await addOutcome(session, slice, outcome, { position, started, isDone: true })
}

async function mergeBatch(session: Session, source: Source, batch: Batch): Promise<void> {
  const { slice, reader } = source
  const started = performance.now()
  const table = tableOf(reader.kind)
  const outcome = noOutcome()
  await stage(session, source, batch, table.types, outcome)
  let merged: Partial<Outcome>[] = []
  for (const statement of table.merge) merged = await session.query(statement)
  Object.assign(outcome, merged[0])
  const { loaded, replaced, unchanged } = outcome
  if (loaded + replaced > 0 || (unchanged > 0 && table.isDueUnchanged)) {
    for (const [step, key] of Object.entries(table.due))
      await markDue(session, [step as Step], [key])
  }
  const { position, isLast } = batch
  await addOutcome(session, slice, outcome, { position, started, isDone: isLast })
}

/**
 * Copies a batch into the transaction's table `staged`, and adds its rejects and warnings to the
 * outcome.
 */
async function stage(
  session: Session,
  { slice, table, reader }: Source,
  { rows }: Batch,
  types: Readonly<Record<string, string>>,
  { rejects, warned }: Outcome,
): Promise<void> {
  const staged = rows.filter((row): row is StagedRow => !isRejection(row))
  const columns = reader.columns.map((name) => `${name} ${types[name] ?? 'text'}`)
  const source = `source_id bigint not null default ${Number(slice.sourceId)}`
  await session.query(
    `create temporary table if not exists staged (${[...columns, source].join(', ')}) on commit drop`,
  )
  const names = reader.columns.join(', ')
  const lines = staged.map((row) => toCopyLine(row.values))
  await copyLines(session.copyFrom(`copy staged (${names}) from stdin`), lines)
  for (const { row, warnings } of staged) {
    if (warnings) warned.push({ file: '', member: table.member, line: row, codes: [...warnings] })
  }
  for (const row of rows) if (isRejection(row)) rejects.push(toReject(row, table))
}

const toReject = (
  { row, code, detail }: Omit<RowRejection, 'row'> & { row: number | undefined },
  { path, member }: TabularSource,
) => ({ file: basename(path), member, line: row, code, place: '', detail })
