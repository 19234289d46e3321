import { z } from 'zod'
import { toRef } from '#src/domain/evidence.ts'
import { FORMS } from '#src/domain/form.ts'
import {
  GRAPH_LIMITS,
  type RelatedGraph,
  readRelatedPage,
} from '#src/organizations/relations/related-graph.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { component, optional, optionalObject, required } from '../shared/schemas.ts'
import { relationships, toLocation, toRelationship } from '../shared/sections.ts'
import { oneWord } from '../shared/skin.ts'
import { ein, PAGED, pagedYearQuery, paging, presentPaging, toWindow } from './fields.ts'
import { deepDive } from './operation.ts'

const graphNode = component('RelatedGraphNode', {
  ein,
  name: optional.string('Name of the organization, or its name on Schedule R.'),
  location: optionalObject({
    city: z.string().optional(),
    state: z.string().optional(),
    country: z.string().optional(),
  }),
  steps: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  profileAvailable: z.boolean(),
})

const graphEdge = component('RelatedGraphEdge', {
  from: ein.describe('EIN of the filer, which lists or pays the other organization.'),
  to: ein,
  kind: z.enum(['related', 'grant', 'transfer', 'contract']),
  type: required.string('Type of relationship on Schedule R, or category of the payment.'),
  amount: optional.number('Total of all rows in US dollars.'),
  count: required.int('Number of rows that the edge combines.'),
  confidence: oneWord(
    ['Weak', 'Moderate', 'Strong', 'Authoritative'],
    'Confidence in the match. The second step ignores weak matches.',
  ),
  form: z.enum(FORMS),
  taxYear: z.int(),
  objectId: z.string(),
  ref: required.string(
    'Ref of the first row, or of the part of the return that contains the rows. Open it with the EIN in `from`.',
  ),
  refs: optional.strings(
    'Refs of the rows, if there are several. If there are many, only the Refs of the first rows.',
  ),
})

const graph = z
  .strictObject({
    nodes: required.array(graphNode, 'Nodes, starting with the organization itself.'),
    edges: z.array(graphEdge),
    isTruncated: required.boolean('Whether a limit excluded nodes or edges.'),
    limits: z.strictObject({
      steps: z.int(),
      nodes: z.int(),
      firstStep: z.int(),
      secondStep: z.int(),
    }),
  })
  .describe(
    `Organizations up to two steps away. A step is a relationship in Parts I to IV of Schedule R, or a grant, transfer, or contract, in the latest returns. Present only on page 1. Excludes grants that were approved but not paid, and recipients that could not be identified. For each kind, the first step has at most ${GRAPH_LIMITS.first} organizations and the second step at most ${GRAPH_LIMITS.second}, largest amounts first. The graph has at most ${GRAPH_LIMITS.nodes} nodes.`,
  )
  .meta({ id: 'RelatedGraph' })

export const relatedRoute = deepDive('/api/v2/charity/:ein/related', {
  operationId: 'readRelated',
  examples: example('The central organization of a family', {
    path: inPath(DEMO.trailblazerScouts),
  }),
  summary: 'Get related organizations from Schedule R as a graph',
  description: `Returns the organizations on the organization's Schedule R, and those whose Schedule R lists it, with the rows. Page 1 also includes \`graph\`: relationships and money in the latest returns, up to two steps away. ${PAGED}`,
  query: pagedYearQuery,
  envelope: 'RelatedEnvelope',
  data: { ...paging, relationships, graph: graph.optional() },
  read: (deps, { ein, query: { year, page } }) => readRelatedPage(deps, ein, year, toWindow(page)),
  /** Throws ApiError InvalidParameters for a page beyond the last. */
  present: ({ relationships, total, graph }, { query: { page } }) => ({
    ...presentPaging(total, page),
    relationships: relationships.map(toRelationship),
    graph: graph && toGraph(graph),
  }),
})

/** Returns the graph two steps out, with the limits that applied when it was read. */
const toGraph = ({ nodes, edges, isTruncated }: RelatedGraph) => ({
  nodes: nodes.map((node) => ({
    ...node,
    location: toLocation(node),
    profileAvailable: node.hasProfile,
  })),
  edges: edges.map((edge) => {
    const refs = edge.paths.map((path) => toRef({ ...edge, path }))
    return { ...edge, ref: refs[0] ?? '', refs: refs.length > 1 ? refs : undefined }
  }),
  isTruncated,
  limits: {
    steps: 2,
    nodes: GRAPH_LIMITS.nodes,
    firstStep: GRAPH_LIMITS.first,
    secondStep: GRAPH_LIMITS.second,
  },
})
