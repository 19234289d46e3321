import type { ComparedOrganization } from '#src/organizations/compare/compare.ts'
import { LineChart } from '#src/web/charts/line-chart.tsx'
import { FiledFigure } from '../figure.tsx'
import { Table } from '../table.tsx'
import { Name, toLabel } from '../text.tsx'

// Keeps the legend of five short.
const NAME_LENGTH = 36
const TITLE = 'Total revenue by tax year'

/** Revenue by year as lines and as a table of links. */
export const CompareRevenue = ({ compared }: { compared: readonly ComparedOrganization[] }) => {
  const years = [
    ...new Set(compared.flatMap(({ series }) => series.map(({ taxYear }) => taxYear))),
  ].sort((a, b) => b - a)
  if (years.length < 2) return null
  return (
    <section aria-labelledby="revenue">
      <h2 id="revenue">Revenue over the years</h2>
      <LineChart
        title={TITLE}
        unit="USD"
        series={compared.map(({ name, series }) => ({
          name: toLabel(name, NAME_LENGTH),
          points: series.map(({ taxYear, figures }) => ({
            year: taxYear,
            value: figures.revenue?.value,
          })),
        }))}
      >
        <Table
          name={TITLE}
          class="compare-years"
          heads={[
            'Tax year',
            ...compared.map(({ name }) => ({
              label: <Name>{toLabel(name, NAME_LENGTH)}</Name>,
              class: 'number',
            })),
          ]}
        >
          {years.map((year) => (
            <tr key={year}>
              <th scope="row">{year}</th>
              {compared.map((one) => (
                <td key={one.ein} class="number">
                  <Revenue one={one} year={year} />
                </td>
              ))}
            </tr>
          ))}
        </Table>
      </LineChart>
    </section>
  )
}

const Revenue = ({ one, year }: { one: ComparedOrganization; year: number }) => {
  const found = one.series.find(({ taxYear }) => taxYear === year)
  if (!found) return <span class="unknown">no return</span>
  const { figures, unreadable, isShortYear } = found
  return (
    <>
      <FiledFigure
        ein={one.ein}
        label={`Revenue of ${one.name}, ${year}`}
        value={figures.revenue?.value}
        unit="USD"
        ref_={figures.revenue?.ref ?? unreadable.revenue}
      />
      {isShortYear && <span class="quiet"> short year</span>}
    </>
  )
}
