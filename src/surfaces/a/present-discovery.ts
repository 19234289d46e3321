import type { SimilarHit } from '../../search/similar/hits.ts'
import type { Component, Similarity } from '../../search/similar/score.ts'
import type { SimilarOutcome } from '../../search/similar.ts'
import type { DiscoveryResults } from './discovery-schema.ts'
import { presentHit, presentReason } from './present-search.ts'
import type { SearchHit } from './search-schema.ts'

/** A's answer of similar organizations; what is unknown is left out (decisions part 1). */
export const presentDiscovery = (outcome: SimilarOutcome): DiscoveryResults => ({
  Intent: presentIntent(outcome.intent),
  PolicyVersion: outcome.policyVersion,
  Weights: outcome.weights,
  Organizations: outcome.hits.map((hit) => presentSimilar(hit, outcome.ein)),
})

const presentIntent = (intent: SimilarOutcome['intent']): DiscoveryResults['Intent'] =>
  typeof intent === 'string'
    ? intent
    : { Source: intent.source, Text: intent.text, EvidenceRef: intent.ref }

/** Each reason says by `EIN` whose it is, since a Ref is read at the organization it is of. */
function presentSimilar(hit: SimilarHit, ein: string): SearchHit {
  const shown = presentHit(hit)
  const reasons = shown.WhyMatched?.map((reason) => ({ ...reason, EIN: hit.ein })) ?? []
  const own = hit.ownPassage ? [{ ...presentReason(hit.ownPassage), EIN: ein }] : []
  return {
    ...shown,
    EvidenceRefs: [...(shown.EvidenceRefs ?? []), ...(hit.scaleRef ? [hit.scaleRef] : [])],
    WhyMatched: [...reasons, ...own],
    Similarity: presentSimilarity(hit.similarity),
  }
}

const presentSimilarity = ({ score, evidenceCoverage, components }: Similarity) => ({
  Score: score,
  EvidenceCoverage: evidenceCoverage,
  Components: components.map(presentComponent),
})

const presentComponent = (component: Component) => ({
  Kind: component.kind,
  State: component.state,
  Weight: component.weight,
  ...(component.state !== 'Unavailable' && {
    Score: component.score,
    Contribution: component.contribution,
    ...(component.values.length > 0 && { Values: component.values }),
  }),
})
