import type { ComponentChildren } from 'preact'

/** An SVG in CSS pixels; its text shrinks with it. */
export type Drawing = { width: number; height: number; shapes: ComponentChildren }

type Props = {
  /** The caption. */
  title: string
  /** What screen readers announce instead of the drawing. */
  description: string
  /** For phones. */
  narrow: Drawing
  /** For wider screens; undefined for charts that are small on every screen. */
  wide?: Drawing | undefined
  legend?: ComponentChildren
  /** The same figures as a table of links. */
  children?: ComponentChildren
}

/** A chart with its caption, and the same figures as a table below it. */
export const ChartFigure = ({ title, description, narrow, wide, legend, children }: Props) => (
  <figure class="chart">
    <figcaption>{title}</figcaption>
    {legend}
    <Drawn drawing={narrow} label={description} kind={wide ? 'narrow' : 'only'} />
    {wide && <Drawn drawing={wide} label={description} kind="wide" />}
    {children}
  </figure>
)

type DrawnProps = { drawing: Drawing; label: string; kind: 'narrow' | 'only' | 'wide' }

const Drawn = ({ drawing: { width, height, shapes }, label, kind }: DrawnProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields; this groups values of years.
  <svg
    class={`chart-${kind}`}
    role="group"
    aria-label={label}
    viewBox={`0 0 ${width} ${height}`}
    width={width}
    height={height}
    font-size="12"
  >
    {shapes}
  </svg>
)

/** Estimates a text's width at 12 pixels in a wide font, because the reader's font is unknown. */
export const widthOf = (text: string): number => [...text].length * CHARACTER

export const CHARACTER = 7.5
