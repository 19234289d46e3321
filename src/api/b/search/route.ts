import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { limitPerMinute } from '#src/access/client.ts'
import { type Answer, askOrganizations, type Question } from '#src/search/ask.ts'
import { type SearchFilters, toSearchFilters } from '#src/search/filters.ts'
import type { Hit, Sort } from '#src/search/params.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { presenterOf, toSnakeCase } from '../../shared/skin.ts'
import { openRegistry } from '../evidence.ts'
import { operation, wrap } from '../operation.ts'
import {
  result,
  type SearchData,
  type SearchQuery,
  type SORT_WORDS,
  searchData,
  searchQuery,
  toGiven,
} from './schema.ts'

type SortWord = (typeof SORT_WORDS)[number]

const TO_SORT: Record<SortWord, Sort> = {
  relevance: 'Relevance',
  revenue: 'Revenue',
  assets: 'Assets',
  rating: 'Rating',
  program_ratio: 'ProgramRatio',
  recent: 'Recent',
}
const TO_SORT_WORD = Object.fromEntries(
  Object.entries(TO_SORT).map(([word, sort]) => [sort, word]),
) as Record<Sort, SortWord>

const writeResult = presenterOf(result, 'B')

export function presentSearch(query: SearchQuery, answer: Answer): SearchData {
  const { outcome } = answer
  const registry = openRegistry()
  const ratings = outcome.hits.flatMap(({ display: { rating } }) => rating ?? [])
  // A rating is derived from a whole filing.
  const filings = new Map(ratings.map(({ ref, filing }) => [ref, filing]))
  const cite = (ref: string) => registry.cite(filings.get(ref) ?? ref)
  return {
    query: query.q,
    interpretation: presentInterpretation(answer.interpretation),
    total: outcome.found,
    total_relation: outcome.foundRelation === 'exact' ? 'exact' : 'at_least',
    page: outcome.page,
    limit: answer.interpretation.limit,
    has_more: outcome.hasNextPage,
    query_version: outcome.queryVersion,
    results: outcome.hits.map((hit) => ({
      ...addSources(writeResult(toResult(hit)), cite),
      _src: registry.cite(hit.display.nameRef),
    })),
    evidence: { sources: registry.sources },
  }
}

function presentInterpretation(found: Answer['interpretation']): SearchData['interpretation'] {
  return {
    text: found.text,
    mode: found.mode === 'Identity' ? 'identity' : 'discovery',
    ein: found.ein,
    ...presentFilters(found.applied),
    cause: found.cause && { codes: found.cause.codes, label: found.cause.label },
    sort: TO_SORT_WORD[found.sort],
    order: found.order,
    phrases: found.phrases.map(({ phrase, meaning }) => ({ phrase, meaning })),
    not_understood: found.notUnderstood.map(({ phrase, why }) => ({ phrase, why })),
  }
}

/** Names each applied filter in snake case. */
const presentFilters = ({ causeLabel: _, evidenceTier: __, ...applied }: SearchFilters) =>
  Object.fromEntries(
    Object.entries(applied).map(([key, value]) => [toSnakeCase(key), value ?? undefined]),
  ) as Partial<SearchData['interpretation']>

function toResult({ ein, display, match, reasons, explanation }: Hit) {
  const { names, revenue, expenses, assets } = display
  return {
    ...display,
    ein,
    otherNames: names.map(({ value, ...known }) => ({ name: value, ...known })),
    financials: { totalRevenue: revenue, totalExpenses: expenses, totalAssets: assets },
    match,
    whyMatched: reasons.map((reason) => ({
      ...reason,
      text: 'text' in reason ? reason.text : reason.label,
    })),
    explanation,
  }
}

/**
 * Gives each value with a Ref its source; `cite` returns the key of a Ref's source. A derived value has
 * the source of the first value it is computed from.
 */
function addSources<Value>(value: Value, cite: (ref: string) => string | undefined): Value {
  if (Array.isArray(value)) return value.map((item) => addSources(item, cite)) as Value
  if (typeof value !== 'object' || value === null) return value
  const { ref, derived_from: [first] = [] } = value as { ref?: string; derived_from?: string[] }
  const source = ref === undefined ? undefined : (cite(ref) ?? cite(first ?? ''))
  const below = Object.entries(value).map(([name, child]) => [name, addSources(child, cite)])
  return { ...Object.fromEntries(below), ...(source && { _src: source }) }
}

/** Searches per minute for one client. */
const SOFT_CAP = 120

export const searchRoute =
  (deps: SearchDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.decorateRequest('phases', null)
    app.get('/api/v2/search', {
      ...operation({
        sharesPath: true,
        operationId: 'searchInPlainWords',
        group: 'Search',
        summary: 'Search by name, EIN, or purpose, or with a question in plain words',
        examples: [
          {
            name: 'InPlainWords',
            summary: 'A question in plain words (surface B)',
            query: { q: 'after-school programs in Ohio', limit: 1 },
          },
        ],
        headers: ['Server-Timing'],
        request: { querystring: searchQuery },
        data: searchData,
        envelope: 'SearchEnvelope',
        slot: 'index',
      }),
      onRequest: limitPerMinute(app, SOFT_CAP),
      handler: async (request) => {
        const answer = await askOrganizations(deps, toQuestion(request.query))
        const built = performance.now()
        const body = wrap(presentSearch(request.query, answer))
        request.phases = {
          search: answer.outcome.engineMs,
          mongo: request.storeMs,
          build: performance.now() - built,
        }
        return body
      },
      // Runs after the count (src/access/count-requests.ts): `audit` is the time spent waiting for it.
      onSend: async ({ phases, auditMs }, reply) => {
        if (phases === null) return
        reply.header(
          'Server-Timing',
          serverTiming({ ...phases, audit: auditMs, total: reply.elapsedTime }),
        )
      },
    })
  }

/** Milliseconds of each phase. `mongo` is the store, under the name that clients expect. */
type Phases = { search: number; mongo: number; build: number; audit: number; total: number }

declare module 'fastify' {
  interface FastifyRequest {
    /** The phases of a search that its handler measures. */
    phases: Omit<Phases, 'audit' | 'total'> | null
  }
}

/** Returns the value of a `Server-Timing` header. */
export const serverTiming = (phases: Phases): string =>
  Object.entries(phases)
    .map(([phase, milliseconds]) => `${phase};dur=${milliseconds.toFixed(1)}`)
    .join(', ')

/** Returns the domain's parameters. */
export function toQuestion(query: SearchQuery): Question {
  return {
    q: query.q,
    page: query.page,
    limit: query.limit,
    ...(query.sort !== undefined && { sort: TO_SORT[query.sort] }),
    ...(query.order !== undefined && { order: query.order }),
    filters: toSearchFilters(toGiven(query)),
  }
}
