import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import type { SimilarHit } from '#src/search/similar/hits.ts'
import type { Component } from '#src/search/similar/score.ts'
import { findSimilar, type SimilarDeps, type SimilarOutcome } from '#src/search/similar.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { einParams, integer, oneOf, queryText } from '../shared/parameters.ts'
import { component } from '../shared/schemas.ts'
import { getOperation } from './operation.ts'
import { presentHit, presentReason, type SearchHit, searchHit } from './search.ts'

const discoveryQuery = z.strictObject({
  Form: oneOf(
    FORMS,
    "Primary form of the organizations to return. Defaults to the organization's own primary form.",
  ).optional(),
  Intent: queryText(
    "Text to compare instead of the organization's own text and cause. Form, size, and operating model are still compared.",
  ).optional(),
  Limit: integer({ max: 25, fallback: 6, description: 'Number of organizations to return.' }),
})

const ownText = z.strictObject({
  Source: z.enum(['Mission', 'Program', 'Website', 'Classification']),
  Text: z.string(),
  EvidenceRef: z.string().optional(),
})

export const discoveryResults = component('DiscoveryResults', {
  Intent: z
    .union([z.string(), ownText])
    .describe(
      "Text that was compared: Intent or, if you sent none, the organization's own text with its source.",
    ),
  PolicyVersion: z.string(),
  Weights: z.record(z.string(), z.number()),
  Organizations: z.array(searchHit),
})
export type DiscoveryResults = z.output<typeof discoveryResults>

export const discoveryRoute = getOperation(
  '/api/v2/charity/:ein/discovery',
  {
    operationId: 'discoverSimilarOrganizations',
    group: 'Search',
    summary: 'List similar organizations, with each component of the similarity score',
    terms: { access: 'keyed', costs: 'Data', slot: 'shared' },
    examples: example('The most similar organization', {
      path: inPath(DEMO.turkanaWells),
      query: { Limit: 1 },
    }),
    request: { params: einParams, querystring: discoveryQuery },
    response: discoveryResults,
  },
  async (deps: SimilarDeps, { params, query: { Form: form, Intent: intent, Limit: limit } }) =>
    presentDiscovery(await findSimilar(deps, { ein: params.ein, form, intent, limit })),
)

const presentDiscovery = (outcome: SimilarOutcome): DiscoveryResults => ({
  Intent: presentIntent(outcome.intent),
  PolicyVersion: outcome.policyVersion,
  Weights: outcome.weights,
  Organizations: outcome.hits.map((hit) => presentSimilar(hit, outcome.ein)),
})

const presentIntent = (intent: SimilarOutcome['intent']): DiscoveryResults['Intent'] =>
  typeof intent === 'string'
    ? intent
    : { Source: intent.source, Text: intent.text, EvidenceRef: intent.ref }

/** Each reason has the `EIN` of its organization, because its Ref opens under that EIN. */
function presentSimilar(hit: SimilarHit, ein: string): SearchHit {
  const shown = presentHit(hit)
  const reasons = shown.WhyMatched?.map((reason) => ({ ...reason, EIN: hit.ein })) ?? []
  const own = hit.ownPassage ? [{ ...presentReason(hit.ownPassage), EIN: ein }] : []
  const { score, evidenceCoverage, components } = hit.similarity
  return {
    ...shown,
    EvidenceRefs: [...(shown.EvidenceRefs ?? []), ...(hit.scaleRef ? [hit.scaleRef] : [])],
    WhyMatched: [...reasons, ...own],
    Similarity: {
      Score: score,
      EvidenceCoverage: evidenceCoverage,
      Components: components.map(presentComponent),
    },
  }
}

const presentComponent = (component: Component) => ({
  Kind: component.kind,
  State: component.state,
  Weight: component.weight,
  ...(component.state !== 'Unavailable' && {
    Score: component.score,
    Contribution: component.contribution,
    Values: component.values.length > 0 ? component.values : undefined,
  }),
})
