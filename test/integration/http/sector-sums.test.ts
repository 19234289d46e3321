import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stats } from '#src/api/a/stats.ts'
import type { StatsData } from '#src/api/b/sector.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import { deleteAll } from '#test/integration/indices/builds.ts'
import { opened } from '#test/integration/opened.ts'
import { testCases } from '#test/unit/cases.ts'
import { openDemo } from './profiles-world.ts'
import { buildPair, keyed } from './sector-world.ts'

/** True for group returns whose members file themselves in a year. */
const isRepeated = (ofYear = '') => `f.is_group_return and exists (
  select from filing g join organization m using (ein)
  where g.form = '990' and g.is_current and not g.is_group_return ${ofYear}
    and m.role = 'Member' and m.family_id = o.family_id and m.ein <> o.ein)`

const world = opened(() => openDemo('sector_sums'))
let a: Stats
let b: StatsData
const query = <Row extends object>(sql: string, values: string[] = []) =>
  world.postgres.query<Row>(sql, values)

beforeAll(async () => {
  await buildPair(world.deps.opensearch, world.postgres, world.deps.indexPrefix)
  a = (await world.get<Stats>('/api/v2/stats', await keyed(world.postgres))).body
  b = (await world.get<{ data: StatsData }>('/api/v2/stats')).body.data
  expect(b.sector_overview?.years.length).toBeGreaterThan(3)
})
afterAll(() => deleteAll(world.deps.opensearch, world.deps.indexPrefix))

/** Sums over one return for each organization and year. */
const sumsOf = (fact: FactKey) =>
  query<{ year: number; sum: number | null; filings: number; organizations: number }>(
    `select tax_year::int as year, sum((facts -> $1 ->> 'value')::numeric)::float8 as sum,
       count(facts -> $1) as filings, count(*) as organizations
     from (select distinct on (f.ein, f.tax_year) f.ein, f.tax_year, f.facts
       from filing f join organization o using (ein)
       where f.form = '990' and f.is_current
         and not (${isRepeated('and g.tax_year = f.tax_year')})
       order by f.ein, f.tax_year, f.tax_period_end desc) returns
     group by tax_year order by tax_year`,
    [fact],
  )

// The table is separate from the code's own.
testCases('figures of the sector and the facts they sum', async (key: string, fact: FactKey) => {
  const expected = (await sumsOf(fact)).map(({ year, sum, filings }) =>
    sum === null ? [year, undefined, undefined] : [year, sum, filings],
  )
  const shown = b.sector_overview?.years.map(({ tax_year: year, figures }) => [
    ...[year, figures[key]?.value, figures[key]?.filings],
  ])
  expect(shown).toEqual(expected)
})

test('organizations and filings of each year add up, and both surfaces agree', async () => {
  const years = b.sector_overview?.years ?? []
  const counted = (await sumsOf('totalRevenue')).map(({ organizations }) => organizations)
  expect(years.map(({ organizations }) => organizations)).toEqual(counted)
  const filed = await query<{ count: number }>(
    `select count(*) from filing where form = '990' and is_current
     group by tax_year order by tax_year`,
  )
  expect(years.map((year) => year.filings)).toEqual(filed.map(({ count }) => count))
  for (const { filings, organizations, ...year } of years) {
    expect(filings - organizations).toBe(year.group_returns_left_out + year.short_years_left_out)
  }
  const totals = years.map(({ figures }) => figures.revenue?.value)
  expect(a.SectorOverview?.Years.map(({ Revenue }) => Revenue?.Total) ?? totals).toEqual(totals)
  const revenue = b.latest_returns?.sector_revenue?.value
  expect([a.Charities, a.Filings, a.SectorRevenue]).toEqual([b.charities, b.filings, revenue])
})

test("counts are those of the store, and revenue is that of each organization's latest return", async () => {
  const [row] = await query<{ organizations: number; filings: number; sum: number }>(
    `select count(distinct ein) as organizations, count(*) as filings,
       (select sum((f.facts -> 'totalRevenue' ->> 'value')::numeric)::float8 from (
         select distinct on (ein) * from filing where form = '990' and is_current
         order by ein, tax_period_end desc, object_id desc
        ) f join organization o using (ein) where not (${isRepeated()})) as sum
     from filing where is_current`,
  )
  const shown = [a.Charities, a.Filings, a.SectorRevenue]
  expect(shown).toEqual([row?.organizations, row?.filings, row?.sum])
  const byForm = Object.values(a.FilingsByForm ?? {}).reduce((sum, count) => sum + count, 0)
  expect(byForm).toBe(a.Filings)
})

test('the revenue that orders top lists is the filed revenue of the rated return', async () => {
  const rows = await query<{ stored: number | null; filed: number | null }>(
    `select i.revenue as stored, (f.facts -> 'totalRevenue' ->> 'value')::float8 as filed
     from rating_input i join filing f using (object_id)`,
  )
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(({ stored, filed }) => stored !== filed)).toEqual([])
})
