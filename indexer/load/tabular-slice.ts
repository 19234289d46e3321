import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import type { Postgres, Session } from '#src/platform/clients/postgres.ts'
import { tabularReader } from '../sources/readers.ts'
import {
  isRejection,
  type RowRejection,
  type StagedRow,
  type TabularReader,
  type TabularSource,
} from '../sources/source.ts'
import { listZip, openZip } from '../sources/zip.ts'
import { copyLines, toCopyLine } from '../store/copy.ts'
import type { SlicePayload } from './register.ts'
import {
  addCounts,
  addWarnings,
  type Counts,
  claimSlice,
  copyRejects,
  noCounts,
  type Warned,
} from './slice-counts.ts'
import { TABLES } from './tables/tables.ts'

// A killed load repeats at most this many rows; merging them takes one or two seconds.
const BATCH_ROWS = 20_000

/**
 * Loads a table in batches, each in a transaction with the position reached, so that a killed load
 * continues after the last one.
 */
export async function loadTabularSlice(db: Postgres, payload: SlicePayload): Promise<void> {
  const table = payload.table
  if (table === undefined) throw new Error('The table has no source.')
  const reader = tabularReader(table.kind)
  const [text, close] = await openTable(table)
  try {
    let position = 0
    for await (const batch of batchesOf(reader.read(text, table))) {
      position += batch.rows.length
      const isOurs = await db.transaction((session) =>
        mergeBatch(session, payload, reader, { ...batch, position }),
      )
      if (!isOurs) return
    }
  } finally {
    close()
  }
}

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

type Batch = { rows: (StagedRow | RowRejection)[]; isLast: boolean }

async function* batchesOf(rows: AsyncIterable<StagedRow | RowRejection>): AsyncGenerator<Batch> {
  let batch: Batch['rows'] = []
  for await (const row of rows) {
    if (batch.length === BATCH_ROWS) {
      yield { rows: batch, isLast: false }
      batch = []
    }
    batch.push(row)
  }
  yield { rows: batch, isLast: true }
}

/** Merges the rows after the stored position; returns false when another loader has the table. */
async function mergeBatch(
  session: Session,
  payload: SlicePayload,
  reader: TabularReader,
  batch: Batch & { position: number },
): Promise<boolean> {
  const started = performance.now()
  const slice = await claimSlice(session, payload)
  if (slice === undefined) return false
  if (batch.position <= slice.position && !batch.isLast) return true
  const counts = noCounts()
  const rejected = batch.rows.filter(isRejection)
  const staged = batch.rows.filter((row): row is StagedRow => !isRejection(row))
  Object.assign(counts, await merge(session, reader, staged, payload.sourceId))
  counts.rejected = rejected.length
  if (rejected.length > 0) await TABLES[reader.kind].reject?.(session, payload.sourceId, rejected)
  const warned = staged.flatMap((row) => toWarned(row, payload))
  counts.warned = warned.length
  await addWarnings(session, payload, warned)
  await copyRejects(
    session,
    payload,
    rejected.map((row) => toReject(row, payload)),
  )
  const { position, isLast } = batch
  if (isLast) await TABLES[reader.kind].finish?.(session, payload.sourceId)
  const seconds = (performance.now() - started) / 1_000
  await addCounts(session, payload, counts, { position, seconds, isDone: isLast })
  return true
}

async function merge(session: Session, reader: TabularReader, rows: StagedRow[], sourceId: number) {
  const table = TABLES[reader.kind]
  const columns = reader.columns.map((name) => `${name} ${table.types[name] ?? 'text'}`)
  const source = `source_id bigint not null default ${Number(sourceId)}`
  await session.query(
    `create temporary table staged (${[...columns, source].join(', ')}) on commit drop`,
  )
  const names = reader.columns.join(', ')
  const lines = rows.map((row) => toCopyLine(row.values))
  await copyLines(session.copyFrom(`copy staged (${names}) from stdin`), lines)
  let merged: Pick<Counts, 'loaded' | 'replaced' | 'unchanged'>[] = []
  for (const statement of table.merge) merged = await session.query(statement)
  return merged[0]
}

const toWarned = ({ row, warnings }: StagedRow, { table }: SlicePayload): Warned[] =>
  warnings === undefined
    ? []
    : [{ file: '', member: table?.member, line: row, codes: [...warnings] }]

const toReject = (row: RowRejection, { path, table }: SlicePayload) => ({
  file: basename(path),
  member: table?.member,
  line: row.row,
  code: row.code,
  place: '',
  detail: row.detail,
})
