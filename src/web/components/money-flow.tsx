import type { FlowGroup, FlowRole } from '#src/figures/flow-lines.ts'
import type { FlowLine, MoneyFlow } from '#src/organizations/figures/money-flow.ts'
import type { Page } from '#src/organizations/page/page.ts'
import { BarChart } from '../charts/bar-chart.tsx'
import { FiledFigure } from './figure.tsx'
import { Band } from './organization/band.tsx'
import { column, numeric, Table } from './table.tsx'

const ROLES: Record<FlowRole, string> = {
  total: 'Total',
  part: 'Part of the total',
  function: 'The same total, broken down by function',
  detail: 'Already included in another line',
  beside: 'Not added to the total',
}

/** Where the year's money came from and went, each side as a drawing and line by line. */
export const FlowBand = ({ page, flow }: { page: Page; flow: MoneyFlow }) => {
  const [revenues, expenses] = [linesOf(flow, 'revenues'), linesOf(flow, 'expenses')]
  if (revenues.length === 0 && expenses.length === 0) return null
  const { ein } = page.organization
  return (
    <Band id="MoneyFlow" title={`Money flow in tax year ${page.filing.taxYear}`}>
      <div class="columns">
        <Lines ein={ein} title="Revenue" lines={revenues} />
        <Lines ein={ein} title="Expenses" lines={expenses} />
      </div>
    </Band>
  )
}

/** A line as shown; a line without a value could not be read. */
type ShownLine = Omit<FlowLine, 'value'> & { value?: number }

/** Returns the lines of a group, unreadable ones last. */
const linesOf = (flow: MoneyFlow, group: FlowGroup): ShownLine[] => [
  ...flow[group],
  ...flow.unreadable.filter((line) => line.group === group),
]

type LinesProps = {
  ein: string
  title: string
  lines: readonly ShownLine[]
}

/** Lines of a money flow, each with how it counts and its evidence, and a drawing of the parts. */
const Lines = ({ ein, title, lines }: LinesProps) =>
  lines.length === 0 ? (
    <p class="unknown">{`The return lists no amounts for ${title.toLowerCase()}.`}</p>
  ) : (
    <div>
      <BarChart
        title={`Parts of ${title.toLowerCase()}`}
        bars={lines.filter(({ role, value }) => role === 'part' && value !== undefined)}
        unit="USD"
      />
      <Table<ShownLine>
        name={title}
        class="lines"
        isCaptioned
        rows={lines}
        attributesOf={({ role }) => ({ class: role === 'total' ? 'sum' : undefined })}
        columns={[
          column('Line', ({ label }) => label),
          column('How it counts', ({ role }) => ROLES[role], { cellClass: 'quiet' }),
          numeric('Amount', ({ label, value, ref }) => (
            <FiledFigure ein={ein} label={label} figure={{ value, ref }} unit="USD" />
          )),
        ]}
      />
    </div>
  )
