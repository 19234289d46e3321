import { displayName } from '#src/domain/display-name.ts'
import { nameOf } from '#src/figures/figures.ts'
import { METRIC_NAMES, METRICS, type MetricName } from '#src/figures/sets.ts'
import type { ComparedOrganization } from '#src/organizations/compare/compare.ts'
import { LineChart } from '#src/web/charts/line-chart.tsx'
import { type CompareAddress, comparePath } from '#src/web/links.ts'
import { ChoiceChips } from '../navigation.tsx'
import { column, DataTable, numeric } from '../table.tsx'
import { OrganizationLink, toLabel } from '../text.tsx'
import { FieldShown } from './table.tsx'

// Keeps a legend of five names short.
const NAME_LENGTH = 36
/** Tax years that are shown. */
const SHOWN_YEARS = 5

type Props = { address: CompareAddress; compared: readonly ComparedOrganization[] }

/**
 * Returns the last five tax years up to one, by default the newest with a return, oldest first; none
 * before the first return.
 */
export function yearsShown(filed: readonly number[], upTo = Number.POSITIVE_INFINITY): number[] {
  const wanted = filed.filter((year) => year <= upTo)
  if (wanted.length === 0) return []
  const last = Math.max(...wanted)
  const first = Math.max(Math.min(...wanted), last - SHOWN_YEARS + 1)
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** Returns a metric in a tax year. The pay of people is read only for the filing that is compared. */
function metricIn(metric: MetricName, { filing, figures, years }: ComparedOrganization) {
  const toField = (fields: ComparedOrganization['figures'] = []) =>
    fields.find(({ key }) => key === METRICS[metric])
  return (wanted: number) => {
    const year = years?.find(({ taxYear }) => taxYear === wanted)
    return year && { ...year, field: toField(filing.taxYear === wanted ? figures : year.figures) }
  }
}

type Row = { one: ComparedOrganization; read: ReturnType<typeof metricIn> }

/** A chosen metric over five years, as lines and as a table of links. */
export const CompareByYear = ({ address, compared }: Props) => {
  const metric = address.metric ?? METRIC_NAMES[0]
  const filed = compared.flatMap(({ years = [] }) => years.map(({ taxYear }) => taxYear))
  const years = yearsShown(filed, address.year)
  const [first, last] = [years[0], years.at(-1)]
  if (first === undefined || last === undefined) return null
  const label = nameOf(METRICS[metric])
  const title = `${label}, tax years ${first} to ${last}`
  const rows = compared.map((one) => ({ one, read: metricIn(metric, one) }))
  const known = rows.flatMap(({ read }) =>
    years.flatMap((year) => {
      const field = read(year)?.field
      return field && !field.unknown ? [field] : []
    }),
  )
  return (
    <section class="by-year" aria-labelledby="by-year">
      <h2 id="by-year">By year</h2>
      <ChoiceChips
        name="Metric of the chart and the table"
        choices={METRIC_NAMES.map((one) => ({
          text: nameOf(METRICS[one]),
          href: `${comparePath({ ...address, metric: one })}#by-year`,
          isOn: one === metric,
        }))}
      />
      {known.length === 0 && (
        <p>{`${label}: no value in any of these tax years. Choose another metric.`}</p>
      )}
      <LineChart
        title={title}
        unit={known[0]?.unit}
        series={rows.map(({ one, read }) => ({
          name: toLabel(displayName(one.name), NAME_LENGTH),
          points: years.map((year) => {
            const { value } = { value: undefined, ...read(year)?.field }
            return { year, value: typeof value === 'number' ? value : undefined }
          }),
        }))}
      >
        <DataTable<Row>
          name={title}
          rows={rows}
          columns={[
            column('Organization', ({ one }) => (
              <OrganizationLink ein={one.ein} name={one.name} length={NAME_LENGTH} />
            )),
            ...years.map((year) =>
              numeric<Row>(String(year), ({ one, read }) => {
                const found = read(year)
                if (!found) return <span class="unknown">no return loaded</span>
                return (
                  <>
                    <FieldShown one={one} field={found.field} year={year} />
                    {found.isShortYear && <span class="quiet"> short year</span>}
                  </>
                )
              }),
            ),
          ]}
          after={NOTES[metric] && <p class="quiet">{NOTES[metric]}</p>}
        />
      </LineChart>
    </section>
  )
}

const NOTES: Partial<Record<MetricName, string>> = {
  Overhead: 'Overhead is spending on administration and fundraising. Its evidence shows both.',
  OfficerCompensation:
    'Pay of officers, directors, trustees, and key employees, as the return totals it. Form 990-EZ has no such total.',
}
