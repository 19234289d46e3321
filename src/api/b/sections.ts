import { z } from 'zod'
import { toRef } from '#src/domain/evidence.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import { FORMS } from '#src/domain/form.ts'
import { readFlows } from '#src/organizations/figures/money-flow.ts'
import { readContradictions } from '#src/organizations/filings/shown-checks.ts'
import { readLeadershipPage } from '#src/organizations/people/people.ts'
import {
  GRAPH_LIMITS,
  type RelatedGraph,
  readRelatedPage,
} from '#src/organizations/relations/related-graph.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { check } from '../shared/checks.ts'
import { component, optionalObject } from '../shared/schemas.ts'
import {
  moneyFlow,
  relationships,
  row,
  toLocation,
  toMoneyFlow,
  toRelationship,
  toRows,
} from '../shared/sections.ts'
import { oneWord } from '../shared/skin.ts'
import {
  ein,
  PAGED,
  pagedYearQuery,
  paging,
  presentPaging,
  primaryYear,
  toWindow,
  yearsOf,
} from './fields.ts'
import { filedFigure, numberFigure } from './figure.ts'
import { deepDive } from './operation.ts'
import { control, toControl } from './profile/route.ts'

// Operations whose data are sections of surface A.

export const flowsRoute = deepDive('/api/v2/charity/:ein/flows', {
  operationId: 'readFlows',
  examples: example("An organization's latest year", { path: inPath(DEMO.turkanaWells) }),
  summary: 'Get the money flow from revenue sources to spending, with balances and controls',
  query: z.strictObject({ year: primaryYear }),
  envelope: 'FlowsEnvelope',
  data: {
    years: z.array(z.int()),
    flow: moneyFlow,
    controls: z.array(control),
  },
  read: (deps, { ein, query: { year } }) => readFlows(deps, ein, year),
  present: ({ organization, filing, flow, controls }) => ({
    years: yearsOf(organization, filing.form),
    flow: toMoneyFlow(flow),
    controls: controls.map(toControl),
  }),
})

export const contradictionsRoute = deepDive('/api/v2/charity/:ein/contradictions', {
  operationId: 'readContradictions',
  examples: example('A return that contradicts itself', {
    path: inPath(DEMO.perryCountyHomes),
  }),
  summary: 'Get cross-checks between the return and its schedules',
  description:
    'Checks the latest return of the primary form for values that should agree, such as totals and their parts. Also lists the checks that passed.',
  envelope: 'ContradictionsEnvelope',
  data: {
    checks: z.array(check),
    counts: z.strictObject({
      made: z.int(),
      failed: z.int(),
      information: z.int(),
      passed: z.int(),
    }),
    note: z.string().optional(),
  },
  read: (deps, { ein }) => readContradictions(deps, ein),
  present: (found) => found,
})

export const leadershipRoute = deepDive('/api/v2/charity/:ein/leadership', {
  operationId: 'readLeadership',
  examples: example("An organization's latest year", { path: inPath(DEMO.turkanaWells) }),
  summary: 'List the officers in the return and their Schedule J compensation',
  description: PAGED,
  query: pagedYearQuery,
  envelope: 'LeadershipEnvelope',
  data: {
    ...paging,
    people: z.array(row),
    totals: z.strictObject({
      reportableCompensation: numberFigure.optional(),
      relatedCompensation: numberFigure.optional(),
      otherCompensation: numberFigure.optional(),
    }),
  },
  read: (deps, { ein, query: { year, page } }) =>
    readLeadershipPage(deps, ein, year, toWindow(page)),
  /** Throws ApiError InvalidParameters for a page beyond the last. */
  present: ({ filing, people, total }, { query: { page } }) => {
    const toRow = toRows(filing)
    const totalOf = (key: FactKey) => {
      const fact = filing.facts[key]
      return typeof fact?.value === 'number'
        ? { ...filedFigure(filing, fact), value: fact.value, unit: 'USD' }
        : undefined
    }
    return {
      ...presentPaging(total, page),
      people: people.flatMap(({ filed, scheduleJ }) => {
        const listed = filed ?? scheduleJ
        return listed
          ? [toRow({ ...listed, ...(filed && scheduleJ && { detail: scheduleJ }) })]
          : []
      }),
      totals: {
        reportableCompensation: totalOf('reportableCompensation'),
        relatedCompensation: totalOf('relatedCompensation'),
        otherCompensation: totalOf('otherCompensation'),
      },
    }
  },
})

const graphNode = component('RelatedGraphNode', {
  ein,
  name: z.string().optional(),
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
  type: z.string(),
  amount: z.number().optional(),
  count: z.int(),
  confidence: oneWord(['Weak', 'Moderate', 'Strong', 'Authoritative']),
  form: z.enum(FORMS),
  taxYear: z.int(),
  objectId: z.string(),
  ref: z.string().describe('Open it with the EIN in `from`.'),
  refs: z.array(z.string()).optional(),
})

const graph = z
  .strictObject({
    nodes: z.array(graphNode),
    edges: z.array(graphEdge),
    isTruncated: z.boolean(),
    limits: z.strictObject({
      steps: z.int(),
      nodes: z.int(),
      firstStep: z.int(),
      secondStep: z.int(),
    }),
  })
  .describe(
    `Relationships (Schedule R, Parts I to IV), grants, transfers, and contracts in the latest returns, up to two steps away, largest amounts first. Present only on page 1.`,
  )
  .meta({ id: 'RelatedGraph' })

export const relatedRoute = deepDive('/api/v2/charity/:ein/related', {
  operationId: 'readRelated',
  examples: example('The central organization of a family', {
    path: inPath(DEMO.trailblazerScouts),
  }),
  summary: 'Get related organizations from Schedule R as a graph',
  description: `Returns the organizations on the organization's Schedule R, and those whose Schedule R lists it, with the rows. ${PAGED}`,
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
