import { FORM_NAMES } from '../../../../domain/facts/citation.ts'
import type { SeriesFigure, SeriesYear } from '../../../../profiles/series.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import type { Overview } from '../../pages/overview.ts'
import { Figure } from '../figure.tsx'
import { Scroll } from '../scroll.tsx'
import { Band } from './band.tsx'

type Column = { name: string; of: (year: SeriesYear) => SeriesFigure | undefined }
type Chart = { title: string; unit: 'USD' | 'ratio'; columns: Column[] }

const CHARTS: Chart[] = [
  {
    title: 'Revenue and expenses',
    unit: 'USD',
    columns: [
      { name: 'Revenue', of: ({ figures }) => figures.revenue },
      { name: 'Expenses', of: ({ figures }) => figures.expenses },
    ],
  },
  {
    title: 'Assets and liabilities at the end of the year',
    unit: 'USD',
    columns: [
      { name: 'Assets', of: ({ figures }) => figures.assets },
      { name: 'Liabilities', of: ({ figures }) => figures.liabilities },
    ],
  },
  {
    title: 'Program ratio: share of expenses spent on programs',
    unit: 'ratio',
    columns: [{ name: 'Program ratio', of: ({ derived }) => derived.programRatio }],
  },
]

type Props = { overview: Pick<Overview, 'page' | 'series'> }

/** How the figures of the form shown went over the years; a year without a filing is a gap. */
export const Trends = ({ overview: { page, series } }: Props) => {
  const charts = CHARTS.filter(({ columns }) =>
    columns.some(({ of }) => series.some((year) => of(year) !== undefined)),
  )
  if (charts.length === 0) return null
  return (
    <Band id="trends" title={`Year by year, ${FORM_NAMES[page.filing.form]}`}>
      <div class="trends">
        {charts.map((chart) => (
          <Trend key={chart.title} chart={chart} series={series} ein={page.organization.ein} />
        ))}
      </div>
    </Band>
  )
}

type TrendProps = { chart: Chart; series: readonly SeriesYear[]; ein: string }

const Trend = ({ chart: { title, unit, columns }, series, ein }: TrendProps) => (
  <LineChart
    title={title}
    unit={unit}
    isSmall
    series={columns.map(({ name, of }) => ({
      name,
      points: series.map((year) => ({ year: year.taxYear, value: of(year)?.value })),
    }))}
  >
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
                    <Figure
                      ein={ein}
                      label={`${name}, ${year.taxYear}`}
                      value={of(year)?.value}
                      unit={unit}
                      ref_={of(year)?.ref}
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
