import { scaleLinear, scalePoint } from 'd3-scale'
import {
  line,
  type SymbolType,
  symbol,
  symbolCircle,
  symbolDiamond,
  symbolSquare,
  symbolTriangle,
} from 'd3-shape'
import type { ComponentChildren } from 'preact'
import { shortenValue } from '../components/formats.ts'
import { organizationTexts } from '../texts/organization.tsx'
import { ChartFigure, type Drawing, widthOf } from './chart-figure.tsx'

type YearPoint = { year: number; value?: number | undefined }
export type Line = { name: string; points: readonly YearPoint[] }

type Props = {
  title: string
  /** Up to six. */
  series: readonly Line[]
  /** `USD`, `ratio` and so on, as in the fact catalog. */
  unit?: string | undefined
  description?: string | undefined
  /** Whether the chart is next to others and has only the narrow drawing. */
  isSmall?: boolean
  /** The table of the same figures. */
  children?: ComponentChildren
}

/** Figures by year; a year without a figure is a gap. Without any figures, shows only the table. */
export const LineChart = ({ title, series, unit, description, isSmall, children }: Props) => {
  const years = yearsOf(series)
  const [first, last] = [years[0], years.at(-1)]
  if (first === undefined || last === undefined) return <>{children}</>
  const names = series.map(({ name }) => name)
  const draw = (width: number, height: number) => drawLines({ series, years, unit, width, height })
  return (
    <ChartFigure
      title={title}
      description={description ?? organizationTexts.charts.lines(title, names, first, last)}
      narrow={draw(340, 220)}
      wide={isSmall ? undefined : draw(540, 250)}
      legend={<Legend names={names} />}
    >
      {children}
    </ChartFigure>
  )
}

/** Returns every year from the first with a figure to the last. */
function yearsOf(series: readonly Line[]): number[] {
  const known = series
    .flatMap(({ points }) => points.filter(({ value }) => value !== undefined))
    .map(({ year }) => year)
  if (known.length === 0) return []
  const first = Math.min(...known)
  return Array.from({ length: Math.max(...known) - first + 1 }, (_, at) => first + at)
}

const [TOP, RIGHT, BOTTOM] = [12, 14, 24]
// A label of four digits and the space around it.
const YEAR_WIDTH = 52

type Drawn = Pick<Props, 'series' | 'unit'> & { years: number[]; width: number; height: number }

function drawLines({ series, years, unit, width, height }: Drawn): Drawing {
  const values = series.flatMap(({ points }) => points.map(({ value = 0 }) => value))
  const y = scaleLinear(
    [Math.min(0, ...values), Math.max(0, ...values) || 1],
    [height - BOTTOM, TOP],
  ).nice(4)
  const ticks = y.ticks(4).map((value) => ({ at: y(value), label: shortenValue(value, unit) }))
  // widthOf estimates, and `$4.0M` is wider than three digits.
  const left = Math.max(...ticks.map(({ label }) => widthOf(label))) + 14
  const x = scalePoint(years, [left, width - RIGHT]).padding(0.5)
  const every = Math.ceil(years.length / (width / YEAR_WIDTH))
  const shapes = (
    <>
      {ticks.map(({ at, label }) => (
        <g key={label}>
          <path d={`M${left} ${at}H${width - RIGHT}`} stroke="var(--line)" />
          <text x={left - 8} y={at} dy="0.35em" text-anchor="end" fill="var(--quiet)">
            {label}
          </text>
        </g>
      ))}
      <path d={`M${left} ${y(0)}H${width - RIGHT}`} stroke="var(--edge)" />
      {years
        .filter((_, at) => at % every === 0)
        .map((year) => (
          <text key={year} x={x(year)} y={height - 6} text-anchor="middle" fill="var(--quiet)">
            {year}
          </text>
        ))}
      {series.map(({ name, points }, at) => (
        <Series key={name} at={at} points={placed(points, years, x, y)} />
      ))}
    </>
  )
  return { width, height, shapes }
}

type Placed = { x: number; y: number } | undefined

/** Returns the position of each year's point; undefined for a year without a figure. */
function placed(
  points: readonly YearPoint[],
  years: number[],
  x: (year: number) => number | undefined,
  y: (value: number) => number,
): Placed[] {
  const byYear = new Map(points.map(({ year, value }) => [year, value]))
  return years.map((year) => {
    const value = byYear.get(year)
    return value === undefined ? undefined : { x: round(x(year) ?? 0), y: round(y(value)) }
  })
}

const round = (pixels: number): number => Math.round(pixels * 10) / 10

const Series = ({ at, points }: { at: number; points: Placed[] }) => {
  const mark = markOf(at)
  const path = line<Placed>(
    (point) => point?.x ?? 0,
    (point) => point?.y ?? 0,
  ).defined((point) => point !== undefined)
  return (
    <>
      <path
        d={path(points) ?? ''}
        fill="none"
        stroke={mark.color}
        stroke-width="2.25"
        stroke-dasharray={mark.dash}
      />
      {points.map((point) => point && <MarkShape key={point.x} mark={mark} {...point} />)}
    </>
  )
}

type Mark = { color: string; shape: SymbolType; dash?: string }

/** Series differ in color, and in shape and dashes for people who cannot see the color. */
const MARKS: readonly [Mark, ...Mark[]] = [
  { color: 'var(--chart-1)', shape: symbolCircle },
  { color: 'var(--chart-2)', shape: symbolSquare, dash: '6 4' },
  { color: 'var(--chart-3)', shape: symbolTriangle, dash: '2 3' },
  { color: 'var(--chart-4)', shape: symbolDiamond },
  { color: 'var(--chart-5)', shape: symbolCircle, dash: '6 4' },
  { color: 'var(--chart-6)', shape: symbolSquare, dash: '2 3' },
]

/** Returns the mark of the series at a position. */
const markOf = (at: number): Mark => MARKS[at % MARKS.length] ?? MARKS[0]

type ShapeProps = { mark: Mark; x: number; y: number }

/** The shape of a mark around a point, of 45 square pixels. */
const MarkShape = ({ mark: { color, shape }, x, y }: ShapeProps) => (
  <path d={symbol(shape, 45)() ?? ''} transform={`translate(${x} ${y})`} fill={color} />
)

/** The names of series with their marks. */
const Legend = ({ names }: { names: readonly string[] }) => (
  <ul class="legend">
    {names.map((name, at) => (
      <li key={name}>
        <LegendMark mark={markOf(at)} /> {name}
      </li>
    ))}
  </ul>
)

const LegendMark = ({ mark }: { mark: Mark }) => (
  <svg viewBox="0 0 26 12" width="26" height="12" aria-hidden="true">
    <path d="M0 6h26" stroke={mark.color} stroke-width="2.25" stroke-dasharray={mark.dash} />
    <MarkShape mark={mark} x={13} y={6} />
  </svg>
)
