import { z } from 'zod'
import { toRef } from '#src/domain/evidence.ts'
import { FORMS } from '#src/domain/form.ts'
import { normalizeName } from '#src/domain/names.ts'
import { tableOf } from '#src/organizations/filings/table-rows.ts'
import type { Organization } from '#src/organizations/organization.ts'
import type { RelatedEvidence, Relationship } from '#src/organizations/relations/related.ts'
import {
  GRAPH_LIMITS,
  type GraphEdge,
  type GraphNode,
  type RelatedGraph,
  type RelatedPage,
  readRelatedPage,
} from '#src/organizations/relations/related-graph.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { component, optional, optionalObject, required } from '../shared/schemas.ts'
import { attribute } from './attribute.ts'
import { evidenceRegistry } from './evidence.ts'
import {
  about,
  ein,
  filing,
  PAGED,
  pagedYearQuery,
  paging,
  presentAbout,
  presentFiling,
  presentPaging,
  toWindow,
} from './fields.ts'
import { anyFigure, presentCells, rowRef, src, toSnakeFields } from './figure.ts'
import { deepDive } from './operation.ts'

const node = component('RelatedNode', {
  id: required.string('EIN, or an ID that this service assigns if no EIN is filed.'),
  self: z.boolean(),
  ein: ein.optional(),
  name: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  country: z.string().optional(),
})

const row = component('RelatedRow', {
  filer: ein.describe('EIN of the organization that filed the Schedule R.'),
  form: z.enum(FORMS),
  tax_year: z.int(),
  object_id: z.string(),
  table: z.string(),
  ref: required.string('Ref of the row in Schedule R.'),
  values: z.record(z.string(), anyFigure),
  _src: src,
})

const edge = component('RelatedEdge', {
  from: required.string('ID of the node whose Schedule R lists the other node.'),
  to: z.string(),
  role: required.enum(
    ['source', 'target'],
    "source: the requested organization's Schedule R lists the other one. target: the other organization's Schedule R lists the requested one.",
  ),
  type: z.string(),
  confidence: required.enum(
    ['authoritative', 'strong'],
    'authoritative: a Schedule R states the EIN. strong: a Schedule R states only the name.',
  ),
  rows: z.array(row).min(1),
  _src: src,
})

const graphNode = component('RelatedGraphNode', {
  ein,
  name: optional.string('Name of the organization, or its name on Schedule R.'),
  location: optionalObject({
    city: z.string().optional(),
    state: z.string().optional(),
    country: z.string().optional(),
  }),
  steps: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  profile_available: z.boolean(),
})

const graphEdge = component('RelatedGraphEdge', {
  from: ein.describe('EIN of the filer, which lists or pays the other organization.'),
  to: ein,
  kind: z.enum(['related', 'grant', 'transfer', 'contract']),
  type: required.string('Type of relationship on Schedule R, or category of the payment.'),
  amount: optional.number('Total of all rows in US dollars.'),
  count: required.int('Number of rows that the edge combines.'),
  confidence: required.enum(
    ['weak', 'moderate', 'strong', 'authoritative'],
    'Confidence in the match. The second step ignores weak matches.',
  ),
  form: z.enum(FORMS),
  tax_year: z.int(),
  object_id: z.string(),
  ref: required.string(
    'Ref of the first row, or of the part of the return that contains the rows. Open it with the EIN in `from`.',
  ),
  refs: optional.strings(
    'Refs of the rows, if there are several. If there are many, only the Refs of the first rows.',
  ),
  _src: src,
})

const graph = z
  .strictObject({
    nodes: required.array(graphNode, 'Nodes, starting with the organization itself.'),
    edges: z.array(graphEdge),
    truncated: required.boolean('Whether a limit excluded nodes or edges.'),
    limits: z.strictObject({
      steps: z.int(),
      nodes: z.int(),
      first_step: z.int(),
      second_step: z.int(),
    }),
    _src: src,
  })
  .describe(
    `Organizations up to two steps away. A step is a relationship in Parts I to IV of Schedule R, or a grant, transfer, or contract, in the latest returns. Present only on page 1. Excludes grants that were approved but not paid, and recipients that could not be identified. For each kind, the first step has at most ${GRAPH_LIMITS.first} organizations and the second step at most ${GRAPH_LIMITS.second}, largest amounts first. The graph has at most ${GRAPH_LIMITS.nodes} nodes.`,
  )
  .meta({ id: 'RelatedGraph' })

export const relatedData = z.strictObject({
  ...about,
  filing,
  ...paging,
  nodes: required.array(node, 'Nodes, starting with the organization itself.'),
  edges: z.array(edge),
  graph: graph.optional(),
  evidence: evidenceRegistry,
})
type RelatedData = z.output<typeof relatedData>

export const relatedRoute = deepDive('/api/v2/charity/:ein/related', {
  operationId: 'readRelated',
  examples: example('The central organization of a family', {
    path: inPath(DEMO.trailblazerScouts),
  }),
  summary: 'Get related organizations from Schedule R as a graph',
  description: `Returns the rows of the organization's Schedule R, and of each Schedule R that lists it, as nodes and edges. Page 1 also includes \`graph\`: relationships and money in the latest returns, up to two steps away. ${PAGED}`,
  query: pagedYearQuery,
  data: relatedData,
  envelope: 'RelatedEnvelope',
  read: (deps, { ein, query: { year, page } }) => readRelatedPage(deps, ein, year, toWindow(page)),
  present: (found, { query: { page } }) => presentRelated(found, page),
})

type Node = RelatedData['nodes'][number]
type Edge = RelatedData['edges'][number]

/** Throws ApiError InvalidParameters for a page beyond the last. */
function presentRelated(found: RelatedPage, page: number): RelatedData {
  const { organization, filing, relationships, total, graph } = found
  const { nodes, idOf } = collectNodes(organization, relationships)
  const data = {
    ...presentAbout(organization),
    filing: presentFiling(filing),
    ...presentPaging(total, page),
    nodes,
    edges: relationships.flatMap((one) => toEdges(one, organization.ein, idOf(one))),
    ...(graph && { graph: presentGraph(graph) }),
  }
  return attribute(data, filing)
}

/** Presents each organization as one node: by EIN, or by name and place if it has none. */
function collectNodes(self: Organization, relationships: readonly Relationship[]) {
  const nodes: Node[] = [{ id: self.ein, self: true, ein: self.ein, name: self.name }]
  const ids = new Map<string, string>([[self.ein, self.ein]])
  for (const { organization } of relationships) {
    const key = keyOf(organization)
    if (ids.has(key)) continue
    const id = organization.ein ?? `n${nodes.length}`
    ids.set(key, id)
    nodes.push({ id, self: false, ...organization })
  }
  const idOf = ({ organization }: Relationship) => ids.get(keyOf(organization)) ?? self.ein
  return { nodes, idOf }
}

const keyOf = ({ ein, name = '', city = '', state = '' }: Relationship['organization']): string =>
  ein ?? [name, city, state].map(normalizeName).join('|')

function toEdges(relationship: Relationship, self: string, other: string): Edge[] {
  const { roles, type, confidences, evidence } = relationship
  return roles.flatMap((role): Edge[] => {
    const isSource = role === 'Source'
    const rows = evidence.filter(({ ein }) => (ein === self) === isSource)
    if (rows.length === 0) return []
    const isSure = confidences.includes('Authoritative')
    return [
      {
        from: isSource ? self : other,
        to: isSource ? other : self,
        role: isSource ? 'source' : 'target',
        type,
        confidence: isSure ? 'authoritative' : 'strong',
        rows: rows.map(presentRow),
      },
    ]
  })
}

const presentRow = (found: RelatedEvidence): Edge['rows'][number] => ({
  filer: found.ein,
  ...toSnakeFields(found.filing, 'form', 'taxYear', 'objectId'),
  table: tableOf(found.table).label,
  ref: rowRef(found.filing, found),
  values: presentCells(found.filing, found),
})

type Graph = NonNullable<RelatedData['graph']>

/** Presents the graph two steps out, with the limits that applied when it was read. */
const presentGraph = ({ nodes, edges, isTruncated }: RelatedGraph): Graph => ({
  nodes: nodes.map(presentNode),
  edges: edges.map(presentEdge),
  truncated: isTruncated,
  limits: {
    steps: 2,
    nodes: GRAPH_LIMITS.nodes,
    first_step: GRAPH_LIMITS.first,
    second_step: GRAPH_LIMITS.second,
  },
})

const presentNode = ({ ein, name, city, state, country, steps, hasProfile }: GraphNode) => ({
  ein,
  name,
  location: city || state || country ? { city, state, country } : undefined,
  steps,
  profile_available: hasProfile,
})

function presentEdge(edge: GraphEdge): Graph['edges'][number] {
  const { form, taxYear, objectId, paths, confidence, ...shown } = edge
  const refs = paths.map((path) => toRef({ form, taxYear, objectId, path }))
  return {
    ...shown,
    confidence: CONFIDENCES[confidence],
    form,
    tax_year: taxYear,
    object_id: objectId,
    ref: refs[0] ?? '',
    refs: refs.length > 1 ? refs : undefined,
  }
}

const CONFIDENCES = {
  Weak: 'weak',
  Moderate: 'moderate',
  Strong: 'strong',
  Authoritative: 'authoritative',
  // Does not occur here, because every recipient is resolved.
  None: 'weak',
} as const
