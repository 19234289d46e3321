import { z } from 'zod'
import type { AssistantDeps } from '../deps.ts'
import { recoverSearch } from '../recovery/recover-search.ts'
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

async function run(
  deps: AssistantDeps,
  failed: z.output<typeof params>,
  signal: AbortSignal,
): Promise<RecoverSearchAnswer> {
  const recovered = await recoverSearch(deps, failed, signal)
  const counted = recovered.proposals.map(({ query, found, foundRelation }) => ({
    label: `Organizations that "${query}" finds${foundRelation === 'exact' ? '' : ' at least'}`,
    value: found,
  }))
  return { ...recovered, citations: [], counted }
}

/** Other searches for one that found nobody. */
export const recoverSearchTool: Tool<typeof params, RecoverSearchAnswer> = {
  name: 'recover_search',
  description:
    'For a search that found nothing: up to three rewritten searches that do find something, each with its count.',
  params,
  run,
}
