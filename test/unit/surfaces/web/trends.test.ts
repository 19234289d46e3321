import { load } from 'cheerio'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import type { SeriesYear } from '#src/profiles/series.ts'
import type { Overview } from '#src/surfaces/web/pages/overview.ts'
import { Trends } from '#src/surfaces/web/parts/organization/trends.tsx'

const page = { filing: { form: '990EZ' }, organization: { ein: '070000101' } }
const dollars = (value: number, year: number) => ({ value, ref: `990EZ:${year}:1:/IRS990EZ/A` })
const series = [2021, 2022].map((taxYear) => ({
  taxYear,
  figures: {
    revenue: dollars(1, taxYear),
    expenses: dollars(2, taxYear),
    assets: dollars(3, taxYear),
  },
  derived: {},
}))

test('what no year tells has no line in a chart, and is said not to be reported', () => {
  // What charts are drawn of is all that is read of a page.
  const overview = { page: page as Overview['page'], series: series as unknown as SeriesYear[] }
  const $ = load(render(h(Trends, { overview })))
  const charts = $('figure').toArray()
  const captions = charts.map((one) => $(one).find('figcaption').text())
  expect(captions).toEqual(['Revenue and expenses', 'Assets at the end of the year'])
  expect($(charts[0]).text()).not.toContain('not reported')
  expect($(charts[1]).text()).toContain('Liabilities: no value in any year')
})
