import { load } from 'cheerio'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { drawChart } from '#src/surfaces/web/charts/draw.ts'
import { toLabel, wrapLabel } from '#src/surfaces/web/charts/labels.ts'
import { toSafeSvg } from '#src/surfaces/web/charts/safe-svg.ts'
import { SankeyChart } from '#src/surfaces/web/charts/sankey-chart.tsx'

describe('a drawing fit for a page without inline styles', () => {
  test('has its fonts as attributes, and neither style sheet, class, id nor data of the library', () => {
    const drawn = `<svg width="9" height="9" xmlns="http://www.w3.org/2000/svg">
<path d="M0 0L1 1" fill="none" pointer-events="visible" stroke="var(--line)" ecmeta_ssr_type="chart" class="zr0-cls-0"></path>
<text text-anchor="end" style="font-size:12px;font-family:x;" fill="var(--text)">$1 &lt;b&gt;</text>
<defs ><clipPath id="zr0-c0"><path d="M0 0"></path></clipPath></defs>
<style ><![CDATA[ .zr0-cls-0:hover { fill: red } ]]></style>
</svg>`
    expect(toSafeSvg(drawn)).toBe(
      '<path d="M0 0L1 1" fill="none" stroke="var(--line)"></path>' +
        '<text text-anchor="end" font-size="12px" fill="var(--text)">$1 &lt;b&gt;</text>',
    )
  })

  test.each(['<script>alert(1)</script>', '<image href="x"/>', '<foreignObject></foreignObject>'])(
    'is refused with %s in it',
    (element) => {
      expect(() => toSafeSvg(`<svg>${element}</svg>`)).toThrow(RangeError)
    },
  )

  test('keeps no attribute that loads or runs anything', () => {
    const drawn = `<svg><rect onload="x()" href="y" fill="url(#a)" width="1"></rect></svg>`
    expect(toSafeSvg(drawn)).toBe('<rect width="1"></rect>')
  })

  test('takes hostile labels for text', () => {
    const name = `</text><script>alert("1")</script>`
    const svg = drawChart(
      {
        xAxis: { type: 'category', data: [name] },
        yAxis: { type: 'value' },
        series: [{ type: 'bar', data: [1] }],
      },
      { width: 300, height: 200 },
    )
    expect(svg).toContain('&lt;script&gt;')
    expect(svg).not.toMatch(/<script|style|class=|id=|ecmeta/)
  })

  test('is the same for the same figures', () => {
    const option = { xAxis: { data: ['1'] }, yAxis: {}, series: [{ type: 'line', data: [1] }] }
    const size = { width: 200, height: 100 }
    expect(drawChart(option, size)).toBe(drawChart(structuredClone(option), size))
  })
})

describe('a label', () => {
  test('stands on one line, without marks that turn text around', () => {
    expect(toLabel('Aid \u202Efor\n\u0000all\u2066', 20)).toBe('Aid for all')
  })

  test('is cut to its length, by characters', () => {
    expect(toLabel('Greater Springfield Alliance', 10)).toBe('Greater S…')
    expect([...toLabel('🌱'.repeat(9), 5)]).toHaveLength(5)
  })

  test('is wrapped between words, and cut only where its lines are too few', () => {
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
    .find('text, tspan')
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
