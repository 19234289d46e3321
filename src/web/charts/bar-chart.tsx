import type { ComponentChildren } from 'preact'
import { shortenValue } from '../components/formats.ts'

type Props = {
  title: string
  /** From top to bottom. */
  bars: readonly { label: string; value?: number }[]
  unit: string
  /** The table of the same figures, which screen readers read instead. */
  children?: ComponentChildren
}

/** The percentage of the width that the longest bar takes; labels and figures need the rest. */
const LONGEST = 42

/** Horizontal bars, because names of lines and causes are long. */
export const BarChart = ({ title, bars, unit, children }: Props) => {
  const most = Math.max(...bars.map(({ value = 0 }) => value)) || 1
  if (bars.length === 0) return null
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <div class="bars" aria-hidden="true">
        {bars.map(({ label, value = 0 }, at) => (
          // Two labels may be equal, so the position is the key.
          <div key={at}>
            <span>{label}</span>
            <svg width={`${Math.max(0, Math.round((value / most) * LONGEST))}%`} height="16" />
            {shortenValue(value, unit)}
          </div>
        ))}
      </div>
      {children}
    </figure>
  )
}
