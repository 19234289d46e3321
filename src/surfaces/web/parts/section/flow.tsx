import type { FlowLine, FlowPoint, FlowRole, MoneyFlow } from '../../../../profiles/money-flow.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { Figure } from '../figure.tsx'
import { Scroll } from '../scroll.tsx'

const SERIES = [
  { key: 'revenue', name: 'Revenue' },
  { key: 'expense', name: 'Expenses' },
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

const ROLES: Record<FlowRole, string> = {
  total: 'Total',
  part: 'Part of the total',
  function: 'Another split of the total, by function',
  detail: 'Counted in a part already',
  beside: 'Beside the total',
}

type Props = { ein: string; flow: MoneyFlow }

/** How money flowed: years of the form, then the lines of the filing. */
export const FlowData = ({ ein, flow }: Props) => (
  <>
    <section>
      <h2>Over the years</h2>
      <LineChart
        title="Revenue, expenses, assets and liabilities by tax year"
        series={SERIES.map(({ key, name }) => ({ name, points: flow.trend[key] }))}
        unit="USD"
      >
        <Trend ein={ein} trend={flow.trend} />
      </LineChart>
    </section>
    {GROUPS.map(
      ({ key, title }) =>
        flow[key].length > 0 && (
          <section key={key}>
            <h2>{title}</h2>
            <Lines ein={ein} title={title} lines={flow[key]} />
          </section>
        ),
    )}
  </>
)

const Trend = ({ ein, trend }: { ein: string; trend: MoneyFlow['trend'] }) => (
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
          <tr key={year}>
            <th scope="row">{year}</th>
            {SERIES.map(({ key, name }) => (
              <td key={key} class="number">
                <PointFigure
                  ein={ein}
                  label={`${name} ${year}`}
                  point={pointOf(trend[key], year)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </Scroll>
)

const pointOf = (points: readonly FlowPoint[], wanted: number): FlowPoint =>
  points.find(({ year }) => year === wanted) ?? { year: wanted }

type PointProps = { ein: string; label: string; point: FlowPoint }

const PointFigure = ({ ein, label, point: { value, ref } }: PointProps) => (
  <Figure ein={ein} label={label} value={value} unit="USD" ref_={ref} />
)

type LinesProps = { ein: string; title: string; lines: readonly FlowLine[] }

const Lines = ({ ein, title, lines }: LinesProps) => (
  <Scroll name={title}>
    <table class="lines">
      <caption class="hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">How it counts</th>
          <th scope="col" class="number">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, label, role, value, ref }) => (
          <tr key={key} class={role === 'total' ? 'sum' : undefined}>
            <th scope="row">{label}</th>
            <td class="quiet">{ROLES[role]}</td>
            <td class="number">
              <Figure ein={ein} label={label} value={value} unit="USD" ref_={ref} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Scroll>
)
