import type { FlowGroup } from '#src/figures/flow-lines.ts'
import type { FlowLine, MoneyFlow } from '#src/organizations/figures/money-flow.ts'
import type { SankeyLink, SankeyNode } from '../charts/sankey-chart.tsx'
import { evidencePath } from '../links.ts'

/** The flow of a year as a chart can show it, and what the chart cannot show. */
export type DrawnFlow = {
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
