import type { ComponentChildren } from 'preact'
import type { StatsBody } from '#mappings/sector.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { FORMS } from '#src/domain/form.ts'
import { releaseTime } from '#src/domain/release.ts'
import { sumFormula } from '#src/figures/sector.ts'
import { toSectorSeries } from '#src/sector/front.ts'
import { readSectorStats, type SectorStats } from '#src/sector/read-sector.ts'
import { BarChart } from '../charts/bar-chart.tsx'
import { inDollars } from '../components/figure.tsx'
import { formatValue } from '../components/formats.ts'
import { Layout } from '../components/layout.tsx'
import { SectorYears } from '../components/sector-years.tsx'
import { column, numeric, Table } from '../components/table.tsx'
import { Day, MaybeLink } from '../components/text.tsx'
import { addPage, type Pages, SEARCH_TERMS } from '../render.ts'
import { searchPath } from '../search/address.ts'
import { countEveryone, orUndefined } from '../search/run-search.ts'

/** Adds `GET /sector`: the sums over all filings. */
export function addSectorPage(pages: Pages): void {
  const { deps } = pages
  const answer = async () => {
    const [sector, everyone] = await Promise.all([
      orUndefined(readSectorStats(deps)),
      orUndefined(countEveryone(deps)),
    ])
    if (!sector || !everyone || sector.stats.charities === 0) return <NoTotalsPage />
    const causes = (everyone.facets?.Cause ?? []).map(({ value, label, count }) => ({
      key: value,
      label,
      count,
      href: searchPath({ CauseLabel: value, Sort: 'Revenue' }),
    }))
    return <SectorPage sector={sector} causes={causes} whole={everyone.found} />
  }
  addPage(pages, '/sector', answer, { terms: SEARCH_TERMS })
}

type Props = { sector: SectorStats; causes: Row[]; whole: number }

const TITLE = 'Totals of all loaded filings'

const NoTotalsPage = () => (
  <Layout title={TITLE} isListed={false} current="/sector">
    <h1>{TITLE}</h1>
    <p class="lead">There are no totals yet. They need at least one return in the search index.</p>
    <p>
      The operator of this service loads filings and rebuilds the search index; then this page
      fills. Until then, you can <a href="/">search</a> the organizations that are loaded, or see{' '}
      <a href="/sources">which data is loaded</a>.
    </p>
  </Layout>
)

const SectorPage = ({ sector: { stats, years }, causes, whole }: Props) => (
  <Layout
    title="Totals of U.S. nonprofits"
    description="Totals from the public filings of U.S. nonprofits: organizations, revenue, expenses, and assets, by tax year, exemption, and cause."
    path="/sector"
    current="/sector"
    releasedAt={releaseTime(stats.release)}
    lag="Totals grow as more filings arrive. The table shows which tax years are complete."
  >
    <h1>{TITLE}</h1>
    <p>
      This page shows totals from all filings loaded here. Each total shows which line of Form 990
      it adds up, and how many returns report that line.
    </p>
    <SectorTotals stats={stats} />
    <SectorYears years={toSectorSeries(years)} complete={stats.overview?.latestCompleteYear} />
    {stats.composition && <ByExemption composition={stats.composition} />}
    {causes.length > 0 && (
      <Composition
        id="cause"
        title="By cause"
        chart="Organizations by cause"
        head="Cause"
        whole={whole}
        rows={causes}
      >
        {`This table groups all ${formatValue(whole)} searchable organizations by NTEE major group. An organization without an NTEE code in the IRS registry is in the group that best matches its own description.`}
        {describeDrawn(causes.length, 'causes')}
      </Composition>
    )}
    <p class="quiet">
      Get these totals from the API:{' '}
      <a href="/api/v2/stats" rel="nofollow">
        /api/v2/stats
      </a>{' '}
      and{' '}
      <a href="/api/v2/charity/0/metrics" rel="nofollow">
        /api/v2/charity/0/metrics
      </a>
      . To find figures for one organization, use the <a href="/">search</a>.
    </p>
  </Layout>
)

/** Organizations, filings by form, and sums of the latest returns. */
const SectorTotals = ({ stats }: { stats: StatsBody }) => (
  <section aria-labelledby="totals">
    <h2 id="totals">Totals</h2>
    <dl class="totals">
      <Total label="Organizations that filed" value={formatValue(stats.charities)}>
        With at least one return or postcard (Form 990-N)
      </Total>
      <Total label="Current filings" value={formatValue(stats.filings)}>
        Includes postcards, but not filings that were replaced
      </Total>
      <Returns latest={stats.latestReturns} />
    </dl>
    <p>
      {`By form: ${FORMS.flatMap((form) => {
        const count = stats.filingsByForm[form]
        return count === undefined ? [] : [`${FORM_NAMES[form]} ${formatValue(count)}`]
      }).join(' · ')}.`}{' '}
      {stats.modalLatestYear !== undefined &&
        `For most filers, the latest return is for tax year ${stats.modalLatestYear}.`}
    </p>
  </section>
)

const Returns = ({ latest }: { latest: StatsBody['latestReturns'] }) => {
  if (!latest) return null
  const { organizations, firstYear, lastYear, revenue, programExpenses } = latest
  const years =
    firstYear === lastYear ? `tax year ${lastYear}` : `tax years ${firstYear} to ${lastYear}`
  return (
    <>
      {revenue && (
        <Total label="Revenue" value={inDollars(revenue.sum)}>
          {sumFormula('revenue')}, from the latest Form 990 of each organization:{' '}
          {formatValue(revenue.filings)} of {formatValue(organizations)} organizations, {years}
        </Total>
      )}
      {programExpenses && (
        <Total label="Spent on programs" value={inDollars(programExpenses.sum)}>
          {`${sumFormula('programExpenses')}, from the ${formatValue(programExpenses.filings)} of these returns that report it`}
        </Total>
      )}
    </>
  )
}

type TotalProps = {
  label: string
  value: ComponentChildren
  children: ComponentChildren
}

const Total = ({ label, value, children }: TotalProps) => (
  <div class="card">
    <dt>{label}</dt>
    <dd>
      <strong>{value}</strong>
      <span class="quiet">{children}</span>
    </dd>
  </div>
)

// Other forms would be too thin to see; the table shows all.
const MAX_BARS = 8

const describeDrawn = (count: number, what: string): string =>
  count > MAX_BARS
    ? ` The chart shows the ${MAX_BARS} largest of ${count} ${what}. The table shows all of them.`
    : ''

type ExemptionProps = { composition: NonNullable<StatsBody['composition']> }

const ByExemption = ({ composition: { organizations, updatedOn, groups } }: ExemptionProps) => (
  <Composition
    id="exemption"
    title="By exemption"
    chart="Registered organizations by tax code section"
    head="Section"
    whole={organizations}
    rows={groups.map(({ key, label, organizations: count }) => ({ key, label, count }))}
  >
    The loaded IRS registry lists {formatValue(organizations)} exempt organizations as of{' '}
    <Day iso={updatedOn} />, including those that do not file.
    {describeDrawn(groups.length, 'sections')}
  </Composition>
)

type Row = { key: string; label: string; count: number; href?: string }

type CompositionProps = {
  id: string
  title: string
  chart: string
  head: string
  whole: number
  rows: Row[]
  children: ComponentChildren
}

/** Counts of organizations by group, as bars and as a table with their shares. */
const Composition = ({ id, title, chart, head, whole, rows, children }: CompositionProps) => (
  <section aria-labelledby={id} class="beside">
    <h2 id={id}>{title}</h2>
    <p>{children}</p>
    <BarChart
      title={chart}
      unit="count"
      bars={rows.slice(0, MAX_BARS).map(({ label, count: value }) => ({ label, value }))}
    >
      <Table<Row>
        name={chart}
        rows={rows}
        columns={[
          column(head, ({ label, href }) => <MaybeLink href={href}>{label}</MaybeLink>),
          numeric('Organizations', ({ count }) => formatValue(count)),
          numeric('Share', ({ count }) => formatValue(count / whole, 'ratio')),
        ]}
      />
    </BarChart>
  </section>
)
