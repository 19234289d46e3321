import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { rollBack } from '#indexer/commands/rollback.ts'
import { type ReindexDeps, reindex } from '#indexer/index/build/reindex.ts'
import { listCompanions } from '#indexer/index/catalog/companion-catalog.ts'
import { deleteIndices, listIndices } from '#indexer/index/catalog/index-catalog.ts'
import { checkLive } from '#indexer/index/verify/check-live.ts'
import { COMPANION_NAMES, companionAlias, companionIndexFor } from '#mappings/companions.ts'
import { organizationsAlias } from '#mappings/organizations.ts'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'
import { readConfig } from '#src/platform/config.ts'
import { createEmbedder, type Embedder } from '#src/platform/embedding/embedder.ts'
import { searchPeople } from '#src/search/people/search-people.ts'
import { createStore, type Store } from '#test/world/store.ts'
import { addFilers, FIRST_RELEASE, mintRelease, SECOND_RELEASE } from './store.ts'

const prefix = 'people-test-'
let store: Store
let opensearch: OpenSearch
let embedder: Embedder
let deps: ReindexDeps

beforeAll(async () => {
  store = await createStore('people_index_test')
  opensearch = createOpenSearch({ url: inject('opensearchUrl'), requestTimeoutMs: 60_000 })
  embedder = await createEmbedder(readConfig({}), undefined, 1)
  const quiet = { onNote: () => undefined, onProgress: () => undefined }
  deps = { db: store.db, opensearch, embedder, prefix, ...quiet }
  await addFilers(store.db, 1, 4)
  for (const n of [1, 2, 3, 4]) await list(`2023031993493${String(n).padStart(5, '0')}`, 'Ann Lee')
})

afterAll(async () => {
  const names = (await listIndices(opensearch, prefix)).map(({ name }) => name)
  await deleteIndices(opensearch, names)
  await Promise.all([opensearch.close(), embedder.close(), store.drop()])
})

/** Adds a row to a return. */
const list = (objectId: string, name: string, ordinal = 1) =>
  store.db.query(
    `insert into filed_person (object_id, ordinal, path, name, title, pay, pay_leaf)
     values ($1, $2::int, '/IRS990/Form990PartVIISectionAGrp[' || $2::int || ']', $3, 'Chair', 0,
       'ReportableCompFromOrgAmt')`,
    [objectId, ordinal, name],
  )

const find = async (name: string) => {
  const params = { name, page: 1, limit: 10, facets: false }
  const { hits } = await searchPeople({ opensearch, indexPrefix: prefix }, params)
  return hits.map(({ ein, display }) => `${ein} ${display.firstYear}-${display.lastYear}`)
}

/** Expects every alias to point to the set of one organizations index, and returns that index. */
async function liveSet(): Promise<string> {
  const { index } = await opensearch.readMeta(organizationsAlias(prefix))
  for (const companion of COMPANION_NAMES) {
    const own = await opensearch.readMeta(companionAlias(prefix, companion))
    expect(own.index).toBe(companionIndexFor(index, companion))
    expect(own.meta).toMatchObject({ complete: true, organizations: index })
  }
  return index
}

test('an update writes changed organizations, and a rollback restores the whole set', async () => {
  await expect(find('Ann Lee')).rejects.toMatchObject({ code: 'IndexNotReady' })
  await reindex(deps, false)
  const whole = await liveSet()
  expect(await find('Ann Lee')).toEqual([4, 3, 2, 1].map((n) => `17000000${n} 2022-2022`))

  // One organization files once more, another loses its people, and a third is gone.
  await mintRelease(store.db, SECOND_RELEASE)
  await store.db.query(
    `insert into filing (object_id, ein, form, tax_period_end, tax_year, facts,
       source_archive, content_sha256)
     values ('202423199349300001', '170000001', '990', '2023-12-31', 2023, '{}', 'made', '\\x00')`,
  )
  await list('202423199349300001', 'ANN B LEE')
  await list('202423199349300001', 'Bo Stone', 2)
  await store.db.query(`delete from filed_person where object_id = '202303199349300002'`)
  await store.db.query(`insert into filings_version values ('170000001', $1), ('170000002', $1)`, [
    SECOND_RELEASE,
  ])
  await store.db.query(`delete from organization where ein = '170000003'`)
  await reindex(deps, true)
  const updated = await liveSet()
  expect(updated).not.toBe(whole)
  expect(await find('Ann Lee')).toEqual(['170000004 2022-2022', '170000001 2022-2023'])
  expect(await find('Bo Stone')).toEqual(['170000001 2023-2023'])
  const { faults } = await checkLive(store.db, opensearch, prefix, embedder.model)
  expect(faults.filter((fault) => fault.includes('people'))).toEqual([])

  await rollBack(opensearch, prefix)
  expect(await liveSet()).toBe(whole)
  expect(await find('Bo Stone')).toEqual([])
})

test('verify finds a person that the index lacks', async () => {
  await reindex(deps, false)
  await list('202303199349300004', 'Cy Young', 2)
  const { faults } = await checkLive(store.db, opensearch, prefix, embedder.model)
  const { index } = await opensearch.readMeta(companionAlias(prefix, 'people'))
  expect(faults).toContain(`The entries of ${index} stand for 4 rows of the store; expected 5.`)
})

test('a live index without people finds no person and says what to do; an update builds them', async () => {
  const { index } = await reindex(deps, false)
  await deleteIndices(opensearch, [companionIndexFor(index, 'people') ?? ''])
  await expect(find('Ann Lee')).rejects.toMatchObject({
    code: 'IndexNotReady',
    details: { message: expect.stringContaining('npm run reindex') },
  })
  expect(await reindex(deps, true)).toMatchObject({ isBuilt: true, written: 0 })
  expect(await find('Cy Young')).toEqual(['170000004 2022-2022'])
  const companions = await listCompanions(opensearch, prefix)
  expect(companions.filter(({ isLive }) => isLive)).toHaveLength(COMPANION_NAMES.length)
  expect(await reindex(deps, true)).toMatchObject({ isBuilt: false, release: SECOND_RELEASE })
  expect(FIRST_RELEASE < SECOND_RELEASE).toBe(true)
})
