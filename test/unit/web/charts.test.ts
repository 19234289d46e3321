import { load } from 'cheerio'
import { type ComponentChild, h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { BarChart } from '#src/web/charts/bar-chart.tsx'
import { LineChart } from '#src/web/charts/line-chart.tsx'
import { SankeyChart } from '#src/web/charts/sankey-chart.tsx'
import { toLabel, wrapLabel } from '#src/web/components/text.tsx'

const draw = (chart: ComponentChild) => load(render(h('main', {}, chart)))
const HOSTILE = `</text><script>alert("1")</script>`

describe('a drawing', () => {
  test.each([
    ['bars', h(BarChart, { title: HOSTILE, bars: [{ label: HOSTILE, value: 1 }] })],
    [
      'lines',
      h(LineChart, {
        title: HOSTILE,
        series: [{ name: HOSTILE, points: [{ year: 2022, value: 1 }] }],
      }),
    ],
    [
      'a flow',
      h(SankeyChart, {
        title: HOSTILE,
        nodes: [
          { key: 'a', label: HOSTILE, value: 1, side: 'left' },
          { key: 'b', label: HOSTILE, value: 1, side: 'middle' },
        ],
        links: [{ from: 'a', to: 'b', value: 1 }],
      }),
    ],
  ])('of %s escapes hostile labels and has no style, script, or id', (_, chart) => {
    const html = render(h('main', {}, chart))
    expect(html).toContain('&lt;script')
    expect(html).not.toMatch(/<script|<style|\sstyle=|\sid=/)
  })

  test('of lines leaves a gap for a year without a figure, and never draws it as 0', () => {
    const years = [2019, 2020, undefined, 2022]
    const points = years.map((year, at) => ({ year: 2019 + at, value: year && 5 }))
    const $ = draw(
      h(LineChart, { title: 'Revenue', isSmall: true, series: [{ name: 'R', points }] }),
    )
    const [path = ''] = $('svg[role=group] path[stroke-width="2.25"]')
      .toArray()
      .map((one) => $(one).attr('d'))
    expect(path.match(/M/g)).toHaveLength(2)
    expect($('svg[role=group] path[transform]')).toHaveLength(3)
  })

  test('of lines ends each in a short name, with whole names in a legend, and hides no value', () => {
    const names = [
      'Springfield Food Pantry',
      'Shelbyville Food Pantry',
      'Ogdenville',
      'Capital City',
    ]
    const points = (value: number) => [{ year: 2022, value }]
    const series = names.map((name, at) => ({ name, points: points(at === 0 ? 900 : 1) }))
    const $ = draw(h(LineChart, { title: 'Revenue', unit: 'USD', isSmall: true, series }))
    expect($('.legend li').length).toBe(4)
    const svg = $('svg[role=group]')
    expect(svg.children('text').text()).toContain('Springfield F…$900')
    // Labels of equal values are pushed apart, and stay in the drawing.
    const ends = svg.find('> text > tspan').toArray()
    const tops = ends.map((one) => Number($(one).attr('y')))
    expect(new Set(tops).size).toBe(8)
    expect(Math.max(...tops)).toBeLessThan(Number(svg.attr('height')))
    // The values of a year wrap instead of leaving the drawing.
    const lines = svg.find('.year-values tspan').toArray()
    expect(lines.map((one) => $(one).text())).toEqual([
      '2022: Springfield F… $900',
      'Shelbyville F… $1 · Ogdenville $1',
      'Capital City $1',
    ])
  })

  test('of lines is left out without any figure, but not its table', () => {
    const series = [{ name: 'R', points: [{ year: 2020 }] }]
    const $ = draw(h(LineChart, { title: 'Revenue', series, children: 'the table' }))
    expect([$('svg').length, $('main').text()]).toEqual([0, 'the table'])
  })

  test('of bars says that a figure is not reported', () => {
    const bars = [{ label: 'Ohio', value: 4 }, { label: 'Texas', value: 2 }, { label: 'Utah' }]
    const $ = draw(h(BarChart, { title: 'Revenue', bars }))
    const widths = $('svg.chart-narrow rect')
      .toArray()
      .map((one) => Number($(one).attr('width')))
    expect(widths).toEqual([140, 70, 0])
    expect($('svg.chart-narrow').text()).toContain('Utahnot reported')
  })

  test('of a flow gives nodes heights in proportion to their values', () => {
    const $ = draw(
      h(SankeyChart, {
        title: 'Flow',
        nodes: [
          { key: 'gifts', label: 'Gifts', value: 3, side: 'left' },
          { key: 'fees', label: 'Fees', value: 1, side: 'left' },
          { key: 'total', label: 'Total', value: 4, side: 'middle' },
        ],
        links: [
          { from: 'gifts', to: 'total', value: 3 },
          { from: 'fees', to: 'total', value: 1 },
        ],
      }),
    )
    const [gifts = 0, fees = 0, total = 0] = $('svg.chart-narrow rect')
      .toArray()
      .map((one) => Number($(one).attr('height')))
    expect(gifts / fees).toBeCloseTo(3)
    expect(total / fees).toBeCloseTo(4)
  })
})

describe('a label', () => {
  test('is on one line, without direction marks', () => {
    expect(toLabel('Aid \u202Efor\n\u0000all\u2066', 20)).toBe('Aid for all')
  })

  test('is cut to its length, by characters', () => {
    expect(toLabel('Greater Springfield Alliance', 10)).toBe('Greater S…')
    expect([...toLabel('🌱'.repeat(9), 5)]).toHaveLength(5)
  })

  test('wraps between words, and is cut only if its lines are too few', () => {
    expect(wrapLabel('Compensation of officers, directors and trustees', 20)).toEqual([
      'Compensation of',
      'officers, directors',
      'and trustees',
    ])
    expect(wrapLabel('Aid', 20)).toEqual(['Aid'])
    expect(wrapLabel('One two three four five six', 7, 3)).toEqual(['One two', 'three', 'four f…'])
    expect(wrapLabel('Antidisestablishmentarianism', 10)).toEqual(['Antidises…'])
  })
})

describe('a flow on a phone', () => {
  const names = [
    'Interest on savings and temporary cash investments',
    'Dividends and interest from securities',
    'Net gain or loss from sale of assets',
  ]
  const total = 'Total expenses and disbursements, all of them'
  const $ = load(
    render(
      h(SankeyChart, {
        title: 'Flow',
        nodes: [
          ...names.map((label) => ({ key: label, label, value: 1, side: 'left' as const })),
          { key: 'total', label: total, value: 3, side: 'middle' },
          { key: 'grants', label: 'Grants', value: 3, side: 'right' },
        ],
        links: [
          ...names.map((from) => ({ from, to: 'total', value: 1 })),
          { from: 'total', to: 'grants', value: 3 },
        ],
      }),
    ),
  )
  const svg = $('svg.chart-narrow')
  const lines = svg
    .find('tspan')
    .toArray()
    .map((one) => ({
      text: $(one).text(),
      transform: $(one).attr('transform'),
      y: $(one).attr('y'),
    }))

  test('names each sum whole, on lines no wider than half of it', () => {
    const said = lines.map(({ text }) => text).join(' ')
    for (const name of names) expect(said).toContain(name)
    const half = Number(svg.attr('width')) / 2
    // Wide fonts take some 7.2 pixels a character at 12 pixels.
    const widest = Math.max(
      ...lines.filter(({ text }) => !text.startsWith('Total')).map(({ text }) => text.length * 7.2),
    )
    expect(widest).toBeLessThan(half - 14)
  })
})
