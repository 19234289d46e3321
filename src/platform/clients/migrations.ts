import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { ApiError, OperatorError } from '../errors.ts'
import { connectionConfig } from './postgres.ts'
import { translatePostgresError } from './postgres-errors.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../indexer/migrations', import.meta.url))

const silent = () => undefined

/**
 * Brings the store to the newest numbered migration and returns the names of those it ran.
 * Several processes may call it at once: one migrates, the others wait for it and find nothing
 * to do. All pending files run in one transaction, so a failing one leaves the store as it was.
 * Throws OperatorError when the server cannot be reached.
 */
export async function migrate(databaseUrl: string, ca?: string): Promise<string[]> {
  // Not the runner's own: that is still closing when it returns, and has nobody who listens when
  // the server ends it meanwhile, which would end the process.
  const client = new pg.Client({
    ...connectionConfig(databaseUrl, ca),
    // A server that swallows packets or hangs would hold up every command for minutes.
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const ran = await runner({
      dbClient: client,
      dir: MIGRATIONS,
      direction: 'up',
      migrationsTable: 'migration',
      advisoryLockMode: 'wait',
      // The runner prints each statement; failures carry theirs anyway.
      logger: { info: silent, warn: silent, error: silent },
    })
    return ran.map((migration) => migration.name)
  } catch (error) {
    const translated = translatePostgresError(error)
    if (!(translated instanceof ApiError)) throw error
    const { host } = new URL(databaseUrl)
    throw new OperatorError(
      `Postgres at ${host} cannot be used (${reasonOf(error)}). If it is the embedded one, restart the service; otherwise start it or correct DATABASE_URL.`,
      { cause: error },
    )
  } finally {
    await client.end()
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return message || code || 'no reason given'
}
