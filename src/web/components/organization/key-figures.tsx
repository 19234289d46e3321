import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { citeUnreadable } from '#src/domain/evidence.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { misreadFacts } from '#src/domain/facts/read-facts.ts'
import { type FigureKey, nameOf, sourceOf } from '#src/figures/figures.ts'
import { LEADS, TILES } from '#src/figures/sets.ts'
import type { NamedFigure } from '#src/organizations/figures/named-figures.ts'
import type { YearValue } from '#src/organizations/figures/series.ts'
import type { Filing, FilingSummary } from '#src/organizations/organization.ts'
import type { Page } from '#src/organizations/page/page.ts'
import { tabPath } from '#src/web/links.ts'
import { type FigureValue, FiledFigure } from '../figure.tsx'
import { shortenValue } from '../formats.ts'
import { Term } from '../text.tsx'
import { Band, queryOf } from './band.tsx'

type Figures = Partial<Record<FigureKey, NamedFigure>>
type Props = { page: Page; figures: Figures }

/** The main figures of the filing shown, each with its evidence. */
export const KeyFigures = ({ page, figures }: Props) => {
  const { form, taxYear } = page.filing
  const { asked, found } = TILES[form]
  const tiles = [...asked, ...found.filter((key) => figures[key])]
  const limits = describeLimits(page.filing, figures)
  return (
    <Band id="figures" title={`Key figures from ${FORM_NAMES[form]}, tax year ${taxYear}`}>
      {tiles.length > 0 && (
        <dl class="tiles">
          {tiles.map((key) => {
            const label = nameOf(key)
            const figure = figures[key] ?? unreadable(key, page.filing)
            return (
              <Term key={key} term={label}>
                <FiledFigure ein={page.organization.ein} label={label} figure={figure} isShort />
              </Term>
            )
          })}
        </dl>
      )}
      {limits && <p class="quiet">{limits}</p>}
    </Band>
  )
}

/** Returns the Ref of a line that could not be read; none for a blank line. */
function unreadable(key: FigureKey, filing: Filing) {
  const { fact } = sourceOf(key, filing.form)
  return { ref: fact && citeUnreadable(filing, fact) }
}

/** Returns a sentence on what a form's figures do not show. */
function describeLimits(filing: Filing, known: Figures): string | undefined {
  const { form } = filing
  switch (form) {
    case '990N':
      return 'Form 990-N, the postcard for small organizations, reports no figures.'
    case '990T':
      return 'Form 990-T reports the tax on unrelated business income. It does not report total revenue or expenses.'
    case '990PF':
      if (known.distributableAmount?.value === 0)
        return 'No distribution was required for the year.'
      return (
        known.distributionsToDistributableAmount &&
        'Qualifying distributions first cover any amount left over from the year before. Excess distributions from earlier years also count toward the required amount. Undistributed income is the amount that the foundation must still pay out by the end of the next year.'
      )
    default:
      if (known.programRatio !== undefined) return undefined
      return form === '990'
        ? `The program ratio is unknown because expenses by function are ${isFunctionMisread(filing) ? 'not readable' : 'not reported'}.`
        : `This ${FORM_NAMES[form]} does not include enough information to calculate a program ratio.`
  }
}

/** Whether the program ratio of Form 990 depends on a line that could not be read. */
function isFunctionMisread({ form, warnings }: Pick<FilingSummary, 'form' | 'warnings'>): boolean {
  const misread = misreadFacts(form, warnings)
  return misread.has('functionalProgramExpenses') || misread.has('functionalExpenses')
}

const MAX_LEADS = 4

type LeadsProps = Props & {
  /** The leading figures of the form by year. */
  trends: Partial<Record<FigureKey, YearValue[]>>
}

/** The first known figures of the form, each with its trend. */
export const LeadFigures = ({ page, figures, trends }: LeadsProps) => {
  const { form, taxYear } = page.filing
  const { ein } = page.organization
  const shown = LEADS[form]
    .map((key) => ({ key, figure: figures[key] ?? unreadable(key, page.filing) }))
    .filter(({ figure }) => figure.ref !== undefined)
    .slice(0, MAX_LEADS)
  const limits = shown.length < MAX_LEADS ? describeLimits(page.filing, figures) : undefined
  const { Form, Year } = queryOf(page)
  return (
    <section class="leads" aria-labelledby="leads">
      <h2 id="leads" class="hidden">
        {`Main figures from ${FORM_NAMES[form]}, tax year ${taxYear}`}
      </h2>
      {shown.length > 0 && (
        <dl>
          {shown.map(({ key, figure }) => (
            <Lead key={key} id={key} ein={ein} figure={figure} points={trends[key] ?? []} />
          ))}
        </dl>
      )}
      {limits && <p class="quiet">{limits}</p>}
      {shown.length > 0 && (
        <p class="more">
          <a href={tabPath(ein, 'money', { form: Form, year: Year })}>All figures and trends</a>
        </p>
      )}
    </section>
  )
}

type LeadProps = {
  id: FigureKey
  ein: string
  figure: FigureValue
  points: YearValue[]
}

const Lead = ({ id, ein, figure, points }: LeadProps) => {
  const label = nameOf(id)
  const [first, last] = [points[0], points.at(-1)]
  return (
    <div class="lead-figure">
      <dt>{label}</dt>
      <dd>
        <FiledFigure ein={ein} label={label} figure={figure} isShort />
      </dd>
      {first && last && first !== last && (
        <dd class="trend">
          <Sparkline
            label={`${label} by tax year: ${points.map(({ year, value }) => `${year} ${shortenValue(value, figure.unit)}`).join(', ')}`}
            points={points}
          />
          <span class="ends" aria-hidden="true">
            <span>{first.year}</span>
            <span>{last.year}</span>
          </span>
        </dd>
      )}
    </div>
  )
}

type SparklineProps = {
  /** What screen readers announce, with all values. */
  label: string
  /** Oldest first; at least two. */
  points: readonly YearValue[]
}

const [WIDTH, HEIGHT, EDGE] = [160, 40, 4]

/** A small trend without axes, on a scale from zero. */
const Sparkline = ({ label, points }: SparklineProps) => {
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
