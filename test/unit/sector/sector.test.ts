import { describe, expect, test } from 'vitest'
import { companionIndexFor } from '#mappings/companions.ts'
import { organizationsIndex } from '#mappings/organizations.ts'
import { SECTOR_FIGURES } from '#src/figures/sector.ts'
import { latestComplete, toCompleteness } from '#src/sector/complete-years.ts'
import { toComposition } from '#src/sector/composition.ts'
import { isoWeek } from '#src/sector/iso-week.ts'
import { toSectorSeries } from '#src/sector/series.ts'
import { type Candidate, describeList, LISTED_GROUPS, toTopLists } from '#src/sector/top-lists.ts'

describe('companionIndexFor', () => {
  const release = '20260101t000000000z'

  test('names the sector index after the organizations index', () => {
    expect(companionIndexFor(organizationsIndex('x-', release), 'sector')).toBe(
      `x-sector-m3-${release}`,
    )
    expect(companionIndexFor(`organizations-m2-${release}-3`, 'sector')).toBe(
      `sector-m3-${release}-3`,
    )
  })

  test.each(['organizations-m3-notes', `sector-m2-${release}`, `organizations-${release}`])(
    '%s has no sector index',
    (name) => expect(companionIndexFor(name, 'sector')).toBeUndefined(),
  )
})

test('cites the line that the catalogue reads first', () => {
  expect(SECTOR_FIGURES.revenue.line).toBe('Part I, line 12')
  expect(SECTOR_FIGURES.assets.line).toBe('Part I, line 20, end of year')
})

describe('a year', () => {
  const year = (taxYear: number, filers: number, returning: number) => ({
    taxYear,
    filers,
    returning,
  })

  test('is complete when 90% of the previous filers have filed', () => {
    const years = toCompleteness([year(2021, 100, 0), year(2022, 95, 90), year(2023, 90, 85)])
    expect(years.get(2022)).toEqual({ returning: 0.9, isComplete: true })
    expect(years.get(2023)).toEqual({ returning: 85 / 95, isComplete: false })
  })

  test('is unknown with fewer than ten filers in the year before', () => {
    const years = toCompleteness([year(2019, 9, 0), year(2020, 9, 9), year(2022, 200, 100)])
    expect([2019, 2020, 2022].map((one) => years.get(one))).toEqual([{}, {}, {}])
  })

  test('can be the latest complete one before partial ones', () => {
    const years = [
      { taxYear: 2020, isComplete: true },
      { taxYear: 2021, isComplete: true },
      { taxYear: 2022, isComplete: false },
      { taxYear: 2023 },
    ]
    expect(latestComplete(years)).toBe(2021)
    expect(latestComplete([{ taxYear: 2023 }])).toBeUndefined()
  })

  test('has growth only between complete years, each with at least ten returns', () => {
    const years = [
      { taxYear: 2019, isComplete: true, sum: 90, filings: 9 },
      { taxYear: 2020, isComplete: true, sum: 100, filings: 10 },
      { taxYear: 2021, isComplete: true, sum: 150, filings: 11 },
      { taxYear: 2022, isComplete: false, sum: 30, filings: 12 },
    ].map(({ sum, filings, ...rest }) => ({
      ...rest,
      organizations: filings,
      filings,
      groupReturnsLeftOut: 0,
      shortYearsLeftOut: 0,
      figures: { revenue: { sum, filings } },
      ratios: {},
    }))
    expect(toSectorSeries(years).map(({ growth }) => growth)).toEqual([
      {},
      {},
      { revenueGrowth: 0.5 },
      {},
    ])
  })
})

test.each([
  ['2024-12-30T00:00:00.000Z', 2025, 1],
  ['2021-01-03T23:59:59.999Z', 2020, 53],
  ['2021-01-04T00:00:00.000Z', 2021, 1],
  ['2026-11-21T20:00:00.000Z', 2026, 47],
  ['2026-11-22T12:00:00.000Z', 2026, 47],
  ['2023-01-01T12:00:00.000Z', 2022, 52],
])('%s is in week %i-%i of ISO 8601', (time, year, week) => {
  expect(isoWeek(time)).toEqual({ year, week })
})

test('groups the registry by section, the largest first, with unknown codes', () => {
  const rows = [
    { subsection: '92', count: 1 },
    { subsection: '03', count: 5 },
    { subsection: null, count: 2 },
    { subsection: '99', count: 1 },
  ]
  expect(toComposition(rows, '2026-04-01')).toEqual({
    organizations: 9,
    updatedOn: '2026-04-01',
    groups: [
      { key: '501c3', label: '501(c)(3)', organizations: 5 },
      { key: 'none', label: 'No subsection', organizations: 2 },
      { key: '4947a1', label: '4947(a)(1)', organizations: 1 },
      { key: 'code-99', label: 'Subsection code 99', organizations: 1 },
    ],
  })
})

describe('top lists', () => {
  const candidate = (n: number, change: Partial<Candidate> = {}): Candidate => ({
    ein: `0700000${String(n).padStart(2, '0')}`,
    name: `Pantry ${n}`,
    nameRef: 'bmf:2026-04:070000001:NAME',
    majorGroup: 'K',
    score: 50,
    band: 'Weak',
    periodEnd: '2023-12-31',
    city: 'Akron',
    state: 'OH',
    country: 'US',
    form: '990',
    objectId: '202303199349301234',
    taxYear: 2023,
    revenue: n * 1_000,
    revenuePath: '/IRS990/CYTotalRevenueAmt',
    prominence: Math.log10(1 + n * 1_000) * 50,
    eligible: 12,
    ...change,
  })
  const upTo = (count: number) => Array.from({ length: count }, (_, at) => candidate(at + 1))

  test('do not exist for nine eligible organizations', () => {
    expect(toTopLists(upTo(9))).toEqual([])
  })

  test('have exactly ten, by revenue and by prominence', () => {
    const famous = candidate(1, { score: 99, prominence: 400 })
    const [list, ...others] = toTopLists([famous, ...upTo(12).slice(1)])
    expect(others).toEqual([])
    expect(list?.byRevenue.map(({ ein }) => Number(ein.slice(-2)))).toEqual([
      12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
    ])
    expect(list?.byProminence.map(({ ein }) => Number(ein.slice(-2)))).toEqual([
      1, 12, 11, 10, 9, 8, 7, 6, 5, 4,
    ])
    expect(list?.byProminence[0]).toMatchObject({
      scoreRef: 'derived:rating:070000001:2023',
      revenue: { value: 1_000, ref: '990:2023:202303199349301234:/IRS990/CYTotalRevenueAmt' },
    })
  })

  test('order ties by EIN', () => {
    const equals = upTo(11).map((one) => ({ ...one, revenue: 5, prominence: 1 }))
    const [list] = toTopLists(equals.toReversed())
    expect(list?.byRevenue.map(({ ein }) => ein)).toEqual(equals.slice(0, 10).map(({ ein }) => ein))
  })

  test('name the deciles of their group, and leave out "Unknown"', () => {
    expect(describeList('K')).toMatchObject({ title: 'Food, Agriculture & Nutrition' })
    expect(describeList('K').causes).toContain('Food Programs')
    expect(LISTED_GROUPS).toHaveLength(25)
    expect(LISTED_GROUPS).not.toContain('Z')
  })
})
