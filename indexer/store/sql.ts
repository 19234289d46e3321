import { readFileSync } from 'node:fs'
import type { Session } from '#src/platform/clients/postgres.ts'
import { type CopyValue, copyLines, toCopyLine } from './copy.ts'

const HEADING = /^-- name: ([\w-]+)\n/m

/** Lists of columns by name, for the placeholders of a file. */
type Lists = Readonly<Record<string, readonly string[]>>

// {edge}, {edge of row}, {edge = row}
const LIST = /\{(\w+)(?: (of|=) (\w+))?\}/g

/**
 * Reads a file that contains one statement, with lists of columns filled in: `{edge}` is `a, b`,
 * `{edge of row}` is `row.a, row.b`, and `{edge = row}` is `a = row.a, b = row.b`. Throws for a list
 * that is not given.
 */
export const readSql = (url: URL, lists: Lists = {}): string =>
  readFileSync(url, 'utf8').replace(LIST, (_, name: string, sign?: string, row?: string) => {
    const columns = lists[name]
    if (columns === undefined) throw new Error(`${url.pathname} needs the columns "${name}".`)
    const show = (column: string) =>
      sign === '=' ? `${column} = ${row}.${column}` : `${row}.${column}`
    return (row === undefined ? columns : columns.map(show)).join(', ')
  })

/**
 * Returns a reader for the statements of one SQL file, by the name in their heading `-- name:
 * due-batch`, with lists of columns as in `readSql`. A section without parameters may contain several
 * statements. The reader throws when the file has no section with that name.
 */
export function openSql(url: URL, lists?: Lists): (name: string) => string {
  const [, ...parts] = readSql(url, lists).split(HEADING)
  const sections = new Map<string, string>()
  for (let at = 0; at < parts.length; at += 2) sections.set(parts[at] ?? '', parts[at + 1] ?? '')
  return (name) => {
    const sql = sections.get(name)
    if (sql === undefined) throw new Error(`${url.pathname} has no statement "${name}".`)
    return sql
  }
}

/** Takes an advisory lock until the transaction ends; a second run of the same step waits for it. */
export async function takeLock(session: Session, name: string): Promise<void> {
  await session.query('select pg_advisory_xact_lock(hashtextextended($1, 0))::text', [name])
}

/**
 * Sets up a transaction of few long statements: sorts of millions of narrow rows stay in memory,
 * and JIT compilation, which takes longer than it saves, is off.
 */
export async function tuneTransaction(session: Session, workMem = '256MB'): Promise<void> {
  await session.query("select set_config('work_mem', $1, true), set_config('jit', 'off', true)", [
    workMem,
  ])
}

const BATCH = 5_000

/**
 * Creates a temporary table and fills it with rows made from those of a query. They are read in
 * batches over an SQL cursor, so that the connection is free for COPY between two batches and millions
 * of rows are never in memory at once.
 */
export async function fillTable<Row extends object>(
  session: Session,
  { table, columns }: { table: string; columns: string },
  sql: string,
  toRows: (row: Row) => CopyValue[][],
): Promise<void> {
  await session.query(`create temporary table ${table} (${columns}) on commit drop`)
  // Every row is fetched, so the planner must not choose the plan that returns the first rows
  // fastest.
  await session.query('set local cursor_tuple_fraction = 1')
  await session.query(`declare row_source no scroll cursor for ${sql}`)
  for (;;) {
    const batch = await session.query<Row>(`fetch ${BATCH} from row_source`)
    if (batch.length === 0) break
    const lines = batch.flatMap(toRows).map(toCopyLine)
    await copyLines(session.copyFrom(`copy ${table} from stdin`), lines)
  }
  await session.query('close row_source')
  await session.query(`analyze ${table}`)
}

/**
 * Returns a filter for the rows of organizations in sequence, which an organization may continue in
 * the next batch: true for a key that the organization does not have yet.
 */
export function onceForEach(): (ein: string, key: string, known?: () => string[]) => boolean {
  let current = ''
  let seen = new Set<string>()
  return (ein, key, known = () => []) => {
    if (ein !== current) seen = new Set(known())
    current = ein
    if (seen.has(key)) return false
    seen.add(key)
    return true
  }
}
