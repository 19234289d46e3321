import type { FastifyInstance } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { StatsBody } from '#mappings/sector.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { FORMS } from '#src/domain/form.ts'
import { releaseTime } from '#src/domain/release.ts'
import { sumFormula } from '#src/figures/sector.ts'
import { readSectorStats, type SectorStats } from '#src/sector/read-sector.ts'
import { toSectorSeries } from '#src/sector/series.ts'
import { BarChart } from '../charts/bar-chart.tsx'
import { Short } from '../components/figure.tsx'
import { formatValue } from '../components/formats.ts'
import { Layout, type Site } from '../components/layout.tsx'
import { NotComputedPage } from '../components/not-computed.tsx'
import { SectorYears } from '../components/sector-years.tsx'
import { numeric, Table } from '../components/table.tsx'
import { MaybeLink } from '../components/text.tsx'
import { addPage, type WebDeps } from '../render.ts'
import { searchPath } from '../search/address.ts'
import { countEveryone, orUndefined } from '../search/run-search.ts'
import { layoutTexts } from '../texts/layout.tsx'
import { sectorTexts } from '../texts/sector.tsx'

/** Adds `GET /sector`: the sums over all filings. */
export function addSectorPage(app: FastifyInstance, deps: WebDeps, site: Site): void {
  addPage(app, '/sector', async () => {
    const [sector, everyone] = await Promise.all([
      orUndefined(readSectorStats(deps)),
      orUndefined(countEveryone(deps)),
    ])
    if (!sector || !everyone || sector.stats.charities === 0) {
      const { heading: title, missing } = sectorTexts
      return <NotComputedPage {...{ site, title, missing }} current="/sector" />
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
      title: layoutTexts.pageTitle(sectorTexts.title),
      description: sectorTexts.description,
      canonicalPath: '/sector',
    }}
    current="/sector"
    releasedAt={releaseTime(stats.release)}
    lag={sectorTexts.lag}
  >
    <h1>{sectorTexts.heading}</h1>
    <p>{sectorTexts.lead}</p>
    <SectorTotals stats={stats} />
    <SectorYears years={toSectorSeries(years)} complete={stats.overview?.latestCompleteYear} />
    {stats.composition && <ByExemption composition={stats.composition} />}
    {causes.length > 0 && (
      <Composition
        id="cause"
        title={sectorTexts.byCause}
        chart={sectorTexts.causeChart}
        head={sectorTexts.cause}
        whole={whole}
        rows={causes}
      >
        {sectorTexts.causeNote({ organizations: formatValue(whole) })}
        {describeDrawn(causes.length, sectorTexts.causes)}
      </Composition>
    )}
    <p class="quiet">
      {sectorTexts.asData} {sectorTexts.search}
    </p>
  </Layout>
)

/** Organizations, filings by form, and sums of the latest returns. */
const SectorTotals = ({ stats }: { stats: StatsBody }) => (
  <section aria-labelledby="totals">
    <h2 id="totals">{sectorTexts.totals}</h2>
    <dl class="totals">
      <Total label={sectorTexts.filers} value={formatValue(stats.charities)}>
        {sectorTexts.filersNote}
      </Total>
      <Total label={sectorTexts.filings} value={formatValue(stats.filings)}>
        {sectorTexts.filingsNote}
      </Total>
      <Returns latest={stats.latestReturns} />
    </dl>
    <p>
      {sectorTexts.byForm({
        counts: FORMS.flatMap((form) => {
          const count = stats.filingsByForm[form]
          return count === undefined ? [] : [`${FORM_NAMES[form]} ${formatValue(count)}`]
        }).join(' · '),
      })}{' '}
      {stats.modalLatestYear !== undefined &&
        sectorTexts.usualYear({ year: stats.modalLatestYear })}
    </p>
  </section>
)

const Returns = ({ latest }: { latest: StatsBody['latestReturns'] }) => {
  if (!latest) return null
  const { organizations, firstYear, lastYear, revenue, programExpenses } = latest
  const years =
    firstYear === lastYear
      ? sectorTexts.taxYear({ year: lastYear })
      : sectorTexts.taxYears({ first: firstYear, last: lastYear })
  return (
    <>
      {revenue && (
        <Total label={sectorTexts.revenue} value={<Short value={revenue.sum} unit="USD" />}>
          {sectorTexts.revenueNote({
            formula: sumFormula('revenue'),
            filings: formatValue(revenue.filings),
            organizations: formatValue(organizations),
            years,
          })}
        </Total>
      )}
      {programExpenses && (
        <Total
          label={sectorTexts.programs}
          value={<Short value={programExpenses.sum} unit="USD" />}
        >
          {sectorTexts.programsNote({
            formula: sumFormula('programExpenses'),
            filings: formatValue(programExpenses.filings),
          })}
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
const MOST_BARS = 8

const describeDrawn = (count: number, what: string): string =>
  count > MOST_BARS ? sectorTexts.drawn({ most: MOST_BARS, count, what }) : ''

type ExemptionProps = { composition: NonNullable<StatsBody['composition']> }

const ByExemption = ({ composition: { organizations, updatedOn, groups } }: ExemptionProps) => (
  <Composition
    id="exemption"
    title={sectorTexts.byExemption}
    chart={sectorTexts.exemptionChart}
    head={sectorTexts.section}
    whole={organizations}
    rows={groups.map(({ key, label, organizations: count }) => ({ key, label, count }))}
  >
    {sectorTexts.exemptionNote({ organizations: formatValue(organizations), day: updatedOn })}
    {describeDrawn(groups.length, sectorTexts.sections)}
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
      <Table
        name={chart}
        heads={[head, numeric(sectorTexts.organizations), numeric(sectorTexts.share)]}
      >
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
