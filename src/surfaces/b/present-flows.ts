import type { Flows } from '../../profiles/flows.ts'
import type { FlowLine, FlowRole } from '../../profiles/money-flow.ts'
import { attribute } from './attribute.ts'
import { toSnakeCase } from './figure.ts'
import { presentAbout, presentFiling } from './filing-schema.ts'
import type { FlowsData } from './flows-schema.ts'
import { presentControl } from './present-profile.ts'

/** The id of the node all money passes. */
const CENTER = 'organization'

/** Money of one year as nodes and links. */
export function presentFlows({ organization, filing, flow, controls }: Flows): FlowsData {
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
      ...(revenue && { revenue: presentLine(revenue) }),
      ...(spent && { spending: presentLine(spent) }),
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
    trend: flow.trend,
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
