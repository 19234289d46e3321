import { expect, test } from 'vitest'
import { sourceList } from '#src/api/a/sources.ts'
import { readFreshness } from '#src/provenance/read-freshness.ts'
import { readSourceList } from '#src/provenance/read-sources.ts'
import { SOURCE_KEYS } from '#src/provenance/source.ts'
import { opened } from '#test/integration/opened.ts'
import { openDemo, openFiles, type ProfilesWorld } from './profiles-world.ts'

async function read(world: ProfilesWorld) {
  const { status, body, headers } = await world.get('/api/v2/sources')
  expect(status, JSON.stringify(body)).toBe(200)
  // It costs nothing, with or without a key.
  expect(headers).not.toHaveProperty('ratelimit')
  const list = sourceList.parse(body)
  const of = (key: (typeof SOURCE_KEYS)[number]) =>
    list.Sources.find(({ Key }) => Key === key)?.Loaded
  return { list, of }
}

test('the sources of an empty store are all listed, each as not loaded', async () => {
  const world = await openFiles('sources_none', {})
  const { list } = await read(world)
  expect(list.Sources.map(({ Key }) => Key)).toEqual([...SOURCE_KEYS])
  for (const source of list.Sources) {
    expect(source, source.Key).toMatchObject({ NotLoaded: true, Title: expect.any(String) })
    expect(source, source.Key).not.toHaveProperty('Loaded')
  }
  expect(Object.keys(list)).toEqual(['Sources'])
  expect(await readFreshness(world)).toEqual({})
  await world.close()
})

/** Facts about filings, counted from all rows one by one. */
const FILED = `
  select min(tax_year)::int as "First", max(tax_year)::int as "Last",
    to_char(max(tax_period_end), 'YYYY-MM-DD') as "periodEnd",
    to_char(max(received_on), 'YYYY-MM-DD') as received, count(*)::int as filings
  from filing where (form = '990N') = `
type Filed = { First: number; Last: number; periodEnd: string; received: string; filings: number }

const LAG = `
  select percentile_disc(0.5) within group (order by
      (extract(year from received_on) - extract(year from tax_period_end)) * 12
      + extract(month from received_on) - extract(month from tax_period_end)
      - case when extract(day from received_on) < extract(day from tax_period_end)
        then 1 else 0 end)::int as months, count(*)::int as returns
  from filing where form <> '990N' and received_on is not null`

const world = opened(() => openDemo('sources_demo'))

const one = async <Row extends object>(sql: string): Promise<Row> =>
  (await world.postgres.query<Row>(sql))[0] as Row

test('the sources of the demo are all loaded except websites, and all fictional', async () => {
  const { list } = await read(world)
  const LastLoadedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)
  for (const { Key, Loaded, NotLoaded } of list.Sources) {
    if (Key === 'Websites') expect(NotLoaded).toBe(true)
    else expect(Loaded, Key).toMatchObject({ Fictional: 'All', RejectedRows: 0, LastLoadedAt })
    expect(Loaded ?? {}, Key).not.toHaveProperty('Unfinished')
  }
})

test('count the rows of their files', async () => {
  const { of } = await read(world)
  const slices = await world.postgres.query<{ kind: string; Rows: number }>(
    `select kind, sum(loaded + unchanged + replaced)::int as "Rows"
     from load_slice join load_source on id = source_id group by kind`,
  )
  const rowsOf = (wanted: string) => slices.find(({ kind }) => kind === wanted)?.Rows ?? 0
  const { filings, cards, registry } = await one<Record<'filings' | 'cards' | 'registry', number>>(
    `select count(*) filter (where form <> '990N')::int as filings,
       count(*) filter (where form = '990N')::int as cards,
       (select count(*)::int from bmf where as_of >= '2026-04-01') as registry from filing`,
  )
  expect(of('EFile')?.Rows).toBe(filings)
  expect(of('Postcards')).toMatchObject({ Rows: cards, Files: 1 })
  const Rows = rowsOf('bmf')
  const newest = { RowsOfNewest: registry, AsOf: '2026-04', Files: 7 }
  expect(of('BusinessMasterFile')).toMatchObject({ Rows, ...newest })
  expect(Rows).toBeGreaterThan(registry)
  expect(of('Publication78')?.Rows).toBe(rowsOf('pub78'))
  expect(of('Revocations')?.Rows).toBe(rowsOf('revocation'))
  // The page counts parties, without their other names and addresses.
  const { sources } = await readSourceList(world)
  const entries = new Map(sources.map(({ key, loaded }) => [key, loaded?.entries]))
  expect(entries.get('OFAC')).toBe(rowsOf('ofac-party'))
  expect(entries.get('BusinessMasterFile')).toBe(registry)
  expect(of('OFAC')).toMatchObject({ AsOf: '2026-04', Files: 3 })
})

test('have the years, periods, and receipt days of all filings in the store', async () => {
  const { list, of } = await read(world)
  const [filed, cards] = [await one<Filed>(`${FILED} false`), await one<Filed>(`${FILED} true`)]
  const toFacts = ({ First, Last, periodEnd }: Filed) => ({
    TaxYears: { First, Last },
    NewestTaxPeriodEnd: periodEnd,
  })
  expect(of('EFile')).toMatchObject({ ...toFacts(filed), NewestReceived: filed.received })
  expect(of('Postcards')).toMatchObject(toFacts(cards))
  expect(of('Postcards')).not.toHaveProperty('NewestReceived')
  const lag = await one<{ months: number; returns: number }>(LAG)
  expect(list.FilingLag).toEqual({ MedianMonths: lag.months, Returns: lag.returns })
  expect(await readFreshness(world)).toEqual({
    ...{ release: list.Release, releasedAt: list.ReleasedAt, fictional: 'All' },
    ...{ newestReceived: filed.received, newestTaxPeriodEnd: filed.periodEnd },
    ...{ medianLagMonths: lag.months, lagOf: lag.returns },
  })
})
