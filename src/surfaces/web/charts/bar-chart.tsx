import type { ComponentChildren } from 'preact'
import { shortenValue } from '../parts/figure.tsx'
import { ChartFigure, type Drawing } from './chart-figure.tsx'
import { toLabel } from './labels.ts'

// More than fits, which the library then cuts where the room ends.
const LABEL_LENGTH = 60

export type Bar = { label: string; value?: number | undefined }

type Props = {
  title: string
  /** From top to bottom; one without a value is named, and said to be not reported. */
  bars: readonly Bar[]
  unit?: string | undefined
  description?: string | undefined
  children?: ComponentChildren
}

/** Figures side by side, as bars that lie: names of organizations and causes are long. */
export const BarChart = ({ title, bars, unit, description, children }: Props) => {
  if (!bars.some(({ value }) => value !== undefined)) return null
  // A bar with the space above and below it, and the axis.
  const height = bars.length * 28 + 12
  const draw = (width: number, labelWidth: number): Drawing => ({
    size: { width, height },
    option: toOption(bars, unit, labelWidth),
  })
  return (
    <ChartFigure
      title={title}
      description={description ?? `${title}: bar chart of ${bars.length} figures`}
      unit={unit}
      narrow={draw(340, 124)}
      wide={draw(540, 224)}
    >
      {children}
    </ChartFigure>
  )
}

const toOption = (bars: readonly Bar[], unit: string | undefined, labelWidth: number) => ({
  // To the right of the longest bar its figure has its place.
  grid: { left: labelWidth + 12, right: 64, top: 4, bottom: 4, outerBoundsMode: 'none' },
  xAxis: { type: 'value', show: false },
  yAxis: {
    type: 'category',
    inverse: true,
    // Two that are cut to one text stay two.
    data: bars.map((_, at) => String(at)),
    axisLabel: {
      color: 'var(--text)',
      interval: 0,
      // The library guesses at widths; many fonts are wider.
      width: labelWidth * 0.8,
      overflow: 'truncate',
      formatter: (at: string) => toLabel(bars[Number(at)]?.label ?? '', LABEL_LENGTH),
    },
    axisLine: { lineStyle: { color: 'var(--edge)' } },
    axisTick: { show: false },
  },
  series: [
    {
      type: 'bar',
      silent: true,
      barWidth: 16,
      // What is shown stands in the data, by which drawings are told apart: unknown is not 0.
      data: bars.map((bar) => ({
        name: bar.label,
        value: bar.value ?? 0,
        label: { formatter: describe(bar, unit) },
      })),
      itemStyle: { color: 'var(--chart-1)' },
      label: { show: true, position: 'right', color: 'var(--text)' },
    },
  ],
})

const describe = ({ value }: Bar, unit: string | undefined): string =>
  value === undefined ? 'not reported' : shortenValue(value, unit)
