import type { FlowGroup } from '#src/figures/flow-lines.ts'
import type { FlowLine, MoneyFlow } from '#src/organizations/figures/money-flow.ts'
import type { SankeyLink, SankeyNode } from '#src/web/charts/sankey-chart.tsx'

/** The flow of a year as a chart can show it, with what it cannot. */
export type DrawnFlow = {
  nodes: SankeyNode[]
  links: SankeyLink[]
  /** What was left of revenue, or was missing; dollars, negative for a deficit. */
  surplus: number
  /** Parts below zero, which no flow can show; they are in the totals. */
  negative: FlowLine[]
  /** Totals that differ from the sum of their readable parts, `parts` dollars. */
  unequal: { total: FlowLine; parts: number; hasUnreadable: boolean }[]
}

/** More than this on a side cannot be read beside each other; smaller ones are put together. */
const MOST_PARTS = 7

type Part = { key: string; label: string; value: number }

/**
 * Sources of revenue, the total, and what it was spent on, with what was left or missing.
 * Undefined where either total is not filed, or nothing flowed.
 */
export function toDrawnFlow({ revenues, expenses, unreadable }: MoneyFlow): DrawnFlow | undefined {
  const revenue = totalOf(revenues)
  const expense = totalOf(expenses)
  if (!revenue || !expense) return undefined
  const surplus = revenue.value - expense.value
  const lines = [...partsOf(revenues), ...partsOf(expenses)]
  const hasUnreadable = (group: FlowGroup) =>
    unreadable.some((line) => line.group === group && line.role === 'part')
  const sources = withRest(partsOf(revenues), revenue, hasUnreadable('revenues'))
  const uses = withRest(partsOf(expenses), expense, hasUnreadable('expenses'))
  const left = surplus < 0 ? [...sources, DEFICIT(-surplus)] : sources
  const right = surplus > 0 ? [...uses, SURPLUS(surplus)] : uses
  if (left.length === 0 || right.length === 0) return undefined
  const middle = surplus < 0 ? expense : revenue
  return {
    nodes: [
      ...left.map((part) => toNode(part, 'left')),
      { key: 'total', label: middle.label, value: middle.value, side: 'middle', color: 6 },
      ...right.map((part) => toNode(part, 'right')),
    ],
    links: [
      ...left.map(({ key, value }) => ({ from: key, to: 'total', value })),
      ...right.map(({ key, value }) => ({ from: 'total', to: key, value })),
    ],
    surplus,
    negative: lines.filter(({ value }) => value < 0),
    unequal: [
      {
        total: revenue,
        parts: sumOf(partsOf(revenues)),
        hasUnreadable: hasUnreadable('revenues'),
      },
      {
        total: expense,
        parts: sumOf(partsOf(expenses)),
        hasUnreadable: hasUnreadable('expenses'),
      },
    ].filter(({ total, parts }) => parts !== total.value),
  }
}

const totalOf = (lines: readonly FlowLine[]) => lines.find(({ role }) => role === 'total')
const partsOf = (lines: readonly FlowLine[]) => lines.filter(({ role }) => role === 'part')
const sumOf = (lines: readonly { value: number }[]): number =>
  lines.reduce((sum, { value }) => sum + value, 0)

const SURPLUS = (value: number): Part => ({ key: 'surplus', label: 'Surplus', value })
const DEFICIT = (value: number): Part => ({
  key: 'deficit',
  label: 'Deficit, from reserves',
  value,
})

/** Parts above zero, the smallest together where there are many, and the rest of the total. */
function withRest(lines: readonly FlowLine[], total: FlowLine, hasUnreadable: boolean): Part[] {
  const shown = lines.filter(({ value }) => value > 0)
  const bySize = shown.toSorted((a, b) => b.value - a.value)
  const least = shown.length > MOST_PARTS ? bySize.slice(MOST_PARTS - 1) : []
  const kept = shown.filter((line) => !least.includes(line))
  const untold = total.value - sumOf(lines)
  const restLabel = hasUnreadable ? 'On no readable line' : 'On no line of its own'
  return [
    ...kept.map(({ key, label, value }) => ({ key: `${total.key}.${key}`, label, value })),
    ...(least.length > 0
      ? [{ key: `${total.key}.least`, label: `${least.length} other lines`, value: sumOf(least) }]
      : []),
    ...(untold > 0 ? [{ key: `${total.key}.untold`, label: restLabel, value: untold }] : []),
  ]
}

function toNode({ key, label, value }: Part, side: 'left' | 'right'): SankeyNode {
  const isBalance = key === 'surplus' || key === 'deficit'
  return { key, label, value, side, color: isBalance ? 3 : side === 'left' ? 1 : 2 }
}
