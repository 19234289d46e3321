import { z } from 'zod'
import type { RecoveredSearch } from '../recovery/recovery.ts'
import { dollarsParam, stateParam, textParam } from './params.ts'
import type { Tool, ToolAnswer } from './tool.ts'

export type RecoverSearchAnswer = ToolAnswer & RecoveredSearch

const params = z.strictObject({
  query: textParam,
  filters: z
    .strictObject({
      state: stateParam.optional(),
      cause: textParam.optional(),
      minRevenue: dollarsParam.optional(),
      maxRevenue: dollarsParam.optional(),
    })
    .default({}),
})

/** Other searches for one that found nobody. */
export const recoverSearchTool: Tool<typeof params, RecoverSearchAnswer> = {
  name: 'recover_search',
  description:
    'For a search that found nothing: up to three rewritten searches that do find something, each with its count.',
  params,
  run: () => Promise.reject(new Error('not built yet')),
}
