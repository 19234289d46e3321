import { z } from 'zod'
import { FORMS } from '../../domain/form.ts'
import { GRAPH_LIMITS } from '../../profiles/related-graph.ts'
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
      .describe(
        'authoritative with an EIN that a Schedule R gives, strong by name alone; a node without ein is not resolved.',
      ),
    rows: z.array(row).min(1),
    _src: src,
  })
  .meta({ id: 'RelatedEdge' })

const graphNode = z
  .strictObject({
    ein,
    name: z
      .string()
      .optional()
      .describe('As Schedule R names it where no filing of its own and no registry does.'),
    location: z
      .strictObject({
        city: z.string().optional(),
        state: z.string().optional(),
        country: z.string().optional(),
      })
      .optional(),
    steps: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    profile_available: z.boolean(),
  })
  .meta({ id: 'RelatedGraphNode' })

const graphEdge = z
  .strictObject({
    from: ein.describe('Who filed it: whose Schedule R names the other, or who pays.'),
    to: ein,
    kind: z.enum(['related', 'grant', 'transfer', 'contract']),
    type: z.string().describe('What Schedule R says the other is, or the category of the money.'),
    amount: z.number().optional().describe('Dollars, the rows together.'),
    count: z.int().describe('Rows of the return.'),
    confidence: z
      .enum(['weak', 'moderate', 'strong', 'authoritative'])
      .describe('How surely the recipient was found; nobody is gone on from over a weak one.'),
    form: z.enum(FORMS),
    tax_year: z.int(),
    object_id: z.string(),
    ref: z
      .string()
      .describe(
        'The row, the first of several, or the part they stand in; it opens at `from`, who filed it.',
      ),
    refs: z.array(z.string()).optional().describe('Where it has several rows: they, or the first.'),
    _src: src,
  })
  .meta({ id: 'RelatedGraphEdge' })

const graph = z
  .strictObject({
    nodes: z.array(graphNode).describe('The organization itself first.'),
    edges: z.array(graphEdge),
    truncated: z.boolean().describe('Whether a limit left something out.'),
    limits: z.strictObject({
      steps: z.int(),
      nodes: z.int(),
      first_step: z.int(),
      second_step: z.int(),
    }),
    _src: src,
  })
  .describe(
    `Who stands two steps from the organization: those it is related to by Parts I to IV of Schedule R, those it pays and those that pay it by grants, transfers and contracts, and the same of each of these. It is made of the latest return of each, whatever year is asked for, and comes with page 1 alone. Money only approved, or to a recipient that was not found, is not shown. For the organization itself it holds at most ${GRAPH_LIMITS.first} of those it names, that name it, that it pays and that pay it, for each one step away ${GRAPH_LIMITS.second}, the largest amounts first, and ${GRAPH_LIMITS.nodes} nodes in all: \`truncated\` tells whether there are more.`,
  )
  .meta({ id: 'RelatedGraph' })

export const relatedData = z.strictObject({
  ...about,
  filing,
  ...paging,
  nodes: z.array(node).describe('The organization itself first.'),
  edges: z.array(edge),
  graph: graph.optional(),
  evidence: evidenceRegistry,
})
export type RelatedData = z.output<typeof relatedData>
