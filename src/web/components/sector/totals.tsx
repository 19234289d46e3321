import type { ComponentChildren } from 'preact'
import type { StatsBody } from '#mappings/sector.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { FORMS } from '#src/domain/form.ts'
import { sumFormula } from '#src/figures/sector.ts'
import { formatValue, shortenValue } from '../figure.tsx'

/** How much there is: organizations, filings by form, and what the latest returns add up to. */
export const SectorTotals = ({ stats }: { stats: StatsBody }) => (
  <section aria-labelledby="totals">
    <h2 id="totals">Totals</h2>
    <dl class="totals">
      <Total label="Organizations that filed" value={formatValue(stats.charities)}>
        With a return or a postcard
      </Total>
      <Total label="Current filings" value={formatValue(stats.filings)}>
        Postcards included, superseded ones left out
      </Total>
      <Returns latest={stats.latestReturns} />
    </dl>
    <p>
      By form:{' '}
      {FORMS.flatMap((form) => {
        const count = stats.filingsByForm[form]
        return count === undefined ? [] : [`${FORM_NAMES[form]} ${formatValue(count)}`]
      }).join(' · ')}
      .{' '}
      {stats.modalLatestYear !== undefined && (
        <>The latest return of most filers is of tax year {stats.modalLatestYear}.</>
      )}
    </p>
  </section>
)

const Returns = ({ latest }: { latest: StatsBody['latestReturns'] }) => {
  if (!latest) return null
  const { organizations, firstYear, lastYear, revenue, programExpenses } = latest
  const years = firstYear === lastYear ? `tax year ${lastYear}` : `${firstYear} to ${lastYear}`
  return (
    <>
      {revenue && (
        <Total label="Revenue" value={shortenValue(revenue.sum, 'USD')} whole={revenue.sum}>
          {sumFormula('revenue')}, over the latest Form 990 of {formatValue(revenue.filings)} of{' '}
          {formatValue(organizations)} organizations, {years}
        </Total>
      )}
      {programExpenses && (
        <Total
          label="Spent on programs"
          value={shortenValue(programExpenses.sum, 'USD')}
          whole={programExpenses.sum}
        >
          {sumFormula('programExpenses')}, as {formatValue(programExpenses.filings)} of the same
          returns report it
        </Total>
      )}
    </>
  )
}

type TotalProps = {
  label: string
  value: string
  /** Whole dollars, where `value` is cut. */
  whole?: number
  children: ComponentChildren
}

const Total = ({ label, value, whole, children }: TotalProps) => (
  <div class="card">
    <dt>{label}</dt>
    <dd>
      <strong title={whole === undefined ? undefined : formatValue(whole, 'USD')}>{value}</strong>
      <span class="quiet">{children}</span>
    </dd>
  </div>
)
