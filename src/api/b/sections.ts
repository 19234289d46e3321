import { z } from 'zod'
import { refOf } from '#src/domain/evidence.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import { readFlows } from '#src/organizations/figures/money-flow.ts'
import { readContradictions } from '#src/organizations/filings/shown-checks.ts'
import type { Organization } from '#src/organizations/organization.ts'
import { readLeadershipPage } from '#src/organizations/people/people.ts'
import { type Relationship, readRelatedPage } from '#src/organizations/relations/related.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { check } from '../shared/checks.ts'
import { component } from '../shared/schemas.ts'
import {
  moneyFlow,
  relationships,
  row,
  toMoneyFlow,
  toRelationship,
  toRows,
} from '../shared/sections.ts'
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

const graph = component('RelatedGraph', {
  nodes: z.array(component('RelatedGraphNode', { ein, name: z.string().optional() })),
  edges: z.array(
    component('RelatedGraphEdge', {
      from: ein.describe('EIN of the filer whose Schedule R lists the other organization.'),
      ...{ to: ein, type: z.string(), ref: z.string() },
    }),
  ),
}).describe('The relationships of this page whose organization has an EIN.')

export const relatedRoute = deepDive('/api/v2/charity/:ein/related', {
  operationId: 'readRelated',
  examples: example('The central organization of a family', {
    path: inPath(DEMO.trailblazerScouts),
  }),
  summary: 'Get related organizations from Schedule R as a graph',
  description: `Returns the organizations on the organization's Schedule R, and those whose Schedule R lists it, with the rows. ${PAGED}`,
  query: pagedYearQuery,
  envelope: 'RelatedEnvelope',
  data: { ...paging, relationships, graph },
  read: (deps, { ein, query: { year, page } }) => readRelatedPage(deps, ein, year, toWindow(page)),
  /** Throws ApiError InvalidParameters for a page beyond the last. */
  present: ({ organization, relationships, total }, { query: { page } }) => ({
    ...presentPaging(total, page),
    relationships: relationships.map(toRelationship),
    graph: toGraph(organization, relationships),
  }),
})

function toGraph({ ein, name }: Organization, relationships: readonly Relationship[]) {
  const nodes = new Map([[ein, { ein, name: name as string | undefined }]])
  const edges = relationships.flatMap(({ organization: { ein: other, name }, type, evidence }) => {
    if (other === undefined || other === ein) return []
    nodes.set(other, { ein: other, name })
    return evidence.map(({ ein: from, filing, row: { path, cells } }) => ({
      ...{ from, to: from === ein ? other : ein, type },
      ref: refOf(filing, path ?? Object.values(cells)[0]?.path ?? ''),
    }))
  })
  return { nodes: [...nodes.values()], edges }
}
