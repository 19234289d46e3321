import { expect, test } from 'vitest'
import { rollBack } from '#indexer/commands/old-indices.ts'
import { indexAlias } from '#mappings/companions.ts'
import type { GrantDocument, PurposeDocument } from '#mappings/grants.ts'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import type { SectorDocument, StatsBody } from '#mappings/sector.ts'
import { searchPeople } from '#src/search/people/search-people.ts'
import { openIndices } from './open-indices.ts'
import {
  addFilers,
  addPerson,
  addRegistry,
  einOf,
  FIRST_RELEASE,
  giveGrants,
  objectOf,
  rateFilers,
  SECOND_RELEASE,
} from './store.ts'

const indices = openIndices('reindex', async (db) => {
  await addRegistry(db, 1, 5)
  await addFilers(db, 1, 8)
  for (const n of [1, 2, 3, 4]) await addPerson(db, objectOf(n), 'Ann Lee')
  await giveGrants(db, 1, ['Adult literacy program', 'GENERAL SUPPORT'])
  await giveGrants(db, 2, ['ADULT LITERACY', 'Clean water'])
  await giveGrants(db, 3, ['Dental care'])
  await rateFilers(db, [1, 2, 3], 71.25)
})
const { alias, opensearch, prefix } = indices
const grants = indexAlias(prefix, 'grants')

const findPeople = async (name: string) => {
  const params = { name, page: 1, limit: 10, facets: false }
  const { hits } = await searchPeople({ opensearch, indexPrefix: prefix }, params)
  return hits.map(({ ein, display }) => `${ein} ${display.firstYear}-${display.lastYear}`)
}
/** Returns the grants by funder, and the purposes that a search by meaning finds. */
async function readGrants() {
  const all = await indices.search<GrantDocument | PurposeDocument>({ match_all: {} }, grants, [
    { row: 'asc' },
  ])
  const rows = all.filter((one) => one.rows === 1)
  const purposes = all.flatMap((one) => (one.rows === 0 ? (one.purpose ?? []) : []))
  return {
    rows: rows.map(({ ein, display }) => `${ein} ${display.funder.name}: ${display.purpose}`),
    purposes: purposes.sort(),
  }
}
const documentOf = async (ein: string) =>
  (await indices.search<OrganizationDocument>({ term: { ein } }))[0]
/** Returns the score that an organization shows, if it is the one it is sorted by. */
const scoreOf = async (ein: string) => {
  const document = await documentOf(ein)
  expect(document?.display.rating?.score).toBe(document?.sort.rating)
  return document?.sort.rating
}
const readStats = async () => {
  const sector = indexAlias(prefix, 'sector')
  const [stats] = await indices.search<SectorDocument>({ term: { kind: 'stats' } }, sector)
  return stats?.body as StatsBody
}

test('a first build makes a complete set live, and describes itself', async () => {
  expect(await indices.liveSet()).toBe(`${alias}-${FIRST_RELEASE}`)
  const { meta } = await opensearch.readMeta(alias)
  const { model } = indices.embedder
  const built = { release: FIRST_RELEASE, complete: true, embeddingModel: model, dimension: 384 }
  expect(meta).toMatchObject(built)
  expect(await opensearch.count(alias)).toBe(13)
  expect(await indices.check()).toMatchObject({ faults: [], isBehind: false })
  const found = ['170000004', '170000003', '170000002', '170000001']
  expect(await findPeople('Ann Lee')).toEqual(found.map((ein) => `${ein} 2022-2022`))
  expect(await readGrants()).toEqual({
    rows: [
      '170000001 Guild of Ward 1 Inc: Adult literacy program',
      '170000001 Guild of Ward 1 Inc: GENERAL SUPPORT',
      '170000002 Guild of Ward 2 Inc: ADULT LITERACY',
      '170000002 Guild of Ward 2 Inc: Clean water',
      '170000003 Guild of Ward 3 Inc: Dental care',
    ],
    // One for each distinct purpose that says something.
    purposes: ['adult literacy', 'clean water', 'dental care'],
  })
  expect(await scoreOf('170000001')).toBe(71.25)
  expect(await scoreOf('170000004')).toBeUndefined()
  expect((await documentOf('170000001'))?.display).toMatchObject({
    programRatio: { value: 0.8, ref: 'derived:programRatio:170000001:2022' },
    rating: { ref: 'derived:rating:170000001:2022', band: 'Good' },
  })
  const stats = await readStats()
  expect(stats).toMatchObject({ release: FIRST_RELEASE, charities: 8, filings: 8 })
  expect(stats.latestReturns?.revenue).toEqual({ sum: 36_000, filings: 8 })
  for (const index of [alias, indexAlias(prefix, 'sector')]) {
    const write = opensearch.run((client) => client.index({ index, id: 'x', body: {} }))
    await expect(write, 'nothing can change it').rejects.toThrow()
  }
})

const WITHOUT_PEOPLE = 'update filing set people = null, people_count = 0'

test('a build shows every change, in every index; a rollback restores the earlier set', async () => {
  const first = await indices.liveSet()
  expect(await indices.reindex(true)).toMatchObject({ index: first, isBuilt: false, documents: 13 })

  await addRegistry(indices.db, 6, 7, SECOND_RELEASE)
  await indices.query(
    `update organization set name = 'Renamed Guild', changed_release = $2 where ein = $1`,
    [einOf(2), SECOND_RELEASE],
  )
  await indices.query('delete from organization where ein = any($1)', [['070000001', einOf(3)]])
  // One organization files once more, and another loses its people.
  await indices.query(
    `insert into filing (object_id, ein, form, tax_period_end, tax_year, facts,
       source_archive, content_sha256)
     values ('202423199349300001', '170000001', '990', '2023-12-31', 2023, '{}', 'made', '\\x00')`,
  )
  await addPerson(indices.db, '202423199349300001', 'ANN B LEE')
  await addPerson(indices.db, '202423199349300001', 'Bo Stone')
  await indices.query(`${WITHOUT_PEOPLE} where object_id = $1`, [objectOf(2)])
  await giveGrants(indices.db, 1, ['Bicycles'], SECOND_RELEASE)
  await giveGrants(indices.db, 4, ['Emergency shelter'], SECOND_RELEASE)
  await giveGrants(indices.db, 3, [], SECOND_RELEASE)
  await rateFilers(indices.db, [5, 6], 88.5, SECOND_RELEASE)
  await indices.query(`delete from rating where ein = '170000001'`)
  expect(await indices.check()).toMatchObject({ faults: [], isBehind: true })

  const result = await indices.reindex(true)
  expect(result).toMatchObject({ index: `${alias}-${SECOND_RELEASE}`, documents: 13 })
  expect(await indices.liveSet()).toBe(result.index)
  expect(await indices.check()).toMatchObject({ faults: [], isBehind: false })
  expect((await documentOf('170000002'))?.display.name).toBe('Renamed Guild')
  expect(await findPeople('Ann Lee')).toEqual(['170000004 2022-2022', '170000001 2022-2023'])
  expect(await findPeople('Bo Stone')).toEqual(['170000001 2023-2023'])
  expect(await readGrants()).toEqual({
    rows: [
      '170000001 Guild of Ward 1 Inc: Bicycles',
      '170000002 Renamed Guild: ADULT LITERACY',
      '170000002 Renamed Guild: Clean water',
      '170000004 Guild of Ward 4 Inc: Emergency shelter',
    ],
    purposes: ['adult literacy', 'bicycles', 'clean water', 'emergency shelter'],
  })
  const scores = await Promise.all([1, 2, 5].map((filer) => scoreOf(einOf(filer))))
  expect(scores).toEqual([undefined, 71.25, 88.5])
  expect(await readStats()).toMatchObject({ release: SECOND_RELEASE, charities: 7 })
  expect(await opensearch.count(first), 'the earlier index did not change').toBe(13)

  expect(await rollBack(opensearch, prefix)).toEqual({ from: result.index, to: first })
  expect(await indices.liveSet()).toBe(first)
  expect(await findPeople('Bo Stone')).toEqual([])
  expect(await scoreOf('170000001')).toBe(71.25)
})

test.each([
  ['organizations', `delete from organization where ein = '070000001'`, /\b13\b.*\b12\b/],
  ['people', `${WITHOUT_PEOPLE} where object_id = '${objectOf(4)}'`, /people.*\b4\b.*\b3\b/],
  ['grants', `update filed_edge set purpose = 'Other'`, /202303199349300001-000001/],
  [
    'sector',
    `update filing set facts = jsonb_set(facts, '{totalRevenue,value}', '1')
     where ein = '170000004'`,
    /sector-year-2022/,
  ],
  ['vectors', 'update embedding set vector = (select vector from embedding limit 1)', /170000007/],
])('verify finds %s that differ from the store', async (_, change, fault) => {
  await indices.query(change)
  expect((await indices.check()).faults.join('\n')).toMatch(fault)
})
