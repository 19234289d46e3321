import type { SectorYearBody } from '#mappings/sector.ts'
import { countOf } from '#src/domain/money.ts'
import { SECTOR_FIGURES, SECTOR_METHOD, sumFormula } from '#src/figures/sector.ts'
import type { SectorFigureKey } from '#src/figures/sets.ts'
import type { SectorSeriesYear } from '#src/sector/front.ts'
import { Chip } from './chips.tsx'
import { formatValue, shortenValue } from './formats.ts'
import { column, numeric, Table } from './table.tsx'
import { Term } from './text.tsx'

type Props = { years: readonly SectorSeriesYear[]; complete: number | undefined }

const ORGANIZATIONS = 'Organizations'

const COLUMNS: SectorFigureKey[] = [
  ...(['revenue', 'contributions', 'programServiceRevenue'] as const),
  ...(['expenses', 'programExpenses', 'grantsPaid', 'assets', 'liabilities'] as const),
]

/** Totals by tax year. */
export const SectorYears = ({ years, complete }: Props) => {
  if (years.length === 0) return null
  return (
    <section aria-labelledby="years">
      <h2 id="years">By year</h2>
      <p>
        {complete === undefined
          ? 'We do not know whether any tax year is complete.'
          : `Tax year ${complete} is the latest complete year: at least 90% of the organizations that filed for the year before have filed for it.`}
      </p>
      <YearsTable years={years} />
      <Method />
    </section>
  )
}

const YearsTable = ({ years }: Pick<Props, 'years'>) => (
  <Table<SectorSeriesYear>
    name="Totals by tax year"
    caption="Form 990, by tax year. The number below each total is the number of returns that report it."
    isCaptioned
    class="sector-years"
    rows={years.toReversed()}
    columns={[
      column('Tax year', (year) => (
        <>
          {year.taxYear}
          <br />
          <Completeness year={year} />
        </>
      )),
      numeric(ORGANIZATIONS, ({ organizations, filings }) => (
        <>
          {formatValue(organizations)}
          <br />
          <span class="quiet">{`from ${countOf(filings, 'return')}`}</span>
        </>
      )),
      ...COLUMNS.map((key) =>
        numeric<SectorSeriesYear>(SECTOR_FIGURES[key].label, ({ figures }) => (
          <Sum figure={figures[key]} />
        )),
      ),
      numeric('Revenue growth', ({ growth: { revenueGrowth } }) =>
        revenueGrowth === undefined ? (
          <span class="unknown">unknown</span>
        ) : (
          formatValue(revenueGrowth, 'ratio')
        ),
      ),
    ]}
  />
)

const Completeness = ({ year }: { year: SectorSeriesYear }) => {
  const { isComplete, returning } = year
  if (isComplete === undefined)
    return <span class="quiet">{`may be incomplete, ${countOf(year.filings, 'return')}`}</span>
  if (isComplete) return <span class="quiet">{`complete, ${countOf(year.filings, 'return')}`}</span>
  return (
    <Chip tone="caution">
      {returning === undefined
        ? 'incomplete'
        : `incomplete, ${formatValue(returning, 'ratio')} received`}
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

/** The lines that each total adds up, because no filed line contains the total. */
const Method = () => (
  <details class="method">
    <summary>How the totals are calculated</summary>
    <p>{SECTOR_METHOD}</p>
    <p>
      Growth compares the same organizations in two consecutive complete years, if at least ten
      report the figure for both. A year can be checked for completeness only if at least ten
      returns for the year before are loaded.
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
