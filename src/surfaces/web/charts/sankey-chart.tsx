import type { ComponentChildren } from 'preact'
import { shortenValue } from '../parts/figure.tsx'
import { ChartFigure, type Drawing } from './chart-figure.tsx'
import { toLabel } from './labels.ts'

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

// Two lines of a label, for the thinnest node has one, too.
const GAP = 32
/** Room for the label above the node in the middle. */
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
  const height = TOP + FLOW + tallest * GAP
  const draw = (width: number, labelLength: number): Drawing => ({
    size: { width, height },
    option: toOption(nodes, links, unit, { width, labelLength }),
  })
  return (
    <ChartFigure
      title={title}
      description={description ?? `${title}: flow chart of ${nodes.length} sums`}
      unit={unit}
      narrow={draw(340, 19)}
      wide={draw(1080, 40)}
    >
      {children}
    </ChartFigure>
  )
}

type Room = { width: number; labelLength: number }

const toOption = (
  nodes: readonly SankeyNode[],
  links: readonly SankeyLink[],
  unit: string | undefined,
  { labelLength }: Room,
) => ({
  series: [
    {
      type: 'sankey',
      silent: true,
      left: 2,
      right: 2,
      top: TOP,
      bottom: GAP / 2,
      nodeWidth: 12,
      nodeGap: GAP,
      // They stay in the order they are given in, which is the form's.
      layoutIterations: 0,
      data: nodes.map((node) => toNode(node, unit, labelLength)),
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
  labelLength: number,
) {
  return {
    name: key,
    itemStyle: { color: colorOf({ ...(color && { color }) }) },
    label: {
      position: POSITIONS[side],
      color: 'var(--text)',
      textBorderWidth: 0,
      lineHeight: 15,
      formatter: `${toLabel(label, labelLength).replaceAll(/[{}]/g, '')}\n${shortenValue(value, unit)}`,
    },
  }
}
