import { describe, expect, test } from 'vitest'
import { companionIndexFor } from '#mappings/companions.ts'
import { organizationsIndex } from '#mappings/organizations.ts'
import { SECTOR_FIGURES } from '#src/figures/sector.ts'
import { latestComplete, toCompleteness, toComposition, toSectorSeries } from '#src/sector/front.ts'
import { isoWeek } from '#src/sector/iso-week.ts'
import { type Candidate, describeList, LISTED_GROUPS, toTopLists } from '#src/sector/top-lists.ts'
import { testCases } from '../cases.ts'

const release = '20260101t000000000z'

test.each([
  [organizationsIndex('x-', release), `x-sector-m3-${release}`],
  [`organizations-m2-${release}-3`, `sector-m3-${release}-3`],
  ['organizations-m3-notes', undefined],
  [`sector-m2-${release}`, undefined],
  [`organizations-${release}`, undefined],
])('the sector index of %s is %s', (organizations, sector) => {
  expect(companionIndexFor(organizations, 'sector')).toBe(sector)
})

test('cites the line that the catalogue reads first', () => {
  expect(SECTOR_FIGURES.revenue.line).toBe('Part I, line 12')
  expect(SECTOR_FIGURES.assets.line).toBe('Part I, line 20, end of year')
})

describe('a year', () => {
  const yearsOf = (...years: [taxYear: number, filers: number, returning: number][]) =>
    toCompleteness(years.map(([taxYear, filers, returning]) => ({ taxYear, filers, returning })))

  test('is complete when 90% of at least ten previous filers have filed', () => {
    const years = yearsOf([2021, 100, 0], [2022, 95, 90], [2023, 90, 85])
    expect(years.get(2022)).toEqual({ returning: 0.9, isComplete: true })
    expect(years.get(2023)).toEqual({ returning: 85 / 95, isComplete: false })
    const few = yearsOf([2019, 9, 0], [2020, 9, 9], [2022, 200, 100])
    expect([2019, 2020, 2022].map((one) => few.get(one))).toEqual([{}, {}, {}])
  })

  test.each([
    ['a first year with few filers', [2019, 40, 0], [2020, 80, 38], undefined],
    ['a first year with 90% as many', [2019, 72, 0], [2020, 80, 70], true],
    ['a year with few filers, and not enough of them', [2019, 40, 0], [2020, 80, 30], false],
  ] as const)('measured against %s', (_, before, year, isComplete) => {
    expect(yearsOf([...before], [...year]).get(2020)?.isComplete).toBe(isComplete)
  })

  test('measured against a complete year may have more filers', () => {
    const years = yearsOf([2019, 80, 0], [2020, 80, 76], [2021, 120, 76])
    expect(years.get(2021)?.isComplete).toBe(true)
  })

  test('can be the latest complete one before partial ones', () => {
    const years = [true, true, false].map((isComplete, at) => ({ taxYear: 2020 + at, isComplete }))
    expect(latestComplete([...years, { taxYear: 2023 }])).toBe(2021)
    expect(latestComplete([{ taxYear: 2023 }])).toBeUndefined()
  })

  test('has growth of at least ten organizations that report both of two complete years', () => {
    // The sums of all returns grow from 100 to 900; those of the same organizations by half.
    const years = [90, 100, 900, 30].map((sum, at) => ({
      ...{ taxYear: 2019 + at, isComplete: at < 3, organizations: 9 + at, filings: 9 + at },
      ...{ ratios: {}, groupReturnsLeftOut: 0, shortYearsLeftOut: 0 },
      figures: { revenue: { sum, filings: 9 + at } },
      growth: { revenue: { numerator: 150, denominator: 100, filings: 8 + at } },
    }))
    const growth = toSectorSeries(years).map((one) => one.growth)
    expect(growth).toEqual([{}, {}, { revenueGrowth: 0.5 }, {}])
  })
})

testCases('weeks', (time: string, year: number, week: number) => {
  expect(isoWeek(time)).toEqual({ year, week })
})

test('groups the registry by section, the largest first, with unknown codes', () => {
  const row = (subsection: string | null, count: number) => ({ subsection, count })
  const rows = [row('92', 1), row('03', 5), row(null, 2), row('99', 1)]
  const { groups, ...whole } = toComposition(rows, '2026-04-01') ?? {}
  expect(whole).toEqual({ organizations: 9, updatedOn: '2026-04-01' })
  expect(groups?.map((group) => Object.values(group).join(' '))).toEqual([
    ...['501c3 501(c)(3) 5', 'none No subsection 2', '4947a1 4947(a)(1) 1'],
    'code-99 Subsection code 99 1',
  ])
})

describe('top lists', () => {
  const candidate = (n: number, change: Partial<Candidate> = {}): Candidate => ({
    ein: `0700000${String(n).padStart(2, '0')}`,
    ...{ name: `Pantry ${n}`, nameRef: 'bmf:2026-04:070000001:NAME', majorGroup: 'K' },
    ...{ score: 50, band: 'Weak', city: 'Akron', state: 'OH', country: 'US', eligible: 12 },
    ...{ form: '990', objectId: '202303199349301234', taxYear: 2023, periodEnd: '2023-12-31' },
    ...{ revenue: n * 1_000, revenuePath: '/IRS990/CYTotalRevenueAmt' },
    prominence: Math.log10(1 + n * 1_000) * 50,
    ...change,
  })
  const upTo = (count: number) => Array.from({ length: count }, (_, at) => candidate(at + 1))
  const numbers = (listed: readonly { ein: string }[] = []) =>
    listed.map(({ ein }) => Number(ein.slice(-2))).join(' ')

  test('have exactly ten, by revenue and by prominence', () => {
    const famous = candidate(1, { score: 99, prominence: 400 })
    expect(toTopLists(upTo(9))).toEqual([])
    const [list, ...others] = toTopLists([famous, ...upTo(12).slice(1)])
    expect(others).toEqual([])
    expect(numbers(list?.byRevenue)).toBe('12 11 10 9 8 7 6 5 4 3')
    expect(numbers(list?.byProminence)).toBe('1 12 11 10 9 8 7 6 5 4')
    expect(list?.byProminence[0]).toMatchObject({
      scoreRef: 'derived:rating:070000001:2023',
      revenue: { value: 1_000, ref: '990:2023:202303199349301234:/IRS990/CYTotalRevenueAmt' },
    })
  })

  test('order ties by EIN', () => {
    const equals = upTo(11).map((one) => ({ ...one, revenue: 5, prominence: 1 }))
    const [list] = toTopLists(equals.toReversed())
    expect(numbers(list?.byRevenue)).toBe('1 2 3 4 5 6 7 8 9 10')
  })

  test('name the deciles of their group, and leave out "Unknown"', () => {
    expect(describeList('K')).toMatchObject({ title: 'Food, Agriculture & Nutrition' })
    expect(describeList('K').causes).toContain('Food Programs')
    expect(LISTED_GROUPS).toHaveLength(25)
    expect(LISTED_GROUPS).not.toContain('Z')
  })
})
