import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { findPrunable } from '#indexer/commands/prune.ts'
import { rollBack } from '#indexer/commands/rollback.ts'
import { completeIndex, createIndex, switchAlias } from '#indexer/index/build/build-index.ts'
import { type ReindexDeps, reindex } from '#indexer/index/build/reindex.ts'
import { listCompanions } from '#indexer/index/catalog/companion-catalog.ts'
import { deleteIndices, listIndices, newMeta } from '#indexer/index/catalog/index-catalog.ts'
import { sectorCompanion } from '#indexer/index/sector/sector-companion.ts'
import { checkLive } from '#indexer/index/verify/check-live.ts'
import { companionAlias, companionIndexFor } from '#mappings/companions.ts'
import { organizationsAlias } from '#mappings/organizations.ts'
import type { SectorDocument, StatsBody } from '#mappings/sector.ts'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'
import { readConfig } from '#src/platform/config.ts'
import { createEmbedder, type Embedder } from '#src/platform/embedding/embedder.ts'
import { buildAllCompanions } from '#test/integration/indices/companions.ts'
import { openCutOff } from '#test/integration/indices/cut-off.ts'
import {
  addFilers,
  addRegistry,
  FIRST_RELEASE,
  mintRelease,
  SECOND_RELEASE,
} from '#test/integration/indices/store.ts'
import { createStore, type Store } from '#test/world/store.ts'

const prefix = 'sector-pair-test-'
const alias = organizationsAlias(prefix)
const sector = companionAlias(prefix, 'sector')
const sectorIndexFor = (index: string) => companionIndexFor(index, 'sector')
let store: Store
let opensearch: OpenSearch
let embedder: Embedder
let deps: ReindexDeps
const notes: string[] = []

beforeAll(async () => {
  store = await createStore('sector_pair_test')
  opensearch = createOpenSearch({ url: inject('opensearchUrl'), requestTimeoutMs: 60_000 })
  embedder = await createEmbedder(readConfig({}), undefined, 1)
  const onNote = (sentence: string) => notes.push(sentence)
  deps = { db: store.db, opensearch, embedder, prefix, onNote, onProgress: () => undefined }
})

const companions = async () => (await listCompanions(opensearch, prefix)).map(({ name }) => name)
const sectors = async () => (await companions()).filter((name) => name.startsWith(sector)).sort()

async function removeIndices(): Promise<void> {
  const indices = await listIndices(opensearch, prefix)
  await deleteIndices(
    opensearch,
    indices.map(({ name }) => name),
  )
  await deleteIndices(opensearch, await companions())
}

beforeEach(async () => {
  await removeIndices()
  notes.length = 0
  await store.db.query('truncate organization, organization_name, filing, rating, release cascade')
  await addRegistry(store.db, 1, 3)
  await addFilers(store.db, 1, 4)
})

afterAll(async () => {
  await removeIndices()
  await Promise.all([opensearch.close(), embedder.close(), store.drop()])
})

/**
 * Returns the live sector index, which must belong to the live organizations index, and its sums.
 */
async function livePair(): Promise<{ name: string; stats: StatsBody }> {
  const { index } = await opensearch.readMeta(alias)
  const { index: name, meta } = await opensearch.readMeta(sector)
  expect(name).toBe(sectorIndexFor(index))
  expect(meta).toMatchObject({ complete: true, organizations: index })
  const { hits } = await opensearch.search<SectorDocument>({
    index: name,
    body: { query: { term: { kind: 'stats' } } },
  })
  const stats = hits.hits[0]?._source?.body as StatsBody
  return { name, stats }
}

const check = () => checkLive(store.db, opensearch, prefix, embedder.model)

test('a reindex builds both and makes both live; neither changes afterwards', async () => {
  await reindex(deps, false)
  const { name, stats } = await livePair()
  expect(name).toBe(`${sector}-${FIRST_RELEASE}`)
  expect(stats).toMatchObject({ release: FIRST_RELEASE, charities: 4, filings: 4 })
  expect(stats.latestReturns?.revenue).toEqual({ sum: 10_000, filings: 4 })
  const write = opensearch.run((client) =>
    client.index({ index: name, id: 'x', body: { kind: 'stats' } }),
  )
  await expect(write).rejects.toThrow()
  expect(await check()).toMatchObject({ faults: [], isBehind: false })
})

test('two builds of a release have two pairs, and a rollback restores both', async () => {
  await reindex(deps, false)
  await reindex(deps, false)
  expect((await livePair()).name).toBe(`${sector}-${FIRST_RELEASE}-2`)
  await rollBack(opensearch, prefix)
  expect((await livePair()).name).toBe(`${sector}-${FIRST_RELEASE}`)
  const gone = await findPrunable(opensearch, prefix)
  expect(gone).toEqual([`${alias}-${FIRST_RELEASE}-2`])
  await deleteIndices(opensearch, gone)
  expect(await sectors()).toEqual([`${sector}-${FIRST_RELEASE}`])
})

test('a release indexed with another mapping version gets a new name', async () => {
  const older = `${prefix}organizations-m1-${FIRST_RELEASE}`
  await opensearch.run((client) => client.indices.create({ index: older }))
  await reindex(deps, false)
  expect((await livePair()).name).toBe(`${sector}-${FIRST_RELEASE}-2`)
  await deleteIndices(opensearch, [older])
  await livePair()
})

test('an update computes new sums, and an index without sums gets them', async () => {
  await reindex(deps, false)
  await addFilers(store.db, 5, 6, SECOND_RELEASE)
  await reindex(deps, true)
  expect((await livePair()).stats).toMatchObject({ release: SECOND_RELEASE, charities: 6 })
  expect(await reindex(deps, true)).toMatchObject({ isBuilt: false })

  await deleteIndices(opensearch, [`${sector}-${SECOND_RELEASE}`])
  expect((await check()).faults).toEqual([
    'The index has no sector index, so what reads it is unavailable.',
  ])
  expect(await reindex(deps, true)).toMatchObject({ isBuilt: true, written: 0 })
  expect(notes).toContain(
    'The live index lacks a companion (sector). Building a new set of indices.',
  )
  await livePair()
})

test('a rollback to an index without sums leaves none live', async () => {
  const { index } = await reindex(deps, false)
  await reindex(deps, false)
  await deleteIndices(opensearch, [sectorIndexFor(index) ?? ''])
  await rollBack(opensearch, prefix)
  expect((await opensearch.readMeta(alias)).index).toBe(index)
  await expect(opensearch.count(sector)).rejects.toMatchObject({ code: 'IndexNotReady' })
})

test('a build stops at a sector document that the engine rejects, and names it', async () => {
  const meta = { index: `${alias}-${FIRST_RELEASE}`, release: FIRST_RELEASE }
  const properties = { ...sectorCompanion.properties, taxYear: { type: 'byte' } }
  const build = buildAllCompanions(opensearch, store.db, meta, [{ ...sectorCompanion, properties }])
  await expect(build).rejects.toThrow(
    /sector-year-2022 .*the live index did not change.*\[taxYear\] of type \[byte\].*npm run filings/s,
  )
})

test('verify computes the sums of the store again', async () => {
  await reindex(deps, false)
  await store.db.query(
    `update filing set facts = jsonb_set(facts, '{totalRevenue,value}', '1')
     where ein = '170000004'`,
  )
  const { faults } = await check()
  const { name } = await livePair()
  expect(faults).toContain(`Document stats of ${name} differs from the store.`)
  expect(faults).toContain(`Document sector-year-2022 of ${name} differs from the store.`)
  await mintRelease(store.db, SECOND_RELEASE)
  expect((await check()).faults.filter((fault) => fault.includes('sector'))).toEqual([])
})

test('a sector index without its pair is removed by the next build, and by prune', async () => {
  await reindex(deps, false)
  const orphan = `${sector}-${SECOND_RELEASE}`
  const create = () => opensearch.run((client) => client.indices.create({ index: orphan }))
  await create()
  expect(await findPrunable(opensearch, prefix)).toEqual([orphan])
  await reindex(deps, false)
  expect(notes).toContain(`Removing ${orphan}, which does not belong to an index.`)
  expect(await sectors()).not.toContain(orphan)
})

test('a cut at any call between building and switching leaves the live pair complete', async () => {
  const { index: live } = await reindex(deps, false)
  let calls = 0
  for (let isDone = false; !isDone; calls += 1) {
    const name = `${alias}-${FIRST_RELEASE}-${calls + 2}`
    const meta = newMeta(name, FIRST_RELEASE, embedder, live)
    await createIndex(opensearch, meta)
    const { client, close } = await openCutOff(calls)
    isDone = await finish(client, meta, live).then(
      () => true,
      () => false,
    )
    await close()
    expect((await opensearch.readMeta(alias)).index).toBe(isDone ? name : live)
    await livePair()
  }
  expect(calls).toBeGreaterThan(8)
  await reindex(deps, false)
  await livePair()
  // The half-built indices were removed; each remaining index has its sums.
  const indices = (await listIndices(opensearch, prefix)).map(({ name }) => name)
  expect(await sectors()).toEqual(indices.map((name) => sectorIndexFor(name)).sort())
})

async function finish(
  client: OpenSearch,
  meta: ReturnType<typeof newMeta>,
  live: string,
): Promise<void> {
  await buildAllCompanions(client, store.db, meta)
  await completeIndex(client, meta)
  await switchAlias(client, prefix, live, meta.index)
}
