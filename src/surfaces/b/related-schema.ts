import { z } from 'zod'
import { FORMS } from '../../domain/form.ts'
import { evidenceRegistry } from './evidence.ts'
import { anyFigure, src } from './figure.ts'
import { about, ein, filing } from './filing-schema.ts'
import { paging } from './paging.ts'

const node = z
  .strictObject({
    id: z.string().describe('EIN, or a number of its own where none is filed.'),
    self: z.boolean(),
    ein: ein.optional(),
    name: z.string().optional(),
    city: z.string().optional(),
    state: z.string().optional(),
    country: z.string().optional(),
  })
  .meta({ id: 'RelatedNode' })

const row = z
  .strictObject({
    filer: ein.describe('Whose Schedule R it is.'),
    form: z.enum(FORMS),
    tax_year: z.int(),
    object_id: z.string(),
    table: z.string(),
    ref: z.string().describe('The row of Schedule R.'),
    values: z.record(z.string(), anyFigure),
    _src: src,
  })
  .meta({ id: 'RelatedRow' })

const edge = z
  .strictObject({
    from: z.string().describe('Id of the node whose Schedule R names the other.'),
    to: z.string(),
    role: z
      .enum(['source', 'target'])
      .describe('What the organization asked for is: source when its own Schedule R names it.'),
    type: z.string(),
    confidence: z
      .enum(['authoritative', 'strong'])
      .describe('authoritative with an EIN, strong by name alone.'),
    rows: z.array(row).min(1),
    _src: src,
  })
  .meta({ id: 'RelatedEdge' })

export const relatedData = z.strictObject({
  ...about,
  filing,
  ...paging,
  nodes: z.array(node).describe('The organization itself first.'),
  edges: z.array(edge),
  evidence: evidenceRegistry,
})
export type RelatedData = z.output<typeof relatedData>
