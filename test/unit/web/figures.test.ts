import { load } from 'cheerio'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { toFlowYears } from '#src/organizations/figures/money-flow.ts'
import { BAND_FLOORS } from '#src/rating/rating.ts'
import { BarChart } from '#src/web/charts/bar-chart.tsx'
import { Side } from '#src/web/components/checks.tsx'
import { formatExactly, formatScore, formatValue } from '#src/web/components/formats.ts'
import { describeBalance, FlowData } from '#src/web/components/money-flow.tsx'
import { describeRank } from '#src/web/components/rating.tsx'

describe('a figure with all its digits', () => {
  test.each([
    [3.217, 'months', '3.217 months'],
    [1, 'months', '1 month'],
    [1234.5, 'USD', '$1,234.50'],
    [-1234, 'USD', '-$1,234'],
    [0.12345, 'ratio', '12.3% (0.12345)'],
    [37.5, 'hours', '37.5 hours'],
    [1.25, undefined, '1.25'],
    [7, 'count', '7'],
    [true, undefined, 'Yes'],
    ['as filed', 'USD', 'as filed'],
  ])('%s in %s is %s', (value, unit, shown) => {
    expect(formatExactly(value, unit)).toBe(shown)
  })

  test('says "1 month", also with few digits', () => {
    expect([formatValue(1, 'months'), formatValue(1.5, 'months')]).toEqual([
      '1 month',
      '1.5 months',
    ])
  })
})

describe('a score', () => {
  test('never rounds up to the next band', () => {
    for (const { from } of BAND_FLOORS) {
      if (from > 0) expect(Number(formatScore(from - 0.01))).toBeLessThan(from)
    }
    expect(formatScore(84.6)).toBe('84.6')
  })
})

describe('a rank among peers', () => {
  test('is a rank, not a share of peers, and omits an unknown size', () => {
    expect(describeRank(0.7, 40)).toBe('ranks at 70% of 40 peers')
    expect(describeRank(0.5, 1)).toBe('ranks at 50% of 1 peer')
    expect(describeRank(0.7)).toBe('ranks at 70%')
  })
})

describe('revenue and expenses', () => {
  test('that are equal make no surplus', () => {
    expect(describeBalance(0)).toBe('Revenue and expenses were the same.')
    expect(describeBalance(5)).toContain('$5 more than expenses')
    expect(describeBalance(-5)).toContain('$5 more than revenue')
  })
})

describe('a bar', () => {
  const draw = (value: number | undefined) =>
    render(
      h(BarChart, {
        title: 'Sums',
        unit: 'USD',
        bars: [
          { label: 'A', value: 9 },
          { label: 'B', value },
        ],
      }),
    )

  test('of an unknown figure is not a bar of zero', () => {
    expect(draw(0)).toContain('$0')
    const unknown = draw(undefined)
    expect(unknown).toContain('not reported')
    expect(unknown).not.toContain('$0')
    expect(draw(0)).not.toContain('not reported')
  })
})

describe('the years of a money flow', () => {
  const year = (taxYear: number, begin = `${taxYear}-01-01`) => ({
    taxYear,
    taxPeriodBegin: begin,
    taxPeriodEnd: `${taxYear}-12-31`,
  })
  const years = toFlowYears([year(2019), year(2021, '2021-07-01'), year(2022)])
  const point = (at: number, value?: number) => ({ year: at, ...(value && { value }) })
  const points = [point(2019, 5), point(2020), point(2021, 3), point(2022)]
  const flow = {
    trend: { revenue: points, expenses: points, assets: points, liabilities: points },
    revenues: [],
    expenses: [],
    assets: [],
    liabilities: [],
    fundBalance: [],
    unreadable: [],
  }
  const $ = load(render(h(FlowData, { ein: '290000118', flow, years })))
  const rows = $('tbody tr')
    .toArray()
    .map((row) => `${$(row).find('th').text()}: ${$(row).find('td').first().text()}`)

  test('distinguish years without a return from unreported figures, and mark short years', () => {
    expect(rows).toEqual([
      '2022: not reported',
      '2021 (short year): $3',
      '2020: no return',
      '2019: $5',
    ])
  })
})

describe('a side of a check', () => {
  const side = {
    label: 'People on Schedule J',
    line: 'Schedule J, Part II',
    value: 7,
    unit: 'count' as const,
    derivedFrom: ['990:2022:1:/IRS990ScheduleJ/RltdOrgOfficerTrstKeyEmplGrp[1]'],
  }
  const show = (ref?: string) =>
    load(
      render(h(Side, { ein: '290000118', side: { ...side, ...(ref && { ref }) }, href: '/all' })),
    )

  test('without a leaf of its own does not link to one of its inputs', () => {
    const $ = show()
    expect($('a.figure').length).toBe(0)
    expect($('.value').text()).toBe('7')
    expect($('a').attr('href')).toBe('/all')
  })

  test('with a leaf links to it', () => {
    expect(show('990:2022:1:/IRS990/TotalAmt')('a').text()).toBe('7')
  })
})
