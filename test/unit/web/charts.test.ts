import { describe, expect, test } from 'vitest'
import type { PriorYear, SeriesYear } from '#src/organizations/figures/series.ts'
import type { Page } from '#src/organizations/page/page.ts'
import { BarChart } from '#src/web/charts/bar-chart.tsx'
import { LineChart } from '#src/web/charts/line-chart.tsx'
import { Trends } from '#src/web/components/organization/money.tsx'
import { toLabel } from '#src/web/components/text.tsx'
import { evidencePath } from '#src/web/links.ts'
import { testReturns } from '../cases.ts'
import { attributesOf, draw, textsOf, toHtml } from './draw.ts'

const HOSTILE = `</text><script>alert("1")</script>`
const lineOf = (name: string, value: number) => ({ name, points: [{ year: 2022, value }] })
const numbersOf = (...given: Parameters<typeof attributesOf>) => attributesOf(...given).map(Number)

test.each([
  ['bars', toHtml(BarChart, { title: HOSTILE, unit: 'USD', bars: [{ label: HOSTILE, value: 1 }] })],
  ['lines', toHtml(LineChart, { title: HOSTILE, series: [lineOf(HOSTILE, 1)] })],
])('a drawing of %s escapes hostile labels and has no style, script, or id', (_, html) => {
  expect(html).toContain('&lt;script')
  expect(html).not.toMatch(/<script|<style|\sstyle=|\sid=/)
})

describe('a drawing of lines', () => {
  test('leaves a gap for a year without a figure, and never draws it as 0', () => {
    const points = [2019, 2020, undefined, 2022].map((year, at) => ({
      year: 2019 + at,
      value: year && 5,
    }))
    const $ = draw(LineChart, { title: 'Revenue', isSmall: true, series: [{ name: 'R', points }] })
    const [path = ''] = attributesOf($, 'svg[role=group] path[stroke-width="2.25"]', 'd')
    expect(path.match(/M/g)).toHaveLength(2)
    expect($('svg[role=group] path[transform]')).toHaveLength(3)
  })

  test('ends each in a short name, with whole names in a legend, and hides no value', () => {
    const pantries = ['Springfield Food Pantry', 'Shelbyville Food Pantry']
    const series = [...pantries, 'Ogdenville', 'Capital City'].map((name, at) =>
      lineOf(name, at === 0 ? 900 : 1),
    )
    const $ = draw(LineChart, { title: 'Revenue', unit: 'USD', isSmall: true, series })
    expect($('.legend li').length).toBe(4)
    const svg = $('svg[role=group]')
    expect(svg.children('text').text()).toContain('Springfield F…$900')
    // Labels of equal values are pushed apart, and stay in the drawing.
    const tops = numbersOf($, 'svg[role=group] > text > tspan', 'y')
    expect(new Set(tops).size).toBe(8)
    expect(Math.max(...tops)).toBeLessThan(Number(svg.attr('height')))
    expect(textsOf($, 'svg[role=group] .year-values title')).toEqual([
      '2022: Springfield F… $900 · Shelbyville F… $1 · Ogdenville $1 · Capital City $1',
    ])
  })

  test('is left out without any figure, but not its table', () => {
    const series = [{ name: 'R', points: [{ year: 2020 }] }]
    const $ = draw(LineChart, { title: 'Revenue', series, children: 'the table' })
    expect([$('svg').length, $.text()]).toEqual([0, 'the table'])
  })
})

test('a drawing of bars compares lengths, with whole labels and figures', () => {
  const bars = [
    { label: 'Ohio', value: 4 },
    { label: 'Texas', value: 2 },
    { label: 'Utah', value: 0 },
  ]
  const $ = draw(BarChart, { title: 'Revenue', unit: 'USD', bars })
  expect(attributesOf($, '.bars svg', 'width')).toEqual(['42%', '21%', '0%'])
  expect(textsOf($, '.bars span')).toEqual(bars.map(({ label }) => label))
  expect(textsOf($, '.bars > div')).toEqual(['Ohio$4', 'Texas$2', 'Utah$0'])
})

// A label is on one line, without direction marks, and is cut by characters, only if needed.
testReturns({
  'labels of charts': toLabel,
})

const page = { filing: { form: '990EZ' }, organization: { ein: '070000101' } }
const dollars = (value: number, year: number) => ({ value, ref: `990EZ:${year}:1:/IRS990EZ/A` })
const YEARS = [2021, 2022].map((taxYear) => {
  const [revenue, expenses, assets] = [1, 2, 3].map((value) => dollars(value, taxYear))
  return { taxYear, figures: { revenue, expenses, assets }, unreadable: {}, derived: {} }
})
// Charts read only this part of a page.
const showTrends = (years: object[], prior: PriorYear[] = []) =>
  draw(Trends, { page: page as Page, series: years as SeriesYear[], prior })

test('a figure without a value in any year has no line in a chart', () => {
  const $ = showTrends(YEARS)
  expect($('figure figcaption')).toHaveLength(2)
  const [flows = '', stocks = ''] = textsOf($, 'figure')
  expect(flows).not.toContain('not reported')
  expect(stocks).toContain('Liabilities: no readable')
})

test('a year whose line is filed but not readable links to it', () => {
  const ref = '990EZ:2023:1:/IRS990EZ/TotalRevenueAmt'
  const unread = { taxYear: 2023, figures: {}, unreadable: { revenue: ref }, derived: {} }
  const row = showTrends([...YEARS, unread])('tbody tr').eq(2)
  expect(row.find('td').first().text()).toBe('not readable')
  expect(row.find('td a').attr('href')).toBe(evidencePath('070000101', ref))
  expect(row.find('td').last().text()).toBe('not reported')
})

test('a year without a return shows what the next return states about it, and says so', () => {
  const prior = [{ taxYear: 2020, figures: { revenue: dollars(7, 2021) } }]
  const $ = showTrends(YEARS, prior)
  const row = $('tbody tr').first()
  expect(row.find('th').text()).toBe('2020from the 2021 return')
  expect(row.find('td a').first().attr('href')).toBe(
    evidencePath('070000101', dollars(7, 2021).ref),
  )
  // Hollow, because the year's own return is not loaded.
  expect($('figure').first().find('path[fill="var(--ground)"]').length).toBe(1)
})

test('the values of a year can be read with the keyboard', () => {
  const $ = showTrends(YEARS)
  expect(attributesOf($, '.year-values', 'tabindex')[1]).toBe('0')
  expect(attributesOf($, '.year-values', 'aria-label')[1]).toBe('2022: Revenue $1 · Expenses $2')
})
