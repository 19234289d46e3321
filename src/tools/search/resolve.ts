import { z } from 'zod'
import { toLocation } from '../../domain/places.ts'
import { openProfile } from '../../organizations/open-profile.ts'
import type { SearchParams } from '../../search/params.ts'
import { searchOrganizations } from '../../search/search.ts'
import { type Citation, cite, known, unlessNotFound } from '../cite.ts'
import { stateInput, textInput } from '../parameters.ts'
import { joined, listAt, nameAt, organization, placeAt, textAt } from '../text.ts'
import { defineTool, type ToolDeps } from '../tool.ts'

/** The organization that a name or an EIN identifies. Throws as `searchOrganizations` does. */
export const resolveOrganization = defineTool({
  name: 'resolve_organization',
  description:
    'Finds the EIN of a U.S. nonprofit by its name, including misspelled, former, and abbreviated names. Returns up to three candidates if several match. Call it first when you have a name but no EIN.',
  operation: {
    title: 'Find an EIN by name',
    path: '/api/v2/search',
    fixed: { Mode: 'Identity', Limit: '3' },
    arguments: {
      Query: {
        isRequired: true,
        description: "The organization's name, or an EIN to check.",
        examples: ['Turkana Wells'],
      },
      State: { examples: ['MN'] },
    },
    toText: resolutionToText,
  },
  input: z.strictObject({
    name: textInput.describe('Name, former name, acronym, or EIN in any format'),
    state: stateInput.optional(),
  }),
  run: async (deps, { name, state }, signal) => {
    const { resolution } = await searchOrganizations(deps, toIdentity(name, state))
    signal.throwIfAborted()
    const { status = 'None', ein, candidates = [], suggestion } = resolution ?? {}
    const citations = await Promise.all(candidates.map((one) => citeName(deps, one.ein)))
    return {
      /**
       * Exact: `ein` is the organization. Closest: no exact match, but `candidates` have similar
       * names.
       */
      status,
      ein,
      /** Up to three, the likeliest first. */
      candidates: candidates.map((one) => ({
        ein: one.ein,
        name: one.name,
        place: toLocation(one),
        form: one.form,
      })),
      /** What to try if the status is None. */
      suggestion,
      citations: known(citations),
      counted: [],
    }
  },
})

export type ResolveAnswer = Awaited<ReturnType<typeof resolveOrganization.run>>
export type Candidate = ResolveAnswer['candidates'][number]

const toIdentity = (query: string, state: string | undefined): SearchParams => ({
  query,
  mode: 'Identity',
  page: 1,
  // As many as a resolution lists.
  limit: 3,
  sort: 'Relevance',
  facets: false,
  filters: state === undefined ? {} : { state },
})

async function citeName(deps: ToolDeps, ein: string): Promise<Citation | undefined> {
  // The index may still contain an organization that a load has just removed from the store.
  const organization = await unlessNotFound(openProfile(deps, ein))
  if (!organization) return undefined
  const { name: value, nameRef: ref } = organization
  return cite(organization, { label: 'Name', value, ref })
}

function resolutionToText(response: unknown): string[] {
  const status = textAt(response, 'Resolution', 'Status')
  const candidates = listAt(response, 'Resolution', 'Candidates').map(candidateLine)
  const suggestion = textAt(response, 'Resolution', 'Suggestion')
  if (status === 'Exact') {
    const ein = textAt(response, 'Resolution', 'EIN')
    const hit = listAt(response, 'Hits').find((one) => textAt(one, 'EIN') === ein)
    return [`Exact match: ${hit ? organization(hit) : `EIN ${ein}`}.`]
  }
  if (status === 'Ambiguous') {
    return candidates.length > 1
      ? ['Several organizations have this name. Ask which one is meant:', ...candidates]
      : [
          'One organization has this name, but in another place. Ask whether it is meant:',
          ...candidates,
        ]
  }
  if (status === 'Closest') {
    return [
      'No organization has exactly this name. Ask whether one of these is meant:',
      ...candidates,
    ]
  }
  return ['No organization matches this name.', ...(suggestion ? [suggestion] : [])]
}

const candidateLine = (one: unknown): string =>
  `- ${nameAt(one, 'Name')} (${joined(
    `EIN ${textAt(one, 'EIN')}`,
    placeAt(one, 'City'),
    textAt(one, 'State'),
    textAt(one, 'Form') && `Form ${textAt(one, 'Form')}`,
  )})`
