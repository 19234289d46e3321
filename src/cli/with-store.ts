import { migrate } from '../platform/clients/migrations.ts'
import { createPostgres, type Postgres } from '../platform/clients/postgres.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { leaseEngines } from '../platform/engines/lease.ts'
import { showEngineProgress } from '../platform/engines/progress.ts'

/**
 * Runs work with the configured store, after migrations; starts the embedded one if none is configured.
 * Throws OperatorError for an invalid configuration.
 */
export async function withStore(
  work: (db: Postgres, config: Config) => Promise<void>,
): Promise<void> {
  const config = readConfig()
  const lease = await leaseEngines(config, ['postgres'], showEngineProgress())
  try {
    const url = lease.databaseUrl ?? ''
    const { ca } = config.database
    await migrate(url, { ca, isEmbedded: config.database.url === undefined })
    const db = createPostgres({ url, ca, maxConnections: 1 })
    await work(db, config).finally(() => db.close())
  } finally {
    await lease.release()
  }
}
