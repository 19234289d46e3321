import { afterAll, beforeAll, beforeEach, expect, inject } from 'vitest'
import { switchAlias } from '#indexer/index/build/engine-index.ts'
import { type ReindexDeps, reindex } from '#indexer/index/build/reindex.ts'
import { deleteIndices } from '#indexer/index/catalog.ts'
import { checkLive } from '#indexer/index/verify/check-part.ts'
import { COMPANION_NAMES, companionIndexFor, indexAlias } from '#mappings/companions.ts'
import { organizationsAlias } from '#mappings/organizations.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres, type Postgres } from '#src/platform/clients/postgres.ts'
import { readConfig } from '#src/platform/config.ts'
import { createEmbedder } from '#src/platform/embedding/embedder.ts'
import { createDatabase, createStore, type Store } from '#test/world/store.ts'

/**
 * A small store and its live set of indices, both built once for a test file. Each test starts from
 * them: the store is copied again, and indices that a test built are deleted.
 */
export function openIndices(name: string, fill: (db: Postgres, store: Store) => Promise<void>) {
  const prefix = `${name.replaceAll('_', '-')}-test-`
  const alias = organizationsAlias(prefix)
  const opensearch = createOpenSearch({ url: inject('opensearchUrl'), requestTimeoutMs: 60_000 })
  const notes: string[] = []
  let embedder: Awaited<ReturnType<typeof createEmbedder>>
  let base: Store
  let baseSet: string[] = []
  let store: Store | undefined

  const db = (): Postgres => (store ?? base).db
  const depsOf = (): ReindexDeps => {
    const onNote = (sentence: string) => notes.push(sentence)
    return { db: db(), opensearch, embedder, prefix, onNote, onProgress: () => undefined }
  }
  const names = async (start = '') => {
    const found = await opensearch.run((client) =>
      client.cat.indices({ index: `${prefix}${start}*`, format: 'json', h: ['index'] }),
    )
    return found.flatMap(({ index }) => index ?? []).sort()
  }
  const build = (onlyIfDue = false, more: Partial<ReindexDeps> = {}) =>
    reindex({ ...depsOf(), ...more }, onlyIfDue)

  beforeAll(async () => {
    embedder = await createEmbedder(readConfig({}), undefined, 1)
    const { url, drop } = await createDatabase(`${name}_base`)
    base = { db: createPostgres({ url, statementTimeoutMs: 0 }), url, drop }
    await fill(base.db, base)
    await deleteIndices(opensearch, await names())
    await build()
    await base.db.close()
    baseSet = await names()
  })
  beforeEach(async () => {
    await store?.drop()
    store = await createStore(`${name}_indices`, `${name}_base`)
    const found = await names()
    if (baseSet.some((one) => !found.includes(one))) {
      await deleteIndices(opensearch, found)
      await build()
    } else {
      const [index = ''] = baseSet.filter((one) => one.startsWith(alias))
      const { index: live } = await opensearch.readMeta(alias)
      if (live !== index) await switchAlias(opensearch, prefix, index)
      await deleteIndices(
        opensearch,
        found.filter((one) => !baseSet.includes(one)),
      )
    }
    notes.length = 0
  })
  afterAll(async () => {
    await deleteIndices(opensearch, await names())
    await Promise.all([opensearch.close(), embedder.close(), store?.drop()])
    await base.drop()
  })

  return {
    prefix,
    alias,
    opensearch,
    notes,
    get db() {
      return db()
    },
    get store() {
      return store ?? base
    },
    get embedder() {
      return embedder
    },
    query: <Row extends object>(sql: string, values?: Parameters<Postgres['query']>[1]) =>
      db().query<Row>(sql, values),
    /** Names of the indices that start so, after the prefix. */
    names,
    /** Builds a set of indices; if wanted, only if the live one is not up to date. */
    reindex: build,
    check: () => checkLive(db(), opensearch, prefix, embedder.model),
    liveIndex: async () => (await opensearch.readMeta(alias)).index,
    /** Returns the documents that a query finds through an alias. */
    search: async <Document>(query: object, from = alias, sort?: object) => {
      const body = { query, size: 1_000, ...(sort && { sort }) }
      const { hits } = await opensearch.search<Document>({ index: from, body })
      return hits.hits.flatMap(({ _source }) => _source ?? [])
    },
    /** Expects every alias to point to the set of the live index, and returns that index. */
    async liveSet(): Promise<string> {
      const { index } = await opensearch.readMeta(alias)
      for (const companion of COMPANION_NAMES) {
        const own = await opensearch.readMeta(indexAlias(prefix, companion))
        expect(own.index).toBe(companionIndexFor(index, companion))
        expect(own.meta).toMatchObject({ complete: true, organizations: index })
      }
      return index
    },
  }
}
