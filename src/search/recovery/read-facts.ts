import { organizationsAlias } from '#mappings/organizations.ts'
import { normalizeName } from '#src/domain/names.ts'
import { buildFilters, clausesWithout } from '../queries/filters.ts'
import type { SearchDeps } from '../search.ts'
import { narrowestFirst } from './filter-rewrites.ts'
import type { FailedSearch, FilterKind, RecoveryFacts } from './recovery.ts'
import { toSearchFilters } from './to-params.ts'

// No registered name has more words, and each word needs its own lookup.
const MOST_WORDS = 20

/** Reads facts about a failed search in one request. Throws ApiError SearchUnavailable. */
export async function readFacts(
  deps: SearchDeps,
  { query, filters }: FailedSearch,
): Promise<RecoveryFacts> {
  const index = organizationsAlias(deps.indexPrefix)
  const words = normalizeName(query).split(' ').slice(0, MOST_WORDS)
  const kinds = narrowestFirst(filters, {})
  const [spelt, ...counts] = await deps.opensearch.msearch([
    { index, body: { size: 0, suggest: suggestOf(words.join(' ')) } },
    ...kinds.map((kind) => ({ index, body: countOf(filters, kind) })),
  ])
  const spelling = respell(words, spelt?.suggest)
  return {
    ...(spelling !== undefined && { spelling }),
    passing: Object.fromEntries(
      kinds.map((kind, at) => [kind, counts[at]?.hits.total?.value ?? 0]),
    ),
  }
}

const suggestOf = (text: string) => ({
  names: {
    text,
    term: {
      field: 'query.name',
      // Words that occur in names are not misspelled.
      suggest_mode: 'missing',
      // The search itself corrects every letter except the first.
      prefix_length: 0,
      // Shorter words are too similar to each other.
      min_word_length: 4,
      size: 1,
    },
  },
})

const countOf = (filters: FailedSearch['filters'], kind: FilterKind) => {
  const { state, cause, minRevenue, maxRevenue } = filters
  const own = { state: { state }, cause: { cause }, revenue: { minRevenue, maxRevenue } }[kind]
  return {
    size: 0,
    track_total_hits: true,
    query: { bool: { filter: clausesWithout(buildFilters(toSearchFilters(own))) } },
  }
}

type Suggestion = { text: string; options: { text: string }[] }

function respell(words: readonly string[], suggest: unknown): string | undefined {
  const { names = [] } = (suggest ?? {}) as { names?: Suggestion[] }
  const better = new Map(names.map(({ text, options }) => [text, options[0]?.text]))
  const respelt = words.map((word) => better.get(word) ?? word)
  return respelt.some((word, at) => word !== words[at]) ? respelt.join(' ') : undefined
}
