import { z } from 'zod'
import type { FlowRole } from '#src/figures/flow-lines.ts'
import { heroFieldsOfB } from '#src/figures/sets.ts'
import { type FlowLine, type Flows, readFlows } from '#src/organizations/figures/money-flow.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { component, optional, required } from '../shared/schemas.ts'
import { attribute } from './attribute.ts'
import { evidenceRegistry } from './evidence.ts'
import { about, filing, presentAbout, presentFiling, primaryYear } from './fields.ts'
import { numberFigure, src, toSnakeCase } from './figure.ts'
import { deepDive } from './operation.ts'
import { control, presentControl } from './profile/route.ts'

const node = component('FlowNode', {
  id: z.string(),
  kind: z.enum(['revenue', 'organization', 'spending', 'function']),
  label: z.string(),
})

const link = component('FlowLink', {
  from: required.string('ID of a node.'),
  to: required.string('ID of a node.'),
  split: required.enum(
    ['revenue', 'nature', 'function'],
    "nature and function are two breakdowns of the same spending. Don't add them together.",
  ),
  value: required.number('Whole US dollars as filed. A loss is negative.'),
  unit: z.literal('USD'),
  ref: z.string(),
  _src: src,
})

const lines = z.record(z.string(), numberFigure)
const balance = z.strictObject({
  totals: lines.describe('Totals as filed.'),
  details: lines.describe('Lines included in the totals.'),
  beside: lines.describe(
    'Lines that the totals do not include, because they use a different date, valuation, or accounting basis.',
  ),
  _src: src,
})

const point = component('FlowPoint', {
  year: z.int(),
  value: optional.number('Absent if the figure is unknown for the year.'),
  ref: z.string().optional(),
  _src: src,
})

export const flowsData = z.strictObject({
  ...about,
  filing,
  years: required.array(z.int(), 'Tax years of the form, latest first.'),
  totals: z.strictObject({
    revenue: numberFigure.optional(),
    spending: numberFigure.optional(),
    _src: src,
  }),
  nodes: z.array(node),
  links: z.array(link),
  details: required.object('More detailed lines. The links already include their amounts.', {
    revenue: lines,
    spending: lines,
    _src: src,
  }),
  beside: required.object(
    "Lines that the total does not include: a foundation's disbursements on a cash basis.",
    { spending: lines, _src: src },
  ),
  assets: balance,
  liabilities: balance,
  fund_balance: z.strictObject({ ...balance.shape, parts: lines }),
  controls: z.array(control),
  trend: z.strictObject({ ...heroFieldsOfB(() => z.array(point)), _src: src }),
  evidence: evidenceRegistry,
})
type FlowsData = z.output<typeof flowsData>

const query = z.strictObject({
  year: primaryYear,
})

export const flowsRoute = deepDive('/api/v2/charity/:ein/flows', {
  operationId: 'readFlows',
  examples: example("An organization's latest year", { path: inPath(DEMO.turkanaWells) }),
  summary:
    'Get the money flow from revenue sources to spending, with totals, balances, and controls',
  query,
  data: flowsData,
  envelope: 'FlowsEnvelope',
  read: (deps, { ein, query: { year } }) => readFlows(deps, ein, year),
  present: presentFlows,
})

/** The id of the node between revenue and spending. */
const CENTER = 'organization'

/** Presents the money of one year as nodes and links. */
function presentFlows({ organization, filing, flow, controls }: Flows): FlowsData {
  const current = organization.filings.filter((one) => one.isCurrent && one.form === filing.form)
  const sources = pick(flow.revenues, 'part')
  const spending = pick(flow.expenses, 'part')
  const functions = pick(flow.expenses, 'function')
  const [revenue] = pick(flow.revenues, 'total')
  const [spent] = pick(flow.expenses, 'total')
  const data = {
    ...presentAbout(organization),
    filing: presentFiling(filing),
    years: [...new Set(current.map(({ taxYear }) => taxYear))].sort((a, b) => b - a),
    totals: {
      revenue: revenue && presentLine(revenue),
      spending: spent && presentLine(spent),
    },
    nodes: [
      ...sources.map((line) => toNode('revenue', line)),
      { id: CENTER, kind: 'organization' as const, label: organization.name },
      ...spending.map((line) => toNode('spending', line)),
      ...functions.map((line) => toNode('function', line)),
    ],
    links: [
      ...sources.map((line) => toLink('revenue', line)),
      ...spending.map((line) => toLink('nature', line)),
      ...functions.map((line) => toLink('function', line)),
    ],
    details: {
      revenue: presentLines(pick(flow.revenues, 'detail')),
      spending: presentLines(pick(flow.expenses, 'detail')),
    },
    beside: { spending: presentLines(pick(flow.expenses, 'beside')) },
    assets: presentBalance(flow.assets),
    liabilities: presentBalance(flow.liabilities),
    fund_balance: {
      ...presentBalance(flow.fundBalance),
      parts: presentLines(pick(flow.fundBalance, 'part')),
    },
    controls: controls.flatMap(presentControl),
    trend: heroFieldsOfB((key) => flow.trend[key]),
  }
  return attribute(data, filing)
}

const pick = (lines: readonly FlowLine[], role: FlowRole): FlowLine[] =>
  lines.filter((line) => line.role === role)

const nodeId = (kind: string, { key }: FlowLine): string => `${kind}.${toSnakeCase(key)}`

const toNode = <Kind extends FlowsData['nodes'][number]['kind']>(kind: Kind, line: FlowLine) => ({
  id: nodeId(kind, line),
  kind,
  label: line.label,
})

function toLink(split: FlowsData['links'][number]['split'], line: FlowLine) {
  const own = nodeId(split === 'nature' ? 'spending' : split, line)
  const ends = split === 'revenue' ? { from: own, to: CENTER } : { from: CENTER, to: own }
  return { ...ends, split, value: line.value, unit: 'USD' as const, ref: line.ref }
}

const presentLine = ({ label, value, ref }: FlowLine) => ({ value, label, unit: 'USD', ref })

const presentLines = (lines: readonly FlowLine[]) =>
  Object.fromEntries(lines.map((line) => [toSnakeCase(line.key), presentLine(line)]))

const presentBalance = (lines: readonly FlowLine[]) => ({
  totals: presentLines(pick(lines, 'total')),
  details: presentLines(pick(lines, 'detail')),
  beside: presentLines(pick(lines, 'beside')),
})
