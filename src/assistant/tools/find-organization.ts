import { z } from 'zod'
import { stateParam, textParam } from './params.ts'
import type { Tool, ToolAnswer } from './tool.ts'

export type Candidate = { ein: string; name: string; place?: string; form?: string }

export type FindOrganizationAnswer = ToolAnswer & {
  /** Exact: `ein` is who is meant. Closest: nobody is called so, `candidates` come near. */
  status: 'Exact' | 'Ambiguous' | 'Closest' | 'None'
  ein?: string
  /** Up to three, the likeliest first. */
  candidates: Candidate[]
  /** On None: what to try. */
  suggestion?: string
}

const params = z.strictObject({
  name: textParam.describe('Name, former name, acronym or EIN in any spelling'),
  state: stateParam.optional(),
})

/** Who is meant by a name or an EIN. Throws as `searchOrganizations` does. */
export const findOrganization: Tool<typeof params, FindOrganizationAnswer> = {
  name: 'find_organization',
  description:
    'Finds which organization a name or EIN means. Call it first when only a name is known; on Ambiguous or Closest ask which candidate is meant.',
  params,
  run: () => Promise.reject(new Error('not built yet')),
}
