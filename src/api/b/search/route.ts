import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FiledFigure, OrganizationDisplay } from '#mappings/organization-document.ts'
import { limitPerMinute } from '#src/access/client.ts'
import { type Answer, askOrganizations, type Question } from '#src/search/ask.ts'
import type { SearchFilters } from '#src/search/filters.ts'
import { toSearchFilters } from '#src/search/given-filters.ts'
import type { Hit, Match, MatchReason, Sort } from '#src/search/params.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { renameKeys } from '../../shared/rename-keys.ts'
import { type SnakeCase, toSnakeCase } from '../../shared/skin.ts'
import { openRegistry } from '../evidence.ts'
import { operation, wrap } from '../operation.ts'
import {
  type SearchData,
  type SearchQuery,
  type SearchResult,
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

const MATCH_KINDS = {
  EIN: 'ein',
  ExactName: 'exact_name',
  Alias: 'alias',
  Prefix: 'prefix',
  Fuzzy: 'fuzzy',
  Cause: 'cause',
  Filter: 'filter',
} as const satisfies Record<Match['kind'], string>

/** Returns the object, or these keys of it, with names in snake case, without nulls. */
const toSnakeFields = <Given extends object, Key extends keyof Given & string>(
  given: Given,
  ...keys: Key[]
) =>
  renameKeys(given, keys, toSnakeCase) as {
    [Name in Key as SnakeCase<Name>]: Exclude<Given[Name], null>
  }

const toLower = <Word extends string>(word: Word) => word.toLowerCase() as Lowercase<Word>

type Cite = (ref: string | undefined) => string | undefined

export function presentSearch(query: SearchQuery, answer: Answer): SearchData {
  const { outcome } = answer
  const registry = openRegistry()
  return {
    query: query.q,
    interpretation: presentInterpretation(answer.interpretation),
    total: outcome.found,
    total_relation: outcome.foundRelation === 'exact' ? 'exact' : 'at_least',
    page: outcome.page,
    limit: answer.interpretation.limit,
    has_more: outcome.hasNextPage,
    query_version: outcome.queryVersion,
    results: outcome.hits.map((hit) => presentHit(hit, registry.cite)),
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
  toSnakeFields(applied) as Partial<SearchData['interpretation']>

function presentHit({ ein, display, match, reasons, explanation }: Hit, cite: Cite): SearchResult {
  return {
    ein,
    ...toSnakeFields(display, 'name', 'city', 'state', 'country', 'description', 'primaryForm'),
    ...toSnakeFields(display, 'forms', 'entityType', 'role', 'familyId', 'evidenceTier'),
    ...toSnakeFields(display, 'latestYear', 'latestPeriodEnd'),
    other_names: display.names.map(({ value, kind, ref }) => ({
      name: value,
      kind,
      ref,
      _src: cite(ref),
    })),
    cause: display.cause && {
      ...toSnakeFields(display.cause, 'code', 'label', 'ref'),
      inferred: display.cause.isInferred,
      _src: cite(display.cause.ref),
    },
    revoked: display.isRevoked,
    financials: presentFinancials(display, cite),
    ...presentJudgement(display, cite),
    match: {
      kind: MATCH_KINDS[match.kind],
      ...toSnakeFields(match, 'field', 'value', 'place', 'ref'),
      _src: cite(match.ref),
    },
    why_matched: reasons.map((reason) => presentReason(reason, cite)),
    explanation,
    _src: cite(display.nameRef),
  }
}

const presentFinancials = ({ revenue, expenses, assets }: OrganizationDisplay, cite: Cite) => {
  const figure = (filed: FiledFigure | undefined) =>
    filed && { ...toSnakeFields(filed, 'value', 'taxYear', 'ref'), _src: cite(filed.ref) }
  return {
    total_revenue: figure(revenue),
    total_expenses: figure(expenses),
    total_assets: figure(assets),
  }
}

/** Gives a derived figure the source of the filing it is computed from. */
const presentJudgement = ({ programRatio, rating }: OrganizationDisplay, cite: Cite) => ({
  program_ratio: programRatio && {
    ...toSnakeFields(programRatio, 'value', 'taxYear', 'ref', 'derivedFrom'),
    _src: cite(programRatio.derivedFrom[0]),
  },
  rating: rating && {
    ...toSnakeFields(rating, 'score', 'band', 'taxYear', 'policyVersion', 'ref'),
    _src: cite(rating.filing),
  },
})

function presentReason(reason: MatchReason, cite: Cite): SearchResult['why_matched'][number] {
  const cited = { ref: reason.ref, _src: cite(reason.ref) }
  if ('text' in reason) return { kind: toLower(reason.kind), text: reason.text, ...cited }
  return { kind: toLower(reason.kind), text: reason.label, code: reason.code, ...cited }
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
