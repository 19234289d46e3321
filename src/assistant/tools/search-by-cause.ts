import { z } from 'zod'
import { SORTS } from '../../search/params.ts'
import type { Citation } from '../chat.ts'
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
  cause: textParam.optional().describe('NTEE code or prefix such as K or K31, or its label'),
  minRevenue: dollarsParam.optional(),
  maxRevenue: dollarsParam.optional(),
  sort: z.enum(SORTS).default('Relevance'),
  limit: limitParam,
})

/** Organizations that do something, by their filed texts. */
export const searchByCause: Tool<typeof params, SearchByCauseAnswer> = {
  name: 'search_by_cause',
  description:
    'Finds organizations by what they do, where and how large they are. Dollars are whole US dollars of latest revenue. found counts all that match; with "at least" there may be more.',
  params,
  run: () => Promise.reject(new Error('not built yet')),
}
