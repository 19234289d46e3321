import type { SectorYearBody } from '#mappings/sector.ts'
import { SECTOR_FIGURES, SECTOR_METHOD, sumFormula } from '#src/figures/sector.ts'
import type { SectorFigureKey } from '#src/figures/sets.ts'
import type { SectorSeriesYear } from '#src/sector/series.ts'
import { type Line, LineChart } from '../charts/line-chart.tsx'
import { sectorTexts } from '../texts/sector.tsx'
import { Chip } from './chips.tsx'
import { formatValue, shortenValue } from './formats.ts'
import { numeric, Table } from './table.tsx'
import { Term } from './text.tsx'

type Props = { years: readonly SectorSeriesYear[]; complete: number | undefined }

const CHARTS: { title: string; keys: SectorFigureKey[] }[] = [
  { title: sectorTexts.charts.revenue, keys: ['revenue', 'expenses', 'programExpenses'] },
  { title: sectorTexts.charts.assets, keys: ['assets', 'liabilities'] },
]

const COLUMNS: SectorFigureKey[] = [
  ...(['revenue', 'contributions', 'programServiceRevenue'] as const),
  ...(['expenses', 'programExpenses', 'grantsPaid', 'assets', 'liabilities'] as const),
]

/** Totals by tax year: complete years in charts, all years in a table. */
export const SectorYears = ({ years, complete }: Props) => {
  if (years.length === 0) return null
  // A partial year would look like a decline.
  const drawn = years.filter(({ isComplete }) => isComplete !== false)
  const partial = years.filter(({ isComplete }) => isComplete === false)
  return (
    <section aria-labelledby="years">
      <h2 id="years">{sectorTexts.years}</h2>
      <p>
        {complete === undefined
          ? sectorTexts.noneComplete
          : sectorTexts.complete({ year: complete })}{' '}
        {partial.length > 0 &&
          sectorTexts.partial({ years: partial.map(({ taxYear }) => taxYear).join(', ') })}
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
          title={sectorTexts.charts.organizations}
          unit="count"
          series={[toLine(sectorTexts.organizations, drawn, ({ organizations }) => organizations)]}
        />
      </div>
      <YearsTable years={years} />
      <Method />
    </section>
  )
}

/** States how many returns the first and last drawn years include, because totals grow with them. */
export function describeSummed(
  years: readonly Pick<SectorYearBody, 'taxYear' | 'filings'>[],
): string {
  const [first, last] = [years[0], years.at(-1)]
  return first && last ? sectorTexts.summed({ first, last }) : ''
}

function captionOf(years: readonly SectorYearBody[]): string {
  const counts = years.map(({ filings }) => filings)
  if (counts.length === 0) return ''
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  return sectorTexts.sumsOf({ count: sectorTexts.range({ least, most }) })
}

const toLine = (
  name: string,
  years: readonly SectorYearBody[],
  of: (year: SectorYearBody) => number | undefined,
): Line => ({ name, points: years.map((year) => ({ year: year.taxYear, value: of(year) })) })

const YearsTable = ({ years }: Pick<Props, 'years'>) => (
  <Table
    name={sectorTexts.table}
    caption={sectorTexts.caption}
    isCaptioned
    class="sector-years"
    heads={[
      sectorTexts.taxYearHead,
      ...[sectorTexts.organizations, ...COLUMNS.map((key) => SECTOR_FIGURES[key].label)].map(
        numeric,
      ),
      numeric(sectorTexts.growth),
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
      <span class="quiet">{sectorTexts.ofReturns({ count: year.filings })}</span>
    </td>
    {COLUMNS.map((key) => (
      <td key={key} class="number">
        <Sum figure={year.figures[key]} />
      </td>
    ))}
    <td class="number">
      {year.growth.revenueGrowth === undefined ? (
        <span class="unknown">{sectorTexts.unknown}</span>
      ) : (
        formatValue(year.growth.revenueGrowth, 'ratio')
      )}
    </td>
  </tr>
)

const Completeness = ({ year }: { year: SectorSeriesYear }) => {
  const { isComplete, returning } = year
  if (isComplete === undefined) return <span class="quiet">{sectorTexts.mayBeComplete(year)}</span>
  if (isComplete) return <span class="quiet">{sectorTexts.isComplete(year)}</span>
  return (
    <Chip tone="caution">
      {returning === undefined
        ? sectorTexts.isPartial
        : sectorTexts.isPartialAt({ share: formatValue(returning, 'ratio') })}
    </Chip>
  )
}

const Sum = ({ figure }: { figure: SectorYearBody['figures'][string] | undefined }) => {
  if (!figure) return <span class="unknown">{sectorTexts.notReported}</span>
  return (
    <>
      <span title={formatValue(figure.sum, 'USD')}>{shortenValue(figure.sum, 'USD')}</span>
      <br />
      <span class="quiet">{formatValue(figure.filings)}</span>
    </>
  )
}

/** The lines that each total adds up, because no filed line contains the total. */
const Method = () => (
  <details class="method">
    <summary>{sectorTexts.method}</summary>
    <p>{SECTOR_METHOD}</p>
    <p>{sectorTexts.growthMethod}</p>
    <dl>
      {COLUMNS.map((key) => (
        <Term key={key} term={SECTOR_FIGURES[key].label}>
          {sumFormula(key)}
        </Term>
      ))}
    </dl>
  </details>
)
