import { z } from 'zod'
import { evidenceRegistry } from './evidence.ts'
import { numberFigure, src } from './figure.ts'
import { about, filing } from './filing-schema.ts'
import { control } from './profile-schema.ts'

const node = z
  .strictObject({
    id: z.string(),
    kind: z.enum(['revenue', 'organization', 'spending', 'function']),
    label: z.string(),
  })
  .meta({ id: 'FlowNode' })

const link = z
  .strictObject({
    from: z.string().describe('Id of a node.'),
    to: z.string().describe('Id of a node.'),
    split: z
      .enum(['revenue', 'nature', 'function'])
      .describe('nature and function split the same spending in two ways; do not add them.'),
    value: z.number().describe('Whole dollars as filed; a loss is negative.'),
    unit: z.literal('USD'),
    ref: z.string(),
    _src: src,
  })
  .meta({ id: 'FlowLink' })

const lines = z.record(z.string(), numberFigure)
const balance = z.strictObject({
  totals: lines.describe('Totals as filed.'),
  details: lines.describe('Lines within the totals.'),
  beside: lines.describe('Lines in none of them: of another day, value or basis.'),
  _src: src,
})

const point = z
  .strictObject({
    year: z.int(),
    value: z.number().optional().describe('Absent for a year without the figure.'),
    ref: z.string().optional(),
    _src: src,
  })
  .meta({ id: 'FlowPoint' })

export const flowsData = z.strictObject({
  ...about,
  filing,
  years: z.array(z.int()).describe('Tax years of the form there are, latest first.'),
  totals: z.strictObject({
    revenue: numberFigure.optional(),
    spending: numberFigure.optional(),
    _src: src,
  }),
  nodes: z.array(node),
  links: z.array(link),
  details: z
    .strictObject({ revenue: lines, spending: lines, _src: src })
    .describe('Lines that are within those of the links.'),
  beside: z
    .strictObject({ spending: lines, _src: src })
    .describe("Lines that split no total: a foundation's disbursements, on cash basis."),
  assets: balance,
  liabilities: balance,
  fund_balance: z.strictObject({ ...balance.shape, parts: lines }),
  controls: z.array(control),
  trend: z.strictObject({
    revenue: z.array(point),
    expense: z.array(point),
    assets: z.array(point),
    liabilities: z.array(point),
    _src: src,
  }),
  evidence: evidenceRegistry,
})
export type FlowsData = z.output<typeof flowsData>
