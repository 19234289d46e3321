import type { ComponentChildren } from 'preact'
import { shortenValue } from '../components/formats.ts'
import { organizationTexts } from '../texts/organization.tsx'
import { ChartFigure, type Drawing } from './chart-figure.tsx'
import type { Shapes } from './shapes.ts'

const texts = organizationTexts.charts

/** A place on a map. */
export type MapPlace = {
  /** As in the shapes. */
  code: string
  /** Absent on maps that only mark places. */
  value?: number
  /** The name, and the value if there is one; appears while a pointer or the keyboard is on it. */
  text: string
  href: string
}

type Props = {
  title: string
  shapes: Shapes
  places: readonly MapPlace[]
  unit?: string | undefined
  /** What other places have in common, for the legend of values. */
  others?: string
  svgPath?: string | undefined
  children?: ComponentChildren
}

/** A map whose colors are steps of a value; nothing if it can draw none of the places. */
export const MapChart = ({ title, shapes, places, unit, others, svgPath, children }: Props) => {
  const drawn = drawMap({ shapes, places, unit })
  if (!drawn) return <>{children}</>
  return (
    <ChartFigure
      title={title}
      description={texts.map(title, drawn.count)}
      narrow={drawn.drawing}
      legend={
        drawn.steps.length > 0 && (
          <ul class="legend">
            {drawn.steps.map(({ label, opacity }) => (
              <li key={label}>
                <Swatch opacity={opacity} /> {label}
              </li>
            ))}
            <li>
              <Swatch /> {others}
            </li>
          </ul>
        )
      }
      svgPath={svgPath}
    >
      {children}
    </ChartFigure>
  )
}

/** Colors that readers can still tell apart. */
const MOST_STEPS = 5

/**
 * Returns the lower bounds of the steps behind the first, ascending, so that each has about as many
 * values as the others: a few states receive most of the money. Bounds are one digit and zeros.
 */
export function toBounds(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b)
  const bounds: number[] = []
  for (let step = 1; step < MOST_STEPS; step += 1) {
    const value = sorted[Math.floor((step * sorted.length) / MOST_STEPS)] ?? 0
    const bound = value > 0 ? roundDown(value) : 0
    if (bound > Math.max(bounds.at(-1) ?? 0, sorted[0] ?? 0)) bounds.push(bound)
  }
  return bounds
}

function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return Math.floor(value / power) * power
}

/** The opacity of places that do not differ. */
const ONLY = 0.8

type Step = { label: string; opacity: number }

function toSteps(bounds: readonly number[], unit: string | undefined): Step[] {
  const shown = bounds.map((bound) => shortenValue(bound, unit).replace('.0', ''))
  return Array.from({ length: bounds.length + 1 }, (_, at) => ({
    label: texts.step(shown[at - 1], shown[at]),
    opacity: bounds.length === 0 ? ONLY : 0.25 + (0.75 * at) / bounds.length,
  }))
}

/** Room above the map for the value of a place, and below it for the legend of a file. */
const [TOP, BOTTOM] = [26, 44]

/** Returns the drawing, its steps, and how many places it shows; undefined if it shows none. */
export function drawMap(
  { shapes, places, unit }: Pick<Props, 'shapes' | 'places' | 'unit'>,
  isFile = false,
): { drawing: Drawing; steps: Step[]; count: number } | undefined {
  const shown = places.filter(({ code }) => shapes.paths.has(code))
  if (shown.length === 0) return undefined
  const values = shown.flatMap(({ value }) => value ?? [])
  const bounds = toBounds(values)
  const steps = values.length > 0 ? toSteps(bounds, unit) : []
  const codes = new Set(shown.map(({ code }) => code))
  const others = [...shapes.paths].filter(([code]) => !codes.has(code)).map(([, path]) => path)
  const { width, height } = shapes
  const map = (
    <>
      <g transform={`translate(0 ${TOP})`} stroke="var(--edge)" stroke-width="0.5">
        <path d={others.join('')} fill="var(--ground)" />
        {shown.map((place) => {
          const { code, value = 0 } = place
          const step = bounds.filter((bound) => value >= bound).length
          const path = (
            <path
              d={shapes.paths.get(code)}
              fill="var(--chart-1)"
              fill-opacity={steps[step]?.opacity ?? ONLY}
            />
          )
          return isFile ? path : <Place key={code} place={place} path={path} />
        })}
      </g>
      {isFile && <FileLegend steps={steps} width={width} top={TOP + height + 8} />}
    </>
  )
  return {
    drawing: { width, height: TOP + height + (isFile ? BOTTOM : 0), shapes: map },
    steps,
    count: shown.length,
  }
}

type PlaceProps = { place: MapPlace; path: ComponentChildren }

/** A place as a link, with its value above the map while a pointer or the keyboard is on it. */
const Place = ({ place: { text, href }, path }: PlaceProps) => (
  <a class="map-place" href={href} aria-label={text}>
    {path}
    <text y={-8} font-size="16" stroke="none" fill="var(--text)">
      {text}
    </text>
  </a>
)

const Swatch = ({ opacity }: { opacity?: number }) => (
  <svg viewBox="0 0 26 12" width="26" height="12" aria-hidden="true">
    <rect
      {...{ x: 0.5, y: 0.5, width: 25, height: 11 }}
      fill={opacity === undefined ? 'var(--ground)' : 'var(--chart-1)'}
      fill-opacity={opacity}
      stroke="var(--edge)"
    />
  </svg>
)

/** Room for the widest range, such as "$200K to $500K". */
const ENTRY = 120

const FileLegend = ({
  steps,
  width,
  top,
}: {
  steps: readonly Step[]
  width: number
  top: number
}) => {
  const inRow = Math.floor(width / ENTRY)
  return (
    <>
      {steps.map(({ label, opacity }, at) => {
        const [x, y] = [4 + (at % inRow) * ENTRY, top + Math.floor(at / inRow) * 18]
        return (
          <g key={label}>
            <rect
              {...{ x, y, width: 12, height: 12 }}
              fill="var(--chart-1)"
              fill-opacity={opacity}
              stroke="var(--edge)"
            />
            <text x={x + 16} y={y + 10} font-size="11" fill="var(--text)">
              {label}
            </text>
          </g>
        )
      })}
    </>
  )
}
