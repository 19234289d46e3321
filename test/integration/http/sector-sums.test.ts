import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stats } from '#src/api/a/stats.ts'
import type { StatsData } from '#src/api/b/stats.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import { openDemo, type ProfilesWorld } from './profiles-world.ts'
import { keyed, withPair } from './sector-world.ts'

/** Figures of surface B by the facts they sum, listed separately from the code's own table. */
const SUMMED = {
  revenue: 'totalRevenue',
  contributions: 'contributions',
  program_service_revenue: 'programServiceRevenue',
  investment_income: 'investmentIncome',
  other_revenue: 'otherRevenue',
  expenses: 'totalExpenses',
  program_expenses: 'programExpenses',
  management_expenses: 'managementExpenses',
  fundraising_expenses: 'fundraisingExpenses',
  grants_paid: 'grantsPaid',
  domestic_organization_grants: 'grantsToDomesticOrganizations',
  domestic_individual_grants: 'grantsToDomesticIndividuals',
  foreign_grants: 'foreignGrants',
  assets: 'totalAssetsEoy',
  liabilities: 'totalLiabilitiesEoy',
} as const satisfies Record<string, FactKey>

/**
 * One return for each organization and year, without group returns whose members file
 * themselves.
 */
const RETURNS = `
select distinct on (f.ein, f.tax_year) f.ein, f.tax_year, f.facts
from filing f join organization o using (ein)
where f.form = '990' and f.is_current and not (f.is_group_return and exists (
  select from filing g join organization m using (ein)
  where g.form = '990' and g.is_current and not g.is_group_return and g.tax_year = f.tax_year
    and m.role = 'Member' and m.family_id = o.family_id and m.ein <> o.ein
))
order by f.ein, f.tax_year, f.tax_period_end desc`

type Sum = { taxYear: number; sum: number | null; filings: number; organizations: number }

const sumOf = (world: ProfilesWorld, fact: FactKey): Promise<Sum[]> =>
  world.postgres.query<Sum>(
    `select tax_year::int as "taxYear", sum((facts -> $1 ->> 'value')::numeric)::float8 as sum,
       count(facts -> $1) as filings, count(*) as organizations
     from (${RETURNS}) returns group by tax_year order by tax_year`,
    [fact],
  )

describe('over demo filings', () => {
  let world: ProfilesWorld
  let closePair: () => Promise<void>
  let a: Stats
  let b: StatsData

  beforeAll(async () => {
    world = await openDemo('sector_sums')
    closePair = await withPair(world.postgres, 'profiles-sector-sums-')
    const answer = await world.get<Stats>('/api/v2/stats', await keyed(world.postgres))
    expect(answer.status).toBe(200)
    a = answer.body
    b = (await world.get<{ data: StatsData }>('/api/v2/stats')).body.data
  })
  afterAll(async () => {
    await closePair()
    await world.close()
  })

  test.each(Object.entries(SUMMED))('%s is a plain sum, year by year', async (key, fact) => {
    const expected = (await sumOf(world, fact)).map(({ taxYear, sum, filings }) =>
      sum === null ? [taxYear, undefined, undefined] : [taxYear, sum, filings],
    )
    const years = b.sector_overview?.years ?? []
    expect(years.length).toBeGreaterThan(3)
    expect(
      years.map(({ tax_year: year, figures }) => [
        year,
        figures[key]?.value,
        figures[key]?.filings,
      ]),
    ).toEqual(expected)
  })

  test('organizations and filings of each year add up, and both surfaces agree', async () => {
    const years = b.sector_overview?.years ?? []
    const counted = await sumOf(world, 'totalRevenue')
    expect(years.map((year) => year.organizations)).toEqual(
      counted.map(({ organizations }) => organizations),
    )
    const filed = await world.postgres.query<{ count: number }>(
      `select count(*) from filing where form = '990' and is_current
       group by tax_year order by tax_year`,
    )
    expect(years.map((year) => year.filings)).toEqual(filed.map(({ count }) => count))
    for (const year of years) {
      expect(year.filings).toBe(
        year.organizations + year.group_returns_left_out + year.short_years_left_out,
      )
    }
    if (a.SectorOverview) {
      expect(a.SectorOverview.Years.map(({ Revenue }) => Revenue?.Total)).toEqual(
        years.map(({ figures }) => figures.revenue?.value),
      )
    }
    expect([a.Charities, a.Filings, a.SectorRevenue]).toEqual([
      b.charities,
      b.filings,
      b.latest_returns?.sector_revenue?.value,
    ])
  })

  test('counts are those of the store', async () => {
    const [row] = await world.postgres.query<{ organizations: number; filings: number }>(
      `select count(distinct ein) as organizations, count(*) as filings
       from filing where is_current`,
    )
    expect([a.Charities, a.Filings]).toEqual([row?.organizations, row?.filings])
    const byForm = Object.values(a.FilingsByForm ?? {}).reduce((sum, count) => sum + count, 0)
    expect(byForm).toBe(a.Filings)
  })

  test('the revenue that orders top lists is the filed revenue of the rated return', async () => {
    const rows = await world.postgres.query<{ stored: number | null; filed: number | null }>(
      `select i.revenue as stored, (f.facts -> 'totalRevenue' ->> 'value')::float8 as filed
         from rating_input i join filing f using (object_id)`,
    )
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.map(({ stored }) => stored)).toEqual(rows.map(({ filed }) => filed))
  })

  test("revenue is that of each organization's latest return", async () => {
    const [row] = await world.postgres.query<{ sum: number }>(
      `select sum((l.facts -> 'totalRevenue' ->> 'value')::numeric)::float8 as sum from (
           select distinct on (ein) * from filing where form = '990' and is_current
           order by ein, tax_period_end desc, object_id desc
         ) l join organization o using (ein)
         where not l.is_group_return or not exists (
           select from filing g join organization m using (ein)
           where g.form = '990' and g.is_current and not g.is_group_return
             and m.role = 'Member' and m.family_id = o.family_id and m.ein <> o.ein
         )`,
    )
    expect(a.SectorRevenue).toBe(row?.sum)
  })
})
