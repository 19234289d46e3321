import { displayName } from '#src/domain/display-name.ts'
import type { ComparedOrganization } from '#src/organizations/compare/compare.ts'
import { LineChart } from '#src/web/charts/line-chart.tsx'
import { compareTexts } from '#src/web/texts/compare.tsx'
import { FiledFigure } from '../figure.tsx'
import { Table } from '../table.tsx'
import { DisplayName, toLabel } from '../text.tsx'

// Keeps a legend of five names short.
const NAME_LENGTH = 36

/** Revenue by year as lines and as a table of links. */
export const CompareRevenue = ({ compared }: { compared: readonly ComparedOrganization[] }) => {
  const years = [
    ...new Set(compared.flatMap(({ series }) => series.map(({ taxYear }) => taxYear))),
  ].sort((a, b) => b - a)
  if (years.length < 2) return null
  return (
    <section aria-labelledby="revenue">
      <h2 id="revenue">{compareTexts.revenueHeading}</h2>
      <LineChart
        title={compareTexts.revenueChart}
        unit="USD"
        series={compared.map(({ name, series }) => ({
          name: toLabel(displayName(name), NAME_LENGTH),
          points: series.map(({ taxYear, figures }) => ({
            year: taxYear,
            value: figures.revenue?.value,
          })),
        }))}
      >
        <Table
          name={compareTexts.revenueChart}
          class="compare-years"
          heads={[
            compareTexts.years,
            ...compared.map(({ name }) => ({
              label: <DisplayName name={name} length={NAME_LENGTH} />,
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
  if (!found) return <span class="unknown">{compareTexts.noReturn}</span>
  const { figures, unreadable, isShortYear } = found
  return (
    <>
      <FiledFigure
        ein={one.ein}
        label={compareTexts.revenueLabel({ name: displayName(one.name), year })}
        value={figures.revenue?.value}
        unit="USD"
        ref_={figures.revenue?.ref ?? unreadable.revenue}
      />
      {isShortYear && <span class="quiet">{compareTexts.isShort}</span>}
    </>
  )
}
