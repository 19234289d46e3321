import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type ReindexDeps, reindex } from '#indexer/index/build/reindex.ts'
import { deleteIndices, listIndices } from '#indexer/index/catalog/index-catalog.ts'
import { checkLive } from '#indexer/index/verify/check-live.ts'
import { companionAlias } from '#mappings/companions.ts'
import type { GrantDocument, PurposeDocument } from '#mappings/grants.ts'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'
import { readConfig } from '#src/platform/config.ts'
import { createEmbedder, type Embedder } from '#src/platform/embedding/embedder.ts'
import {
  addFilers,
  FIRST_RELEASE,
  mintRelease,
  SECOND_RELEASE,
} from '#test/integration/indices/store.ts'
import { createStore, type Store } from '#test/world/store.ts'

const prefix = 'grants-test-'
const alias = companionAlias(prefix, 'grants')
let store: Store
let opensearch: OpenSearch
let embedder: Embedder
let deps: ReindexDeps

beforeAll(async () => {
  store = await createStore('grants_test')
  opensearch = createOpenSearch({ url: inject('opensearchUrl'), requestTimeoutMs: 60_000 })
  embedder = await createEmbedder(readConfig({}), undefined, 2)
  const quiet = () => undefined
  deps = { db: store.db, opensearch, embedder, prefix, onNote: quiet, onProgress: quiet }
})
const removeIndices = async () =>
  deleteIndices(
    opensearch,
    (await listIndices(opensearch, prefix)).map(({ name }) => name),
  )
beforeEach(async () => {
  await removeIndices()
  await store.db.query(
    `truncate organization, organization_name, filing, rating, release, filed_edge, money_edge,
       network_version, network_due cascade`,
  )
  await addFilers(store.db, 1, 4)
})
afterAll(async () => {
  await removeIndices()
  await Promise.all([opensearch.close(), embedder.close(), store.drop()])
})

const einOf = (filer: number): string => `17${String(filer).padStart(7, '0')}`
const objectOf = (filer: number): string => `2023031993493${String(filer).padStart(5, '0')}`

/** Replaces the rows of a filer, as the network would in this release. */
async function giveGrants(filer: number, purposes: string[], release = FIRST_RELEASE) {
  await mintRelease(store.db, release)
  const values = [objectOf(filer), purposes]
  await store.db.query('delete from filed_edge where object_id = $1', [objectOf(filer)])
  await store.db.query('delete from money_edge where object_id = $1', [objectOf(filer)])
  await store.db.query(
    `insert into filed_edge (object_id, ordinal, category, path, name, state, amount, purpose)
     select $1, at, 'ScheduleI', '/IRS990ScheduleI/RecipientTable[' || at || ']', 'Reading Room',
       'NV', 1000 * at, purpose
     from unnest($2::text[]) with ordinality as row (purpose, at)`,
    values,
  )
  await store.db.query(
    `insert into money_edge (funder_ein, category, tax_year, amount, object_id, ordinal,
       match_method, match_confidence, is_counted)
     select $2, category, 2022, amount, object_id, ordinal, 'Unresolved', 'None', true
     from filed_edge where object_id = $1`,
    [objectOf(filer), einOf(filer)],
  )
  await store.db.query(
    `insert into network_version values ($1, $2)
     on conflict (ein) do update set release = excluded.release`,
    [einOf(filer), release],
  )
}

/** Returns the purposes of the rows by funder, and the purposes with a vector. */
async function readIndex() {
  const { hits } = await opensearch.search<GrantDocument | PurposeDocument>({
    index: alias,
    body: { size: 1_000, query: { match_all: {} }, sort: [{ row: { order: 'asc' } }] },
  })
  const documents = hits.hits.flatMap(({ _source }) => _source ?? [])
  const rows = documents.filter((one) => one.rows === 1)
  return {
    rows: rows.map(({ ein, display }) => `${ein} ${display.funder.name}: ${display.purpose}`),
    purposes: documents
      .filter((one) => one.rows === 0)
      .map(({ purpose }) => purpose)
      .sort(),
  }
}

const expectSound = async () =>
  expect((await checkLive(store.db, opensearch, prefix, embedder.model)).faults).toEqual([])

test('has a document for each row, and one for each distinct purpose that says something', async () => {
  await giveGrants(1, ['Adult literacy program', 'GENERAL SUPPORT'])
  await giveGrants(2, ['ADULT LITERACY', 'Clean water'])
  await reindex(deps, false)
  expect(await readIndex()).toEqual({
    rows: [
      '170000001 Guild of Ward 1 Inc: Adult literacy program',
      '170000001 Guild of Ward 1 Inc: GENERAL SUPPORT',
      '170000002 Guild of Ward 2 Inc: ADULT LITERACY',
      '170000002 Guild of Ward 2 Inc: Clean water',
    ],
    purposes: ['adult literacy', 'clean water'],
  })
  await expectSound()
})

test('an update writes changed, renamed, and removed funders, and keeps the others', async () => {
  await giveGrants(1, ['Adult literacy', 'Bicycles'])
  await giveGrants(2, ['Clean water'])
  await giveGrants(3, ['Dental care'])
  await reindex(deps, false)
  const before = await opensearch.readMeta(alias)

  await giveGrants(1, ['Bicycles'], SECOND_RELEASE)
  await giveGrants(4, ['Emergency shelter'], SECOND_RELEASE)
  await store.db.query(
    `update organization set name = 'Renamed Guild', changed_release = $2 where ein = $1`,
    [einOf(2), SECOND_RELEASE],
  )
  await giveGrants(3, [], SECOND_RELEASE)
  await store.db.query('delete from organization where ein = $1', [einOf(3)])
  await reindex(deps, true)

  expect(await readIndex()).toEqual({
    rows: [
      '170000001 Guild of Ward 1 Inc: Bicycles',
      '170000002 Renamed Guild: Clean water',
      '170000004 Guild of Ward 4 Inc: Emergency shelter',
    ],
    // Purposes without rows stay until the next whole build and find nothing.
    purposes: ['adult literacy', 'bicycles', 'clean water', 'dental care', 'emergency shelter'],
  })
  await expectSound()
  expect(await opensearch.count(before.index)).toBe(4 + 4)
})

test('leaves out rows that a load has replaced until the network has resolved them', async () => {
  await giveGrants(1, ['Adult literacy'])
  await reindex(deps, false)
  await mintRelease(store.db, SECOND_RELEASE)
  await store.db.query('update filed_edge set amount = 7')
  await store.db.query('insert into network_due values ($1)', [einOf(1)])
  await reindex(deps, true)
  expect((await readIndex()).rows).toEqual([])
  await expectSound()
})

test('verify finds a row that differs from the store', async () => {
  await giveGrants(1, ['Adult literacy'])
  await reindex(deps, false)
  await store.db.query(`update filed_edge set purpose = 'Something else'`)
  const { faults } = await checkLive(store.db, opensearch, prefix, embedder.model)
  expect(faults).toEqual([expect.stringContaining(`${objectOf(1)}-000001`)])
})
