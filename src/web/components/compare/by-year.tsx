import { displayName } from '#src/domain/display-name.ts'
import { METRIC_NAMES, type MetricName, metricOf } from '#src/figures/sets.ts'
import type { ComparedOrganization } from '#src/organizations/compare/compare.ts'
import {
  comparedYears,
  type MetricYear,
  toMetricYears,
} from '#src/organizations/compare/metric-years.ts'
import { LineChart } from '#src/web/charts/line-chart.tsx'
import { type CompareAddress, comparePath } from '#src/web/links.ts'
import { HOLLOW_MARK, namePrior } from '#src/web/words.ts'
import { Figure } from '../figure.tsx'
import { ChoiceChips } from '../navigation.tsx'
import { column, DataTable, numeric } from '../table.tsx'
import { OrganizationLink, toLabel } from '../text.tsx'
import { UnknownValue } from './table.tsx'

// Keeps a legend of five names short.
const NAME_LENGTH = 36

type Props = { address: CompareAddress; compared: readonly ComparedOrganization[] }

type Compared = { one: ComparedOrganization; found: MetricYear[] }

/** A chosen metric over five years, as lines and as a table of links. */
export const CompareByYear = ({ address, compared }: Props) => {
  const metric = address.metric ?? METRIC_NAMES[0]
  const years = comparedYears(metric, compared, address.year)
  const [first, last] = [years[0], years.at(-1)]
  if (first === undefined || last === undefined) return null
  const { label, unit } = metricOf(metric)
  const title = `${label}, tax years ${first} to ${last}`
  const rows = compared.map((one) => ({ one, found: toMetricYears(metric, one, years) }))
  const isKnown = rows.some(({ found }) => found.some((year) => !year.unknown))
  return (
    <section class="by-year" aria-labelledby="by-year">
      <h2 id="by-year">By year</h2>
      <Metrics address={address} chosen={metric} />
      {!isKnown && <p>{`${label}: no value in any of these tax years. Choose another metric.`}</p>}
      <LineChart
        title={title}
        unit={unit}
        series={rows.map(({ one, found }) => ({
          name: toLabel(displayName(one.name), NAME_LENGTH),
          points: found.map((year) => ({
            year: year.taxYear,
            value: year.unknown ? undefined : year.figure.value,
            ...(year.isPrior && { isPrior: true }),
          })),
        }))}
      >
        <DataTable<Compared>
          name={title}
          rows={rows}
          columns={[
            column('Organization', ({ one }) => (
              <OrganizationLink ein={one.ein} name={one.name} length={NAME_LENGTH} />
            )),
            ...years.map((year) =>
              numeric<Compared>(String(year), ({ one, found }) => (
                <MetricCell
                  one={one}
                  metric={metric}
                  found={found.find(({ taxYear }) => taxYear === year)}
                />
              )),
            ),
          ]}
          after={
            <>
              <Notes metric={metric} />
              {rows.some(({ found }) => found.some(({ isPrior }) => isPrior)) && (
                <p class="quiet note">{HOLLOW_MARK}</p>
              )}
            </>
          }
        />
      </LineChart>
    </section>
  )
}

const Metrics = ({ address, chosen }: { address: CompareAddress; chosen: MetricName }) => (
  <ChoiceChips
    name="Metric of the chart and the table"
    choices={METRIC_NAMES.map((metric) => ({
      text: metricOf(metric).label,
      href: `${comparePath({ ...address, metric })}#by-year`,
      isOn: metric === chosen,
    }))}
  />
)

const Notes = ({ metric }: { metric: MetricName }) => {
  const note =
    metric === 'Overhead'
      ? 'Overhead is spending on administration and fundraising. Its evidence shows both.'
      : metric === 'OfficerCompensation'
        ? 'Pay of officers, directors, trustees, and key employees, as the return totals it. Form 990-EZ has no such total.'
        : undefined
  return note ? <p class="quiet">{note}</p> : null
}

type CellProps = {
  one: ComparedOrganization
  metric: MetricName
  found: MetricYear | undefined
}

const MetricCell = ({ one: { ein, name }, metric, found }: CellProps) => {
  if (!found) return <span class="unknown">no return loaded</span>
  const { label } = metricOf(metric)
  const labelOf = (part: string) => `${part} of ${displayName(name)}, ${found.taxYear}`
  return (
    <>
      {found.unknown ? (
        <UnknownValue ein={ein} label={labelOf(label)} unknown={found.unknown} />
      ) : (
        <Figure ein={ein} label={labelOf(label)} figure={found.figure} />
      )}
      {found.isPrior && <span class="below quiet">{namePrior(found.taxYear + 1)}</span>}
      {found.isShortYear && <span class="quiet">{' short year'}</span>}
    </>
  )
}
