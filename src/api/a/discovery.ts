import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import type { SimilarHit } from '#src/search/similar/hits.ts'
import { findSimilar, type SimilarDeps, type SimilarOutcome } from '#src/search/similar.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { einParams, limit, oneOf, queryText } from '../shared/parameters.ts'
import { component } from '../shared/schemas.ts'
import { someOf } from '../shared/sections.ts'
import { skin } from '../shared/skin.ts'
import { readOperation } from './operation.ts'
import { HIT_NAMES, searchHit, toHit } from './search.ts'

const discoveryQuery = z.strictObject({
  Form: oneOf(FORMS, 'Primary form of the organizations. Defaults to its own.').optional(),
  Intent: queryText(
    "Text to compare instead of the organization's own text and cause. Form, size, and operating model are still compared.",
  ).optional(),
  Limit: limit(25, 6),
})

const ownText = z.strictObject({
  Source: z.enum(['Mission', 'Program', 'Website', 'Classification']),
  Text: z.string(),
  EvidenceRef: z.string().optional(),
})

const response = component('DiscoveryResults', {
  intent: z.union([z.string(), ownText]),
  policyVersion: z.string(),
  weights: z.record(z.string(), z.number()),
  organizations: z.array(searchHit),
})
export const discoveryResults = skin(response, 'A', HIT_NAMES)
export type DiscoveryResults = z.output<typeof discoveryResults>

export const discoveryRoute = readOperation(
  '/api/v2/charity/:ein/discovery',
  {
    operationId: 'discoverSimilarOrganizations',
    group: 'Search',
    summary: 'List similar organizations, with each component of the similarity score',
    terms: { access: 'keyed', costs: 'Data', slot: 'both' },
    examples: example('The most similar organization', {
      path: inPath(DEMO.turkanaWells),
      query: { Limit: 1 },
    }),
    request: { params: einParams, querystring: discoveryQuery },
    response,
    names: HIT_NAMES,
  },
  async (deps: SimilarDeps, { params, query: { Form: form, Intent: intent, Limit: limit } }) => {
    const outcome = await findSimilar(deps, { ein: params.ein, form, intent, limit })
    return {
      ...outcome,
      intent: toIntent(outcome.intent),
      organizations: outcome.hits.map((hit) => toSimilar(hit, outcome.ein)),
    }
  },
)

const toIntent = (intent: SimilarOutcome['intent']) =>
  typeof intent === 'string'
    ? intent
    : { Source: intent.source, Text: intent.text, EvidenceRef: intent.ref }

/** Each reason has the `EIN` of its organization, because its Ref opens under that EIN. */
function toSimilar(hit: SimilarHit, ein: string) {
  const shown = toHit(hit)
  const { similarity, ownPassage, scaleRef } = hit
  return {
    ...shown,
    refs: [...shown.refs, ...(scaleRef ? [scaleRef] : [])],
    reasons: [
      ...hit.reasons.map((reason) => ({ ...reason, ein: hit.ein })),
      ...(ownPassage ? [{ ...ownPassage, ein }] : []),
    ],
    similarity: {
      ...similarity,
      components: similarity.components.map((component) =>
        component.state === 'Unavailable'
          ? component
          : { ...component, values: someOf(component.values) },
      ),
    },
  }
}
