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
  const share = years.find(({ taxYear }) => taxYear === complete)?.returning
  return (
    <section aria-labelledby="years">
      <h2 id="years">By year</h2>
      <p>
        {complete === undefined || share === undefined
          ? 'We do not know whether any tax year is complete.'
          : `Tax year ${complete} is the latest complete year: ${formatValue(share, 'ratio')} of the organizations that filed for ${complete - 1} have filed for it, and 90% is enough.`}
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

/** What share of the filers of the year before has filed, and whether that is enough. */
const Completeness = ({ year: { taxYear, isComplete, returning } }: { year: SectorSeriesYear }) => {
  if (isComplete === undefined || returning === undefined)
    return <span class="quiet">{`not known: too few returns for ${taxYear - 1}`}</span>
  const share = `${formatValue(returning, 'ratio')} of the filers of ${taxYear - 1}`
  return isComplete ? (
    <span class="quiet">{`complete: ${share}`}</span>
  ) : (
    <Chip tone="caution">{`incomplete: ${share}`}</Chip>
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
      A year is complete if at least 90% of the filers of the year before have filed for it. This
      can be checked only if that year has at least ten filers, and is complete itself or has at
      least 90% as many filers. Growth compares the same organizations in a complete year and the
      year before, if at least ten report the figure for both.
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
