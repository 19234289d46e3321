import type { FlowPoint, FlowYear, MoneyFlow } from '#src/organizations/figures/money-flow.ts'
import { LineChart } from '#src/web/charts/line-chart.tsx'
import { FiledFigure } from '../figure.tsx'
import { FlowLines, linesOf } from '../flow-lines.tsx'
import { Scroll } from '../scroll.tsx'

const SERIES = [
  { key: 'revenue', name: 'Revenue' },
  { key: 'expenses', name: 'Expenses' },
  { key: 'assets', name: 'Assets' },
  { key: 'liabilities', name: 'Liabilities' },
] as const

const GROUPS = [
  { key: 'revenues', title: 'Revenue' },
  { key: 'expenses', title: 'Expenses' },
  { key: 'assets', title: 'Assets' },
  { key: 'liabilities', title: 'Liabilities' },
  { key: 'fundBalance', title: 'Net assets' },
] as const

type Props = { ein: string; flow: MoneyFlow; years: readonly FlowYear[] }

/** How money flowed: years of the form, then the lines of the filing. */
export const FlowData = ({ ein, flow, years }: Props) => (
  <>
    <section>
      <h2>Over the years</h2>
      <LineChart
        title="Revenue, expenses, assets and liabilities by tax year"
        series={SERIES.map(({ key, name }) => ({ name, points: flow.trend[key] }))}
        unit="USD"
      >
        <Trend ein={ein} trend={flow.trend} years={years} />
      </LineChart>
    </section>
    {GROUPS.map(({ key, title }) => {
      const lines = linesOf(flow, key)
      return (
        lines.length > 0 && (
          <section key={key}>
            <h2>{title}</h2>
            <FlowLines ein={ein} title={title} lines={lines} hasHeading />
          </section>
        )
      )
    })}
  </>
)

type TrendProps = Pick<Props, 'ein' | 'years'> & { trend: MoneyFlow['trend'] }

const Trend = ({ ein, trend, years }: TrendProps) => (
  <Scroll name="Figures by tax year">
    <table>
      <caption class="hidden">Figures by tax year</caption>
      <thead>
        <tr>
          <th scope="col">Tax year</th>
          {SERIES.map(({ key, name }) => (
            <th key={key} scope="col" class="number">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {trend.revenue.toReversed().map(({ year }) => (
          <YearRow
            key={year}
            ein={ein}
            year={year}
            filed={years.find((one) => one.year === year)}
            trend={trend}
          />
        ))}
      </tbody>
    </table>
  </Scroll>
)

type RowProps = Omit<TrendProps, 'years'> & { year: number; filed: FlowYear | undefined }

const YearRow = ({ ein, year, filed, trend }: RowProps) => (
  <tr>
    <th scope="row">
      {year}
      {filed?.isShortYear && <span class="quiet"> (short year)</span>}
    </th>
    {SERIES.map(({ key, name }) => (
      <td key={key} class="number">
        {filed ? (
          <PointFigure ein={ein} label={`${name} ${year}`} point={pointOf(trend[key], year)} />
        ) : (
          <span class="unknown">no return</span>
        )}
      </td>
    ))}
  </tr>
)

const pointOf = (points: readonly FlowPoint[], wanted: number): FlowPoint =>
  points.find(({ year }) => year === wanted) ?? { year: wanted }

type PointProps = { ein: string; label: string; point: FlowPoint }

const PointFigure = ({ ein, label, point: { value, ref } }: PointProps) => (
  <FiledFigure ein={ein} label={label} value={value} unit="USD" ref_={ref} />
)
