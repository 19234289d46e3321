import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import type { Config } from '../config.ts'
import { ApiError, OperatorError } from '../errors.ts'
import {
  connectionConfig,
  createPostgres,
  type Postgres,
  type PostgresOptions,
} from './postgres.ts'
import { translatePostgresError } from './postgres-errors.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../indexer/migrations', import.meta.url))

const DEFAULT_PORT = 5432

const silent = () => undefined

// Any migration of a smaller store, such as the demo, takes a minute at most.
const SMALL_BYTES = 1_000_000_000

type MigrateOptions = {
  ca?: string | undefined
  isEmbedded?: boolean
  /** Also runs files marked `-- Long: <estimate>`. In a store under 1 GB, they always run. */
  mayTakeLong?: boolean
  /** Size in bytes of a store that counts as small. */
  smallBytes?: number
  dir?: string
}

/**
 * Runs the pending migrations and returns their names. If several processes call it, one migrates
 * and the others wait. All pending files run in one transaction, so a failure changes nothing.
 * Throws OperatorError, with advice for the embedded server or for DATABASE_URL, if the server cannot
 * be used, or if a pending file is marked long and `mayTakeLong` is not set.
 */
export async function migrate(
  databaseUrl: string,
  {
    ca,
    isEmbedded = false,
    mayTakeLong = false,
    smallBytes = SMALL_BYTES,
    dir = MIGRATIONS,
  }: MigrateOptions = {},
): Promise<string[]> {
  // Not the runner's own client, which is still closing when the runner returns and has no error
  // listener. If the server ended in the meantime, the process would end.
  const client = new pg.Client({
    ...connectionConfig(databaseUrl, ca),
    // A server that does not respond would block every command for minutes.
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    if (!mayTakeLong) await requireShort(client, dir, smallBytes)
    const ran = await runner({
      dbClient: client,
      dir,
      direction: 'up',
      migrationsTable: 'migration',
      advisoryLockMode: 'wait',
      // Stores of version 0.2.0 ran files whose contents are in others now.
      checkOrder: false,
      // The runner prints each statement; failures contain theirs anyway.
      logger: { info: silent, warn: silent, error: silent },
    })
    return ran.map((migration) => migration.name)
  } catch (error) {
    const translated = translatePostgresError(error)
    if (!(translated instanceof ApiError)) throw error
    const advice = isEmbedded ? 'Restart the service.' : 'Check the server and DATABASE_URL.'
    throw new OperatorError(`Postgres at ${addressOf(databaseUrl)} ${faultOf(error)}. ${advice}`, {
      cause: error,
    })
  } finally {
    await client.end()
  }
}

/** Throws OperatorError if a file that is marked long is pending in a store that is not new or small. */
async function requireShort(client: pg.Client, dir: string, smallBytes: number): Promise<void> {
  const found = await client.query(
    `select to_regclass('migration') is null or pg_database_size(current_database()) < $1
       as is_quick`,
    [smallBytes],
  )
  if (found.rows[0].is_quick) return
  const ran = new Set(
    (await client.query('select name from migration')).rows.map(({ name }) => name),
  )
  if (ran.size === 0) return
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort()
  for (const name of names.map((file) => file.slice(0, -'.sql'.length))) {
    if (ran.has(name)) continue
    const estimate = /^-- Long: (.+)$/m.exec(await readFile(join(dir, `${name}.sql`), 'utf8'))?.[1]
    if (estimate === undefined) continue
    throw new OperatorError(
      `The migration ${name} takes long (${estimate}). Nothing has changed yet. Stop the service, make a backup, and run npm run migrate.`,
    )
  }
}

/** Returns the host and port of a server, without its user and password. */
function addressOf(databaseUrl: string): string {
  const { hostname, port } = new URL(databaseUrl)
  return `${hostname}:${port || DEFAULT_PORT}`
}

// Only a server that responds returns an error of its own, such as a wrong password or a full disk.
function faultOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  const fault = error instanceof pg.DatabaseError ? 'cannot be used' : 'cannot be reached'
  return `${fault} (${message || code || 'no reason given'})`
}

/** Runs work with a store that is running, after migrations. */
export async function openStore<T>(
  config: Config,
  options: Omit<PostgresOptions, 'ca'>,
  work: (db: Postgres) => Promise<T>,
): Promise<T> {
  const { ca, url } = config.database
  await migrate(options.url, { ca, isEmbedded: url === undefined })
  const db = createPostgres({ ...options, ca })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
