import { z } from 'zod'
import { knownFields } from '../../domain/known-fields.ts'
import { formatCount } from '../../domain/money.ts'
import { toLocation } from '../../domain/places.ts'
import { openProfile } from '../../organizations/open-profile.ts'
import type { Organization } from '../../organizations/organization.ts'
import { citeScore } from '../../organizations/page/rating-view.ts'
import { ApiError } from '../../platform/errors.ts'
import { wholeScore } from '../../rating/rating.ts'
import { causesOf } from '../../search/filter-parameters.ts'
import { FILTER_ROWS, type OrganizationFilter } from '../../search/filters.ts'
import { type Hit, type SearchParams, SORT_ORDERS, SORTS } from '../../search/params.ts'
import { recoverSearch } from '../../search/recovery/recover-search.ts'
import { searchOrganizations } from '../../search/search.ts'
import { cite, citeWords, known, unlessNotFound } from '../cite.ts'
import {
  type Argument,
  CHARITY,
  dollarsInput,
  EIN,
  LIMIT,
  limitInput,
  shareInput,
  stateInput,
  textInput,
  yearInput,
} from '../parameters.ts'
import { joined, listAt, nextPage, numberAt, organization, quotedAt, textAt } from '../text.ts'
import { defineTool, type OperationTool, type ToolDeps } from '../tool.ts'

const FILTERS: Readonly<Record<string, Argument>> = {
  ...argumentsOf(({ argument }) => argument),
  Sort: {},
  Order: { description: 'asc: lowest figure first.' },
  Facets: {
    description: 'Also counts the matches by state, cause, form, type, and revenue.',
  },
  Limit: LIMIT,
  Cursor: {
    description: 'Page number, or NextCursor from the previous response.',
  },
}

function argumentsOf(
  argumentOf: (row: OrganizationFilter) => Argument | undefined,
): Record<string, Argument> {
  const named = FILTER_ROWS.map(([name, row]) => [name, argumentOf(row)] as const)
  return Object.fromEntries(named.flatMap(([name, own]) => (own ? [[name, own]] : [])))
}

export const searchByName: OperationTool = {
  name: 'search_organizations',
  description:
    'Lists U.S. nonprofits whose name, former name, abbreviation, or EIN matches. Supports filters, sorting, and pages. To search by cause or kind of work, use discover_organizations.',
  operation: {
    title: 'Search organizations by name',
    path: '/api/v2/search',
    fixed: { Mode: 'Identity' },
    arguments: {
      Query: {
        isRequired: true,
        description: 'A full or partial name, or an EIN.',
        examples: ['food bank'],
      },
      ...FILTERS,
    },
    toText: searchToText,
  },
}

const input = z.strictObject({
  query: textInput.describe(
    'What the organizations do, in plain words. A place means where the organizations work',
  ),
  state: stateInput.optional(),
  worksIn: z
    .array(stateInput)
    .max(5)
    .optional()
    .describe(
      'U.S. states. Matches organizations that work or are registered in at least one of them',
    ),
  cause: textInput.optional().describe('NTEE code or prefix, such as K31 or K, or its label'),
  minRevenue: dollarsInput.optional(),
  maxRevenue: dollarsInput.optional(),
  minAssets: dollarsInput.optional(),
  maxAssets: dollarsInput.optional(),
  minRating: z.number().min(0).max(100).optional(),
  minProgramRatio: shareInput.optional(),
  maxProgramRatio: shareInput.optional(),
  filedSince: yearInput.optional().describe('Earliest tax year of the latest filing'),
  sort: z.enum(SORTS).default('Relevance'),
  order: z.enum(SORT_ORDERS).optional(),
  limit: limitInput,
})

/** Finds organizations by what their filed texts say they do. */
export const discoverOrganizations = defineTool({
  name: 'discover_organizations',
  description:
    'Finds U.S. nonprofits by cause and place of work in the missions and programs they filed. Each result includes the passage that matched. A place in Query means where the work is done; State means where the organization is registered.',
  operation: {
    title: 'Find organizations by what they do',
    path: '/api/v2/search',
    fixed: { Mode: 'Discovery' },
    arguments: {
      Query: {
        isRequired: true,
        description: 'What the organizations do and where, in plain words.',
        examples: ['clean water wells in Kenya'],
      },
      ...FILTERS,
      // Only one tool has them, because every conversation pays for the list of tools.
      ...argumentsOf(({ discoveryArgument }) => discoveryArgument),
    },
    toText: searchToText,
  },
  input,
  run: async (deps, wanted, signal) => {
    requireRanges(wanted)
    const { hits, found, foundRelation } = await searchOrganizations(deps, toDiscovery(wanted))
    signal.throwIfAborted()
    const shown = await Promise.all(hits.map((hit) => toDiscovered(deps, hit)))
    const relation = foundRelation === 'exact' ? '' : ', at least'
    return {
      hits: shown,
      found,
      foundRelation,
      sort: wanted.sort,
      citations: known(
        shown.flatMap((hit) => [hit.revenueCitation, hit.ratingCitation, hit.passage]),
      ),
      counted: [{ label: `Organizations found${relation}`, value: found }],
    }
  },
})

type Wanted = z.output<typeof input>

/** Throws ApiError InvalidParameters if a range is empty. */
function requireRanges(wanted: Wanted): void {
  const ranges = [
    ['revenue', wanted.minRevenue, wanted.maxRevenue],
    ['assets', wanted.minAssets, wanted.maxAssets],
    ['program ratio', wanted.minProgramRatio, wanted.maxProgramRatio],
  ] as const
  for (const [what, least = -Infinity, most = Infinity] of ranges) {
    if (least <= most) continue
    throw new ApiError('InvalidParameters', {
      message: `The minimum ${what} is higher than the maximum. Swap the two values.`,
    })
  }
}

const toDiscovery = (wanted: Wanted): SearchParams => {
  const { query, state, worksIn, cause, sort, order, limit, ...bounds } = wanted
  return {
    query,
    mode: 'Discovery',
    page: 1,
    limit,
    sort,
    ...(order !== undefined && { order }),
    facets: false,
    filters: {
      ...(state !== undefined && { state }),
      ...(worksIn !== undefined && { worksInStates: worksIn }),
      ...(cause !== undefined && { causes: causesOf(cause) }),
      ...knownFields(bounds),
    },
  }
}

export type Discovered = Awaited<ReturnType<typeof toDiscovered>>

async function toDiscovered(deps: ToolDeps, hit: Hit) {
  const { ein, display, explanation } = hit
  // The index may still contain an organization that a load has just removed from the store.
  const organization = await unlessNotFound(openProfile(deps, ein))
  return {
    ein,
    name: display.name,
    place: toLocation(display),
    form: display.primaryForm,
    /** Dollars of the latest return. */
    revenue: display.revenue?.value,
    revenueYear: display.revenue?.taxYear,
    why: explanation,
    ...(organization && citeHit(organization, hit)),
  }
}

/** Returns the evidence of a hit, from the store: the index has Refs without it. */
function citeHit(organization: Organization, { display, reasons }: Hit) {
  const { ein, rating } = organization
  const { revenue } = display
  const words = reasons.find((reason) => reason.kind === 'Passage')
  const value = rating?.score ?? undefined
  const evidence = citeScore(organization)
  return {
    revenueCitation: revenue && cite(organization, { label: 'Total revenue', ...revenue }),
    /** 0 to 100, a whole number. */
    rating: value === undefined ? undefined : wholeScore(value),
    ratingCitation:
      value !== undefined && evidence
        ? { ein, label: 'Rating, 0 to 100', value, evidence }
        : undefined,
    /** A passage as filed, cut at a sentence. */
    passage: words && citeWords(organization, toPassage(words)),
  }
}

type Passage = Extract<Hit['reasons'][number], { kind: 'Passage' }>

/** Returns the passage as filed, without the marks around words that matched. */
const toPassage = ({ passage, text, ref }: Passage) => ({
  label: passage,
  value: text.replaceAll(/<\/?em>/g, ''),
  ref,
})

export const findSimilar: OperationTool = {
  name: 'find_similar',
  description:
    'Finds organizations similar to a given one in cause, place, size, and way of working. Each result includes a similarity score and its components.',
  operation: {
    title: 'Similar organizations',
    path: `${CHARITY}/discovery`,
    arguments: {
      EIN,
      Intent: {
        description: "Text to compare with, instead of the organization's own mission.",
        examples: ['clean water in East Africa'],
      },
      Form: {},
      Limit: { fallback: 5 },
    },
    toText: (response) => {
      const intent = quotedAt(response, 'Intent', 'Text')
      return [
        ...(intent ? [`Compared with this text: ${intent}`] : []),
        ...listAt(response, 'Organizations').map(similarLine),
      ]
    },
  },
}

function similarLine(one: unknown): string {
  const score = numberAt(one, 'Similarity', 'Score')
  const shown = score === undefined ? '' : `, similarity ${score} of 100`
  return `- ${organization(one)}${shown}: ${textAt(one, 'Explanation') ?? ''}`
}

/** Searches by meaning return no suggestion. */
const OTHER_WORDS =
  'Try fewer or simpler words, or fewer filters. An empty result does not mean that no such organization exists.'

function searchToText(response: unknown): string[] {
  const hits = listAt(response, 'Hits')
  const found = numberAt(response, 'Found') ?? hits.length
  const suggestion = textAt(response, 'Resolution', 'Suggestion')
  if (hits.length === 0) return ['No organizations match.', suggestion ?? OTHER_WORDS]
  return [
    `Showing ${hits.length} of ${formatCount(found)}:`,
    ...hits.map(hitLine),
    ...nextPage(response),
  ]
}

function hitLine(one: unknown): string {
  const about = joined(
    textAt(one, 'Cause'),
    textAt(one, 'PrimaryForm') && `Form ${textAt(one, 'PrimaryForm')}`,
  )
  const why = textAt(one, 'Explanation') ?? quotedAt(one, 'Description')
  return `- ${[organization(one), about, why].filter(Boolean).join('; ')}`
}

/** Proposes other searches for one that found nothing. */
export const recoverSearchTool = defineTool({
  name: 'recover_search',
  description:
    'Proposes up to three rewritten searches for a search that found nothing. Each proposal includes the number of organizations it finds.',
  input: z.strictObject({
    query: textInput,
    filters: z
      .strictObject({
        state: stateInput.optional(),
        cause: textInput.optional(),
        minRevenue: dollarsInput.optional(),
        maxRevenue: dollarsInput.optional(),
      })
      .default({}),
  }),
  run: async (deps, failed, signal) => {
    const recovered = await recoverSearch(deps, failed, signal)
    const counted = recovered.proposals.map(({ query, found, foundRelation }) => ({
      label: `Organizations found for "${query}"${foundRelation === 'exact' ? '' : ', at least'}`,
      value: found,
    }))
    return { ...recovered, citations: [], counted }
  },
})
