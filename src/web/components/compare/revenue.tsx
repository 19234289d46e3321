import type { ComparedOrganization } from '#src/organizations/compare/compare.ts'
import { toLabel } from '#src/web/charts/labels.ts'
import { LineChart } from '#src/web/charts/line-chart.tsx'
import { FiledFigure } from '../figure.tsx'
import { Name } from '../name.tsx'
import { Scroll } from '../scroll.tsx'

// Beside a chart a legend of five has to stay short.
const NAME_LENGTH = 36

/** Revenue over the years of the forms compared, as lines and as links. */
export const CompareRevenue = ({ compared }: { compared: readonly ComparedOrganization[] }) => {
  const years = [
    ...new Set(compared.flatMap(({ series }) => series.map(({ taxYear }) => taxYear))),
  ].sort((a, b) => a - b)
  if (years.length < 2) return null
  return (
    <section aria-labelledby="revenue">
      <h2 id="revenue">Revenue over the years</h2>
      <LineChart
        title="Total revenue by tax year"
        unit="USD"
        series={compared.map(({ name, series }) => ({
          name: toLabel(name, NAME_LENGTH),
          points: series.map(({ taxYear, figures }) => ({
            year: taxYear,
            value: figures.revenue?.value,
          })),
        }))}
      >
        <Scroll name="Total revenue by tax year">
          <table class="compare-years">
            <caption class="hidden">Total revenue by tax year</caption>
            <thead>
              <tr>
                <th scope="col">Tax year</th>
                {compared.map(({ ein, name }) => (
                  <th key={ein} scope="col" class="number">
                    <Name>{toLabel(name, NAME_LENGTH)}</Name>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {years.toReversed().map((year) => (
                <tr key={year}>
                  <th scope="row">{year}</th>
                  {compared.map((one) => (
                    <YearCell key={one.ein} one={one} year={year} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </LineChart>
    </section>
  )
}

const YearCell = ({ one, year }: { one: ComparedOrganization; year: number }) => {
  const found = one.series.find(({ taxYear }) => taxYear === year)
  if (!found) {
    return (
      <td class="number">
        <span class="unknown">no return</span>
      </td>
    )
  }
  return (
    <td class="number">
      <FiledFigure
        ein={one.ein}
        label={`Revenue of ${one.name}, ${year}`}
        value={found.figures.revenue?.value}
        unit="USD"
        ref_={found.figures.revenue?.ref ?? found.unreadable.revenue}
      />
      {found.isShortYear && <span class="quiet"> short year</span>}
    </td>
  )
}
