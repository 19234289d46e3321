import type { SectorYearBody } from '#mappings/sector.ts'
import { SECTOR_FIGURES, SECTOR_METHOD, sumFormula } from '#src/figures/sector.ts'
import type { SectorFigureKey } from '#src/figures/sets.ts'
import type { SectorSeriesYear } from '#src/sector/series.ts'
import { type Line, LineChart } from '#src/web/charts/line-chart.tsx'
import { formatValue, shortenValue } from '../figure.tsx'
import { Scroll } from '../scroll.tsx'

type Props = { years: readonly SectorSeriesYear[]; complete: number | undefined }

const CHARTS: { title: string; unit: 'USD'; keys: SectorFigureKey[] }[] = [
  { title: 'Revenue and expenses', unit: 'USD', keys: ['revenue', 'expenses', 'programExpenses'] },
  { title: 'Assets and liabilities, end of year', unit: 'USD', keys: ['assets', 'liabilities'] },
]

const COLUMNS: SectorFigureKey[] = [
  'revenue',
  'contributions',
  'programServiceRevenue',
  'expenses',
  'programExpenses',
  'grantsPaid',
  'assets',
  'liabilities',
]

/** The sector by tax year: drawn where the year is complete, in figures whatever it is. */
export const SectorYears = ({ years, complete }: Props) => {
  if (years.length === 0) return null
  // A partial year would be drawn as a fall that nobody had.
  const drawn = years.filter(({ isComplete }) => isComplete !== false)
  const partial = years.filter(({ isComplete }) => isComplete === false)
  return (
    <section aria-labelledby="years">
      <h2 id="years">Year by year</h2>
      <p>
        {complete === undefined
          ? 'No tax year is known to be complete.'
          : `Tax year ${complete} is the latest complete one: at least 90 % of the organizations that filed for the year before have filed for it.`}{' '}
        {partial.length > 0 &&
          `Still partial, and not drawn: ${partial.map(({ taxYear }) => taxYear).join(', ')}.`}
      </p>
      {drawn.length > 1 && <p class="notice">{describeSummed(drawn)}</p>}
      <div class="sector-charts">
        {CHARTS.map(({ title, unit, keys }) => (
          <LineChart
            key={title}
            title={`${title}${captionOf(drawn)}`}
            unit={unit}
            series={keys.map((key) => toLine(key, drawn))}
          />
        ))}
        <LineChart
          title="Organizations whose return is summed"
          unit="count"
          series={[
            {
              name: 'Organizations',
              points: drawn.map(({ taxYear, organizations }) => ({
                year: taxYear,
                value: organizations,
              })),
            },
          ]}
        />
      </div>
      <YearsTable years={years} />
      <Method />
    </section>
  )
}

const countReturns = ({ filings }: Pick<SectorYearBody, 'filings'>): string =>
  `${formatValue(filings)} ${filings === 1 ? 'return' : 'returns'}`

/** How many returns the first and last drawn years sum: sums rise with them, whoever grew. */
export function describeSummed(
  years: readonly Pick<SectorYearBody, 'taxYear' | 'filings'>[],
): string {
  const [first, last] = [years[0], years.at(-1)]
  if (!first || !last) return ''
  return `Each point sums the returns of its year, and years have different numbers of them: ${countReturns(first)} of ${first.taxYear}, ${countReturns(last)} of ${last.taxYear}. A line that rises may mean more returns rather than larger organizations.`
}

function captionOf(years: readonly SectorYearBody[]): string {
  const counts = years.map(({ filings }) => filings)
  if (counts.length === 0) return ''
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const many = least === most ? formatValue(most) : `${formatValue(least)} to ${formatValue(most)}`
  return ` (sums of ${many} returns a year)`
}

const toLine = (key: SectorFigureKey, years: readonly SectorYearBody[]): Line => ({
  name: SECTOR_FIGURES[key].label,
  points: years.map(({ taxYear, figures }) => ({ year: taxYear, value: figures[key]?.sum })),
})

const YearsTable = ({ years }: Pick<Props, 'years'>) => (
  <Scroll name="The sector by tax year">
    <table class="sector-years">
      <caption>Form 990, by tax year; below each sum how many returns report it</caption>
      <thead>
        <tr>
          <th scope="col">Tax year</th>
          <th scope="col" class="number">
            Organizations
          </th>
          {COLUMNS.map((key) => (
            <th key={key} scope="col" class="number">
              {SECTOR_FIGURES[key].label}
            </th>
          ))}
          <th scope="col" class="number">
            Revenue growth
          </th>
        </tr>
      </thead>
      <tbody>
        {years.toReversed().map((year) => (
          <Year key={year.taxYear} year={year} />
        ))}
      </tbody>
    </table>
  </Scroll>
)

const Year = ({ year }: { year: SectorSeriesYear }) => (
  <tr>
    <th scope="row">
      {year.taxYear}
      <br />
      <Completeness year={year} />
    </th>
    <td class="number">
      {formatValue(year.organizations)}
      <br />
      <span class="quiet">of {formatValue(year.filings)} returns</span>
    </td>
    {COLUMNS.map((key) => (
      <td key={key} class="number">
        <Sum figure={year.figures[key]} />
      </td>
    ))}
    <td class="number">
      {year.growth.revenueGrowth === undefined ? (
        <span class="unknown">not told</span>
      ) : (
        formatValue(year.growth.revenueGrowth, 'ratio')
      )}
    </td>
  </tr>
)

const Completeness = ({ year }: { year: SectorSeriesYear }) => {
  const { isComplete, returning } = year
  if (isComplete === undefined)
    return <span class="quiet">not known whether complete, {countReturns(year)}</span>
  if (isComplete) return <span class="quiet">complete, {countReturns(year)}</span>
  return (
    <span class="chip tone-caution">
      partial{returning !== undefined && `, ${formatValue(returning, 'ratio')} in`}
    </span>
  )
}

const Sum = ({ figure }: { figure: SectorYearBody['figures'][string] | undefined }) => {
  if (!figure) return <span class="unknown">not reported</span>
  return (
    <>
      <span title={formatValue(figure.sum, 'USD')}>{shortenValue(figure.sum, 'USD')}</span>
      <br />
      <span class="quiet">{formatValue(figure.filings)}</span>
    </>
  )
}

/** Sums have no one line they stand on: which lines they add up is told instead. */
const Method = () => (
  <details class="method">
    <summary>What is summed, and what is left out</summary>
    <p>{SECTOR_METHOD}</p>
    <p>
      Growth is told between two complete years in a row alone. Of a year before which nobody filed
      it cannot be told whether it is complete.
    </p>
    <dl>
      {COLUMNS.map((key) => (
        <div key={key}>
          <dt>{SECTOR_FIGURES[key].label}</dt>
          <dd>{sumFormula(key)}</dd>
        </div>
      ))}
    </dl>
  </details>
)
