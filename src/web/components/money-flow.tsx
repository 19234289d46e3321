import type { ComponentProps } from 'preact'
import type { FlowGroup, FlowRole } from '#src/figures/flow-lines.ts'
import type { FlowLine, MoneyFlow } from '#src/organizations/figures/money-flow.ts'
import type { Page } from '#src/organizations/page/page.ts'
import { SankeyChart, type SankeyLink, type SankeyNode } from '../charts/sankey-chart.tsx'
import { evidencePath } from '../links.ts'
import { Dollars, FiledFigure, inDollars } from './figure.tsx'
import { Band } from './organization/band.tsx'
import { column, numeric, Table } from './table.tsx'

const ROLES: Record<FlowRole, string> = {
  total: 'Total',
  part: 'Part of the total',
  function: 'The same total, broken down by function',
  detail: 'Already included in another line',
  beside: 'Not added to the total',
}

/** Where the year's money came from and went, as a drawing and line by line. */
export const FlowBand = ({ page, flow }: { page: Page; flow: MoneyFlow }) => {
  const [revenues, expenses] = [linesOf(flow, 'revenues'), linesOf(flow, 'expenses')]
  if (revenues.length === 0 && expenses.length === 0) return null
  const { ein } = page.organization
  const drawn = toDrawnFlow(flow, ein)
  return (
    <Band id="MoneyFlow" title={`Money flow in tax year ${page.filing.taxYear}`}>
      {drawn ? (
        <>
          <SankeyChart
            title="Where the money came from and how it was spent"
            nodes={drawn.nodes}
            links={drawn.links}
            unit="USD"
          />
          <Limits ein={ein} drawn={drawn} />
        </>
      ) : (
        <p>
          We can’t draw the money flow, because total revenue or total expenses is missing, not
          readable, or zero.
        </p>
      )}
      <details>
        <summary>Show these figures as tables</summary>
        <div class="columns">
          <Lines ein={ein} title="Revenue" lines={revenues} />
          <Lines ein={ein} title="Expenses" lines={expenses} />
        </div>
      </details>
    </Band>
  )
}

/** Says which side was larger and how it is drawn; `surplus` in dollars, negative for a deficit. */
export const Balance = ({ surplus }: { surplus: number }) => {
  if (surplus === 0) return <>Revenue and expenses were equal.</>
  const difference = inDollars(Math.abs(surplus))
  return surplus < 0 ? (
    <>Expenses were {difference} more than revenue. The chart shows the difference as a deficit.</>
  ) : (
    <>Revenue was {difference} more than expenses. The chart shows the difference as a surplus.</>
  )
}

type LimitsProps = { ein: string; drawn: DrawnFlow }

/** What the drawing does not show, or not as filed. */
const Limits = ({ ein, drawn: { surplus, negative, unequal } }: LimitsProps) => (
  <>
    <p class="quiet">
      <Balance surplus={surplus} />
    </p>
    {negative.length > 0 && (
      <p>
        The chart omits negative amounts, but the totals include them:{' '}
        {negative.map(({ key, label, value, ref }, at) => (
          <span key={key}>
            {at > 0 && '; '}
            {label} <Dollars ein={ein} label={label} figure={{ value, ref }} />
          </span>
        ))}
        .
      </p>
    )}
    {unequal.map(({ total, parts, hasUnreadable }) => (
      <p key={total.key} class="quiet">
        The {hasUnreadable && 'readable '}lines that make up {total.label.toLowerCase()} add up to{' '}
        {inDollars(parts)}, but the filed total is {inDollars(total.value)}.
      </p>
    ))}
  </>
)

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

/** Lines of a money flow, each with how it counts and its evidence. */
const FlowLines = ({ ein, title, lines }: LinesProps) => (
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
)

const Lines = ({ title, lines, ...props }: ComponentProps<typeof FlowLines>) =>
  lines.length === 0 ? (
    <p class="unknown">{`The return lists no amounts for ${title.toLowerCase()}.`}</p>
  ) : (
    <FlowLines {...props} title={title} lines={lines} />
  )

/** The flow of a year as a chart can show it, and what the chart cannot show. */
type DrawnFlow = {
  nodes: SankeyNode[]
  links: SankeyLink[]
  /** Revenue less expenses in dollars; negative for a deficit. */
  surplus: number
  /** Parts below zero, which a flow cannot show; the totals include them. */
  negative: FlowLine[]
  /** Totals that differ from the sum of their readable parts, `parts` dollars. */
  unequal: { total: FlowLine; parts: number; hasUnreadable: boolean }[]
}

type Part = { key: string; label: string; value: number; ref?: string }

/**
 * Returns sources of revenue, the total, and what it was spent on, with the surplus or deficit.
 * Undefined if either total is not filed, or nothing flowed.
 */
export function toDrawnFlow(flow: MoneyFlow, ein: string): DrawnFlow | undefined {
  const [revenue, expense] = [readSide(flow, 'revenues'), readSide(flow, 'expenses')]
  if (!revenue || !expense) return undefined
  const surplus = revenue.total.value - expense.total.value
  const left = partsOf(revenue)
  const right = partsOf(expense)
  if (surplus < 0) left.push({ key: 'deficit', label: 'Deficit, from reserves', value: -surplus })
  if (surplus > 0) right.push({ key: 'surplus', label: 'Surplus', value: surplus })
  if (left.length === 0 || right.length === 0) return undefined
  const { label, value, ref } = surplus < 0 ? expense.total : revenue.total
  const linkTo = (source: string | undefined) =>
    source === undefined ? undefined : evidencePath(ein, source)
  return {
    nodes: [
      ...left.map((part) => ({ ...toNode(part, 'left'), href: linkTo(part.ref) })),
      { key: 'total', label, value, side: 'middle', color: 6, href: linkTo(ref) },
      ...right.map((part) => ({ ...toNode(part, 'right'), href: linkTo(part.ref) })),
    ],
    links: [
      ...left.map(({ key, value }) => ({ from: key, to: 'total', value })),
      ...right.map(({ key, value }) => ({ from: 'total', to: key, value })),
    ],
    surplus,
    negative: [...revenue.lines, ...expense.lines].filter(({ value }) => value < 0),
    unequal: [revenue, expense]
      .filter(({ total, parts }) => parts !== total.value)
      .map(({ total, parts, hasUnreadable }) => ({ total, parts, hasUnreadable })),
  }
}

type Side = { total: FlowLine; lines: FlowLine[]; parts: number; hasUnreadable: boolean }

function readSide(flow: MoneyFlow, group: FlowGroup): Side | undefined {
  const total = flow[group].find(({ role }) => role === 'total')
  if (!total) return undefined
  const lines = flow[group].filter(({ role }) => role === 'part')
  const hasUnreadable = flow.unreadable.some((line) => line.group === group && line.role === 'part')
  return { total, lines, parts: sumOf(lines), hasUnreadable }
}

const sumOf = (lines: readonly FlowLine[]): number =>
  lines.reduce((sum, { value }) => sum + value, 0)

/** More parts on one side would not be legible, so the smallest are added up. */
const MAX_PARTS = 7

/** Returns parts above zero, the smallest added up if there are many, and the rest of the total. */
function partsOf({ total, lines, parts, hasUnreadable }: Side): Part[] {
  const shown = lines.filter(({ value }) => value > 0)
  const bySize = shown.toSorted((a, b) => b.value - a.value)
  const least = shown.length > MAX_PARTS ? bySize.slice(MAX_PARTS - 1) : []
  const part = (key: string, label: string, value: number, ref?: string): Part[] =>
    value > 0 ? [{ key: `${total.key}.${key}`, label, value, ...(ref && { ref }) }] : []
  return [
    ...shown
      .filter((line) => !least.includes(line))
      .flatMap(({ key, label, value, ref }) => part(key, label, value, ref)),
    ...part('least', `${least.length} other lines`, sumOf(least)),
    ...part('rest', hasUnreadable ? 'On unreadable lines' : 'Not itemized', total.value - parts),
  ]
}

function toNode({ key, label, value }: Part, side: 'left' | 'right'): SankeyNode {
  const isBalance = key === 'surplus' || key === 'deficit'
  return { key, label, value, side, color: isBalance ? 3 : side === 'left' ? 1 : 2 }
}
