import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completeIndex, createIndex, switchAlias } from '#indexer/index/build/build-index.ts'
import { deleteIndices, newMeta } from '#indexer/index/catalog/index-catalog.ts'
import { companionAlias } from '#mappings/companions.ts'
import { organizationsIndex } from '#mappings/organizations.ts'
import type { Tier } from '#src/access/keys.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { addEligible, addFiling, addOrganization } from '#test/integration/sector/made-sector.ts'
import { buildPair, keyed } from './sector-world.ts'
import { buildIndex, MODEL, ORGANIZATIONS, openWorld, RELEASE, type World } from './world.ts'

const PATHS = ['/api/v2/stats', '/api/v2/top-lists']
let world: World
const prefix = () => world.deps.indexPrefix

const clear = () =>
  world.postgres.query('truncate organization, filing, rating, rating_input, bmf, screening_match')
const rebuild = () => buildPair(world.opensearch, world.postgres, prefix())

async function ask(url: string, headers: Record<string, string> = {}) {
  const response = await world.app.inject({ url, headers })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}

beforeAll(async () => {
  world = await openWorld('sector')
})
afterAll(async () => {
  await deleteIndices(world.opensearch, [organizationsIndex(prefix(), RELEASE)])
  await world.close()
})

describe('stats and top lists', () => {
  beforeAll(async () => {
    await clear()
    for (let n = 1; n <= 12; n += 1) await addEligible(world.postgres, { n })
    for (let n = 1; n <= 12; n += 1) {
      const ein = `19${String(n).padStart(7, '0')}`
      await addFiling(world.postgres, { ein, year: 2022, facts: { totalRevenue: 1 } })
    }
    await world.postgres.query(
      `insert into bmf (ein, as_of, name, subsection, source_file, source_row)
       values ('190000001', '2026-04-01', 'MADE', '03', 'made.csv', 1)`,
    )
    await world.postgres.query(
      `update organization set subsection = '03', is_in_bmf = true where ein = '190000001'`,
    )
    await rebuild()
  })

  test('with a key are resources of surface A', async () => {
    const headers = await keyed(world.postgres)
    const { status, body, headers: sent } = await ask('/api/v2/stats', headers)
    expect(status).toBe(200)
    // A shared cache may not keep a response that needs a key.
    expect(sent['cache-control']).toBe('private')
    expect(body).toEqual({
      Charities: 12,
      Filings: 24,
      SectorRevenue: 78_000,
      ModalLatestYear: 2023,
      FilingsByForm: { '990': 24 },
      CountsApproximate: false,
      SectorOverview: {
        Form: '990',
        OrganizationCount: 12,
        FilingCount: 24,
        LatestCompleteYear: 2023,
        Years: [
          {
            TaxYear: 2022,
            OrganizationCount: 12,
            FilingCount: 12,
            Revenue: { Total: 12 },
            Coverage: { 'Revenue.Total': 12, GroupReturnsLeftOut: 0, ShortYearsLeftOut: 0 },
          },
          {
            TaxYear: 2023,
            OrganizationCount: 12,
            FilingCount: 12,
            Revenue: { Total: 78_000 },
            Coverage: { 'Revenue.Total': 12, GroupReturnsLeftOut: 0, ShortYearsLeftOut: 0 },
          },
        ],
      },
      SectorComposition: {
        RegistryOrganizations: 1,
        RegistryUpdatedAt: '2026-04-01T00:00:00.000Z',
        Groups: [{ Key: '501c3', Label: '501(c)(3)', Organizations: 1 }],
      },
      ComputedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    const lists = await ask('/api/v2/top-lists', headers)
    expect(lists.status).toBe(200)
    expect(lists.body).toMatchObject({ FilingYear: 2023, Lists: [{ Key: 'K' }] })
    const [list] = lists.body.Lists
    expect(list.Organizations).toHaveLength(10)
    expect(list.Organizations[0]).toEqual({
      EIN: '190000012',
      Name: 'Made 190000012',
      Score: 70,
      Location: 'Akron, OH',
      PrimaryForm: '990',
      Revenue: 12_000,
      LatestYear: 2023,
    })
  })

  test('without a key are responses of surface B, with the same facts', async () => {
    const { status, body, headers } = await ask('/api/v2/stats')
    expect(status).toBe(200)
    expect(headers['server-timing']).toMatch(/^search;dur=/)
    expect(body.data).toMatchObject({
      charities: 12,
      filings: 24,
      modal_latest_year: 2023,
      latest_returns: { sector_revenue: { value: 78_000, filings: 12 }, first_year: 2023 },
      sector_overview: {
        latest_complete_year: 2023,
        years: [{ tax_year: 2022 }, { tax_year: 2023, partial: false }],
      },
      sector_composition: { groups: [{ key: '501c3' }] },
    })
    // There are no filings of the year before, so completeness is unknown.
    expect(body.data.sector_overview.years[0]).not.toHaveProperty('partial')
    const lists = await ask('/api/v2/top-lists')
    expect(lists.status).toBe(200)
    const [list] = lists.body.data.lists
    expect(list.organizations).toHaveLength(10)
    expect(list.organizations[0]).toMatchObject({
      ein: '190000012',
      score: { value: 70, ref: 'derived:rating:190000012:2023' },
      revenue: { value: 12_000, ref: expect.stringContaining(':/IRS990/totalRevenue') },
      prominence: Math.log10(12_001) * 70,
    })
    const sources = Object.keys(lists.body.data.evidence.sources)
    expect(sources.length).toBeGreaterThan(9)
  })

  test('are available as the yearly series of EIN 0', async () => {
    const { status, body } = await ask('/api/v2/charity/0/metrics')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      ein: '000000000',
      form: '990',
      latest_complete_year: 2023,
      years: [
        { tax_year: 2022, figures: { revenue: { value: 12, unit: 'USD', filings: 12 } } },
        {
          tax_year: 2023,
          partial: false,
          organizations: 12,
          figures: { revenue: { value: 78_000, formula: 'Sum of Form 990, Part I, line 12' } },
        },
      ],
      evidence: { form: '990' },
    })
    // 2022 is not known to be complete, so there is no base for growth.
    expect(body.data.years[1].ratios).toEqual({})
    // The nine-digit form, which the response uses, works, too; the error for an invalid EIN
    // mentions 0.
    expect((await ask('/api/v2/charity/000000000/metrics')).body.data).toEqual(body.data)
    const wrong = await ask('/api/v2/charity/00/metrics')
    expect([wrong.status, wrong.body.error]).toEqual([400, expect.stringContaining('or 0 for the')])
  })

  test.each(PATHS)(
    '%s rejects a key without Advanced operations, and an invalid one',
    async (path) => {
      const status = async (tier: Tier, limit: number | null = null) => {
        const { status: own, body } = await ask(path, await keyed(world.postgres, tier, limit))
        return own === 200 ? own : [own, body.detail.ErrorCode]
      }
      expect(await status('Site')).toEqual([403, 'AdvancedNotIncluded'])
      const { body } = await ask(path, await keyed(world.postgres, 'Site'))
      expect(body.detail.Message).toMatch(/send no key to get the surface B response/)
      expect(await status('Paid', 0)).toEqual([403, 'AdvancedNotIncluded'])
      expect(await status('Site', 1)).toBe(200)
      expect(await status('Internal')).toBe(200)
      const unknown = await ask(path, { 'x-service-api-key': `nrk_${'a'.repeat(43)}` })
      expect([unknown.status, unknown.body.detail.ErrorCode]).toEqual([401, 'InvalidCredential'])
      const malformed = await ask(path, { authorization: 'Bearer x' })
      expect([malformed.status, malformed.body.detail.ErrorCode]).toEqual([
        401,
        'InvalidCredential',
      ])
    },
  )

  test.each(PATHS)('%s rejects parameters on both surfaces', async (path) => {
    const a = await ask(`${path}?Form=990`, await keyed(world.postgres))
    expect([a.status, a.body.detail[0].loc]).toEqual([422, ['query', 'Form']])
    const b = await ask(`${path}?form=990`)
    expect([b.status, b.body.success]).toEqual([400, false])
  })

  test('state in OpenAPI which surface responds', async () => {
    const { body } = await ask('/openapi.json')
    for (const path of PATHS) {
      const { get } = body.paths[path]
      expect(get.description).toMatch(/With a key .*surface A.*Without a key.*surface B/)
      expect(get.security).toEqual([{}, { bearer: [] }, { apiKey: [] }])
      expect(Object.keys(get.responses)).toEqual(expect.arrayContaining(['200', '403', '503']))
      expect(get.responses['200'].content['application/json'].schema.oneOf).toHaveLength(2)
    }
    // Without filings there are no totals, but an empty list is valid.
    expect(body.paths['/api/v2/stats'].get.responses).toHaveProperty('404')
    expect(body.paths['/api/v2/top-lists'].get.responses).not.toHaveProperty('404')
    expect(body.paths['/api/v2/search'].get.description).toMatch(/either Query or q/)
  })

  test('are 503 while the engine is unavailable', async () => {
    const away = createOpenSearch({ url: 'http://127.0.0.1:1' })
    const other = await openWorld('sector_away', { opensearch: away })
    const urls = [...PATHS, '/api/v2/charity/0/metrics']
    const statuses = await Promise.all(
      urls.map(async (url) => (await other.app.inject({ url })).statusCode),
    )
    await other.close()
    await away.close()
    expect(statuses).toEqual([503, 503, 503])
  })
})

describe('a sector', () => {
  beforeAll(clear)

  test('without any filing is not ready on A and not found on B', async () => {
    await addOrganization(world.postgres, { ein: '190000001', form: null })
    await rebuild()
    const a = await ask('/api/v2/stats', await keyed(world.postgres))
    expect([a.status, a.body.detail.ErrorCode]).toEqual([503, 'IndexNotReady'])
    expect(a.body.detail.Message).toContain('No filings are loaded yet')
    for (const url of ['/api/v2/stats', '/api/v2/charity/0/metrics']) {
      const b = await ask(url)
      expect([b.status, b.body.error]).toEqual([404, expect.stringContaining('No filings')])
    }
  })

  test('of only postcards and short forms has counts and no sums', async () => {
    await addOrganization(world.postgres, { ein: '190000002', form: '990N', year: 2025 })
    await addFiling(world.postgres, { ein: '190000002', form: '990N', year: 2025 })
    await addOrganization(world.postgres, { ein: '190000003', form: '990EZ', year: 2022 })
    const facts = { totalRevenue: 5 }
    await addFiling(world.postgres, { ein: '190000003', form: '990EZ', year: 2022, facts })
    await rebuild()
    const headers = await keyed(world.postgres)
    const { status, body } = await ask('/api/v2/stats', headers)
    expect(status).toBe(200)
    expect(body).toEqual({
      Charities: 2,
      Filings: 2,
      ModalLatestYear: 2022,
      FilingsByForm: { '990EZ': 1, '990N': 1 },
      CountsApproximate: false,
      ComputedAt: expect.any(String),
    })
    const series = await ask('/api/v2/charity/0/metrics')
    expect([series.status, series.body.error]).toEqual([404, expect.stringContaining('Form 990')])
    const lists = await ask('/api/v2/top-lists', headers)
    expect([lists.status, lists.body.detail.ErrorCode]).toEqual([503, 'IndexNotReady'])
    const empty = await ask('/api/v2/top-lists')
    expect([empty.status, empty.body.data.lists]).toEqual([200, []])
    expect(empty.body.data.note).toMatch(/No cause has ten/)
  })

  test('without a year known to be complete has no overview on A', async () => {
    await addOrganization(world.postgres, { ein: '190000004', year: 2022 })
    const facts = { totalRevenue: 9 }
    await addFiling(world.postgres, { ein: '190000004', year: 2022, facts })
    await rebuild()
    const { body } = await ask('/api/v2/stats', await keyed(world.postgres))
    expect(body).toMatchObject({ SectorRevenue: 9 })
    expect(body).not.toHaveProperty('SectorOverview')
    expect((await ask('/api/v2/stats')).body.data.sector_overview).toMatchObject({
      organizations: 1,
      years: [{ tax_year: 2022 }],
    })
  })
})

describe('an index built before sums existed', () => {
  test('remains searchable; sums are not ready, and the message says what to do', async () => {
    await rebuild()
    const bare = `${organizationsIndex(prefix(), RELEASE)}-2`
    const meta = newMeta(bare, RELEASE, { model: MODEL, dimension: 384 }, undefined)
    await createIndex(world.opensearch, meta)
    await completeIndex(world.opensearch, meta)
    await switchAlias(world.opensearch, prefix(), organizationsIndex(prefix(), RELEASE), bare)
    try {
      const headers = await keyed(world.postgres)
      for (const path of PATHS) {
        const { status, body } = await ask(path, headers)
        expect([status, body.detail.ErrorCode]).toEqual([503, 'IndexNotReady'])
        expect(body.detail.Message).toContain('npm run reindex')
        expect((await ask(path)).status).toBe(503)
      }
      expect((await ask('/api/v2/charity/0/metrics')).status).toBe(503)
      expect((await ask('/api/v2/search?Query=harvest')).status).toBe(200)
      await expect(
        world.opensearch.count(companionAlias(prefix(), 'sector')),
      ).rejects.toMatchObject({
        code: 'IndexNotReady',
      })
    } finally {
      await deleteIndices(world.opensearch, [bare])
      await buildIndex(world.opensearch, prefix(), ORGANIZATIONS)
    }
  })
})
