import type { FlowGroup, FlowRole } from '#src/figures/flow-lines.ts'
import type { FlowLine, MoneyFlow } from '#src/organizations/figures/money-flow.ts'
import { FiledFigure } from './figure.tsx'
import { Scroll } from './scroll.tsx'

const ROLES: Record<FlowRole, string> = {
  total: 'Total',
  part: 'Part of the total',
  function: 'Another split of the total, by function',
  detail: 'Counted in a part already',
  beside: 'Beside the total',
}

/** A line as it is shown; without a value it is not readable. */
type ShownLine = Omit<FlowLine, 'value'> & { value?: number }

/** The lines of a group, those that are not readable last. */
export const linesOf = (flow: MoneyFlow, group: FlowGroup): ShownLine[] => [
  ...flow[group],
  ...flow.unreadable.filter((line) => line.group === group),
]

type Props = {
  ein: string
  title: string
  lines: readonly ShownLine[]
  /** A heading above says the title; else the table does. */
  hasHeading?: boolean
}

/** Lines of a money flow, each with how it counts and its evidence. */
export const FlowLines = ({ ein, title, lines, hasHeading = false }: Props) => (
  <Scroll name={title}>
    <table class="lines">
      <caption class={hasHeading ? 'hidden' : undefined}>{title}</caption>
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
              <FiledFigure ein={ein} label={label} value={value} unit="USD" ref_={ref} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Scroll>
)
