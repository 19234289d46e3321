import type { FastifyInstance } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { StatsBody } from '#mappings/sector.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { FORMS } from '#src/domain/form.ts'
import { releaseTime } from '#src/domain/release.ts'
import { sumFormula } from '#src/figures/sector.ts'
import { ApiError } from '#src/platform/errors.ts'
import { NOTHING_FILED, readSectorStats, type SectorStats } from '#src/sector/read-sector.ts'
import { toSectorSeries } from '#src/sector/series.ts'
import { BarChart } from '../charts/bar-chart.tsx'
import { formatValue, shortenValue } from '../components/formats.ts'
import { Layout, type Site } from '../components/layout.tsx'
import { SectorYears } from '../components/sector-years.tsx'
import { numeric, Table } from '../components/table.tsx'
import { Day, MaybeLink } from '../components/text.tsx'
import { addPage, type WebDeps } from '../render.ts'
import { searchPath } from '../search/address.ts'
import { countEveryone } from '../search/run-search.ts'

/** Adds `GET /sector`: the sums of all filings. Throws ApiError IndexNotReady without filings. */
export function addSectorPage(app: FastifyInstance, deps: WebDeps, site: Site): void {
  addPage(app, '/sector', async () => {
    const [sector, everyone] = await Promise.all([readSectorStats(deps), countEveryone(deps)])
    if (sector.stats.charities === 0) {
      throw new ApiError('IndexNotReady', { message: NOTHING_FILED })
    }
    const causes = (everyone.facets?.Cause ?? []).map(({ value, label, count }) => ({
      key: value,
      label,
      count,
      href: searchPath({ CauseLabel: value, Sort: 'Revenue' }),
    }))
    return <SectorPage site={site} sector={sector} causes={causes} whole={everyone.found} />
  })
}

type Props = { site: Site; sector: SectorStats; causes: Row[]; whole: number }

const SectorPage = ({ site, sector: { stats, years }, causes, whole }: Props) => (
  <Layout
    site={site}
    head={{
      title: 'The nonprofit sector in figures · Nonprofit Research',
      description:
        'What the public filings of U.S. nonprofits add up to: organizations, revenue, expenses and assets by tax year, exemption and cause.',
      canonicalPath: '/sector',
    }}
    current="/sector"
    releasedAt={releaseTime(stats.release)}
    lag="Sums grow with every filing that comes in; the table shows which tax years are complete."
  >
    <h1>The sector</h1>
    <p>
      What the filings loaded here add up to. No single line holds a sum, so each sum names the line
      of Form 990 it adds up, and how many returns report it.
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
        By NTEE major group, of the {formatValue(whole)} organizations that can be searched. Those
        without a code in the registry are listed under the cause nearest to their own words.
        {describeDrawn(causes.length, 'causes')}
      </Composition>
    )}
    <p class="quiet">
      The same as data:{' '}
      <a href="/api/v2/stats" rel="nofollow">
        /api/v2/stats
      </a>{' '}
      and{' '}
      <a href="/api/v2/charity/0/metrics" rel="nofollow">
        /api/v2/charity/0/metrics
      </a>
      . The figures of one organization lead to its filings: <a href="/">search for one</a>.
    </p>
  </Layout>
)

/** Organizations, filings by form, and sums of the latest returns. */
const SectorTotals = ({ stats }: { stats: StatsBody }) => (
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
        <>The latest return of most filers is for tax year {stats.modalLatestYear}.</>
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
  /** Whole dollars if `value` is cut. */
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

// The others would be slivers; the table has them all.
const MOST_BARS = 8

const describeDrawn = (count: number, what: string): string =>
  count > MOST_BARS
    ? ` The ${MOST_BARS} largest of ${count} ${what} are drawn; the table has all.`
    : ''

type ExemptionProps = { composition: NonNullable<StatsBody['composition']> }

const ByExemption = ({ composition: { organizations, updatedOn, groups } }: ExemptionProps) => (
  <Composition
    id="exemption"
    title="By exemption"
    chart="Registered organizations by section of the tax code"
    head="Section"
    whole={organizations}
    rows={groups.map(({ key, label, organizations: count }) => ({ key, label, count }))}
  >
    The IRS registry of exempt organizations has {formatValue(organizations)}, by its extract of{' '}
    <Day iso={updatedOn} />, whether they file or not.{describeDrawn(groups.length, 'sections')}
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
      bars={rows.slice(0, MOST_BARS).map(({ label, count: value }) => ({ label, value }))}
    >
      <Table name={chart} heads={[head, numeric('Organizations'), numeric('Share')]}>
        {rows.map(({ key, label, count, href }) => (
          <tr key={key}>
            <th scope="row">
              <MaybeLink href={href}>{label}</MaybeLink>
            </th>
            <td class="number">{formatValue(count)}</td>
            <td class="number">{formatValue(count / whole, 'ratio')}</td>
          </tr>
        ))}
      </Table>
    </BarChart>
  </section>
)
