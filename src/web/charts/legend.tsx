import {
  type SymbolType,
  symbol,
  symbolCircle,
  symbolDiamond,
  symbolSquare,
  symbolTriangle,
} from 'd3-shape'

type Mark = { color: string; shape: SymbolType; dash?: string }

/** Tells series apart by color, and by shape and dashes for people who cannot see the color. */
const MARKS: readonly [Mark, ...Mark[]] = [
  { color: 'var(--chart-1)', shape: symbolCircle },
  { color: 'var(--chart-2)', shape: symbolSquare, dash: '6 4' },
  { color: 'var(--chart-3)', shape: symbolTriangle, dash: '2 3' },
  { color: 'var(--chart-4)', shape: symbolDiamond },
  { color: 'var(--chart-5)', shape: symbolCircle, dash: '6 4' },
  { color: 'var(--chart-6)', shape: symbolSquare, dash: '2 3' },
]

/** Returns the mark of the series at a position. */
export const markOf = (at: number): Mark => MARKS[at % MARKS.length] ?? MARKS[0]

type ShapeProps = { mark: Mark; x: number; y: number }

/** The shape of a mark around a point, of 45 square pixels. */
export const MarkShape = ({ mark: { color, shape }, x, y }: ShapeProps) => (
  <path d={symbol(shape, 45)() ?? ''} transform={`translate(${x} ${y})`} fill={color} />
)

/** The names of series with their marks. */
export const Legend = ({ names }: { names: readonly string[] }) => (
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
