import { BarChart, LineChart, SankeyChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { type EChartsCoreOption, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { LRUCache } from 'lru-cache'
import { toSafeSvg } from './safe-svg.ts'

use([BarChart, LineChart, SankeyChart, GridComponent, SVGRenderer])

/** In CSS pixels, which the drawing fills at its own size and scales with. */
export type Size = { width: number; height: number }

// A drawing takes some five milliseconds and 4 KB; the same figures give the same drawing.
const drawn = new LRUCache<string, string>({ max: 1000 })

/**
 * The inside of an SVG of a chart, without script, styles or ids. An option consists of data alone,
 * but for formatters, which its text does not tell apart: `unit` does.
 */
export function drawChart(option: EChartsCoreOption, size: Size, unit = ''): string {
  const key = JSON.stringify([option, size, unit])
  const known = drawn.get(key)
  if (known !== undefined) return known
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size })
  try {
    chart.setOption({ animation: false, textStyle: { fontSize: 12 }, ...option })
    const drawing = toSafeSvg(chart.renderToSVGString())
    drawn.set(key, drawing)
    return drawing
  } finally {
    chart.dispose()
  }
}
