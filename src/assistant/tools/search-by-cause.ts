import { z } from 'zod'
import { toLocation } from '../../domain/places.ts'
import { ApiError } from '../../errors.ts'
import { citeScore } from '../../profiles/evidence/cite-rating.ts'
import { openProfile } from '../../profiles/open-profile.ts'
import type { Organization } from '../../profiles/organization.ts'
import { type Hit, type SearchParams, SORTS } from '../../search/params.ts'
import { searchOrganizations } from '../../search/search.ts'
import type { Citation } from '../chat.ts'
import type { AssistantDeps } from '../deps.ts'
import { causesOf } from './causes.ts'
import { cite, citeWords, known } from './cite.ts'
import { isErrorOf } from './not-found.ts'
import { dollarsParam, limitParam, stateParam, textParam } from './params.ts'
import type { Tool, ToolAnswer } from './tool.ts'

export type CauseHit = {
  ein: string
  name: string
  place?: string
  form?: string
  /** Dollars of the latest return. */
  revenue?: number
  revenueYear?: number
  revenueCitation?: Citation
  /** 0 to 100. */
  rating?: number
  ratingCitation?: Citation
  /** One sentence. */
  why?: string
  /** A passage as filed, cut at a sentence. */
  passage?: Citation
}

export type SearchByCauseAnswer = ToolAnswer & {
  hits: CauseHit[]
  found: number
  foundRelation: 'exact' | 'at least'
  sort: (typeof SORTS)[number]
}

const params = z.strictObject({
  query: textParam.describe(
    'What the organizations do, in plain words; places mean where they work',
  ),
  state: stateParam.optional(),
  worksIn: z
    .array(stateParam)
    .max(5)
    .optional()
    .describe('U.S. states, in any of which it works or is registered'),
  cause: textParam.optional().describe('NTEE code or prefix such as K or K31, or its label'),
  minRevenue: dollarsParam.optional(),
  maxRevenue: dollarsParam.optional(),
  sort: z.enum(SORTS).default('Relevance'),
  limit: limitParam,
})

async function run(
  deps: AssistantDeps,
  wanted: z.output<typeof params>,
  signal: AbortSignal,
): Promise<SearchByCauseAnswer> {
  requireRange(wanted)
  const { hits, found, foundRelation } = await searchOrganizations(deps, toDiscovery(wanted))
  signal.throwIfAborted()
  const shown = await Promise.all(hits.map((hit) => toCauseHit(deps, hit)))
  const relation = foundRelation === 'exact' ? '' : ' at least'
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
}

/** Throws ApiError InvalidParameters for bounds that nobody can be between. */
function requireRange({ minRevenue = 0, maxRevenue = minRevenue }: z.output<typeof params>): void {
  if (minRevenue <= maxRevenue) return
  throw new ApiError('InvalidParameters', {
    message:
      'The least revenue asked for is above the greatest; give the smaller amount as the least.',
  })
}

const toDiscovery = (wanted: z.output<typeof params>): SearchParams => {
  const { query, state, worksIn, cause, minRevenue, maxRevenue, sort, limit } = wanted
  return {
    query,
    mode: 'Discovery',
    page: 1,
    limit,
    sort,
    facets: false,
    filters: {
      ...(state !== undefined && { state }),
      ...(worksIn !== undefined && { worksInStates: worksIn }),
      ...(cause !== undefined && { causes: causesOf(cause) }),
      ...(minRevenue !== undefined && { minRevenue }),
      ...(maxRevenue !== undefined && { maxRevenue }),
    },
  }
}

async function toCauseHit(deps: AssistantDeps, hit: Hit): Promise<CauseHit> {
  const { ein, display, explanation } = hit
  const organization = await openKnown(deps, ein)
  const place = toLocation(display)
  const { revenue } = display
  return {
    ein,
    name: display.name,
    ...(place && { place }),
    ...(display.primaryForm !== undefined && { form: display.primaryForm }),
    ...(revenue && { revenue: revenue.value, revenueYear: revenue.taxYear }),
    ...(explanation !== undefined && { why: explanation }),
    ...(organization && citeHit(organization, hit)),
  }
}

/** What stands behind a hit, as the store has it now. */
function citeHit(organization: Organization, { display, reasons }: Hit): Partial<CauseHit> {
  const { ein, rating } = organization
  const { revenue } = display
  const revenueCitation = revenue && cite(organization, { label: 'Total revenue', ...revenue })
  const words = reasons.find((reason) => reason.kind === 'Passage')
  const passage = words && citeWords(organization, toPassage(words))
  const value = rating?.score ?? undefined
  const evidence = citeScore(organization)
  return {
    ...(revenueCitation && { revenueCitation }),
    ...(value !== undefined && { rating: value }),
    ...(value !== undefined &&
      evidence && { ratingCitation: { ein, label: 'Rating, 0 to 100', value, evidence } }),
    ...(passage && { passage }),
  }
}

type Passage = Extract<Hit['reasons'][number], { kind: 'Passage' }>

/** The passage as filed, without the marks around words that matched. */
const toPassage = ({ passage, text, ref }: Passage) => ({
  label: passage,
  value: text.replaceAll(/<\/?em>/g, ''),
  ref,
})

/** Whose filings the evidence is cited from; undefined where a load has just taken it out. */
async function openKnown(deps: AssistantDeps, ein: string): Promise<Organization | undefined> {
  try {
    return await openProfile(deps, ein)
  } catch (error) {
    if (isErrorOf(error, 404)) return undefined
    throw error
  }
}

/** Organizations that do something, by their filed texts. */
export const searchByCause: Tool<typeof params, SearchByCauseAnswer> = {
  name: 'search_by_cause',
  description:
    'Finds organizations by what they do, where and how large they are. Dollars are whole US dollars of latest revenue. found counts all that match; with "at least" there may be more.',
  params,
  run,
}
