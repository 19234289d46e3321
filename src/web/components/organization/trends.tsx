import type { FiledNumber } from '#src/domain/cite.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { SeriesKey } from '#src/figures/sets.ts'
import type { SeriesYear } from '#src/organizations/figures/series.ts'
import { LineChart } from '#src/web/charts/line-chart.tsx'
import type { Profile } from '#src/web/pages/organization/read.ts'
import { organizationTexts } from '#src/web/texts/organization.tsx'
import { FiledFigure } from '../figure.tsx'
import { numeric, Table } from '../table.tsx'
import { Band } from './band.tsx'

const texts = organizationTexts.trends

type Column = { name: string; of: (year: SeriesYear) => FiledNumber }
/** The title begins with the names of the columns; `of` ends it. */
type Chart = { of: string; unit: 'USD' | 'ratio'; columns: Column[] }
/** The columns with a value in at least one year, and the names of the others. */
type KnownChart = Chart & { unknown: string[] }

const filed = (name: string, key: SeriesKey): Column => ({
  name,
  of: ({ figures, unreadable }) => figures[key] ?? { ref: unreadable[key] },
})

const CHARTS: Chart[] = [
  { of: '', unit: 'USD', columns: [filed('Revenue', 'revenue'), filed('Expenses', 'expenses')] },
  {
    of: texts.atYearEnd,
    unit: 'USD',
    columns: [filed('Assets', 'assets'), filed('Liabilities', 'liabilities')],
  },
  {
    of: texts.programShare,
    unit: 'ratio',
    columns: [{ name: 'Program ratio', of: ({ derived }) => derived.programRatio ?? {} }],
  },
]

type Props = { overview: Pick<Profile, 'page' | 'series'> }

/** The form's figures by year; a year without a filing is a gap. */
export const Trends = ({ overview: { page, series } }: Props) => {
  const charts = CHARTS.map((chart) => withKnown(chart, series)).filter(
    ({ columns }) => columns.length > 0,
  )
  if (charts.length === 0) return null
  return (
    <Band id="trends" title={texts.title(FORM_NAMES[page.filing.form])}>
      <div class="trends">
        {charts.map((chart) => (
          <Trend key={chart.of} chart={chart} series={series} ein={page.organization.ein} />
        ))}
      </div>
    </Band>
  )
}

/** Separates columns without any value, because readers would look for their lines. */
function withKnown({ columns, ...chart }: Chart, series: readonly SeriesYear[]): KnownChart {
  const isKnown = ({ of }: Column) => series.some((year) => of(year).value !== undefined)
  const unknown = columns.filter((column) => !isKnown(column)).map(({ name }) => name)
  return { ...chart, columns: columns.filter(isKnown), unknown }
}

/** Returns "Revenue and expenses", "Assets at the end of the year". */
function titleOf({ of, columns }: Chart): string {
  const names = columns.map(({ name }, at) => (at === 0 ? name : name.toLowerCase()))
  return `${names.join(' and ')}${of}`
}

type TrendProps = { chart: KnownChart; series: readonly SeriesYear[]; ein: string }

const Trend = ({ chart, series, ein }: TrendProps) => {
  const { unit, columns, unknown } = chart
  const title = titleOf(chart)
  return (
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
          {name}: <span class="unknown">{texts.unreadable}</span>
        </p>
      ))}
      <details>
        <summary>{texts.asTable}</summary>
        <Table name={title} heads={['Tax year', ...columns.map(({ name }) => numeric(name))]}>
          {series.map((year) => (
            <tr key={year.taxYear}>
              <th scope="row">
                {year.taxYear}
                {year.isShortYear && <span class="quiet">{texts.shortYear}</span>}
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
        </Table>
      </details>
    </LineChart>
  )
}
