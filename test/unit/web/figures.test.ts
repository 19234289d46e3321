import { load } from 'cheerio'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { toFlowYears } from '#src/organizations/figures/money-flow.ts'
import { BAND_FLOORS } from '#src/rating/rating.ts'
import { BarChart } from '#src/web/charts/bar-chart.tsx'
import { Side } from '#src/web/components/checks.tsx'
import {
  formatExactly,
  formatScore,
  formatValue,
  formatWhole,
  shortenValue,
} from '#src/web/components/formats.ts'
import { Balance, FlowData } from '#src/web/components/money-flow.tsx'
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
})

describe('a figure for people', () => {
  test.each([
    [1, 'months', '1 month'],
    [1.52, 'months', '1.5 months'],
    [14.4, 'months', '14 months'],
    [-3.04, 'months', '-3 months'],
    [24, 'months', '2 years'],
    [25, 'months', '2.1 years'],
    [71.64, 'months', '6 years'],
    [-71.64, 'months', '-6 years'],
    [150, 'months', '13 years'],
    [0.1234, 'ratio', '12.3%'],
    [3_124_686, 'USD', '$3,124,686'],
  ])('%s in %s is %s', (value, unit, shown) => expect(formatValue(value, unit)).toBe(shown))

  test('has its digits on hover', () => {
    expect(formatWhole(71.64, 'months')).toBe('71.64 months')
    expect(formatWhole(84.6, 'score')).toBe('84.6')
    expect(formatWhole(3_124_686, 'USD')).toBe('$3,124,686')
  })

  test.each([
    [0, '$0'],
    [950, '$950'],
    [1_249, '$1.2K'],
    [9_949, '$9.9K'],
    [9_960, '$10K'],
    [310_400, '$310K'],
    [999_600, '$1M'],
    [3_124_686, '$3.1M'],
    [5_000_000, '$5.0M'],
    [-52_261_203, '-$52M'],
    [115_800_000, '$116M'],
    [12_345_678_901, '$12B'],
  ])('%d dollars are %s in short', (value, shown) => expect(shortenValue(value, 'USD')).toBe(shown))
})

describe('a score', () => {
  test('is a whole number that never contradicts its band', () => {
    for (const { from } of BAND_FLOORS.filter((floor) => floor.from > 0)) {
      expect(formatScore(from - 0.01)).toBe(String(from - 1))
      expect(formatScore(from)).toBe(String(from))
    }
    expect([84.6, 85.5, 79.92, 75.09, 0.3, 100].map(formatScore)).toEqual([
      ...['84', '86', '80', '75', '0', '100'],
    ])
  })
})

describe('a rank among peers', () => {
  test('is a rank, not a share of peers, and omits an unknown size', () => {
    expect(describeRank(0.7, 40)).toBe('70% among 40 peers')
    expect(describeRank(0.5, 1)).toBe('50% among 1 peer')
    expect(describeRank(0.7)).toBe('70%')
  })
})

describe('revenue and expenses', () => {
  test('that are equal show no surplus', () => {
    const text = (surplus: number) => load(render(h(Balance, { surplus }))).text()
    expect(text(0)).toBe('Revenue and expenses were equal.')
    expect(text(5)).toContain('$5 more than expenses')
    expect(text(-5_200_000)).toContain('$5.2M more than revenue')
    expect(render(h(Balance, { surplus: 5_212_000 }))).toContain('title="$5,212,000"')
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
