import type { ComponentChildren } from 'preact'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { type FigureKey, nameOf } from '#src/figures/figures.ts'
import { LEADS } from '#src/figures/sets.ts'
import type { SeriesYear, YearValue } from '#src/organizations/figures/series.ts'
import { Sparkline } from '#src/web/charts/sparkline.tsx'
import { tabPath } from '#src/web/links.ts'
import type { TabData } from '#src/web/pages/organization/read.ts'
import { Figure, FiledFigure } from '../figure.tsx'
import { shortenValue } from '../formats.ts'
import { queryOf } from './band.tsx'
import { describeLimits, unreadable } from './key-figures.tsx'

const MOST = 4

/** The first known figures of the form, each with its trend. */
export const LeadFigures = ({ profile }: { profile: TabData }) => {
  const { page, latest, figures, series, trends } = profile
  const { form, taxYear } = page.filing
  const { ein } = page.organization
  const shown = LEADS[form]
    .map((key) => ({ key, figure: figures[key] ?? unreadable(key, page.filing) }))
    .filter(({ figure }) => figure.ref !== undefined)
    .slice(0, MOST)
  const limits = shown.length < MOST ? describeLimits(page.filing, figures) : undefined
  const { Form, Year } = queryOf({ page, latest })
  return (
    <section class="leads" aria-labelledby="leads">
      <h2 id="leads" class="hidden">
        {`Four figures from ${FORM_NAMES[form]}, tax year ${taxYear}`}
      </h2>
      {shown.length > 0 && (
        <dl>
          {shown.map(({ key, figure }) => (
            <Lead key={key} id={key} ein={ein} figure={figure} points={trends[key] ?? []}>
              {key === 'revenue' && growthOf(ein, series, taxYear)}
            </Lead>
          ))}
        </dl>
      )}
      {limits && <p class="quiet">{limits}</p>}
      {shown.length > 0 && (
        <p class="more">
          <a href={tabPath(ein, 'money', { form: Form, year: Year })}>
            All figures, trends, and the flow of money
          </a>
        </p>
      )}
    </section>
  )
}

type LeadProps = {
  id: FigureKey
  ein: string
  figure: NonNullable<TabData['figures'][FigureKey]> | ReturnType<typeof unreadable>
  points: YearValue[]
  children: ComponentChildren
}

const Lead = ({ id, ein, figure, points, children }: LeadProps) => {
  const label = nameOf(id)
  const unit = figure?.unit
  const [first, last] = [points[0], points.at(-1)]
  return (
    <div class="lead-figure">
      <dt>{label}</dt>
      <dd>
        <FiledFigure
          ein={ein}
          label={label}
          value={figure?.value}
          unit={unit}
          ref_={figure?.ref}
          isShort
        />
      </dd>
      {first && last && first !== last && (
        <dd class="trend">
          <Sparkline
            label={`${label} by tax year: ${points.map(({ year, value }) => `${year} ${shortenValue(value, unit)}`).join(', ')}`}
            points={points}
          />
          <span class="ends" aria-hidden="true">
            <span>{first.year}</span>
            <span>{last.year}</span>
          </span>
        </dd>
      )}
      {children && <dd class="quiet">{children}</dd>}
    </div>
  )
}

/** The change from the year before, as a figure with its calculation. */
function growthOf(ein: string, series: readonly SeriesYear[], taxYear: number) {
  const growth = series.find((year) => year.taxYear === taxYear)?.derived.revenueGrowth
  if (!growth) return undefined
  return (
    <>
      {growth.value > 0 && '+'}
      <Figure
        ein={ein}
        label={nameOf('revenueGrowth')}
        value={growth.value}
        unit={growth.unit}
        ref_={growth.ref}
      />{' '}
      from the year before
    </>
  )
}
