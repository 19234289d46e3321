import { inject } from 'vitest'
import { type LoadOptions, type LoadResult, loadSources } from '#indexer/load/run.ts'
import { recognizePaths } from '#indexer/sources/recognize.ts'
import { createPostgres, type Postgres } from '#src/clients/postgres.ts'

export type Store = { db: Postgres; url: string; drop(): Promise<void> }

/** An empty, migrated database of this test file's own. */
export async function createDatabase(name: string): Promise<Omit<Store, 'db'>> {
  const server = inject('databaseUrl')
  const admin = createPostgres({ url: server })
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name} template ${inject('migratedDatabase')}`)
  return {
    url: Object.assign(new URL(server), { pathname: `/${name}` }).toString(),
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`)
      await admin.close()
    },
  }
}

/** As `createDatabase`, with connections to it. */
export async function createStore(name: string): Promise<Store> {
  const { url, drop } = await createDatabase(name)
  const db = createPostgres({ url, statementTimeoutMs: 0 })
  return {
    db,
    url,
    drop: async () => {
      await db.close()
      await drop()
    },
  }
}

/** Loads files by the real loader. */
export async function loadInto(
  store: Store,
  paths: string[],
  asOf?: string,
  more: Pick<LoadOptions, 'mayReplaceOthers'> = {},
): Promise<LoadResult> {
  const found = await recognizePaths(paths, asOf)
  const { url } = store
  const options = { url, ca: undefined, workers: 2, maxRejects: undefined, onProgress: () => {} }
  return await loadSources(store.db, found, { ...options, ...more })
}
