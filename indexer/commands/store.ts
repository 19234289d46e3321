import { migrate } from '#src/clients/migrations.ts'
import { createPostgres, type Postgres } from '#src/clients/postgres.ts'
import type { Config } from '#src/config.ts'
import { leaseEngines } from '#src/engines/lease.ts'
import { showEngineProgress } from '#src/engines/progress.ts'

/** The store while a command works on it. */
export type Store = { db: Postgres; url: string; ca: string | undefined }

/**
 * Runs a command's work on the migrated store, without statement timeouts; the embedded server
 * runs as long. Throws OperatorError when there is no store to work on.
 */
export async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const engines = await leaseEngines(config, ['postgres'], showEngineProgress(), {
    onEvent: ({ sentence }) => console.error(sentence),
  })
  try {
    const url = engines.databaseUrl
    if (url === undefined) throw new Error('The lease names no store.')
    const ca = config.database.ca
    await migrate(url, ca)
    const db = createPostgres({ url, ca, statementTimeoutMs: 0 })
    try {
      return await work({ db, url, ca })
    } finally {
      await db.close()
    }
  } finally {
    await engines.release()
  }
}
