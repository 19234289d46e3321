import type { ProfileDeps } from '../deps.ts'
import type { Window } from '../filings/table-rows.ts'
import { openFiler, openFiling } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import { type Relationship, readRelated } from './related.ts'
import { type RelatedGraph, readFirstStep, readSecondStep } from './related-graph.ts'

/** A portion of the relationships of a filing, of `total`. */
export type RelatedPage = {
  organization: Organization
  filing: Filing
  relationships: Relationship[]
  total: number
  /** Of latest returns, whatever year is asked for; with the first portion alone. */
  graph?: RelatedGraph
}

/**
 * Related organizations by the primary form of one tax year, without a year the latest. Three
 * round trips, the graph's two steps beside the last two: who it is, the filing, then its own rows
 * and those that name it at once; a fourth where rows give names alone. Throws ApiError
 * ProfileNotFound for an organization without filings, FilingNotFound, whose message lists the
 * years, and StoreUnavailable.
 */
export async function readRelatedPage(
  deps: ProfileDeps,
  ein: string,
  year: number | undefined,
  window: Window,
): Promise<RelatedPage> {
  const organization = await openFiler(deps, ein)
  const [filing, first] = await Promise.all([
    openFiling(deps, organization, { year }),
    window.offset === 0 ? readFirstStep(deps, ein) : undefined,
  ])
  const [related, graph] = await Promise.all([
    readRelated(deps, organization, filing, window),
    first && readSecondStep(deps, organization, first),
  ])
  return { organization, filing, ...related, ...(graph && { graph }) }
}
