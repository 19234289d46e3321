import { describe, expect, test } from 'vitest'
import { drawChart } from '#src/surfaces/web/charts/draw.ts'
import { toLabel } from '#src/surfaces/web/charts/labels.ts'
import { toSafeSvg } from '#src/surfaces/web/charts/safe-svg.ts'

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
    expect(toLabel('Aid\u202Efor\n\u0000all\u2066', 20)).toBe('Aid for all')
  })

  test('is cut to its length, by characters', () => {
    expect(toLabel('Greater Springfield Alliance', 10)).toBe('Greater S…')
    expect([...toLabel('🌱'.repeat(9), 5)]).toHaveLength(5)
  })
})
