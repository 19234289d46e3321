import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completeIndex, createIndex, switchAlias } from '#indexer/index/build/engine-index.ts'
import { deleteIndices } from '#indexer/index/catalog.ts'
import { organizationsPart } from '#indexer/index/documents/organizations-part.ts'
import { organizationsIndex } from '#mappings/organizations.ts'
import { metaOf } from '#test/integration/indices/companions.ts'
import { opened } from '#test/integration/opened.ts'
import { addEligible, addFiling, addOrganization } from '#test/integration/sector/made-sector.ts'
import { buildPair, keyed } from './sector-world.ts'
import { MODEL, openWorld, RELEASE } from './world.ts'

const PATHS = ['/api/v2/stats', '/api/v2/top-lists']
const [STATS, LISTS] = PATHS as [string, string]
const SERIES = '/api/v2/charity/0/metrics'
const world = opened(() => openWorld('sector'))
const prefix = () => world.deps.indexPrefix
const rebuild = () => buildPair(world.opensearch, world.postgres, prefix())

async function ask(url: string, headers: Record<string, string> = {}) {
  const response = await world.app.inject({ url, headers })
  const body = response.json()
  const status = response.statusCode
  return { status, body, headers: response.headers, code: [status, body.detail?.ErrorCode] }
}
/** Asks with a key, which surface A answers. */
const askA = async (url: string) => ask(url, await keyed(world.postgres))

afterAll(() => deleteIndices(world.opensearch, [organizationsIndex(prefix(), RELEASE)]))

describe('stats and top lists', () => {
  beforeAll(async () => {
    const { postgres } = world
    for (let n = 1; n <= 12; n += 1) {
      await addEligible(postgres, { n })
      const ein = `19${String(n).padStart(7, '0')}`
      await addFiling(postgres, { ein, year: 2022, facts: { totalRevenue: 1 } })
    }
    await postgres.query(
      `insert into bmf (ein, as_of, name, subsection, source_file, source_row)
       values ('190000001', '2026-04-01', 'MADE', '03', 'made.csv', 1)`,
    )
    await postgres.query(
      `update organization set subsection = '03', is_in_bmf = true where ein = '190000001'`,
    )
    await rebuild()
  })

  test('with a key are resources of surface A', async () => {
    const { status, body, headers: sent } = await askA(STATS)
    // A shared cache may not keep a response that needs a key.
    expect([status, sent['cache-control']]).toEqual([200, 'private'])
    const year = (TaxYear: number, Total: number) => ({
      ...{ TaxYear, OrganizationCount: 12, FilingCount: 12, Revenue: { Total } },
      Coverage: { 'Revenue.Total': 12, GroupReturnsLeftOut: 0, ShortYearsLeftOut: 0 },
    })
    expect(body).toMatchObject({
      ...{ Charities: 12, Filings: 24, SectorRevenue: 78_000, ModalLatestYear: 2023 },
      ...{ FilingsByForm: { '990': 24 }, CountsApproximate: false },
      SectorOverview: { LatestCompleteYear: 2023, Years: [year(2022, 12), year(2023, 78_000)] },
      SectorComposition: { RegistryOrganizations: 1, Groups: [{ Key: '501c3', Organizations: 1 }] },
    })
    const { FilingYear, Lists } = (await askA(LISTS)).body
    expect([FilingYear, Lists[0].Key, Lists[0].Organizations.length]).toEqual([2023, 'K', 10])
    const top = { EIN: '190000012', Score: 70, Revenue: 12_000, LatestYear: 2023 }
    expect(Lists[0].Organizations[0]).toMatchObject(top)
  })

  test('without a key are responses of surface B, with the same facts', async () => {
    const { body } = await ask(STATS)
    expect(body.data).toMatchObject({
      ...{ charities: 12, filings: 24, modal_latest_year: 2023 },
      latest_returns: { sector_revenue: { value: 78_000, filings: 12 }, first_year: 2023 },
      sector_overview: { years: [{ tax_year: 2022 }, { tax_year: 2023, partial: false }] },
    })
    // There are no filings of the year before, so completeness is unknown.
    expect(body.data.sector_overview.years[0]).not.toHaveProperty('partial')
    const lists = await ask(LISTS)
    const [{ organizations }] = lists.body.data.lists
    expect(organizations).toHaveLength(10)
    expect(organizations[0]).toMatchObject({
      ein: '190000012',
      score: { value: 70, ref: 'derived:rating:190000012:2023' },
      revenue: { value: 12_000, ref: expect.stringContaining(':/IRS990/totalRevenue') },
      prominence: Math.log10(12_001) * 70,
    })
    expect(Object.keys(lists.body.data.evidence.sources).length).toBeGreaterThan(9)
  })

  test('are available as the yearly series of EIN 0, in either spelling', async () => {
    const { body } = await ask(SERIES)
    const figure = (value: number) => ({ revenue: { value, unit: 'USD', filings: 12 } })
    expect(body.data).toMatchObject({
      ...{ ein: '000000000', form: '990', latest_complete_year: 2023, evidence: { form: '990' } },
      years: [
        { tax_year: 2022, figures: figure(12) },
        { tax_year: 2023, partial: false, organizations: 12, figures: figure(78_000) },
      ],
    })
    expect(body.data.years[0].ratios).toEqual({})
    expect(body.data.years[1].ratios).toMatchObject({ revenue_growth: { value: 78_000 / 12 - 1 } })
    expect((await ask('/api/v2/charity/000000000/metrics')).body.data).toEqual(body.data)
    expect((await ask('/api/v2/charity/00/metrics')).status).toBe(400)
  })
})

describe('a sector', () => {
  const add = async (
    ein: string,
    form: '990' | '990EZ' | '990N',
    year: number,
    revenue?: number,
  ) => {
    await addOrganization(world.postgres, { ein, form, year })
    const facts = revenue === undefined ? {} : { facts: { totalRevenue: revenue } }
    await addFiling(world.postgres, { ein, form, year, ...facts })
  }
  beforeAll(() =>
    world.postgres.query(
      'truncate organization, filing, rating, rating_input, bmf, screening_match',
    ),
  )

  test('without any filing is not ready on A and not found on B', async () => {
    await addOrganization(world.postgres, { ein: '190000001', form: null })
    await rebuild()
    expect((await askA(STATS)).code).toEqual([503, 'IndexNotReady'])
    for (const url of [STATS, SERIES]) expect((await ask(url)).status).toBe(404)
  })

  test('of only postcards and short forms has counts and no sums', async () => {
    await add('190000002', '990N', 2025)
    await add('190000003', '990EZ', 2022, 5)
    await rebuild()
    expect((await askA(STATS)).body).toEqual({
      ...{ Charities: 2, Filings: 2, ModalLatestYear: 2022, CountsApproximate: false },
      ...{ FilingsByForm: { '990EZ': 1, '990N': 1 }, ComputedAt: expect.any(String) },
    })
    expect((await ask(SERIES)).status).toBe(404)
    expect((await askA(LISTS)).code).toEqual([503, 'IndexNotReady'])
    const { body } = await ask(LISTS)
    expect(body.data).toMatchObject({ lists: [], note: expect.any(String) })
  })

  test('without a year known to be complete has no overview on A', async () => {
    await add('190000004', '990', 2022, 9)
    await rebuild()
    const { body } = await askA(STATS)
    expect(body).toMatchObject({ SectorRevenue: 9 })
    expect(body).not.toHaveProperty('SectorOverview')
    const sector_overview = { organizations: 1, years: [{ tax_year: 2022 }] }
    expect((await ask(STATS)).body.data).toMatchObject({ sector_overview })
  })
})

test('an index built before sums existed remains searchable, and sums are not ready', async () => {
  await rebuild()
  const whole = organizationsIndex(prefix(), RELEASE)
  const bare = `${whole}-2`
  const own = { index: bare, release: RELEASE }
  const meta = metaOf(own, 'organizations', { embeddingModel: MODEL })
  await createIndex(world.opensearch, organizationsPart, meta)
  await completeIndex(world.opensearch, meta)
  await switchAlias(world.opensearch, prefix(), bare)
  for (const path of PATHS) {
    expect((await askA(path)).code).toEqual([503, 'IndexNotReady'])
    expect((await ask(path)).status).toBe(503)
  }
  expect((await ask(SERIES)).status).toBe(503)
  expect((await ask('/api/v2/search?Query=harvest')).status).toBe(200)
  await deleteIndices(world.opensearch, [bare])
})
