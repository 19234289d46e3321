import { parseRef } from '#src/domain/evidence.ts'
import type { DerivedInputs } from '#src/domain/facts/derived.ts'
import type { RatedMetric } from '#src/rating/rating.ts'
import type { Filing, Organization } from '../organization.ts'
import { citeFigure, citeRating } from './derived-figures.ts'
import { readDerivedKey } from './derived-ref.ts'
import { citeRef, type EvidenceRef, toDerivedEvidence } from './evidence-ref.ts'

/**
 * The evidence of a metric's value: the leaf it was filed in, or the formula and Refs it was
 * derived from. `filing` is the one that is rated. Undefined where it cannot be told any more how
 * it came about, since a load has replaced what it was read from.
 */
export function citeMetric(
  organization: Organization,
  filing: Filing,
  more: Omit<DerivedInputs, 'filing'>,
  { ref }: Pick<RatedMetric, 'ref'>,
): EvidenceRef | undefined {
  const evidence = parseRef(ref)
  if (evidence?.kind !== 'derived') return citeRef(organization, ref)
  const named = readDerivedKey(evidence.key)
  const figure = named && citeFigure(organization, filing, named.key, more)
  return figure && toDerivedEvidence(organization, filing, figure)
}

/** The evidence of an organization's score; undefined where it has none. */
export function citeScore(organization: Organization): EvidenceRef | undefined {
  const { rating } = organization
  const figure = rating && citeRating(organization, rating)
  return figure ? toDerivedEvidence(organization, rating, figure) : undefined
}
