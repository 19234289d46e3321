import type { Writable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import Cursor from 'pg-cursor'
import type { Breaker } from './breaker.ts'
import { openCopy } from './postgres-copy.ts'
import { translatePostgresError } from './postgres-errors.ts'

/** Values of `$1`, `$2`, …; objects become JSON, arrays become Postgres arrays. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Buffer
  | null
  | undefined
  | object
  | SqlValue[]

export type Session = {
  /** Returns the rows of one statement. */
  query<Row extends object>(sql: string, values?: SqlValue[]): Promise<Row[]>
  /** Returns a stream that accepts the bytes of `COPY … FROM STDIN`; `finish` means stored. */
  copyFrom(sql: string): Writable
  /** Returns the rows of a large query in batches, read as fast as they are consumed. */
  stream<Row extends object>(
    sql: string,
    values?: SqlValue[],
    batchSize?: number,
  ): AsyncGenerator<Row[]>
}

export type Snapshot = Session & {
  /** Returns the bytes of `COPY … TO STDOUT`, read as fast as they are consumed. */
  copyTo(sql: string): AsyncGenerator<Buffer>
}

/** Returns the value of a query's first row, which has one column; undefined without it, or for null. */
export async function readValue<Value>(
  session: Pick<Session, 'query'>,
  sql: string,
  values?: SqlValue[],
): Promise<Value | undefined> {
  const [row] = await session.query<Record<string, Value | null>>(sql, values)
  return Object.values(row ?? {})[0] ?? undefined
}

/** How Postgres values become JavaScript values. */
export const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8) return Number
    // The driver would turn dates into local midnights, which are a day off in half of the world.
    if (oid === pg.types.builtins.DATE) return String
    return pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text')
  },
}

export async function translated<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw translatePostgresError(error)
  }
}

async function runStatement<Row extends object>(
  on: pg.ClientBase,
  sql: string,
  values: SqlValue[] = [],
  silenceMs: number,
): Promise<Row[]> {
  const statement = { text: sql, values, query_timeout: silenceMs }
  return (await translated(on.query<Row>(statement))).rows
}

export const sessionOn = (
  client: pg.PoolClient,
  silenceMs: number,
  guard: Breaker['guard'],
): Snapshot => ({
  query: (sql, values) => guard(() => runStatement(client, sql, values, silenceMs)),
  copyTo: (sql) => readCopy(client, sql),
  copyFrom: (sql) => openCopy(sql, async () => ({ client, release: () => undefined })),
  stream: (sql, values, batchSize) => readBatches(client, sql, values, batchSize),
})

async function* readCopy(client: pg.ClientBase, sql: string): AsyncGenerator<Buffer> {
  try {
    yield* client.query(copyTo(sql))
  } catch (error) {
    throw translatePostgresError(error)
  }
}

export async function inTransaction<Own extends Session, T>(
  own: Own,
  begin: string,
  work: (session: Own) => Promise<T>,
): Promise<T> {
  await own.query(begin)
  const value = await work(own)
  await own.query('commit')
  return value
}

// Without a timeout, because another process may legitimately hold the lock for a long time.
export async function waitForLock(own: Session, name: string): Promise<void> {
  const sql = 'select pg_advisory_lock(hashtextextended($1, 0))::text'
  for await (const _ of own.stream(sql, [name]));
}

export async function holdingLock<T>(
  own: Session,
  name: string,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const unlock = () => own.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name])
  let value: T
  try {
    value = await work(own)
  } catch (error) {
    // After a failure, the connection is closed, but the server notices late, and a caller that
    // retries at once would find the lock still held. If this fails, too, closing the connection
    // releases it.
    await unlock().catch(() => undefined)
    throw error
  }
  await unlock()
  return value
}

// Without a timeout, because it would count from the first batch to the last, at the consumer's
// pace.
export async function* readBatches<Row extends object>(
  client: pg.ClientBase,
  sql: string,
  values: SqlValue[] = [],
  batchSize = 1_000,
): AsyncGenerator<Row[]> {
  await translated(client.query('set statement_timeout = 0'))
  const cursor = client.query(new Cursor<Row>(sql, values, { types }))
  let isUsable = true
  try {
    for (;;) {
      const rows = await translated(cursor.read(batchSize))
      if (rows.length === 0) return
      yield rows
    }
  } catch (error) {
    isUsable = false
    throw error
  } finally {
    if (isUsable) {
      await cursor.close()
      await translated(client.query('reset statement_timeout'))
    }
  }
}
