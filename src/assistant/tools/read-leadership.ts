import { z } from 'zod'
import type { Citation } from '../chat.ts'
import type { FilingShown } from './figures.ts'
import { einParam, limitParam, yearParam } from './params.ts'
import type { Tool, ToolAnswer } from './tool.ts'

export type LeaderShown = {
  name: string
  title?: string
  /** Dollars from the organization itself, as listed; absent where none is filed. */
  compensation?: number
  nameCitation?: Citation
  compensationCitation?: Citation
}

export type ReadLeadershipAnswer = ToolAnswer & {
  filing: FilingShown
  /** Highest compensation first, then as filed. */
  people: LeaderShown[]
  /** All people listed. */
  total: number
  /** The list is too long to be sorted: these are the first as filed. */
  isUnsorted: boolean
}

const params = z.strictObject({ ein: einParam, year: yearParam.optional(), limit: limitParam })

/** Who leads an organization and what a filing says they are paid. */
export const readLeadershipTool: Tool<typeof params, ReadLeadershipAnswer> = {
  name: 'read_leadership',
  description:
    'Officers, directors, trustees and key employees of one filing with titles and reported compensation in dollars, the highest first.',
  params,
  run: () => Promise.reject(new Error('not built yet')),
}
