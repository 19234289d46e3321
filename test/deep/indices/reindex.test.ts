import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { findPrunable } from '#indexer/commands/prune.ts'
import { rollBack } from '#indexer/commands/rollback.ts'
import { completeIndex, createIndex, switchAlias } from '#indexer/index/build/build-index.ts'
import { type ReindexDeps, reindex } from '#indexer/index/build/reindex.ts'
import {
  deleteIndices,
  holdReindexLock,
  type IndexMeta,
  isComplete,
  listIndices,
  newMeta,
} from '#indexer/index/catalog/index-catalog.ts'
import { checkLive } from '#indexer/index/verify/check-live.ts'
import { readIndices, readStatus } from '#indexer/pipeline/status.ts'
import { organizationsAlias } from '#mappings/organizations.ts'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'
import { readConfig } from '#src/platform/config.ts'
import { createEmbedder, type Embedder } from '#src/platform/embedding/embedder.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { openCutOff } from '#test/integration/indices/cut-off.ts'
import {
  addFilers,
  addRegistry,
  FIRST_RELEASE,
  mintRelease,
  SECOND_RELEASE,
} from '#test/integration/indices/store.ts'
import { createStore, type Store } from '#test/world/store.ts'

const prefix = 'reindex-test-'
const alias = organizationsAlias(prefix)
let store: Store
let opensearch: OpenSearch
let embedder: Embedder
let deps: ReindexDeps
const notes: string[] = []

beforeAll(async () => {
  store = await createStore('reindex_test')
  opensearch = createOpenSearch({ url: inject('opensearchUrl'), requestTimeoutMs: 60_000 })
  embedder = await createEmbedder(readConfig({}), undefined, 2)
  const onNote = (sentence: string) => notes.push(sentence)
  deps = { db: store.db, opensearch, embedder, prefix, onNote, onProgress: () => undefined }
  await removeIndices()
})

const names = async () => (await listIndices(opensearch, prefix)).map(({ name }) => name)
const removeIndices = async () => deleteIndices(opensearch, await names())
const liveCount = () => opensearch.count(alias)

beforeEach(async () => {
  await removeIndices()
  notes.length = 0
  await store.db.query(
    'truncate organization, organization_name, filing, filing_block, rating, release cascade',
  )
  await addRegistry(store.db, 1, 30)
  await addFilers(store.db, 1, 20)
})

afterAll(async () => {
  await removeIndices()
  await Promise.all([opensearch.close(), embedder.close(), store.drop()])
})

const search = (query: object) =>
  opensearch.search<{ ein: string }>({ index: alias, body: { query, track_total_hits: true } })

describe('reindex', () => {
  test('builds, verifies, and switches; the index describes itself', async () => {
    const result = await reindex(deps, false)
    expect(result).toMatchObject({
      index: `${alias}-${FIRST_RELEASE}`,
      documents: 50,
      written: 50,
      isBuilt: true,
    })
    const { index, meta } = await opensearch.readMeta(alias)
    expect(index).toBe(result.index)
    expect(meta).toMatchObject({
      release: FIRST_RELEASE,
      complete: true,
      embeddingModel: embedder.model,
      dimension: 384,
    })
    expect(await liveCount()).toBe(50)
    expect(await checkLive(store.db, opensearch, prefix, embedder.model)).toMatchObject({
      faults: [],
      isBehind: false,
      compared: 50,
    })
  })

  test('embeds a text only once', async () => {
    await store.db.query('delete from embedding')
    const first = await reindex(deps, false)
    const second = await reindex(deps, false)
    expect(first.embedded).toBeGreaterThan(20)
    expect(second).toMatchObject({ embedded: 0, index: `${alias}-${FIRST_RELEASE}-2` })
    expect(await names()).toHaveLength(2)
  })

  test('rejects an empty store', async () => {
    await store.db.query('truncate organization, rating, release cascade')
    await expect(reindex(deps, false)).rejects.toThrow(/store is empty/)
  })

  test('runs once if started twice at the same time, and the other run says so', async () => {
    const outcomes = await Promise.allSettled([reindex(deps, false), reindex(deps, false)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(String(refused?.reason)).toContain('Another reindex')
    expect(await liveCount()).toBe(50)
  })

  test('switches under concurrent reads without a failed read', async () => {
    await reindex(deps, false)
    let isDone = false
    const totals = new Set<number>()
    let reads = 0
    const read = async () => {
      while (!isDone) {
        const { hits } = await search({ match_all: {} })
        totals.add(hits.total?.value ?? -1)
        reads += 1
      }
    }
    const readers = Promise.all([read(), read(), read()])
    await addRegistry(store.db, 31, 33, SECOND_RELEASE)
    await reindex(deps, false)
    await reindex(deps, true)
    await rollBack(opensearch, prefix)
    isDone = true
    await readers
    expect([...totals].sort()).toEqual([50, 53])
    expect(reads).toBeGreaterThan(20)
  })
})

describe('reindex --changed', () => {
  test('writes changes, deletes removed organizations, and never touches the live index', async () => {
    const first = await reindex(deps, false)
    await addRegistry(store.db, 31, 35, SECOND_RELEASE)
    await store.db.query(
      `update organization set name = 'Renamed Guild', changed_release = $1 where ein = '170000002'`,
      [SECOND_RELEASE],
    )
    await store.db.query(`delete from organization where ein in ('070000001', '070000002')`)
    const result = await reindex(deps, true)
    expect(result).toMatchObject({
      index: `${alias}-${SECOND_RELEASE}`,
      documents: 53,
      written: 6,
      deleted: 2,
      embedded: 0,
    })
    const renamed = await search({ term: { 'query.nameKey': 'renamed guild' } })
    expect(renamed.hits.hits.map(({ _id }) => _id)).toEqual(['170000002'])
    expect(await opensearch.count(first.index)).toBe(50)
    expect(await checkLive(store.db, opensearch, prefix, embedder.model)).toMatchObject({
      faults: [],
      compared: 53,
    })
  })

  test('does nothing without changes', async () => {
    const { index } = await reindex(deps, false)
    expect(await reindex(deps, true)).toMatchObject({ index, isBuilt: false, documents: 50 })
  })

  test('builds a whole index if there is none, or one of another model', async () => {
    expect(await reindex(deps, true)).toMatchObject({ written: 50 })
    await addRegistry(store.db, 31, 31, SECOND_RELEASE)
    const other = { ...embedder, model: 'another@0' }
    expect(await reindex({ ...deps, embedder: other }, true)).toMatchObject({ written: 51 })
    expect(notes).toEqual([
      'There is no live index to update. Building a complete one.',
      'The live index has vectors from a different model. Building a complete one.',
    ])
  })
})

describe('a rejected document', () => {
  const BAD = '170000003'
  const OBJECT_ID = '202303199349300003'
  /** Sets the revenue of filings; 1e30 is out of the range of the index's field. */
  const setRevenue = (revenue: string, ...eins: string[]) =>
    store.db.query(
      `update filing set facts = jsonb_set(facts, '{totalRevenue,value}', $1) where ein = any($2)`,
      [revenue, eins],
    )
  const release = (ein?: string) =>
    mintRelease(store.db, SECOND_RELEASE).then(() =>
      store.db.query('update organization set changed_release = $1 where ein = $2', [
        SECOND_RELEASE,
        ein,
      ]),
    )
  const check = () => checkLive(store.db, opensearch, prefix, embedder.model)
  const hits = async (ein: string) => (await search({ term: { ein } })).hits.total?.value
  const listed = async () =>
    (await readIndices(opensearch, prefix)).map(({ role, quarantined }) => [
      role,
      quarantined.map(({ ein }) => ein),
    ])

  test('is left out and listed; the rest is published', async () => {
    await setRevenue('1e30', BAD)
    const result = await reindex(deps, false)
    const quarantined = [
      { ein: BAD, objectId: OBJECT_ID, reason: expect.stringMatching(/filter\.revenue.*1\.0E30/) },
    ]
    expect(result).toMatchObject({ isBuilt: true, documents: 49, written: 49, quarantined })
    expect(await liveCount()).toBe(49)
    expect(await check()).toMatchObject({ faults: [], compared: 49, quarantined })
    expect(await readIndices(opensearch, prefix)).toMatchObject([
      { role: 'live', documents: 49, quarantined },
    ])
    // The index metadata that every search reads must stay small.
    expect((await opensearch.readMeta(alias)).meta).not.toHaveProperty('quarantined')
    expect(await reindex(deps, true)).toMatchObject({ isBuilt: false, quarantined })
  })

  test('is retried by the next update, changed or not', async () => {
    await setRevenue('1e30', BAD, '170000004')
    await reindex(deps, false)
    await setRevenue('3000', BAD)
    await release()
    expect(await reindex(deps, true)).toMatchObject({
      documents: 49,
      written: 1,
      quarantined: [{ ein: '170000004' }],
    })
    expect(await hits(BAD)).toBe(1)
    expect(await check()).toMatchObject({ faults: [], compared: 49 })
  })

  test('does not keep its earlier version in an update; a rollback shows it again', async () => {
    await reindex(deps, false)
    await setRevenue('1e30', BAD)
    await release(BAD)
    await store.db.query(`delete from organization where ein = '070000001'`)
    expect(await reindex(deps, true)).toMatchObject({
      documents: 48,
      written: 0,
      deleted: 1,
      quarantined: [{ ein: BAD }],
    })
    expect(await hits(BAD)).toBe(0)
    expect(await check()).toMatchObject({ faults: [], documents: 48 })
    expect(await listed()).toEqual([
      ['previous', []],
      ['live', [BAD]],
    ])
    await rollBack(opensearch, prefix)
    expect(await hits(BAD)).toBe(1)
    expect((await listed())[0]).toEqual(['live', []])
  })

  test('is also one that cannot be built', async () => {
    await store.db.query(`update filing set narrative = '{}' where ein = $1`, [BAD])
    expect(await reindex(deps, false)).toMatchObject({
      documents: 49,
      quarantined: [{ ein: BAD, reason: expect.stringContaining('TypeError') }],
    })
    expect(await check()).toMatchObject({ faults: [], compared: 49 })
  })

  test('stops the build if there are more than ten; the live index stays', async () => {
    const { index } = await reindex(deps, false)
    await release()
    const eins = Array.from({ length: 11 }, (_, at) => `1700000${String(at + 1).padStart(2, '0')}`)
    await setRevenue('1e30', ...eins)
    const failure = await reindex(deps, false).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(OperatorError)
    expect(String(failure)).toMatch(/documents for 11 of 50 organizations.*at most 10/s)
    expect(String(failure)).toMatch(
      /EIN 17\d{7}, latest filing \d{18}\n *mapper_parsing_exception.*1 more.*npm run filings/s,
    )
    expect((await opensearch.readMeta(alias)).index).toBe(index)
    expect(await liveCount()).toBe(50)

    await setRevenue('3000', ...eins)
    expect(await reindex(deps, false)).toMatchObject({ index: `${alias}-${SECOND_RELEASE}` })
    expect(notes.join(' ')).toContain('an interrupted build')
    expect(await names()).toHaveLength(2)
  })
})

describe('an index that lost its vectors', () => {
  /** Makes a copy of the live index without vectors live in its place. */
  async function loseVectors(): Promise<string> {
    const { index, meta } = await opensearch.readMeta(alias)
    const bare = { ...(meta as IndexMeta), index: `${alias}-${FIRST_RELEASE}-9`, complete: false }
    await createIndex(opensearch, bare)
    const source = { index, _source: ['ein', 'display', 'query', 'filter', 'sort'] }
    await opensearch.run((client) =>
      client.reindex({ body: { source, dest: { index: bare.index } }, refresh: true }),
    )
    await completeIndex(opensearch, bare)
    await switchAlias(opensearch, prefix, index, bare.index)
    return bare.index
  }

  test('is found by verify, even if the store is newer', async () => {
    await reindex(deps, false)
    await loseVectors()
    const check = await checkLive(store.db, opensearch, prefix, embedder.model)
    expect(check).toMatchObject({ documents: 50, isBehind: false })
    expect(check.faults).toContain('A search by vector does not find EIN 170000007.')
    // The copy has no companions either.
    for (const companion of ['sector', 'people', 'grants']) {
      expect(check.faults).toContain(
        `The index has no ${companion} index, so what reads it is unavailable.`,
      )
    }
    expect(check.faults).toHaveLength(23)
    await mintRelease(store.db, SECOND_RELEASE)
    expect(await checkLive(store.db, opensearch, prefix, embedder.model)).toMatchObject({
      faults: expect.arrayContaining(check.faults),
      isBehind: true,
    })
  })

  test('is found by an update that starts from it, which leaves it live', async () => {
    await reindex(deps, false)
    const bare = await loseVectors()
    await addFilers(store.db, 21, 22, SECOND_RELEASE)
    await expect(reindex(deps, true)).rejects.toThrow(
      /A search by vector does not find.*To build a complete index, run npm run reindex/s,
    )
    expect((await opensearch.readMeta(alias)).index).toBe(bare)
    await reindex(deps, false)
    expect(await checkLive(store.db, opensearch, prefix, embedder.model)).toMatchObject({
      faults: [],
    })
  })

  test('differs from one whose texts the store has not embedded', async () => {
    await reindex(deps, false)
    await store.db.query('delete from embedding')
    const { faults } = await checkLive(store.db, opensearch, prefix, embedder.model)
    expect(faults).toHaveLength(20)
    expect(faults).toContain('The store has no vector for the text of EIN 170000007.')
  })
})

test('verify compares the number of documents with the store of the same release', async () => {
  await reindex(deps, false)
  await store.db.query(`delete from organization where ein = '070000001'`)
  const { faults } = await checkLive(store.db, opensearch, prefix, embedder.model)
  expect(faults).toEqual(['The index contains 50 organizations; expected 49.'])
})

describe('completeIndex', () => {
  /**
   * Returns true if an index whose completion was cut after a number of calls counts as complete.
   */
  async function completeWithin(calls: number) {
    const meta = newMeta(`${alias}-${FIRST_RELEASE}-${calls + 2}`, FIRST_RELEASE, embedder, 'x')
    await createIndex(opensearch, meta)
    const { client, close } = await openCutOff(calls)
    const isDone = await completeIndex(client, meta).then(
      () => true,
      () => false,
    )
    await close()
    const entry = (await listIndices(opensearch, prefix)).find(({ name }) => name === meta.index)
    const write = opensearch.run((own) =>
      own.index({ index: meta.index, id: 'x', body: { ein: 'x' } }),
    )
    const isWritable = await write.then(
      () => true,
      () => false,
    )
    return { isDone, isComplete: entry !== undefined && isComplete(entry), isWritable }
  }

  test('cut at any moment, leaves no index that counts as complete too early', async () => {
    const outcomes = []
    for (let calls = 0; !outcomes.at(-1)?.isDone && calls < 10; calls += 1) {
      outcomes.push(await completeWithin(calls))
    }
    expect(outcomes.length).toBeGreaterThan(3)
    expect(outcomes.pop()).toEqual({ isDone: true, isComplete: true, isWritable: false })
    expect(outcomes.map((outcome) => outcome.isComplete)).not.toContain(true)
  })
})

describe('rollback and prune', () => {
  test('rollback returns to the previous live index; prune keeps both', async () => {
    const first = await reindex(deps, false)
    const second = await reindex(deps, false)
    const third = await reindex(deps, false)
    expect(await findPrunable(opensearch, prefix)).toEqual([first.index])
    expect(await rollBack(opensearch, prefix)).toEqual({ from: third.index, to: second.index })
    expect((await opensearch.readMeta(alias)).index).toBe(second.index)
    expect(await findPrunable(opensearch, prefix)).toEqual([third.index])
    await deleteIndices(opensearch, [third.index, third.index])
    await deleteIndices(opensearch, [first.index])
    await expect(rollBack(opensearch, prefix)).rejects.toThrow(/no other complete index/)
    expect(await liveCount()).toBe(50)
  })

  test("prune never deletes another service's index, or any index while none is live", async () => {
    await reindex(deps, false)
    const neighbour = `${organizationsAlias(`other-${prefix}`)}-${FIRST_RELEASE}`
    await opensearch.run((client) => client.indices.create({ index: neighbour }))
    await opensearch.run((client) => client.indices.create({ index: `${alias}-notes` }))
    try {
      expect(await findPrunable(opensearch, prefix)).toEqual([])
    } finally {
      await deleteIndices(opensearch, [neighbour, `${alias}-notes`])
    }
  })

  test('prune keeps indices that an API of another mapping version reads', async () => {
    await reindex(deps, false)
    const older = `${prefix}organizations-m1-${FIRST_RELEASE}`
    const abandoned = `${prefix}organizations-m1-${SECOND_RELEASE}`
    const aliases = { [`${prefix}organizations-m1`]: {} }
    await opensearch.run((client) => client.indices.create({ index: older, body: { aliases } }))
    await opensearch.run((client) =>
      client.indices.create({ index: abandoned, body: { aliases: { notes: {} } } }),
    )
    expect(await findPrunable(opensearch, prefix)).toEqual([abandoned])
    const { indices } = await readStatus(store.db, await readIndices(opensearch, prefix))
    expect(indices.map(({ role }) => role)).toEqual(['served', 'unfinished', 'live'])
  })

  test('neither waits for a lock that is in use, which they report at once', async () => {
    await holdReindexLock(store.db, prefix, async () => {
      await expect(reindex(deps, false)).rejects.toThrow(/Another reindex, rollback, or prune/)
    })
  })
})

test('status counts the store, the indices, and what is due', async () => {
  const { index } = await reindex(deps, false)
  await addRegistry(store.db, 31, 34, SECOND_RELEASE)
  await store.db.query(
    `insert into filing_index (object_id, ein, form, tax_period, index_year)
     values ('202303199349300001', '170000001', '990', '202212', 2023),
            ('202303199349399999', '170000099', '990', '202212', 2023)
     on conflict do nothing`,
  )
  expect(await readStatus(store.db, await readIndices(opensearch, prefix))).toMatchObject({
    newestRelease: SECOND_RELEASE,
    organizations: 54,
    filingsByForm: { '990': 20 },
    restrictionLists: [{ list: 'OFAC' }, { list: 'SAM' }],
    missingFilings: [{ year: 2023, listed: 2, missing: 1 }],
    indices: [{ name: index, role: 'live', documents: 50, release: FIRST_RELEASE }],
    changed: 4,
  })
})
