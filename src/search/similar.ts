import { organizationsAlias } from '#mappings/organizations.ts'
import type { SearchResponse } from '../clients/opensearch.ts'
import type { Postgres } from '../clients/postgres.ts'
import { FORMS, type Form } from '../domain/form.ts'
import { ApiError } from '../errors.ts'
import { requireModel } from './embedding-model.ts'
import { buildVectorCount } from './queries/discovery.ts'
import {
  buildCandidateSearches,
  buildComparison,
  buildSubjectSearch,
  type CandidateSource,
  SIMILARITY_VERSION,
  SIMILARITY_WEIGHTS,
  type SubjectSource,
} from './queries/similar.ts'
import {
  type Candidate,
  readCompared,
  readEins,
  readSubject,
  type Subject,
} from './results/similar.ts'
import type { SearchDeps } from './search.ts'
import { type Basis, toBasis, toWanted } from './similar/basis.ts'
import { describeEmptyCohort } from './similar/cohort.ts'
import { type SimilarHit, toSimilarHit } from './similar/hits.ts'
import { rankSimilar } from './similar/rank.ts'

export type SimilarParams = {
  ein: string
  /** Cohort: organizations that mainly file this form; the profile's own when left out. */
  form?: Form | undefined
  /** What to compare by, 1–500 characters; the profile's own text when left out. */
  intent?: string | undefined
  limit: number
}

/** The store is asked about an EIN that the index does not hold. */
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
 * Organizations that do what this one does, most similar first (decisions part 7, /discovery).
 * Throws ApiError ProfileNotFound, NoDiscoveryEvidence or NoComparableCohort for what is not
 * there; DiscoveryIndexEmpty, IndexNotReady (also for an organization loaded since the index was
 * built, and for an Intent that its vectors cannot be compared with), SearchUnavailable or
 * StoreUnavailable for what failed.
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
    hits: ranked.slice(0, limit).map((one) => toSimilarHit(basis, one, candidates.length)),
  }
}

// Nothing else tells whether another form would do; only who found nobody waits for it.
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

/** The profile; an index without any vector answers nothing, whoever is asked for. */
async function openSubject(
  deps: SimilarDeps,
  { ein, intent }: Pick<SimilarParams, 'ein' | 'intent'>,
): Promise<Subject> {
  const index = organizationsAlias(deps.indexPrefix)
  const [found, vectors] = await deps.opensearch.msearch<SubjectSource>(
    [buildSubjectSearch(ein), buildVectorCount()].map((body) => ({ index, body })),
  )
  if ((vectors?.hits.total?.value ?? 0) === 0) throw new ApiError('DiscoveryIndexEmpty')
  const hits = found?.hits.hits ?? []
  const subject = readSubject(hits)
  if (!subject) throw await notIndexed(deps, ein)
  // The profile's own vector is of the index's model, whichever that is; an Intent's is not.
  if (intent !== undefined) await requireModel(deps, hits)
  return subject
}

const NOT_INDEXED =
  'This organization is not in the search index: it was loaded after the index was built, or the index refused its document. Try again after the next reindex; the operator sees refused documents and their reasons with npm run status.'

async function notIndexed({ postgres }: SimilarDeps, ein: string): Promise<ApiError> {
  const known = await postgres.query('select from organization where ein = $1', [ein])
  if (known.length === 0) return new ApiError('ProfileNotFound')
  return new ApiError('IndexNotReady', {
    message: NOT_INDEXED,
  })
}

async function findCandidates(
  { opensearch, indexPrefix }: SearchDeps,
  basis: Basis,
  form: Form | undefined,
): Promise<Candidate[]> {
  const index = organizationsAlias(indexPrefix)
  const answers: SearchResponse<unknown>[] = await opensearch.msearch(
    buildCandidateSearches(toWanted(basis, form)).map((body) => ({ index, body })),
  )
  const eins = readEins(answers)
  if (eins.length === 0) return []
  const body = buildComparison(eins, basis.vector)
  const { hits } = await opensearch.search<CandidateSource>({ index, body })
  return readCompared(hits.hits, basis.vector !== undefined)
}
