import { createHash } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { inject } from 'vitest'
import { DEMO_FOLDER } from '#indexer/demo/folder.ts'
import { reindex } from '#indexer/index/build/reindex.ts'
import { resolveDue } from '#indexer/pipeline/resolve.ts'
import { rateOrganizations } from '#indexer/rate/run.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres, type Postgres } from '#src/platform/clients/postgres.ts'
import { readConfig } from '#src/platform/config.ts'
import { createEmbedder } from '#src/platform/embedding/embedder.ts'
import { deleteAll } from '#test/integration/indices/builds.ts'
import { REAL_DATA } from '#test/real/real-data.ts'
import { createStore, loadInto, type Store } from './store.ts'

// The first test file of a run that needs one of these builds it; all others copy it.

/** Files that tests load together, and the month for those without a date. */
export type Sources = { paths: string[]; asOf?: string | undefined }

// Lists without a date have that of their file, which is the day of the clone.
const DEMO_DATE = new Date('2026-11-22T00:00:00Z')

/** Returns the folder of the demo's files, after giving all of them the same date. */
export async function demoFolder(): Promise<string> {
  for (const name of await readdir(DEMO_FOLDER, { recursive: true })) {
    await utimes(join(DEMO_FOLDER, name), DEMO_DATE, DEMO_DATE)
  }
  return DEMO_FOLDER
}

/** A separate store for this test file with these sources loaded, resolved and rated. */
export async function createLoaded(name: string, { paths, asOf }: Sources): Promise<Store> {
  const shared = paths.filter(isShared)
  const own = paths.filter((path) => !isShared(path))
  const prepared = shared.length > 0 ? await prepareLoaded({ paths: shared, asOf }) : undefined
  const store = await createStore(name, prepared)
  if (own.length > 0) await fill(store, { paths: own, asOf })
  return store
}

/** The same with an index by the real model, which all files share, so only read it. */
export async function createIndexed(
  name: string,
  sources: Sources,
): Promise<Store & { indexPrefix: string }> {
  const key = `indexed ${keyOf(sources)}`
  const indexPrefix = `${preparedName(key).replaceAll('_', '-')}-`
  const prepared = await prepareDatabase(key, await prepareLoaded(sources), ({ db }) =>
    buildIndex(db, indexPrefix),
  )
  return { ...(await createStore(name, prepared)), indexPrefix }
}

/**
 * Returns true if other test files can load the same file; a test's own made-up files cannot be
 * shared.
 */
const isShared = (path: string): boolean =>
  [REAL_DATA, DEMO_FOLDER].some((root) => resolve(path).startsWith(root))

const prepareLoaded = (sources: Sources): Promise<string> =>
  prepareDatabase(`loaded ${keyOf(sources)}`, inject('migratedDatabase'), (store) =>
    fill(store, sources),
  )

const keyOf = ({ paths, asOf }: Sources): string =>
  [...paths.map((path) => resolve(path)), asOf].join()

async function fill(store: Store, { paths, asOf }: Sources): Promise<void> {
  const { isStopped, failed } = await loadInto(store, paths, asOf)
  if (isStopped || failed.length > 0) throw new Error(`The load of ${paths} did not finish.`)
  await resolveDue(store.db)
  await rateOrganizations(store.db)
}

async function buildIndex(db: Postgres, prefix: string): Promise<void> {
  const opensearch = createOpenSearch({ url: inject('opensearchUrl'), requestTimeoutMs: 60_000 })
  const embedder = await createEmbedder(readConfig(process.env))
  const quiet = { onNote: () => undefined, onProgress: () => undefined }
  await deleteAll(opensearch, prefix)
  await reindex({ db, opensearch, embedder, prefix, ...quiet }, false)
  await Promise.all([embedder.close(), opensearch.close()])
}

const preparedName = (key: string): string =>
  `${inject('migratedDatabase')}_${createHash('sha256').update(key).digest('hex').slice(0, 8)}`

/** Returns the name of the database that `build` makes of a copy of another, once per run. */
async function prepareDatabase(
  key: string,
  template: string,
  build: (store: Store) => Promise<void>,
): Promise<string> {
  const name = preparedName(key)
  const admin = createPostgres({ url: inject('databaseUrl'), statementTimeoutMs: 0 })
  try {
    await admin.withLock(name, async () => {
      const found = await admin.query('select 1 from pg_database where datname = $1', [name])
      if (found.length > 0) return
      const store = await createStore(`${name}_part`, template)
      await build(store)
      await store.db.close()
      await admin.query(`alter database ${name}_part rename to ${name}`)
    })
    return name
  } finally {
    await admin.close()
  }
}
