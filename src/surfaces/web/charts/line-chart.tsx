import type { ComponentChildren } from 'preact'
import { shortenValue } from '../parts/figure.tsx'
import { ChartFigure, type Drawing } from './chart-figure.tsx'
import { Legend, MARKS } from './legend.tsx'

export type YearPoint = { year: number; value?: number | undefined }
export type Line = { name: string; points: readonly YearPoint[] }

type Props = {
  title: string
  /** Up to six. */
  series: readonly Line[]
  /** As the field catalogue names units: `USD`, `ratio` … */
  unit?: string | undefined
  description?: string | undefined
  /** For one of several beside each other: drawn for little room alone. */
  isSmall?: boolean
  /** The table of the same figures. */
  children?: ComponentChildren
}

/** Figures by year: a year without one is a gap. Only the table where no year has any. */
export const LineChart = ({ title, series, unit, description, isSmall, children }: Props) => {
  const years = yearsOf(series)
  if (years.length === 0) return <>{children}</>
  const draw = (width: number, height: number): Drawing => ({
    size: { width, height },
    option: toOption(series, years, unit, width),
  })
  return (
    <ChartFigure
      title={title}
      description={description ?? describe(title, series, years)}
      unit={unit}
      narrow={draw(340, 220)}
      wide={isSmall ? undefined : draw(540, 250)}
      legend={<Legend names={series.map(({ name }) => name)} />}
    >
      {children}
    </ChartFigure>
  )
}

/** Every year from the first with a figure to the last. */
function yearsOf(series: readonly Line[]): number[] {
  const known = series.flatMap(({ points }) =>
    points.flatMap(({ year, value }) => (value === undefined ? [] : [year])),
  )
  if (known.length === 0) return []
  const first = Math.min(...known)
  return Array.from({ length: Math.max(...known) - first + 1 }, (_, at) => first + at)
}

function describe(title: string, series: readonly Line[], years: number[]): string {
  const names = series.map(({ name }) => name).join(' and ')
  return `${title}: line chart of ${names}, ${years[0]} to ${years.at(-1)}`
}

function toOption(
  series: readonly Line[],
  years: number[],
  unit: string | undefined,
  width: number,
) {
  return {
    grid: { left: 4, right: 14, top: 12, bottom: 4, outerBoundsMode: 'same' },
    xAxis: {
      type: 'category',
      data: years.map(String),
      // A label of four digits and the space it needs.
      axisLabel: { color: 'var(--quiet)', interval: Math.ceil(years.length / (width / 52)) - 1 },
      axisLine: { lineStyle: { color: 'var(--edge)' } },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      splitNumber: 4,
      axisLabel: { color: 'var(--quiet)', formatter: (value: number) => shortenValue(value, unit) },
      splitLine: { lineStyle: { color: 'var(--line)' } },
    },
    series: series.map(({ points }, at) => toLine(points, years, at)),
  }
}

function toLine(points: readonly YearPoint[], years: number[], at: number) {
  const byYear = new Map(points.map(({ year, value }) => [year, value]))
  const { color, symbol, dash } = MARKS[at % MARKS.length] ?? MARKS[0]
  return {
    type: 'line',
    silent: true,
    connectNulls: false,
    data: years.map((year) => byYear.get(year) ?? null),
    symbol,
    symbolSize: 7,
    // Else it leaves marks out where they are many.
    showAllSymbol: true,
    lineStyle: { color, width: 2.25, type: dash },
    itemStyle: { color },
  }
}
