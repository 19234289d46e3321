import { z } from 'zod'
import { recoverSearch } from '../../search/recovery/recover-search.ts'
import { dollarsInput, stateInput, textInput } from '../parameters.ts'
import { defineTool } from '../tool.ts'

/** Other searches for one that found nothing. */
export const recoverSearchTool = defineTool({
  name: 'recover_search',
  description:
    'For a search that found nothing: up to three rewritten searches that do find something, each with its count.',
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
      label: `Organizations that "${query}" finds${foundRelation === 'exact' ? '' : ' at least'}`,
      value: found,
    }))
    return { ...recovered, citations: [], counted }
  },
})
