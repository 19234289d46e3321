import { describe, expect, it } from 'vitest'
import { toSeries } from '#src/organizations/figures/series.ts'
import type { Organization } from '#src/organizations/organization.ts'
import type { YearlyFiling } from '#src/organizations/store/read-organization.ts'
import { ofYear } from '#test/unit/made-facts.ts'

const EIN = '070000001'

const filing = (
  taxYear: number,
  filed: string,
  { form = '990', ...more }: Partial<YearlyFiling> = {},
): YearlyFiling => ({
  ...ofYear(taxYear, form, filed),
  ...{ isAmended: false, isGroupReturn: false, warnings: [], ...more },
})

function seriesOf(years: YearlyFiling[]) {
  const filings = years.map((year) => ({ ...year, isCurrent: true }))
  const owner = { ein: EIN, primaryForm: '990', filings } as unknown as Organization
  return toSeries(owner, years)
}

describe('a yearly series', () => {
  it('has a point per year with the Ref of each figure, oldest first', () => {
    const series = seriesOf([filing(2022, 'totalRevenue=121'), filing(2021, 'totalRevenue=110')])
    expect(series.map(({ taxYear }) => taxYear)).toEqual([2021, 2022])
    expect(series[1]?.figures.revenue).toEqual({
      label: 'Total revenue',
      value: 121,
      unit: 'USD',
      ref: '990:2022:202303199349301234:/IRS990/CYTotalRevenueAmt',
    })
    expect(series[1]?.figures).not.toHaveProperty('expenses')
  })

  it('derives growth with its formula and the Refs of both years', () => {
    const [, last] = seriesOf([filing(2021, 'totalRevenue=110'), filing(2022, 'totalRevenue=121')])
    expect(last?.derived.revenueGrowth).toEqual({
      label: 'Revenue growth',
      value: expect.closeTo(0.1, 12),
      unit: 'ratio',
      ref: `derived:revenueGrowth:${EIN}:2022`,
      formula: expect.stringContaining('Part I, line 12'),
      derivedFrom: [
        '990:2022:202303199349301234:/IRS990/CYTotalRevenueAmt',
        '990:2021:202203199349301234:/IRS990/CYTotalRevenueAmt',
      ],
    })
  })

  it('keeps a filed zero and a gap as they are', () => {
    const series = seriesOf([filing(2019, 'totalRevenue=0'), filing(2022, 'totalRevenue=121')])
    expect(series.map(({ taxYear }) => taxYear)).toEqual([2019, 2022])
    expect(series[0]?.figures.revenue?.value).toBe(0)
    expect(series[1]?.derived).not.toHaveProperty('revenueGrowth')
  })

  it('takes the later of two periods in one tax year, never their sum', () => {
    const half = filing(2022, 'totalRevenue=60', {
      objectId: '202203199349300001',
      taxPeriodBegin: '2021-07-01',
      taxPeriodEnd: '2022-06-30',
    })
    const short = filing(2022, 'totalRevenue=40', { taxPeriodBegin: '2022-07-01' })
    for (const years of [
      [half, short],
      [short, half],
    ]) {
      const series = seriesOf(years)
      expect(series).toHaveLength(1)
      expect(series[0]).toMatchObject({ taxPeriodEnd: '2022-12-31', isShortYear: true })
      expect(series[0]?.figures.revenue?.value).toBe(40)
    }
  })

  it('marks short years, amended returns, and group returns', () => {
    const [year] = seriesOf([filing(2022, '', { isAmended: true, isGroupReturn: true })])
    expect(year).toMatchObject({ isShortYear: false, isAmended: true, isGroupReturn: true })
  })

  it('derives a figure if the form has no line for it', () => {
    const [year] = seriesOf([filing(2022, 'dividendIncome=30', { form: '990PF' })])
    expect(year?.figures.investmentIncome).toMatchObject({
      value: 30,
      ref: `derived:investmentIncome:${EIN}:2022`,
      derivedFrom: [expect.stringContaining('DividendsRevAndExpnssAmt')],
    })
  })

  it('is empty without filings', () => {
    expect(seriesOf([])).toEqual([])
  })

  it('distinguishes an unreadable figure from a blank one, and derives none in its place', () => {
    const balance = 'totalAssetsEoy=9 totalLiabilitiesEoy=2'
    const path = '/IRS990/NetAssetsOrFundBalancesEOYAmt'
    const [blank, unread] = seriesOf([
      filing(2021, balance),
      filing(2022, balance, { warnings: [`NotAnAmount ${path}`] }),
    ])
    expect(blank?.figures.netAssets?.value).toBe(7)
    expect(blank?.unreadable).toEqual({})
    expect(unread?.figures).not.toHaveProperty('netAssets')
    expect(unread?.unreadable).toEqual({ netAssets: `990:2022:202303199349301234:${path}` })
  })
})
