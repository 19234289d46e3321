import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import type { YearValue } from '#src/organizations/figures/series.ts'

type Props = {
  /** What screen readers announce, with all values. */
  label: string
  /** Oldest first; at least two. */
  points: readonly YearValue[]
}

const [WIDTH, HEIGHT, EDGE] = [160, 40, 4]

/** A small trend without axes, on a scale from zero. */
export const Sparkline = ({ label, points }: Props) => {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || first === last) return null
  const values = points.map(({ value }) => value)
  const x = scaleLinear([first.year, last.year], [EDGE, WIDTH - EDGE])
  const y = scaleLinear(
    [Math.min(0, ...values), Math.max(0, ...values) || 1],
    [HEIGHT - EDGE, EDGE],
  )
  const at = ({ year, value }: YearValue): [number, number] => [round(x(year)), round(y(value))]
  const placed = points.map(at)
  return (
    <svg
      class="sparkline"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      width={WIDTH}
      height={HEIGHT}
    >
      <path d={area().y0(round(y(0)))(placed) ?? ''} fill="var(--chart-1)" opacity="0.14" />
      <path
        d={line()(placed) ?? ''}
        fill="none"
        stroke="var(--chart-1)"
        stroke-width="2"
        vector-effect="non-scaling-stroke"
      />
    </svg>
  )
}

const round = (pixels: number): number => Math.round(pixels * 10) / 10
