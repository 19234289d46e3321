import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { Recognized } from '../sources/recognize.ts'

const COLUMNS = ['file', 'member', 'line', 'code', 'place', 'detail'] as const
type Row = Record<(typeof COLUMNS)[number], string | number | null>

// Single returns form one source, so each reject has its own path. An archive or a table has the
// path of its source, which distinguishes two tables with the same name.
const REJECTS = `
  select case when kind = 'efile' and file <> '' then file else path end as file,
    member, line, code, place, detail
  from reject join load_source on load_source.id = source_id
  where source_id = any($1) order by reject.id`

// Returns and rows loaded with a warning follow the rejects, one row per warning.
const WARNINGS = `
  select coalesce(nullif(warned.file, ''), path) as file, warned.member, warned.line, code,
    '' as place, 'Loaded, with this warning.' as detail
  from load_slice join load_source on load_source.id = source_id
  cross join jsonb_to_recordset(warnings) as warned(file text, member text, line integer, codes text[])
  cross join unnest(warned.codes) as code
  where source_id = any($1) order by source_id, ordinal`

// What was expected, and what the load did instead, by the first word of the warning.
const WARNING_DETAILS: Readonly<Record<string, string>> = {
  NotAnAmount:
    'Expected a whole number of at most 15 digits. The text is stored and shown as filed, but not used as a figure.',
  NotANumber:
    'Expected a number of at most 15 digits. The text is stored and shown as filed, but not used as a figure.',
  SumTooLarge:
    'Expected a sum of at most 9,007,199,254,740,991. A larger one is not exact, so the sum is unknown.',
  RepeatedPart:
    'Expected only one part with this name. The first is used; the others are stored but not used.',
  TextCut:
    'Expected at most 1 MiB. The first 1 MiB is stored and ends with a note of how much is missing.',
}

const explain = (row: Row): Row => {
  const [word = ''] = String(row.code).split(' ')
  return { ...row, detail: WARNING_DETAILS[word] ?? row.detail }
}

/** Files that were not loaded: unreadable or unrecognized. */
export type LeftOut = Pick<Recognized, 'rejected' | 'unknown'>

/** Counts the rejects of these sources and files by reason, the most frequent first. */
export async function countRejects(
  db: Postgres,
  sourceIds: number[],
  { rejected }: LeftOut,
): Promise<{ code: string; count: number }[]> {
  const rows = await db.query<{ code: string; count: number }>(
    'select code, count(*) as count from reject where source_id = any($1) group by code',
    [sourceIds],
  )
  const counts = new Map(rows.map(({ code, count }) => [code, count]))
  for (const { code } of rejected) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts]
    .map(([code, count]) => ({ code, count }))
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1))
}

/**
 * Counts the warnings of these sources by kind, the most frequent first. Row numbers in paths are
 * left out here; the report has them.
 */
export async function countWarnings(
  db: Postgres,
  sourceIds: number[],
): Promise<{ code: string; count: number }[]> {
  return await db.query<{ code: string; count: number }>(
    `select regexp_replace(code, '\\[\\d+\\]| \\(\\d+ more\\)', '', 'g') as code, count(*) as count
     from (${WARNINGS}) as warning group by 1 order by count desc, code`,
    [sourceIds],
  )
}

/** Writes every reject, warning, and skipped file to a CSV in `folder` and returns its path. */
export async function writeRejectReport(
  db: Postgres,
  sourceIds: number[],
  leftOut: LeftOut,
  folder: string,
): Promise<string> {
  await mkdir(folder, { recursive: true })
  const { path, file } = await openReport(folder)
  await pipeline(Readable.from(report(db, sourceIds, leftOut)), file.createWriteStream())
  return path
}

/** Opens a new report: two loads that end at the same moment must not overwrite each other's. */
async function openReport(folder: string) {
  const stamp = new Date().toISOString().replaceAll(/[-:.]/g, '')
  for (let copy = 1; ; copy += 1) {
    const path = join(folder, `rejects-${stamp}${copy > 1 ? `-${copy}` : ''}.csv`)
    try {
      return { path, file: await open(path, 'wx') }
    } catch (error) {
      if (!isThere(error)) throw error
    }
  }
}

const isThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST'

async function* report(
  db: Postgres,
  sourceIds: number[],
  leftOut: LeftOut,
): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\n`
  for await (const rows of db.stream<Row>(REJECTS, [sourceIds])) {
    yield toLines(rows)
  }
  for await (const rows of db.stream<Row>(WARNINGS, [sourceIds])) {
    yield toLines(rows.map(explain))
  }
  yield toLines(fileRows(leftOut))
}

function fileRows({ rejected, unknown }: LeftOut): Row[] {
  const none = { member: null, line: null, place: null }
  return [
    ...rejected.map(({ path, ...reject }) => ({ ...none, file: path, ...reject })),
    ...unknown.map(({ path, reason }) => ({
      ...none,
      file: path,
      code: 'NotRecognized',
      detail: `Skipped: ${reason}.`,
    })),
  ]
}

// A spreadsheet would run a leading =, + or @ as a formula, and these texts come from filings.
const toLines = (rows: Row[]): string =>
  stringify(rows, { columns: [...COLUMNS], escape_formulas: true })
