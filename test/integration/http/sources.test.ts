import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateDemo } from '#indexer/demo/generate.ts'
import { type SourceListAnswer, sourceList } from '#src/api/a/sources.ts'
import { readFreshness } from '#src/provenance/read-freshness.ts'
import { SOURCE_KEYS } from '#src/provenance/source.ts'
import { openDemo, openProfiles, type ProfilesWorld } from './profiles-world.ts'

type Listed = SourceListAnswer['Sources'][number]

async function read(world: ProfilesWorld) {
  const { status, body, headers } = await world.get('/api/v2/sources')
  expect(status, JSON.stringify(body)).toBe(200)
  const list = sourceList.parse(body)
  const of = (key: string): Listed => {
    const found = list.Sources.find(({ Key }) => Key === key)
    if (!found) throw new Error(`${key} is not listed`)
    return found
  }
  return { list, of, headers }
}

const one = async <Row extends object>(world: ProfilesWorld, sql: string): Promise<Row> => {
  const [row] = await world.postgres.query<Row>(sql)
  if (!row) throw new Error(`no row: ${sql}`)
  return row
}

/** Returns the facts about filings, counted from all rows one by one. */
const FILED = (postcards: boolean) => `
  select min(tax_year)::int as "First", max(tax_year)::int as "Last",
    to_char(max(tax_period_end), 'YYYY-MM-DD') as "periodEnd",
    to_char(max(received_on), 'YYYY-MM-DD') as received, count(*)::int as filings
  from filing where (form = '990N') = ${postcards}`
type Filed = { First: number; Last: number; periodEnd: string; received: string; filings: number }

const LAG = `
  select percentile_disc(0.5) within group (order by
      (extract(year from received_on) - extract(year from tax_period_end)) * 12
      + extract(month from received_on) - extract(month from tax_period_end)
      - case when extract(day from received_on) < extract(day from tax_period_end)
        then 1 else 0 end)::int as months, count(*)::int as returns
  from filing where form <> '990N' and received_on is not null`

describe('sources of an empty store', () => {
  let world: ProfilesWorld
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nothing-'))
    world = await openProfiles('sources_none', [folder])
    rmSync(folder, { recursive: true })
  })
  afterAll(() => world.close())

  test('are all listed, each as not loaded', async () => {
    const { list } = await read(world)
    expect(list.Sources.map(({ Key }) => Key)).toEqual([...SOURCE_KEYS])
    for (const source of list.Sources) {
      expect(source, source.Key).toMatchObject({ NotLoaded: true, Title: expect.any(String) })
      expect(source, source.Key).not.toHaveProperty('Loaded')
    }
    expect(Object.keys(list)).toEqual(['Sources'])
    expect(await readFreshness(world)).toEqual({})
  })

  test('cost nothing, with or without a key', async () => {
    expect((await read(world)).headers).not.toHaveProperty('ratelimit')
  })
})

describe('sources of the demo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sources-'))
  let world: ProfilesWorld
  let demo: Awaited<ReturnType<typeof generateDemo>>
  beforeAll(async () => {
    demo = await generateDemo({ folder })
    world = await openDemo('sources_demo')
  })
  afterAll(async () => {
    await world.close()
    rmSync(folder, { recursive: true })
  })

  test('are all loaded except websites, and all fictional', async () => {
    const { list } = await read(world)
    for (const { Key, Loaded, NotLoaded } of list.Sources) {
      if (Key === 'Websites') {
        expect(NotLoaded).toBe(true)
        continue
      }
      expect(Loaded, Key).toMatchObject({ Fictional: 'All', RejectedRows: 0 })
      expect(Loaded, Key).not.toHaveProperty('Unfinished')
      expect(Date.now() - Date.parse(Loaded?.LastLoadedAt ?? '')).toBeLessThan(3_600_000)
    }
  })

  test('count the rows of their files', async () => {
    const { of } = await read(world)
    const filings = Object.values(demo.filings).reduce((sum, count) => sum + count, 0)
    expect(of('EFile').Loaded?.Rows).toBe(filings)
    expect(of('Postcards').Loaded).toMatchObject({ Rows: demo.postcards, Files: 1 })
    expect(of('BusinessMasterFile').Loaded).toMatchObject({
      RowsOfNewest: demo.registryRows,
      AsOf: '2026-04',
      Files: 7,
    })
    const { both } = await one<{ both: number }>(
      world,
      `select sum(loaded + unchanged + replaced)::int as both
       from load_slice join load_source on id = source_id where kind = 'bmf'`,
    )
    expect(of('BusinessMasterFile').Loaded?.Rows).toBe(both)
    expect(both).toBeGreaterThan(demo.registryRows)
    expect(of('Publication78').Loaded?.Rows).toBe(demo.publication78)
    expect(of('Revocations').Loaded?.Rows).toBe(demo.revocations)
    expect(of('OFAC').Loaded).toMatchObject({ AsOf: '2026-04', Files: 3 })
  })

  test('have the years, periods, and receipt days of all filings in the store', async () => {
    const { list, of } = await read(world)
    const filed = await one<Filed>(world, FILED(false))
    expect(of('EFile').Loaded).toMatchObject({
      TaxYears: { First: filed.First, Last: filed.Last },
      NewestTaxPeriodEnd: filed.periodEnd,
      NewestReceived: filed.received,
    })
    const cards = await one<Filed>(world, FILED(true))
    expect(of('Postcards').Loaded).toMatchObject({
      TaxYears: { First: cards.First, Last: cards.Last },
      NewestTaxPeriodEnd: cards.periodEnd,
    })
    expect(of('Postcards').Loaded).not.toHaveProperty('NewestReceived')
    const lag = await one<{ months: number; returns: number }>(world, LAG)
    expect(list.FilingLag).toEqual({ MedianMonths: lag.months, Returns: lag.returns })
    expect(await readFreshness(world)).toEqual({
      release: list.Release,
      releasedAt: list.ReleasedAt,
      newestReceived: filed.received,
      newestTaxPeriodEnd: filed.periodEnd,
      medianLagMonths: lag.months,
      lagOf: lag.returns,
      fictional: 'All',
    })
  })
})
