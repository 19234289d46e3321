import { expect, test } from 'vitest'
import type { Readable } from '#src/domain/evidence.ts'
import { hasMoneyFlow, toMoneyFlow } from '#src/organizations/figures/money-flow.ts'
import { factsOf, ofYear } from '#test/unit/made-facts.ts'

const filing = (taxYear: number, filed: string, objectId = `${taxYear}`): Readable => ({
  ...{ ...ofYear(taxYear, '990', filed), objectId, warnings: [] },
})

test('a year has one point: the later of two periods, never their sum', () => {
  const years = [filing(2020, 'totalRevenue=1', 'first'), filing(2020, 'totalRevenue=2', 'second')]
  const { trend } = toMoneyFlow(years, filing(2020, 'totalRevenue=2', 'second'))
  expect(trend.revenue).toEqual([
    { year: 2020, value: 2, ref: '990:2020:second:/IRS990/CYTotalRevenueAmt' },
  ])
})

test('years between filings, and figures a filing lacks, are points without a value', () => {
  const { trend } = toMoneyFlow(
    [filing(2018, 'totalRevenue=5'), filing(2020, '')],
    filing(2020, ''),
  )
  expect(trend.revenue).toEqual([
    { year: 2018, value: 5, ref: '990:2018:2018:/IRS990/CYTotalRevenueAmt' },
    { year: 2019 },
    { year: 2020 },
  ])
  expect(trend.assets).toEqual([{ year: 2018 }, { year: 2019 }, { year: 2020 }])
})

test('a filed zero is a value, and what is not filed has no line', () => {
  const { revenues, expenses } = toMoneyFlow([], filing(2020, 'totalRevenue=0'))
  expect(revenues).toEqual([
    {
      key: 'totalRevenue',
      role: 'total',
      label: 'Total revenue',
      value: 0,
      ref: '990:2020:2020:/IRS990/CYTotalRevenueAmt',
    },
  ])
  expect(expenses).toEqual([])
})

test('an unreadable line has its Ref and no value', () => {
  const unread = { ...filing(2020, ''), warnings: ['NotAnAmount /IRS990/CYTotalRevenueAmt'] }
  const { trend, revenues, unreadable } = toMoneyFlow([unread], unread)
  const ref = '990:2020:2020:/IRS990/CYTotalRevenueAmt'
  expect(trend.revenue).toEqual([{ year: 2020, ref }])
  expect(revenues).toEqual([])
  expect(unreadable).toEqual([
    { group: 'revenues', key: 'totalRevenue', role: 'total', label: 'Total revenue', ref },
  ])
  expect(hasMoneyFlow(unread)).toBe(true)
  expect(hasMoneyFlow(filing(2020, ''))).toBe(false)
})

test('amounts of another day, value, or basis are separate from the lines that add up', () => {
  const filed =
    'totalExpenses=10 grantsPaid=10 charitableDisbursements=12 totalAssetsEoy=5 totalAssetsBoy=7 assetsFairMarketValue=9 cashEoy=1'
  const facts = factsOf('990PF', filed)
  const flow = toMoneyFlow([], { ...filing(2020, ''), form: '990PF', facts })
  const roles = (lines: typeof flow.assets) => lines.map(({ key, role }) => [key, role])
  expect(roles(flow.expenses)).toEqual([
    ['totalExpenses', 'total'],
    ['grantsPaid', 'part'],
    ['charitableDisbursements', 'beside'],
  ])
  expect(roles(flow.assets)).toEqual([
    ['totalAssetsEoy', 'total'],
    ['cashEoy', 'detail'],
    ['totalAssetsBoy', 'beside'],
    ['assetsFairMarketValue', 'beside'],
  ])
})
