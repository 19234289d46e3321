import type { ComponentChildren } from 'preact'
import { shortenValue } from '../parts/figure.tsx'
import { ChartFigure, type Drawing } from './chart-figure.tsx'
import { wrapLabel } from './labels.ts'

/** `key` tells nodes apart, whatever they are called. */
export type SankeyNode = {
  key: string
  label: string
  value: number
  /** The colour: one of the six of charts. */
  color?: 1 | 2 | 3 | 4 | 5 | 6
  /** Where its label stands: it is to have room there. */
  side?: 'left' | 'middle' | 'right'
}
/** Above zero; a flow has no other. */
export type SankeyLink = { from: string; to: string; value: number }

const LINE = 15
/** Room for the label above the node in the middle: a name, an amount, and what parts it from the node. */
const TOP = 38
/** Height of all that flows. */
const FLOW = 150

type Props = {
  title: string
  nodes: readonly SankeyNode[]
  links: readonly SankeyLink[]
  unit?: string | undefined
  description?: string | undefined
  children?: ComponentChildren
}

/** What flows from where to where, from left to right. Nothing without a flow. */
export const SankeyChart = ({ title, nodes, links, unit, description, children }: Props) => {
  if (links.length === 0) return null
  const tallest = Math.max(
    nodes.filter(({ side }) => side === 'left').length,
    nodes.filter(({ side }) => side === 'right').length,
    1,
  )
  const draw = (width: number, labelLength: number): Drawing => {
    const room = roomOf(nodes, labelLength)
    const height = room.top + FLOW + tallest * room.gap
    return { size: { width, height }, option: toOption(nodes, links, unit, room) }
  }
  return (
    <ChartFigure
      title={title}
      description={description ?? `${title}: flow chart of ${nodes.length} sums`}
      unit={unit}
      // Characters of wide fonts that fit between the middle and either side.
      narrow={draw(340, 20)}
      wide={draw(1080, 64)}
    >
      {children}
    </ChartFigure>
  )
}

/** `raise` is how far the middle's label stands off its node, above labels beside it. */
type Room = { labelLength: number; gap: number; top: number; raise: number }

/** Between nodes there is room for the longest label: the thinnest node has one, too. */
function roomOf(nodes: readonly SankeyNode[], labelLength: number): Room {
  const lines = nodes
    .filter(({ side }) => side !== 'middle')
    .map(({ label }) => wrapLabel(label, labelLength).length + 1)
  const tallest = Math.max(...lines) * LINE
  const raise = tallest / 2 - LINE
  return { labelLength, gap: tallest + 2, top: TOP + raise, raise }
}

const toOption = (
  nodes: readonly SankeyNode[],
  links: readonly SankeyLink[],
  unit: string | undefined,
  room: Room,
) => ({
  series: [
    {
      type: 'sankey',
      silent: true,
      left: 2,
      right: 2,
      top: room.top,
      bottom: room.gap / 2,
      nodeWidth: 12,
      nodeGap: room.gap,
      // They stay in the order they are given in, which is the form's.
      layoutIterations: 0,
      data: nodes.map((node) => toNode(node, unit, room)),
      links: links.map((link) => toLink(link, nodes)),
    },
  ],
})

/** In the colour of its outer end: what is in the middle has no kind. */
function toLink({ from, to, value }: SankeyLink, nodes: readonly SankeyNode[]) {
  const outer = nodes.find(({ key, side }) => (key === from || key === to) && side !== 'middle')
  const lineStyle = { color: colorOf(outer), opacity: 0.25, curveness: 0.5 }
  return { source: from, target: to, value, lineStyle }
}

const colorOf = ({ color = 1 }: Pick<SankeyNode, 'color'> = {}) => `var(--chart-${color})`

const POSITIONS = { left: 'right', middle: 'top', right: 'left' } as const

function toNode(
  { key, label, value, color, side = 'left' }: SankeyNode,
  unit: string | undefined,
  { labelLength, raise }: Room,
) {
  const isMiddle = side === 'middle'
  // In the middle there is room for both sides' characters.
  const lines = wrapLabel(label, isMiddle ? 2 * labelLength : labelLength, isMiddle ? 1 : undefined)
  return {
    name: key,
    itemStyle: { color: colorOf({ ...(color && { color }) }) },
    label: {
      position: POSITIONS[side],
      ...(isMiddle && { distance: 5 + raise }),
      color: 'var(--text)',
      textBorderWidth: 0,
      lineHeight: LINE,
      formatter: [...lines, shortenValue(value, unit)].join('\n').replaceAll(/[{}]/g, ''),
    },
  }
}
