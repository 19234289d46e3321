import { isOfCauseWords } from '../domain/cause-phrases.ts'
import { normalizeName } from '../domain/names.ts'
import { findPlaces } from '../domain/places.ts'
import { trigramSimilarity } from '../domain/similarity.ts'
import { interpretQuery } from './interpretation/interpret-query.ts'
import type { Interpretation, Phrase } from './interpretation/phrases.ts'
import type {
  SearchFilters,
  SearchMode,
  SearchOutcome,
  SearchParams,
  Sort,
  SortOrder,
} from './params.ts'
import { isBestFirst } from './queries/identity.ts'
import { type SearchDeps, searchOrganizations } from './search.ts'

/** A question in plain words. Explicit parameters win over the words. */
export type Question = {
  q: string
  page: number
  limit: number
  sort?: Sort
  order?: SortOrder
  facets?: boolean
  filters: SearchFilters
}

export type Answer = {
  outcome: SearchOutcome
  interpretation: Interpretation & { mode: SearchMode; applied: SearchFilters; sort: Sort }
}

/**
 * Answers a question: looks up an EIN or a name, discovers anything else, and lists all that pass the
 * filters when there are only filters and an order. Throws as `searchOrganizations` does.
 */
export async function askOrganizations(deps: SearchDeps, question: Question): Promise<Answer> {
  const found = interpretQuery(question.q)
  const asName = toNameSearch(question)
  // A first page in relevance order can be shown if the question turns out to be a name.
  const isPage = isBestFirst(asName)
  // Most questions are not names, so facets are counted only for the search that is shown.
  const isShown = isPage && (!asName.facets || found.ein !== undefined)
  const first = isShown ? asName : toBestName(asName)
  const named = await searchOrganizations(deps, first)
  const isName = found.ein !== undefined || isNamed(named, question.q, found)
  const params = isName ? asName : toDiscoverySearch(question, found)
  const outcome = isName && isShown ? named : await searchOrganizations(deps, params)
  const shown = isName
    ? { text: question.q, phrases: found.ein ? found.phrases : [] }
    : { ...found, phrases: appliedPhrases(found, question) }
  return {
    outcome: outcome === named ? named : addEngineTime(outcome, named),
    interpretation: { ...shown, mode: params.mode, applied: params.filters, sort: params.sort },
  }
}

const toBestName = (params: SearchParams): SearchParams => ({
  ...params,
  page: 1,
  limit: 1,
  sort: 'Relevance',
  facets: false,
})

const addEngineTime = (outcome: SearchOutcome, before: SearchOutcome): SearchOutcome => ({
  ...outcome,
  engineMs: outcome.engineMs + before.engineMs,
})

/**
 * A query is a name when it matches one exactly, or when nothing else was read in it and each of its
 * words is in the best name, perhaps misspelled ("turkana well partnershp"). Words that only
 * describe a cause ("domestic violence") also occur in names, but mean the cause.
 */
function isNamed({ hits }: SearchOutcome, q: string, found: Interpretation): boolean {
  const match = hits[0]?.match
  if (!match) return false
  if (match.kind !== 'Fuzzy' && match.kind !== 'Prefix') return true
  const isIntent = found.phrases.length > 0 || findPlaces(q).length > 0 || isOfCauseWords(q)
  if (isIntent || match.value === undefined) return false
  const words = normalizeName(match.value).split(' ')
  return normalizeName(q)
    .split(' ')
    .every((word) => words.some((own) => isSpelling(word, own)))
}

// Words of up to three letters differ too little to be recognized as misspellings.
const isSpelling = (word: string, own: string): boolean =>
  word === own || (word.length > 3 && trigramSimilarity(word, own) >= 0.5)

/** Leaves out the phrases that an explicit parameter overrides. */
const appliedPhrases = (found: Interpretation, { filters, sort }: Question): Phrase[] =>
  found.phrases.filter(
    ({ key }) =>
      !(key === 'state' && filters.state !== undefined) &&
      !(key === 'sort' && sort !== undefined) &&
      !(key === 'minRevenue' && filters.minRevenue !== undefined) &&
      !(key === 'maxRevenue' && filters.maxRevenue !== undefined) &&
      !(key === 'cause' && isCauseGiven(filters)),
  )

const isCauseGiven = ({ causes, causeLabel }: SearchFilters): boolean =>
  causes !== undefined || causeLabel !== undefined

const toNameSearch = (question: Question): SearchParams => ({
  query: question.q,
  mode: 'Identity',
  page: question.page,
  limit: question.limit,
  sort: question.sort ?? 'Relevance',
  ...(question.order !== undefined && { order: question.order }),
  facets: question.facets ?? false,
  filters: question.filters,
})

function toDiscoverySearch(question: Question, found: Interpretation): SearchParams {
  const sort = question.sort ?? found.sort ?? 'Relevance'
  return {
    query: found.text,
    mode: 'Discovery',
    page: question.page,
    limit: question.limit,
    sort,
    ...(question.order !== undefined && { order: question.order }),
    facets: question.facets ?? false,
    filters: {
      ...(found.minRevenue !== undefined && { minRevenue: found.minRevenue }),
      ...(found.maxRevenue !== undefined && { maxRevenue: found.maxRevenue }),
      ...(found.states &&
        question.filters.state === undefined && {
          worksInStates: found.states.map(({ code }) => code),
        }),
      // In relevance order, the cause's words rank well enough; any other order needs a filter.
      ...(found.cause &&
        sort !== 'Relevance' &&
        !isCauseGiven(question.filters) && { causes: found.cause.codes }),
      ...question.filters,
    },
  }
}
