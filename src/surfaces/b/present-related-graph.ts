import { toRef } from '../../domain/evidence.ts'
import {
  GRAPH_LIMITS,
  type GraphEdge,
  type GraphNode,
  type RelatedGraph,
} from '../../profiles/related-graph.ts'
import type { RelatedData } from './related-schema.ts'

type Graph = NonNullable<RelatedData['graph']>

/** The graph two steps out, with the limits it was read by. */
export const presentGraph = ({ nodes, edges, isTruncated }: RelatedGraph): Graph => ({
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
  // Of no edge here: all recipients are found.
  None: 'weak',
} as const

const confidenceOf = ({ confidence }: GraphEdge) => CONFIDENCES[confidence]
