import { z } from 'zod'
import type { Citation } from '../chat.ts'
import { einParam, limitParam } from './params.ts'
import type { Tool, ToolAnswer } from './tool.ts'

export type AwardShown = {
  awardId: string
  kind: 'assistance' | 'contract'
  type?: string
  /** Dollars obligated; may be negative. */
  amount?: number
  agency?: string
  /** As told, cut at a sentence. */
  purpose?: string
  /** YYYY-MM-DD */
  startDate?: string
  endDate?: string
  recipientName?: string
  /** The recipient's name is a known name of the organization. */
  nameMatches: boolean
  /** How sure the award is the organization's, 0 to 1. */
  mappingConfidence: number
  citation?: Citation
}

export type ListAwardsAnswer = ToolAnswer & {
  ein: string
  name: string
  /** Largest first. */
  awards: AwardShown[]
  /** Of all; absent where no identifier is known to be the organization's: then nothing can be said. */
  count?: number
}

const params = z.strictObject({ ein: einParam, limit: limitParam })

/** Federal awards that are attributed to an organization. */
export const listAwards: Tool<typeof params, ListAwardsAnswer> = {
  name: 'list_awards',
  description:
    'Federal awards to an organization from USAspending, the largest first, with how sure they are its own. Without a count none can be told: that is not none.',
  params,
  run: () => Promise.reject(new Error('not built yet')),
}
