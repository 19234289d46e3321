import { inject } from 'vitest'
import { type LoadOptions, type LoadResult, loadSources } from '#indexer/load/run.ts'
import { type DeriveResult, deriveWaiting } from '#indexer/pipeline/resolve.ts'
import { recognizePaths } from '#indexer/sources/recognize.ts'
import { createPostgres, type Postgres } from '#src/platform/clients/postgres.ts'

export type Store = { db: Postgres; url: string; drop(): Promise<void> }

/** A separate database for this test file: migrated and empty, or a copy of another. */
export async function createDatabase(
  name: string,
  template = inject('migratedDatabase'),
): Promise<Omit<Store, 'db'>> {
  await onServer(`drop database if exists ${name} with (force)`)
  await onServer(`create database ${name} template ${template}`)
  return {
    url: Object.assign(new URL(inject('databaseUrl')), { pathname: `/${name}` }).toString(),
    drop: () => onServer(`drop database ${name} with (force)`),
  }
}

async function onServer(statement: string): Promise<void> {
  // Copying a database may take longer than a service's statement timeout on a busy machine.
  const admin = createPostgres({ url: inject('databaseUrl'), statementTimeoutMs: 0 })
  try {
    await admin.query(statement)
  } finally {
    await admin.close()
  }
}

/** Like `createDatabase`, with connections to it. */
export async function createStore(name: string, template?: string): Promise<Store> {
  const { url, drop } = await createDatabase(name, template)
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

/** Derives what waits, without output. */
export const deriveIn = ({ db, url }: Store, workers = 1): Promise<DeriveResult> =>
  deriveWaiting(db, { url, ca: undefined, workers, onProgress: () => {}, onResolve: () => {} })
