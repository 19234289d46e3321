import type { SectorYearBody } from '#mappings/sector.ts'
import { countOf } from '#src/domain/money.ts'
import { SECTOR_FIGURES, SECTOR_METHOD, sumFormula } from '#src/figures/sector.ts'
import type { SectorFigureKey } from '#src/figures/sets.ts'
import type { SectorSeriesYear } from '#src/sector/series.ts'
import { type Line, LineChart } from '../charts/line-chart.tsx'
import { Chip } from './chips.tsx'
import { formatValue, shortenValue } from './formats.ts'
import { numeric, Table } from './table.tsx'
import { Term } from './text.tsx'

type Props = { years: readonly SectorSeriesYear[]; complete: number | undefined }

const CHARTS: { title: string; keys: SectorFigureKey[] }[] = [
  { title: 'Revenue and expenses', keys: ['revenue', 'expenses', 'programExpenses'] },
  { title: 'Assets and liabilities, end of year', keys: ['assets', 'liabilities'] },
]

const COLUMNS: SectorFigureKey[] = [
  ...(['revenue', 'contributions', 'programServiceRevenue'] as const),
  ...(['expenses', 'programExpenses', 'grantsPaid', 'assets', 'liabilities'] as const),
]

/** The sector by tax year: complete years as drawings, all years in a table. */
export const SectorYears = ({ years, complete }: Props) => {
  if (years.length === 0) return null
  // A partial year would look like a decline.
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
        {CHARTS.map(({ title, keys }) => (
          <LineChart
            key={title}
            title={`${title}${captionOf(drawn)}`}
            unit="USD"
            series={keys.map((key) =>
              toLine(SECTOR_FIGURES[key].label, drawn, ({ figures }) => figures[key]?.sum),
            )}
          />
        ))}
        <LineChart
          title="Organizations whose return is summed"
          unit="count"
          series={[toLine('Organizations', drawn, ({ organizations }) => organizations)]}
        />
      </div>
      <YearsTable years={years} />
      <Method />
    </section>
  )
}

const countReturns = ({ filings }: Pick<SectorYearBody, 'filings'>): string =>
  countOf(filings, 'return')

/** Returns how many returns the first and last drawn years sum, because sums rise with them. */
export function describeSummed(
  years: readonly Pick<SectorYearBody, 'taxYear' | 'filings'>[],
): string {
  const [first, last] = [years[0], years.at(-1)]
  if (!first || !last) return ''
  return `Each point adds up the returns of its year, and their number varies: ${countReturns(first)} for ${first.taxYear}, ${countReturns(last)} for ${last.taxYear}. A rising line may mean more returns rather than larger organizations.`
}

function captionOf(years: readonly SectorYearBody[]): string {
  const counts = years.map(({ filings }) => filings)
  if (counts.length === 0) return ''
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const many = least === most ? formatValue(most) : `${formatValue(least)} to ${formatValue(most)}`
  return ` (sums of ${many} returns a year)`
}

const toLine = (
  name: string,
  years: readonly SectorYearBody[],
  of: (year: SectorYearBody) => number | undefined,
): Line => ({ name, points: years.map((year) => ({ year: year.taxYear, value: of(year) })) })

const YearsTable = ({ years }: Pick<Props, 'years'>) => (
  <Table
    name="The sector by tax year"
    caption="Form 990, by tax year; below each sum how many returns report it"
    isCaptioned
    class="sector-years"
    heads={[
      'Tax year',
      ...['Organizations', ...COLUMNS.map((key) => SECTOR_FIGURES[key].label)].map(numeric),
      numeric('Revenue growth'),
    ]}
  >
    {years.toReversed().map((year) => (
      <Year key={year.taxYear} year={year} />
    ))}
  </Table>
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
        <span class="unknown">unknown</span>
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
    <Chip tone="caution">
      partial{returning !== undefined && `, ${formatValue(returning, 'ratio')} in`}
    </Chip>
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

/** The lines each sum adds up, because no single line holds a sum. */
const Method = () => (
  <details class="method">
    <summary>What is summed, and what is left out</summary>
    <p>{SECTOR_METHOD}</p>
    <p>
      Growth is shown only between two complete years in a row. A year without filings for the year
      before cannot be checked for completeness.
    </p>
    <dl>
      {COLUMNS.map((key) => (
        <Term key={key} term={SECTOR_FIGURES[key].label}>
          {sumFormula(key)}
        </Term>
      ))}
    </dl>
  </details>
)
