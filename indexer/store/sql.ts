import { readFileSync } from 'node:fs'
import type { Session } from '#src/platform/clients/postgres.ts'

const HEADING = /^-- name: ([\w-]+)\n/m

/** Reads a file that contains one statement. */
export const readSql = (url: URL): string => readFileSync(url, 'utf8')

/**
 * Returns a reader for the statements of one SQL file, by the name in their heading `-- name:
 * due-batch`. A section without parameters may contain several statements. The reader throws when
 * the file has no section with that name.
 */
export function openSql(url: URL): (name: string) => string {
  const [, ...parts] = readSql(url).split(HEADING)
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
 * Yields the rows of a query in batches over an SQL cursor, so that the connection is free for
 * COPY between two batches and millions of rows are never in memory at once.
 */
export async function* fetchBatches<Row extends object>(
  session: Session,
  cursor: string,
  sql: string,
): AsyncGenerator<Row[]> {
  // Every row is fetched, so the planner must not choose the plan that returns the first rows
  // fastest.
  await session.query('set local cursor_tuple_fraction = 1')
  await session.query(`declare ${cursor} no scroll cursor for ${sql}`)
  for (;;) {
    const batch = await session.query<Row>(`fetch ${BATCH} from ${cursor}`)
    if (batch.length === 0) break
    yield batch
  }
  await session.query(`close ${cursor}`)
}
