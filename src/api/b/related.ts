import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { toRef } from '#src/domain/evidence.ts'
import { FORMS } from '#src/domain/form.ts'
import { normalizeName } from '#src/domain/names.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
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
import { einParams } from '../shared/parameters.ts'
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
import { anyFigure, presentCells, rowRef, src } from './figure.ts'
import { answerTimed, operation } from './operation.ts'

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
type RelatedData = z.output<typeof relatedData>

export const relatedRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/related', {
      ...operation({
        operationId: 'readRelated',
        examples: example('The central organization of a family', {
          path: inPath(DEMO.trailblazerScouts),
        }),
        summary: 'Related organizations of Schedule R as a graph',
        description: `The rows of its Schedule R and of those that name it, as nodes and edges; page 1 brings \`graph\`, too: whom latest returns tie to it by relation or money, two steps out. ${PAGED}`,
        request: { params: einParams, querystring: pagedYearQuery },
        data: relatedData,
        envelope: 'RelatedEnvelope',
      }),
      handler: async (request) => {
        const { year, page } = request.query
        const read = (timed: ProfileDeps) =>
          readRelatedPage(timed, request.params.ein, year, toWindow(page))
        return await answerTimed(deps, request, read, (found) => presentRelated(found, page))
      },
    })
  }

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

/** Each organization is one node: by EIN, or by name and place if it has none. */
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
  form: found.filing.form,
  tax_year: found.filing.taxYear,
  object_id: found.filing.objectId,
  table: tableOf(found.table).label,
  ref: rowRef(found.filing, found),
  values: presentCells(found.filing, found),
})

type Graph = NonNullable<RelatedData['graph']>

/** The graph two steps out, with the limits it was read by. */
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

function presentNode({ ein, name, city, state, country, steps, hasProfile }: GraphNode) {
  const location = { ...(city && { city }), ...(state && { state }), ...(country && { country }) }
  return {
    ein,
    ...(name !== undefined && { name }),
    ...(Object.keys(location).length > 0 && { location }),
    steps,
    profile_available: hasProfile,
  }
}

function presentEdge(edge: GraphEdge): Graph['edges'][number] {
  const { from, to, kind, type, amount, count, form, taxYear, objectId, paths } = edge
  const refs = paths.map((path) => toRef({ form, taxYear, objectId, path }))
  return {
    from,
    to,
    kind,
    type,
    ...(amount !== undefined && { amount }),
    count,
    confidence: confidenceOf(edge),
    form,
    tax_year: taxYear,
    object_id: objectId,
    ref: refs[0] ?? '',
    ...(refs.length > 1 && { refs }),
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

const confidenceOf = ({ confidence }: GraphEdge) => CONFIDENCES[confidence]
