import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { countOrganizations, streamOrganizations } from '#indexer/index/build/read-organizations.ts'
import { type ReindexDeps, reindex } from '#indexer/index/build/reindex.ts'
import { deleteIndices, listIndices } from '#indexer/index/catalog/index-catalog.ts'
import { checkLive } from '#indexer/index/verify/check-live.ts'
import { readIndices, readStatus } from '#indexer/pipeline/status.ts'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { organizationsAlias } from '#mappings/organizations.ts'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'
import { readConfig } from '#src/platform/config.ts'
import { createEmbedder, type Embedder } from '#src/platform/embedding/embedder.ts'
import {
  addFilers,
  addRegistry,
  FIRST_RELEASE,
  mintRelease,
  SECOND_RELEASE,
} from '#test/integration/indices/store.ts'
import { createStore, type Store } from '#test/world/store.ts'

const prefix = 'ratings-test-'
const alias = organizationsAlias(prefix)
let store: Store
let opensearch: OpenSearch
let embedder: Embedder
let deps: ReindexDeps

beforeAll(async () => {
  store = await createStore('ratings_test')
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
    'truncate organization, organization_name, filing, rating, rating_removed, release cascade',
  )
  await addRegistry(store.db, 1, 5)
  await addFilers(store.db, 1, 8)
})
afterAll(async () => {
  await removeIndices()
  await Promise.all([opensearch.close(), embedder.close(), store.drop()])
})

/** Rates the given filers as a run of a release would store it. */
async function rateFilers(numbers: number[], release: string, score: number, form = '990') {
  await mintRelease(store.db, release)
  await store.db.query(
    `insert into rating (ein, object_id, form, tax_year, policy_version, state, score, band,
       metrics, categories, failed_checks, changed_release)
     select o.ein, o.latest_object_id, $4, o.latest_tax_year, 'rating-1', 'Scored', $3, 'Good',
       '[]', '[]', '{}', $2
     from organization o join unnest($1::int[]) n on o.ein = '17' || to_char(n, 'FM0000000')
     on conflict (ein) do update set score = excluded.score,
       changed_release = excluded.changed_release`,
    [numbers, release, score, form],
  )
}

/** Returns an organization's rating in the live index. */
async function shown(ein: string) {
  const { hits } = await opensearch.search<OrganizationDocument>({
    index: alias,
    body: { query: { term: { ein } } },
  })
  const source = hits.hits[0]?._source
  return { rating: source?.display.rating?.score, sort: source?.sort.rating }
}

describe('an index of rated organizations', () => {
  test('shows and sorts by the score, if there is one', async () => {
    await rateFilers([1, 2], FIRST_RELEASE, 71.25)
    await reindex(deps, false)
    expect(await shown('170000001')).toEqual({ rating: 71.25, sort: 71.25 })
    expect(await shown('170000003')).toEqual({ rating: undefined, sort: undefined })
    const { hits } = await opensearch.search<OrganizationDocument>({
      index: alias,
      body: { query: { term: { ein: '170000001' } } },
    })
    expect(hits.hits[0]?._source?.display).toMatchObject({
      programRatio: { value: 0.8, ref: 'derived:programRatio:170000001:2022' },
      rating: { ref: 'derived:rating:170000001:2022', band: 'Good' },
    })
  })

  test('does not show a rating of a form that is no longer the primary one', async () => {
    await rateFilers([1], FIRST_RELEASE, 50, '990EZ')
    await reindex(deps, false)
    expect(await shown('170000001')).toEqual({ rating: undefined, sort: undefined })
  })

  test('has no score to sort by without enough data', async () => {
    await rateFilers([1], FIRST_RELEASE, 50)
    await store.db.query(`update rating set state = 'NotEnoughData', score = null, band = null`)
    await reindex(deps, false)
    expect(await shown('170000001')).toEqual({ rating: undefined, sort: undefined })
  })
})

describe('reindex --changed', () => {
  test('updates organizations with only a changed rating', async () => {
    await rateFilers([1, 2, 3], FIRST_RELEASE, 71.25)
    await reindex(deps, false)
    await rateFilers([2, 4], SECOND_RELEASE, 88.5)
    expect((await readStatus(store.db, await readIndices(opensearch, prefix))).changed).toBe(2)
    expect(await checkLive(store.db, opensearch, prefix, embedder.model)).toMatchObject({
      faults: [],
      isBehind: true,
    })
    expect(await reindex(deps, true)).toMatchObject({ written: 2, documents: 13 })
    expect(await shown('170000002')).toEqual({ rating: 88.5, sort: 88.5 })
    expect(await shown('170000003')).toEqual({ rating: 71.25, sort: 71.25 })
    expect(await shown('170000004')).toEqual({ rating: 88.5, sort: 88.5 })
    expect(await checkLive(store.db, opensearch, prefix, embedder.model)).toMatchObject({
      faults: [],
      isBehind: false,
    })
  })

  test('updates organizations whose rating was removed', async () => {
    await rateFilers([1, 2, 3], FIRST_RELEASE, 71.25)
    await reindex(deps, false)
    await mintRelease(store.db, SECOND_RELEASE)
    await store.db.query(
      `with gone as (delete from rating where ein = '170000002' returning ein)
       insert into rating_removed (ein, release) select ein, $1 from gone`,
      [SECOND_RELEASE],
    )
    expect(await reindex(deps, true)).toMatchObject({ written: 1 })
    expect(await shown('170000002')).toEqual({})
  })

  test('counts and reads an organization that changed in both ways only once', async () => {
    await rateFilers([1, 2], SECOND_RELEASE, 60)
    await store.db.query(`update organization set changed_release = $1 where ein = '170000002'`, [
      SECOND_RELEASE,
    ])
    const choice = { changedAfter: FIRST_RELEASE }
    expect(await countOrganizations(store.db, choice)).toBe(2)
    const eins = await store.db.snapshot(async (session) => {
      const read: string[] = []
      for await (const rows of streamOrganizations(session, choice)) {
        read.push(...rows.map(({ ein }) => ein))
      }
      return read
    })
    expect(eins.toSorted()).toEqual(['170000001', '170000002'])
  })
})
