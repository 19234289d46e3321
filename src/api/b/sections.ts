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
import { component, optional, optionalObject, required } from '../shared/schemas.ts'
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
    years: required.array(z.int(), 'Tax years of the form, latest first.'),
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
    "Checks the latest return of the primary form for values that should agree: totals and their parts, answers and the schedules they require, lists and their sums, and prior-year columns and the prior year's return. Also lists the checks that passed.",
  envelope: 'ContradictionsEnvelope',
  data: {
    checks: required.array(check, 'Failed checks first, then information, then passed checks.'),
    counts: z.strictObject({
      made: z.int(),
      failed: z.int(),
      information: z.int(),
      passed: z.int(),
    }),
    note: optional.string('Why nothing was checked.'),
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
    people: required.array(
      row,
      'Rows of people in the order filed. People listed only on Schedule J come last.',
    ),
    totals: required.object(
      'Totals stated in the return. They include people whom the return does not name.',
      {
        reportableCompensation: numberFigure.optional(),
        relatedCompensation: numberFigure.optional(),
        otherCompensation: numberFigure.optional(),
      },
    ),
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
