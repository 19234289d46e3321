import { z } from 'zod'
import type { Citation } from '../chat.ts'
import type { FilingShown } from './figures.ts'
import { einParam, yearParam } from './params.ts'
import type { Tool, ToolAnswer } from './tool.ts'

/** One of the two values a check compares. */
export type CheckSideShown = {
  label: string
  value: number | string | boolean
  /** Absent where no single leaf or sum holds the value. */
  citation?: Citation
}

export type CheckShown = {
  rule: string
  label: string
  status: 'Failed' | 'Information' | 'Passed'
  left: CheckSideShown
  right: CheckSideShown
  /** Dollars or a number of things; absent where the sides are no numbers. */
  difference?: number
}

export type CheckReturnAnswer = ToolAnswer & {
  filing: FilingShown
  made: number
  failed: number
  passed: number
  /** Failed ones first, then those for information; at most ten. Passed ones are counted alone. */
  checks: CheckShown[]
  /** Why no check could be made. */
  note?: string
}

const params = z.strictObject({ ein: einParam, year: yearParam.optional() })

/** Where a return says two things that do not agree. */
export const checkReturn: Tool<typeof params, CheckReturnAnswer> = {
  name: 'check_return',
  description:
    'Cross-checks of one return against itself: which failed, with both values and their lines.',
  params,
  run: () => Promise.reject(new Error('not built yet')),
}
