import type { ComponentChildren } from 'preact'
import { drawChart, type Size } from './draw.ts'

type Option = Parameters<typeof drawChart>[0]
export type Drawing = { size: Size; option: Option }

type Props = {
  /** The caption; what is drawn, for those who hear the chart alone, with `description`. */
  title: string
  description?: string | undefined
  unit?: string | undefined
  /** Once for phones and once for wider screens: text in a drawing shrinks with it. */
  narrow: Drawing
  /** Left out where the chart has little room on every screen. */
  wide?: Drawing | undefined
  legend?: ComponentChildren
  /** The same figures to be read, as a table of links. */
  children?: ComponentChildren
}

/** A chart with its caption, and below it the same figures to be read. */
export const ChartFigure = ({
  title,
  description,
  unit,
  narrow,
  wide,
  legend,
  children,
}: Props) => (
  <figure class="chart">
    <figcaption>{title}</figcaption>
    {legend}
    <Drawn
      drawing={narrow}
      unit={unit}
      label={description ?? title}
      width={wide ? 'narrow' : 'only'}
    />
    {wide && <Drawn drawing={wide} unit={unit} label={description ?? title} width="wide" />}
    {children}
  </figure>
)

type DrawnProps = { drawing: Drawing; unit?: string | undefined; label: string; width: string }

const Drawn = ({ drawing: { size, option }, unit, label, width }: DrawnProps) => (
  <svg
    class={`chart-${width}`}
    role="img"
    aria-label={label}
    viewBox={`0 0 ${size.width} ${size.height}`}
    width={size.width}
    height={size.height}
    // What the library draws, of which `toSafeSvg` leaves shapes and escaped text alone.
    dangerouslySetInnerHTML={{ __html: drawChart(option, size, unit) }}
  />
)
