import { scaleLinear } from 'd3-scale'
import type { ComponentChildren } from 'preact'
import { countOf } from '#src/domain/money.ts'
import { shortenValue } from '../components/formats.ts'
import { toLabel } from '../components/text.tsx'
import { CHARACTER, ChartFigure, type Drawing } from './chart-figure.tsx'

export type Bar = { label: string; value?: number | undefined }

type Props = {
  title: string
  /** From top to bottom. A bar without a value says "not reported". */
  bars: readonly Bar[]
  unit?: string | undefined
  children?: ComponentChildren
}

/** Horizontal bars, because names of organizations and causes are long. */
export const BarChart = ({ title, bars, unit, children }: Props) => {
  if (!bars.some(({ value }) => value !== undefined)) return null
  return (
    <ChartFigure
      title={title}
      description={`${title}: bar chart of ${countOf(bars.length, 'figure')}`}
      narrow={drawBars(bars, unit, 340, 124)}
      wide={drawBars(bars, unit, 540, 224)}
    >
      {children}
    </ChartFigure>
  )
}

const [BAR, EDGE, LINE, GAP] = [16, 4, 14, 12]
// Room for the figure to the right of the longest bar.
const FIGURE_WIDTH = 64
/** The longest names of lines and causes have under 60 characters. */
const LONGEST_LABEL = 120

/** Splits a label into lines; longer words are cut. */
function wrap(label: string, longest: number): string[] {
  const lines: string[] = []
  for (const word of toLabel(label, LONGEST_LABEL).split(' ')) {
    const line = [lines.at(-1), word].filter(Boolean).join(' ')
    if (lines.length > 0 && line.length <= longest) lines[lines.length - 1] = line
    else lines.push(toLabel(word, longest))
  }
  return lines
}

function drawBars(
  bars: readonly Bar[],
  unit: string | undefined,
  width: number,
  labelWidth: number,
): Drawing {
  const left = labelWidth + 12
  const most = Math.max(...bars.map(({ value = 0 }) => value)) || 1
  const x = scaleLinear([0, most], [0, width - left - FIGURE_WIDTH]).clamp(true)
  let height = EDGE
  const drawn = bars.map(({ label, value }, at) => {
    const lines = wrap(label, Math.floor(labelWidth / CHARACTER))
    const length = Math.round(x(value ?? 0))
    const row = lines.length * LINE + GAP
    const middle = height + row / 2
    height += row
    return (
      // Two labels may be equal, so the position is the key.
      <g key={at} fill="var(--text)">
        <title>{label}</title>
        <text text-anchor="end">
          {lines.map((line, n) => (
            <tspan
              key={n}
              x={left - 8}
              y={middle + (n - (lines.length - 1) / 2) * LINE}
              dy="0.35em"
            >
              {line}
            </tspan>
          ))}
        </text>
        <rect x={left} y={middle - BAR / 2} width={length} height={BAR} fill="var(--chart-1)" />
        <text x={left + length + 6} y={middle} dy="0.35em">
          {value === undefined ? 'not reported' : shortenValue(value, unit)}
        </text>
      </g>
    )
  })
  const shapes = (
    <>
      <path d={`M${left} ${EDGE}V${height}`} stroke="var(--edge)" />
      {drawn}
    </>
  )
  return { width, height: height + EDGE, shapes }
}
