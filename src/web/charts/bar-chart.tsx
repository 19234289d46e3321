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

const [ROW, BAR, EDGE] = [28, 16, 4]
// Room for the figure to the right of the longest bar.
const FIGURE_WIDTH = 64

function drawBars(
  bars: readonly Bar[],
  unit: string | undefined,
  width: number,
  labelWidth: number,
): Drawing {
  const left = labelWidth + 12
  const height = bars.length * ROW + 3 * EDGE
  const most = Math.max(...bars.map(({ value = 0 }) => value)) || 1
  const x = scaleLinear([0, most], [0, width - left - FIGURE_WIDTH]).clamp(true)
  const shapes = (
    <>
      <path d={`M${left} ${EDGE}V${height - EDGE}`} stroke="var(--edge)" />
      {bars.map(({ label, value }, at) => {
        const length = Math.round(x(value ?? 0))
        const middle = EDGE + (at + 0.5) * ROW
        return (
          // Two shortened labels may be equal, so the position is the key.
          <g key={at} fill="var(--text)">
            <text x={left - 8} y={middle} dy="0.35em" text-anchor="end">
              {toLabel(label, Math.floor(labelWidth / CHARACTER))}
            </text>
            <rect x={left} y={middle - BAR / 2} width={length} height={BAR} fill="var(--chart-1)" />
            <text x={left + length + 6} y={middle} dy="0.35em">
              {value === undefined ? 'not reported' : shortenValue(value, unit)}
            </text>
          </g>
        )
      })}
    </>
  )
  return { width, height, shapes }
}
