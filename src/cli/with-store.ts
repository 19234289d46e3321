import { migrate } from '../clients/migrations.ts'
import { createPostgres, type Postgres } from '../clients/postgres.ts'
import { type Config, readConfig } from '../config.ts'
import { leaseEngines } from '../engines/lease.ts'
import { showEngineProgress } from '../engines/progress.ts'

/**
 * Runs a command's work over the migrated store of the configuration, the embedded one being
 * started where none is given. Throws OperatorError for a configuration that is not valid.
 */
export async function withStore(
  work: (db: Postgres, config: Config) => Promise<void>,
): Promise<void> {
  const config = readConfig()
  const lease = await leaseEngines(config, ['postgres'], showEngineProgress())
  try {
    const url = lease.databaseUrl ?? ''
    await migrate(url, config.database.ca)
    const db = createPostgres({ url, ca: config.database.ca, maxConnections: 1 })
    await work(db, config).finally(() => db.close())
  } finally {
    await lease.release()
  }
}
