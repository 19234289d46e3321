import { z } from 'zod'
import { toLocation } from '../../domain/places.ts'
import { openProfile } from '../../profiles/open-profile.ts'
import type { SearchParams } from '../../search/params.ts'
import { searchOrganizations } from '../../search/search.ts'
import type { Citation } from '../chat.ts'
import type { AssistantDeps } from '../deps.ts'
import { cite, known } from './cite.ts'
import { isErrorOf } from './not-found.ts'
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

// As many as `Resolution` names.
const CANDIDATES = 3

async function run(
  deps: AssistantDeps,
  { name, state }: z.output<typeof params>,
  signal: AbortSignal,
): Promise<FindOrganizationAnswer> {
  const { resolution } = await searchOrganizations(deps, toIdentity(name, state))
  signal.throwIfAborted()
  const { status = 'None', ein, candidates = [], suggestion } = resolution ?? {}
  const citations = await Promise.all(candidates.map((one) => citeName(deps, one.ein)))
  return {
    status,
    ...(ein !== undefined && { ein }),
    candidates: candidates.map((one) => {
      const place = toLocation(one)
      const { ein, name, form } = one
      return { ein, name, ...(place && { place }), ...(form !== undefined && { form }) }
    }),
    ...(suggestion !== undefined && { suggestion }),
    citations: known(citations),
    counted: [],
  }
}

const toIdentity = (query: string, state: string | undefined): SearchParams => ({
  query,
  mode: 'Identity',
  page: 1,
  limit: CANDIDATES,
  sort: 'Relevance',
  facets: false,
  filters: state === undefined ? {} : { state },
})

async function citeName(deps: AssistantDeps, ein: string): Promise<Citation | undefined> {
  try {
    const organization = await openProfile(deps, ein)
    const { name: value, nameRef: ref } = organization
    return cite(organization, { label: 'Name', value, ref })
  } catch (error) {
    // The index may name somebody whom a load has just taken out of the store.
    if (isErrorOf(error, 404)) return undefined
    throw error
  }
}

/** Who is meant by a name or an EIN. Throws as `searchOrganizations` does. */
export const findOrganization: Tool<typeof params, FindOrganizationAnswer> = {
  name: 'find_organization',
  description:
    'Finds which organization a name or EIN means. Call it first when only a name is known; on Ambiguous or Closest ask which candidate is meant.',
  params,
  run,
}
