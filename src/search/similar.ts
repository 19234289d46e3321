import { todayInUtc } from '#src/domain/days.ts'
import { FORMS, type Form } from '../domain/form.ts'
import type { Postgres } from '../platform/clients/postgres.ts'
import { ApiError } from '../platform/errors.ts'
import { buildVectorCount } from './discovery/query.ts'
import { requireModel } from './index-state.ts'
import { request, type SearchDeps, showBandOn } from './search.ts'
import { type Basis, toBasis, toWanted } from './similar/basis.ts'
import {
  buildCandidateSearches,
  buildComparison,
  buildSubjectSearch,
  type Candidate,
  type CandidateSource,
  readCompared,
  readEins,
  readSubject,
  SIMILARITY_VERSION,
  SIMILARITY_WEIGHTS,
  type Subject,
  type SubjectSource,
} from './similar/candidates.ts'
import { describeEmptyCohort, type SimilarHit, toSimilarHit } from './similar/hits.ts'
import { rankSimilar } from './similar/score.ts'

type SimilarParams = {
  ein: string
  /** The cohort is organizations that mainly file this form; by default the profile's own. */
  form?: Form | undefined
  /** The text to compare with, 1–500 characters; by default the profile's own. */
  intent?: string | undefined
  limit: number
}

/** The store distinguishes an unknown EIN from one that is not indexed yet. */
export type SimilarDeps = SearchDeps & { postgres: Postgres }

export type SimilarOutcome = {
  intent: Basis['intent']
  /** EIN of the profile. */
  ein: string
  policyVersion: string
  weights: typeof SIMILARITY_WEIGHTS
  hits: SimilarHit[]
}

/**
 * Returns organizations that do similar work, most similar first. Throws ApiError ProfileNotFound,
 * NoDiscoveryEvidence or NoComparableCohort; DiscoveryIndexEmpty; IndexNotReady, also for an
 * organization loaded after the index was built and for an Intent embedded with another model than
 * the index; SearchUnavailable or StoreUnavailable.
 */
export async function findSimilar(
  deps: SimilarDeps,
  params: SimilarParams,
): Promise<SimilarOutcome> {
  const { intent, limit } = params
  const [subject, vector] = await Promise.all([
    openSubject(deps, params),
    intent === undefined ? undefined : deps.embed(intent),
  ])
  const given = intent !== undefined && vector ? { text: intent, vector } : undefined
  const basis = toBasis(subject, given)
  if (!basis) throw new ApiError('NoDiscoveryEvidence')
  const form = params.form ?? formOf(subject)
  const candidates = await findCandidates(deps, basis, form)
  const ranked = rankSimilar(basis, candidates)
  if (ranked.length === 0) throw await emptyCohort(deps, basis, form)
  return {
    intent: basis.intent,
    ein: subject.ein,
    policyVersion: SIMILARITY_VERSION,
    weights: SIMILARITY_WEIGHTS,
    hits: ranked
      .slice(0, limit)
      .map((one) => showBandOn(todayInUtc(deps))(toSimilarHit(basis, one, candidates.length))),
  }
}

// Searches again for any form, to suggest another one. Only empty results need this search.
async function emptyCohort(
  deps: SearchDeps,
  basis: Basis,
  form: Form | undefined,
): Promise<ApiError> {
  const others = form ? rankSimilar(basis, await findCandidates(deps, basis, undefined)) : []
  return new ApiError('NoComparableCohort', { message: describeEmptyCohort(form, others) })
}

const formOf = ({ display }: Subject): Form | undefined =>
  FORMS.find((form) => form === display.primaryForm)

/** Reads the profile. Throws when the index has no vectors, whether or not it has the EIN. */
async function openSubject(
  deps: SimilarDeps,
  { ein, intent }: Pick<SimilarParams, 'ein' | 'intent'>,
): Promise<Subject> {
  const [found, vectors] = await deps.opensearch.msearch<SubjectSource>(
    [buildSubjectSearch(ein), buildVectorCount()].map((body) => request(deps, body)),
  )
  if ((vectors?.hits.total?.value ?? 0) === 0) throw new ApiError('DiscoveryIndexEmpty')
  const hits = found?.hits.hits ?? []
  const subject = readSubject(hits)
  if (!subject) throw await notIndexed(deps, ein)
  // The profile's vector always comes from the index's model; an Intent's may not.
  if (intent !== undefined) await requireModel(deps, hits)
  return subject
}

const NOT_INDEXED =
  'This organization is not in the search index yet, or the index rejected its document. Try again after the next reindex. Operators: npm run status lists rejected documents and the reasons.'

async function notIndexed({ postgres }: SimilarDeps, ein: string): Promise<ApiError> {
  const known = await postgres.query('select from organization where ein = $1', [ein])
  if (known.length === 0) return new ApiError('ProfileNotFound')
  return new ApiError('IndexNotReady', { message: NOT_INDEXED })
}

async function findCandidates(
  deps: SearchDeps,
  basis: Basis,
  form: Form | undefined,
): Promise<Candidate[]> {
  const responses = await deps.opensearch.msearch<unknown>(
    buildCandidateSearches(toWanted(basis, form)).map((body) => request(deps, body)),
  )
  const eins = readEins(responses)
  if (eins.length === 0) return []
  const body = buildComparison(eins, basis.vector)
  const { hits } = await deps.opensearch.search<CandidateSource>(request(deps, body))
  return readCompared(hits.hits, basis.vector !== undefined)
}
