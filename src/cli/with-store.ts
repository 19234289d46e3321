import { openStore } from '../platform/clients/migrations.ts'
import type { Postgres } from '../platform/clients/postgres.ts'
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
    await openStore(config, { url, maxConnections: 1 }, (db) => work(db, config))
  } finally {
    await lease.release()
  }
}
