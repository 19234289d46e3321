import type { FiledNumber } from '#src/domain/cite.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { SeriesKey } from '#src/figures/sets.ts'
import type { SeriesYear } from '#src/organizations/figures/series.ts'
import { LineChart } from '#src/web/charts/line-chart.tsx'
import type { Overview } from '#src/web/pages/overview.ts'
import { FiledFigure } from '../figure.tsx'
import { Scroll } from '../scroll.tsx'
import { Band } from './band.tsx'

type Column = { name: string; of: (year: SeriesYear) => FiledNumber }
/** Named after its columns and what is said of them all. */
type Chart = { of: string; unit: 'USD' | 'ratio'; columns: Column[] }
/** A chart's columns that some year tells, and the names of those that none does. */
type KnownChart = Chart & { unknown: string[] }

const filed =
  (key: SeriesKey): Column['of'] =>
  ({ figures, unreadable }) =>
    figures[key] ?? { ref: unreadable[key] }

const CHARTS: Chart[] = [
  {
    of: '',
    unit: 'USD',
    columns: [
      { name: 'Revenue', of: filed('revenue') },
      { name: 'Expenses', of: filed('expenses') },
    ],
  },
  {
    of: ' at the end of the year',
    unit: 'USD',
    columns: [
      { name: 'Assets', of: filed('assets') },
      { name: 'Liabilities', of: filed('liabilities') },
    ],
  },
  {
    of: ': share of expenses spent on programs',
    unit: 'ratio',
    columns: [{ name: 'Program ratio', of: ({ derived }) => derived.programRatio ?? {} }],
  },
]

type Props = { overview: Pick<Overview, 'page' | 'series'> }

/** How the figures of the form shown went over the years; a year without a filing is a gap. */
export const Trends = ({ overview: { page, series } }: Props) => {
  const charts = CHARTS.map((chart) => withKnown(chart, series)).filter(
    ({ columns }) => columns.length > 0,
  )
  if (charts.length === 0) return null
  return (
    <Band id="trends" title={`Year by year, ${FORM_NAMES[page.filing.form]}`}>
      <div class="trends">
        {charts.map((chart) => (
          <Trend
            key={chart.of}
            title={titleOf(chart)}
            chart={chart}
            series={series}
            ein={page.organization.ein}
          />
        ))}
      </div>
    </Band>
  )
}

/** Of a chart what any of the years tells: a line without a point would be looked for. */
function withKnown({ columns, ...chart }: Chart, series: readonly SeriesYear[]): KnownChart {
  const isKnown = ({ of }: Column) => series.some((year) => of(year).value !== undefined)
  const unknown = columns.filter((column) => !isKnown(column)).map(({ name }) => name)
  return { ...chart, columns: columns.filter(isKnown), unknown }
}

/** "Revenue and expenses", "Assets at the end of the year". */
function titleOf({ of, columns }: Chart): string {
  const names = columns.map(({ name }, at) => (at === 0 ? name : name.toLowerCase()))
  return `${names.join(' and ')}${of}`
}

type TrendProps = { title: string; chart: KnownChart; series: readonly SeriesYear[]; ein: string }

const Trend = ({ title, chart: { unit, columns, unknown }, series, ein }: TrendProps) => (
  <LineChart
    title={title}
    unit={unit}
    isSmall
    series={columns.map(({ name, of }) => ({
      name,
      points: series.map((year) => ({ year: year.taxYear, value: of(year).value })),
    }))}
  >
    {unknown.map((name) => (
      <p key={name} class="quiet">
        {name}: <span class="unknown">no readable value in any year</span>
      </p>
    ))}
    <details>
      <summary>The same figures as a table</summary>
      <Scroll name={title}>
        <table>
          <caption class="hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Tax year</th>
              {columns.map(({ name }) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {series.map((year) => (
              <tr key={year.taxYear}>
                <th scope="row">
                  {year.taxYear}
                  {year.isShortYear && <span class="quiet"> (short year)</span>}
                </th>
                {columns.map(({ name, of }) => (
                  <td key={name} class="number">
                    <FiledFigure
                      ein={ein}
                      label={`${name}, ${year.taxYear}`}
                      value={of(year).value}
                      unit={unit}
                      ref_={of(year).ref}
                      unknown={unit === 'ratio' ? 'unknown' : undefined}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  </LineChart>
)
