import type { Form } from '#src/domain/form.ts'
import { nteeLabel } from '#src/domain/ntee.ts'
import { ApiError } from '#src/platform/errors.ts'
import { findRatingPeers, type RatingPeer } from '#src/search/rating-peers.ts'
import type { SimilarHit } from '#src/search/similar/hits.ts'
import { findSimilar } from '#src/search/similar.ts'
import type { TabData } from '../pages/organization/read.ts'
import type { WebDeps } from '../render.ts'

/** Organizations near one in some respect, or the code of the error why they are not known. */
export type Neighbors<One> = { found: One[]; error?: string }

// Reasons take four lines each, and a peer one row of a table.
const MAX_SIMILAR = 4
const MAX_PEERS = 6

/** Finds similar organizations, most similar first. */
export const findSimilarTo = (deps: WebDeps, ein: string): Promise<Neighbors<SimilarHit>> =>
  orError(async () => (await findSimilar(deps, { ein, limit: MAX_SIMILAR })).hits)

/** Rated organizations of the same form and, if it is known, the same major group. */
export type RatingPeers = Neighbors<RatingPeer> & { form: Form; group?: string | undefined }

/**
 * Finds rated organizations with the nearest revenue; undefined if the filing shown has no score
 * or reports no revenue.
 */
export async function findPeersOf(
  deps: WebDeps,
  { page: { organization, filing }, rating, figures }: TabData,
): Promise<RatingPeers | undefined> {
  const revenue = figures.revenue?.value
  if (rating.verdict.state !== 'Scored' || typeof revenue !== 'number') return undefined
  const { ein, nteeCode } = organization
  const { form } = filing
  const cause = nteeCode === null ? undefined : nteeLabel(nteeCode)
  // Group Z means that the cause is unknown.
  const majorGroup = cause?.code.startsWith('Z') ? undefined : cause?.code.slice(0, 1)
  const wanted = { ein, form, majorGroup, revenue }
  return {
    ...(await orError(() => findRatingPeers(deps, wanted, MAX_PEERS))),
    form,
    group: majorGroup && cause?.majorLabel,
  }
}

// A page about one organization does not fail with the search for others, and says that it failed.
async function orError<One>(find: () => Promise<One[]>): Promise<Neighbors<One>> {
  try {
    return { found: await find() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { found: [], error: error.code }
  }
}
