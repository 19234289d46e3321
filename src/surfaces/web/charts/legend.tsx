/** What tells series apart: their colour, and for those who see none their mark and dashes. */
export const MARKS = [
  { color: 'var(--chart-1)', symbol: 'circle', dash: 'solid' },
  { color: 'var(--chart-2)', symbol: 'rect', dash: [6, 4] },
  { color: 'var(--chart-3)', symbol: 'triangle', dash: [2, 3] },
  { color: 'var(--chart-4)', symbol: 'diamond', dash: 'solid' },
  { color: 'var(--chart-5)', symbol: 'circle', dash: [6, 4] },
  { color: 'var(--chart-6)', symbol: 'rect', dash: [2, 3] },
] as const

const SHAPES = {
  circle: 'M9 6a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z',
  rect: 'M9.5 2.5h7v7h-7Z',
  triangle: 'M13 1.5l4.5 8.5h-9Z',
  diamond: 'M13 1l5 5l-5 5l-5 -5Z',
} as const

/** Names of series with their marks. */
export const Legend = ({ names }: { names: readonly string[] }) => (
  <ul class="legend">
    {names.map((name, at) => (
      <li key={name}>
        <Mark {...(MARKS[at % MARKS.length] ?? MARKS[0])} /> {name}
      </li>
    ))}
  </ul>
)

const Mark = ({ color, symbol, dash }: (typeof MARKS)[number]) => (
  <svg viewBox="0 0 26 12" width="26" height="12" aria-hidden="true">
    <path
      d="M0 6h26"
      stroke={color}
      stroke-width="2.25"
      stroke-dasharray={dash === 'solid' ? undefined : dash.join(' ')}
    />
    <path d={SHAPES[symbol]} fill={color} />
  </svg>
)
