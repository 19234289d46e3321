import { load } from 'cheerio'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import type { PriorYear, SeriesYear } from '#src/organizations/figures/series.ts'
import { Trends } from '#src/web/components/organization/trends.tsx'
import { evidencePath } from '#src/web/links.ts'
import type { Overview } from '#src/web/pages/organization/read.ts'

const page = { filing: { form: '990EZ' }, organization: { ein: '070000101' } }
const dollars = (value: number, year: number) => ({ value, ref: `990EZ:${year}:1:/IRS990EZ/A` })
const series = [2021, 2022].map((taxYear) => ({
  taxYear,
  figures: {
    revenue: dollars(1, taxYear),
    expenses: dollars(2, taxYear),
    assets: dollars(3, taxYear),
  },
  unreadable: {},
  derived: {},
}))
// Charts read only this part of a page.
const show = (years: object[], prior: PriorYear[] = []) => {
  const overview = { page: page as Overview['page'], series: years as SeriesYear[], prior }
  return load(render(h(Trends, { overview })))
}

test('a figure without a value in any year has no line in a chart', () => {
  const $ = show(series)
  const charts = $('figure').toArray()
  const captions = charts.map((one) => $(one).find('figcaption').text())
  expect(captions).toEqual(['Revenue and expenses', 'Assets at the end of the year'])
  expect($(charts[0]).text()).not.toContain('not reported')
  expect($(charts[1]).text()).toContain('Liabilities: no readable value in any year')
})

test('a year whose line is filed but not readable links to it', () => {
  const ref = '990EZ:2023:1:/IRS990EZ/TotalRevenueAmt'
  const unread = { taxYear: 2023, figures: {}, unreadable: { revenue: ref }, derived: {} }
  const row = show([...series, unread])('tbody tr').eq(2)
  expect(row.find('td').first().text()).toBe('not readable')
  expect(row.find('td a').attr('href')).toBe(evidencePath('070000101', ref))
  expect(row.find('td').last().text()).toBe('not reported')
})

test('a year without a return shows what the next return states about it, and says so', () => {
  const prior = [{ taxYear: 2020, figures: { revenue: dollars(7, 2021) } }]
  const $ = show(series, prior)
  const row = $('tbody tr').first()
  expect(row.find('th').text()).toBe('2020from the 2021 return')
  expect(row.find('td a').first().attr('href')).toBe(
    evidencePath('070000101', dollars(7, 2021).ref),
  )
  // Hollow, because the year's own return is not loaded.
  expect($('figure').first().find('path[fill="var(--ground)"]').length).toBe(1)
})

test('the values of a year can be read with the keyboard', () => {
  const labels = show(series)('.year-values')
    .toArray()
    .map((one) => [one.attribs.tabindex, one.attribs['aria-label']])
  expect(labels[1]).toEqual(['0', '2022: Revenue $1 · Expenses $2'])
})
