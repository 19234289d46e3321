import type { StatsBody } from '#mappings/sector.ts'
import type { FacetBucket } from '#src/search/params.ts'
import { BarChart } from '#src/web/charts/bar-chart.tsx'
import { searchPath } from '#src/web/search/address.ts'
import { formatValue } from '../figure.tsx'
import { Day } from '../layout.tsx'
import { Scroll } from '../scroll.tsx'

// The rest is a sliver each; the table has them all.
const MOST_BARS = 8

const tellDrawn = (count: number, what: string): string =>
  count > MOST_BARS
    ? ` The ${MOST_BARS} largest of ${count} ${what} are drawn; the table has all.`
    : ''

/** Whom the registry has, by the section of the tax code their exemption rests on. */
export const ByExemption = ({
  composition,
}: {
  composition: NonNullable<StatsBody['composition']>
}) => {
  const { organizations, updatedOn, groups } = composition
  const title = 'Registered organizations by section of the tax code'
  return (
    <section aria-labelledby="exemption" class="beside">
      <h2 id="exemption">By exemption</h2>
      <p>
        The IRS registry of exempt organizations has {formatValue(organizations)}, by its extract of{' '}
        <Day iso={updatedOn} />; whether they file or not.{tellDrawn(groups.length, 'sections')}
      </p>
      <BarChart
        title={title}
        unit="count"
        bars={groups
          .slice(0, MOST_BARS)
          .map(({ label, organizations: value }) => ({ label, value }))}
      >
        <Counts
          title={title}
          head="Section"
          whole={organizations}
          rows={groups.map(({ key, label, organizations: count }) => ({ key, label, count }))}
        />
      </BarChart>
    </section>
  )
}

/** All organizations that can be searched, by cause, each a link into the search. */
export const ByCause = ({ causes, whole }: { causes: readonly FacetBucket[]; whole: number }) => {
  if (causes.length === 0) return null
  const title = 'Organizations by cause'
  return (
    <section aria-labelledby="cause" class="beside">
      <h2 id="cause">By cause</h2>
      <p>
        By NTEE major group, of the {formatValue(whole)} organizations that can be searched. Those
        the registry gives no code stand under the cause nearest to their own words.
        {tellDrawn(causes.length, 'causes')}
      </p>
      <BarChart
        title={title}
        unit="count"
        bars={causes.slice(0, MOST_BARS).map(({ label, count: value }) => ({ label, value }))}
      >
        <Counts
          title={title}
          head="Cause"
          whole={whole}
          rows={causes.map(({ value, label, count }) => ({
            key: value,
            label,
            count,
            href: searchPath({ CauseLabel: value, Sort: 'Revenue' }),
          }))}
        />
      </BarChart>
    </section>
  )
}

type CountsProps = {
  title: string
  head: string
  whole: number
  rows: { key: string; label: string; count: number; href?: string }[]
}

const Counts = ({ title, head, whole, rows }: CountsProps) => (
  <Scroll name={title}>
    <table>
      <caption class="hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col" class="number">
            Organizations
          </th>
          <th scope="col" class="number">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, count, href }) => (
          <tr key={key}>
            <th scope="row">{href ? <a href={href}>{label}</a> : label}</th>
            <td class="number">{formatValue(count)}</td>
            <td class="number">{formatValue(count / whole, 'ratio')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Scroll>
)
