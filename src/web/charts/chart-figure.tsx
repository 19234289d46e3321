import { readFileSync } from 'node:fs'
import type { ComponentChildren, VNode } from 'preact'
import { organizationTexts } from '../texts/organization.tsx'

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
  /** The address of the drawing as a file. */
  svgPath?: string | undefined
  /** The same figures as a table of links. */
  children?: ComponentChildren
}

/** A chart with its caption, and the same figures as a table below it. */
export const ChartFigure = ({ title, description, narrow, wide, legend, ...rest }: Props) => (
  <figure class="chart">
    <figcaption>{title}</figcaption>
    {legend}
    <Drawn drawing={narrow} label={description} kind={wide ? 'narrow' : 'only'} />
    {wide && <Drawn drawing={wide} label={description} kind="wide" />}
    {rest.svgPath && (
      <p class="chart-tools">
        <a href={rest.svgPath} rel="nofollow" download>
          {organizationTexts.charts.svg}
          <span class="hidden">: {title}</span>
        </a>
      </p>
    )}
    {rest.children}
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

/** The light scheme of the stylesheet, because files have no reader whose scheme they could follow. */
const LIGHT = new Map(
  [
    ...readFileSync(new URL('../styles/00-base.css', import.meta.url), 'utf8').matchAll(
      /(--[\w-]+): light-dark\((#\w+)/g,
    ),
  ].map(([, name, color]) => [name, color]),
)

/** Returns a drawing as an SVG file with its title and source; `render` turns shapes into markup. */
export function toSvgFile(
  { width, height, shapes }: Drawing,
  { title, source }: { title: string; source: string },
  render: (shapes: VNode) => string,
): string {
  const [top, bottom] = [28, 24]
  const file = (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 ${-top} ${width} ${height + top + bottom}`}
      width={width}
      height={height + top + bottom}
      font-family="system-ui, sans-serif"
      font-size="12"
    >
      <title>{title}</title>
      <rect y={-top} width={width} height={height + top + bottom} fill="#ffffff" />
      <text y={4 - top / 2} x="4" font-weight="600" fill="var(--text)">
        {title}
      </text>
      {shapes}
      <text x="4" y={height + bottom - 8} font-size="10" fill="var(--quiet)">
        {source}
      </text>
    </svg>
  )
  return render(file).replaceAll(
    /var\((--[\w-]+)\)/g,
    (_, name: string) => LIGHT.get(name) ?? '#000000',
  )
}
