import { sankey, sankeyLinkHorizontal } from 'd3-sankey'
import { countOf } from '#src/domain/money.ts'
import { shortenValue } from '../components/formats.ts'
import { wrapLabel } from '../components/text.tsx'
import { ChartFigure, type Drawing } from './chart-figure.tsx'

/** `key` identifies a node; labels may repeat. */
export type SankeyNode = {
  key: string
  label: string
  value: number
  /** One of the six chart colors. */
  color?: 1 | 2 | 3 | 4 | 5 | 6
  /** The column, which decides where the label has room. */
  side?: 'left' | 'middle' | 'right'
  /** The address that its label links to. */
  href?: string | undefined
}
type DrawnNode = SankeyNode & { amount: number }

/** `value` is above zero, because other flows cannot be drawn. */
export type SankeyLink = { from: string; to: string; value: number }

type Props = {
  title: string
  nodes: readonly SankeyNode[]
  links: readonly SankeyLink[]
  unit?: string | undefined
}

/** A flow from left to right; nothing without links. */
export const SankeyChart = ({ title, nodes, links, unit }: Props) => {
  if (links.length === 0) return null
  const draw = (width: number, labelLength: number, margin: number) =>
    drawFlow({ nodes, links, unit, width, labelLength, margin })
  return (
    <ChartFigure
      title={title}
      description={`${title}: flow chart of ${countOf(nodes.length, 'amount')}`}
      // Characters of a wide font that fit between the middle and either side, or beside the flow.
      narrow={draw(340, 18, 0)}
      wide={draw(1120, 30, 236)}
    />
  )
}

const LINE = 15
const NODE_WIDTH = 12
/** Total height of the flows. */
const FLOW = 150
/** Room above the middle node for its name and amount. */
const TOP = 38

type Flow = Pick<Props, 'nodes' | 'links' | 'unit'> & {
  width: number
  labelLength: number
  /** Room for labels on both sides; without it, they are drawn over the flow. */
  margin: number
}

function drawFlow({ nodes, links, unit, width, labelLength, margin }: Flow): Drawing {
  const outer = nodes.filter(({ side }) => side !== 'middle')
  const inColumn = (side: SankeyNode['side']) => nodes.filter((node) => node.side === side).length
  const longest = Math.max(...outer.map(({ label }) => wrapLabel(label, labelLength).length + 1))
  // Between nodes there is room for the longest label, because the thinnest node has one too.
  const gap = longest * LINE + 2
  // The label of the middle node is above the labels next to it.
  const raise = (longest * LINE) / 2 - LINE
  const below = FLOW + Math.max(inColumn('left'), inColumn('right'), 1) * gap
  const layout = sankey<DrawnNode, object>()
    .nodeId(({ key }) => key)
    .nodeWidth(NODE_WIDTH)
    .nodePadding(gap)
    // Nodes keep the order of the form.
    .nodeSort(null)
    .linkSort(null)
    .iterations(0)
    .extent([
      [2 + margin, 0],
      [width - 2 - margin, below - gap],
    ])({
    // The layout replaces `value` with the sum of the links, which leave out negative parts.
    nodes: nodes.map((node) => ({ ...node, amount: node.value })),
    links: links.map(({ from, to, value }) => ({ source: from, target: to, value })),
  })
  const middle = layout.nodes.find(({ side }) => side === 'middle')
  const top = Math.max(gap / 2, TOP + raise - (middle?.y0 ?? 0))
  const path = sankeyLinkHorizontal()
  const shapes = (
    <g transform={`translate(0 ${top})`}>
      {layout.links.map((link) => (
        <path
          key={link.index}
          d={path(link) ?? ''}
          fill="none"
          stroke={colorOf(outerEnd(link))}
          stroke-opacity="0.25"
          stroke-width={Math.max(1, link.width ?? 0)}
        />
      ))}
      {layout.nodes.map(({ x0 = 0, y0 = 0, y1 = 0, ...node }) => (
        <g key={node.key}>
          <rect
            x={x0}
            y={y0}
            width={NODE_WIDTH}
            height={Math.max(1, y1 - y0)}
            fill={colorOf(node)}
          />
          <NodeLabel
            node={node}
            unit={unit}
            labelLength={labelLength}
            isOutside={margin > 0}
            x={x0}
            y={node.side === 'middle' ? y0 - raise - 5 : (y0 + y1) / 2}
          />
        </g>
      ))}
    </g>
  )
  return { width, height: top + below - gap / 2, shapes }
}

const colorOf = ({ color = 1 }: Pick<SankeyNode, 'color'>): string => `var(--chart-${color})`

/** Returns the end of a link that is not the middle node, which has no color of its own. */
function outerEnd({ source, target }: { source: unknown; target: unknown }): SankeyNode {
  const [from, to] = [source as SankeyNode, target as SankeyNode]
  return from.side === 'middle' ? to : from
}

type LabelProps = {
  node: DrawnNode
  unit: string | undefined
  labelLength: number
  isOutside: boolean
  x: number
  y: number
}

/** Beside the node on the left and right, above it in the middle. */
const NodeLabel = ({ node, unit, labelLength, isOutside, x, y }: LabelProps) => {
  const { label, amount, side, href } = node
  const isMiddle = side === 'middle'
  const lines = isMiddle ? wrapLabel(label, 2 * labelLength, 1) : wrapLabel(label, labelLength)
  const all = [...lines, shortenValue(amount, unit)]
  const first = isMiddle ? y - (all.length - 1) * LINE : y - ((all.length - 1) * LINE) / 2
  const isOnItsRight = (side ?? 'left') === (isOutside ? 'right' : 'left')
  const at = isMiddle ? x + NODE_WIDTH / 2 : isOnItsRight ? x + NODE_WIDTH + 5 : x - 5
  const text = (
    <text text-anchor={isMiddle ? 'middle' : isOnItsRight ? 'start' : 'end'} fill="var(--text)">
      {all.map((line, index) => (
        <tspan key={index} x={at} y={first + index * LINE} dy={isMiddle ? 0 : '0.35em'}>
          {line}
        </tspan>
      ))}
    </text>
  )
  return href === undefined ? text : <a href={href}>{text}</a>
}
