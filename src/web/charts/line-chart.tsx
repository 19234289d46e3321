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
import { toLabel } from '../components/text.tsx'

/** `isPrior`: the return for the next year states the value, and the year's own is not loaded. */
type YearPoint = { year: number; value?: number | undefined; isPrior?: boolean }
export type Line = { name: string; points: readonly YearPoint[] }

type Props = {
  title: string
  /** Up to six. */
  series: readonly Line[]
  /** `USD`, `ratio` and so on, as in the fact catalog. */
  unit?: string | undefined
  /** Whether the chart is next to others and has only the narrow drawing. */
  isSmall?: boolean
  /** The table of the same figures. */
  children?: ComponentChildren
}

/** Figures by year; a year without a figure is a gap. Without any figures, shows only the table. */
export const LineChart = ({ title, series, unit, isSmall, children }: Props) => {
  const years = yearsOf(series)
  const [first, last] = [years[0], years.at(-1)]
  if (first === undefined || last === undefined) return <>{children}</>
  const names = series.map(({ name }) => name)
  const label = `${title}: line chart of ${names.join(' and ')}, ${first} to ${last}`
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      {isCut(series) && <Legend names={names} />}
      {(isSmall ? ['only'] : ['narrow', 'wide']).map((kind) => {
        const [width, height] = kind === 'wide' ? [WIDE, 260] : [NARROW, 220]
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields; this groups values of years.
          <svg
            key={kind}
            class={`chart-${kind}`}
            role="group"
            aria-label={label}
            viewBox={`0 0 ${width} ${height}`}
            width={width}
            height={height}
            font-size="12"
          >
            {drawLines({ series, years, unit, width, height })}
          </svg>
        )
      })}
      {children}
    </figure>
  )
}

/**
 * Returns the length of a name that leaves room for the lines of a drawing. Longer ones are cut at the
 * ends, and a legend has them.
 */
const longestName = (width: number): number => Math.round(width / 24)

const [NARROW, WIDE] = [340, 640]

const isCut = (series: readonly Line[]): boolean =>
  series.some(({ name }) => toLabel(name, longestName(NARROW)) !== name)

/** Returns every year from the first with a figure to the last. */
function yearsOf(series: readonly Line[]): number[] {
  const known = series
    .flatMap(({ points }) => points.filter(({ value }) => value !== undefined))
    .map(({ year }) => year)
  if (known.length === 0) return []
  const first = Math.min(...known)
  return Array.from({ length: Math.max(...known) - first + 1 }, (_, at) => first + at)
}

// Room below for the years.
const [TOP, BOTTOM] = [16, 24]
const LINE_HEIGHT = 14
// A label of four digits and the space around it.
const YEAR_WIDTH = 52

type Drawn = Pick<Props, 'series' | 'unit'> & {
  years: number[]
  width: number
  height: number
}

function drawLines({ series, years, unit, width, height }: Drawn) {
  const lines = series.map((one) => ({ ...one, name: toLabel(one.name, longestName(width)) }))
  const columns = years.map((year) => valuesOf(year, lines, unit))
  const values = series.flatMap(({ points }) => points.map(({ value = 0 }) => value))
  const y = scaleLinear(
    [Math.min(0, ...values), Math.max(0, ...values) || 1],
    [height - BOTTOM, TOP],
  ).nice(4)
  const ticks = y.ticks(4).map((value) => ({ at: y(value), label: shortenValue(value, unit) }))
  const ends = placeEnds(endsOf(lines, unit), y, { top: TOP, bottom: height - BOTTOM })
  // widthOf estimates, and `$4.0M` is wider than three digits.
  const left = Math.max(...ticks.map(({ label }) => widthOf(label))) + 14
  const right =
    width - 8 - Math.max(0, ...ends.flatMap(({ lines }) => lines.map((text) => widthOf(text))))
  const x = scalePoint(years, [left, right]).padding(0.5)
  const every = Math.ceil(years.length / ((right - left) / YEAR_WIDTH))
  return (
    <>
      {ticks.map(({ at, label }) => (
        <g key={label}>
          <path d={`M${left} ${at}H${right}`} stroke="var(--line)" />
          <text x={left - 8} y={at} dy="0.35em" text-anchor="end" fill="var(--quiet)">
            {label}
          </text>
        </g>
      ))}
      <path d={`M${left} ${y(0)}H${right}`} stroke="var(--edge)" />
      {years
        .filter((_, at) => (years.length - 1 - at) % every === 0)
        .map((year) => (
          <text key={year} x={x(year)} y={height - 6} text-anchor="middle" fill="var(--quiet)">
            {year}
          </text>
        ))}
      {series.map(({ name, points }, at) => (
        <Series key={name} at={at} points={placed(points, years, x, y)} />
      ))}
      {ends.map(({ lines, first, at }) => (
        <text key={at} fill={markOf(at).color}>
          {lines.map((text, index) => (
            <tspan key={text} x={right + 4} y={first + index * LINE_HEIGHT}>
              {text}
            </tspan>
          ))}
        </text>
      ))}
      {years.map((year, at) => (
        <YearValues
          key={year}
          label={columns[at] ?? ''}
          x={(x(year) ?? 0) - x.step() / 2}
          {...{ width: x.step(), height }}
        />
      ))}
    </>
  )
}

/** Estimates a text's width at 12 pixels in a wide font, because the reader's font is unknown. */
const widthOf = (text: string): number => [...text].length * 7.5

type End = { at: number; value: number; lines: string[] }

/** Returns the last value of each line with its name, as its label at the end of the line. */
const endsOf = (series: readonly Line[], unit: string | undefined): End[] =>
  series.flatMap(({ name, points }, at) => {
    const value = points.findLast((point) => point.value !== undefined)?.value
    if (value === undefined) return []
    return [{ at, value, lines: [name, shortenValue(value, unit)] }]
  })

type Room = { top: number; bottom: number }

/**
 * Places labels beside the ends of their lines, pushed apart where they would overlap, downward and
 * then upward from the bottom. `first` is the baseline of the first line.
 */
function placeEnds(
  ends: readonly End[],
  y: (value: number) => number,
  { top, bottom }: Room,
): (End & { first: number })[] {
  let free = top - LINE_HEIGHT
  const placed = ends
    .toSorted((a, b) => b.value - a.value)
    .map((end) => {
      const first = Math.max(y(end.value) + 4 - (end.lines.length - 1) * (LINE_HEIGHT / 2), free)
      free = first + end.lines.length * LINE_HEIGHT
      return { ...end, first }
    })
  let least = bottom + LINE_HEIGHT
  for (const end of placed.toReversed()) {
    end.first = Math.min(end.first, least - end.lines.length * LINE_HEIGHT)
    least = end.first
  }
  return placed.map((end) => ({ ...end, first: round(end.first) }))
}

/** Returns the values of a year: "2021: Revenue $3.1M · Expenses $2.9M". */
function valuesOf(year: number, series: readonly Line[], unit: string | undefined): string {
  const known = series.flatMap(({ name, points }) => {
    const value = points.find((point) => point.year === year)?.value
    return value === undefined ? [] : [`${name} ${shortenValue(value, unit)}`]
  })
  return `${year}: ${known.join(' · ') || 'no figure'}`
}

type ValuesProps = { label: string } & Record<'x' | 'width' | 'height', number>

/** Shows the values of a year while a pointer is on its column. */
const YearValues = ({ label, x, width, height }: ValuesProps) => (
  // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the keyboard reaches the values, which do nothing.
  <g class="year-values" tabIndex={0} role="img" aria-label={label}>
    <title>{label}</title>
    <rect x={round(x)} y={TOP - 12} width={round(width)} height={height - TOP + 12} fill="none" />
  </g>
)

type Placed = { x: number; y: number; isPrior: boolean } | undefined

/** Returns the position of each year's point; undefined for a year without a figure. */
function placed(
  points: readonly YearPoint[],
  years: number[],
  x: (year: number) => number | undefined,
  y: (value: number) => number,
): Placed[] {
  const byYear = new Map(points.map((point) => [point.year, point]))
  return years.map((year) => {
    const { value, isPrior = false } = byYear.get(year) ?? {}
    return value === undefined ? undefined : { x: round(x(year) ?? 0), y: round(y(value)), isPrior }
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

type ShapeProps = { mark: Mark; x: number; y: number; isPrior?: boolean }

/** The shape of a mark around a point, of 45 square pixels; hollow for a value of a later return. */
const MarkShape = ({ mark: { color, shape }, x, y, isPrior = false }: ShapeProps) => (
  <path
    d={symbol(shape, 45)() ?? ''}
    transform={`translate(${x} ${y})`}
    fill={isPrior ? 'var(--ground)' : color}
    stroke={color}
  />
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
