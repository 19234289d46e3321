import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { ApiError, OperatorError } from '../errors.ts'
import { connectionConfig } from './postgres.ts'
import { translatePostgresError } from './postgres-errors.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../indexer/migrations', import.meta.url))

const silent = () => undefined

/**
 * Runs the pending migrations and returns their names. If several processes call it, one migrates
 * and the others wait. All pending files run in one transaction, so a failure changes nothing.
 * Throws OperatorError if the server cannot be reached.
 */
export async function migrate(databaseUrl: string, ca?: string): Promise<string[]> {
  // Not the runner's own client, which is still closing when the runner returns, without an error
  // listener: a server that ends meanwhile would end the process.
  const client = new pg.Client({
    ...connectionConfig(databaseUrl, ca),
    // A server that does not answer would hold up every command for minutes.
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
      // The runner prints each statement; failures contain theirs anyway.
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
