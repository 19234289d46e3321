import { searchQuery, toSearchParams } from '#src/api/a/search.ts'
import { toQuestion } from '#src/api/b/search/route.ts'
import { searchQuery as plainQuery } from '#src/api/b/search/schema.ts'
import { askOrganizations } from '#src/search/ask.ts'
import { type SearchDeps, searchOrganizations } from '#src/search/search.ts'

/** A kind of request, and the function that handles it. */
export type Scenario = {
  name: string
  requests: Record<string, string>[]
  /** The path of the requests, if it is not that of a search. */
  path?: string
  /** True if each request has a new text, which must be embedded. */
  isNewText: boolean
  /** Handles a request without HTTP, to record its calls; undefined: only HTTP is timed. */
  ask?: (deps: SearchDeps, request: Record<string, string>) => Promise<unknown>
}

// Texts that people search for, of every length, with and without a place.
export const INTENTS = [
  'after-school tutoring for children',
  'food pantry',
  'free clinics for people without insurance in Ohio',
  'affordable housing for veterans',
  'animal rescue and adoption',
  'scholarships for first-generation college students',
  'protecting rivers and wetlands',
  'community theater',
  'training for unemployed adults',
  'shelter for victims of domestic violence in Texas',
  'medical research on rare diseases in children',
  'youth soccer league',
  'clean water wells in Kenya',
  'legal aid for immigrants',
  'hospice care at home',
  'symphony orchestra concerts and music education',
]

/** Searches as surface A does. */
export const asA = async (deps: SearchDeps, request: Record<string, string>) =>
  searchOrganizations(deps, toSearchParams(searchQuery.parse(request)))

/** Searches as surface B does. */
export const asB = async (deps: SearchDeps, request: Record<string, string>) =>
  askOrganizations(deps, toQuestion(plainQuery.parse(request)))

/** Returns the requests of each kind, with names that are in the index. */
export function makeScenarios(names: readonly string[]): Scenario[] {
  const sought = pickNames(names)
  const discovery = INTENTS.map((Query) => ({ Query, Mode: 'Discovery' }))
  return [
    {
      name: 'A identity',
      requests: sought.map((Query) => ({ Query })),
      isNewText: false,
      ask: asA,
    },
    { name: 'A discovery, new', requests: discovery, isNewText: true, ask: asA },
    { name: 'A discovery, again', requests: discovery, isNewText: false, ask: asA },
    {
      name: 'A with facets',
      // Every other one is filtered, which counts that facet in another window.
      requests: discovery.map((request, at) => ({
        ...request,
        Facets: 'true',
        ...(at % 2 === 1 && { State: 'CT' }),
      })),
      isNewText: false,
      ask: asA,
    },
    {
      name: 'B plain words',
      requests: [...sought.slice(0, 8), ...INTENTS.slice(0, 8)].map((q) => ({ q })),
      isNewText: false,
      ask: asB,
    },
  ]
}

const SOUGHT = 16

/** Returns names from the whole registry: a third whole, a third cut, a third misspelled. */
function pickNames(names: readonly string[]): string[] {
  const several = names.filter((name) => name.split(' ').length >= 2)
  const step = several.length / SOUGHT
  return Array.from({ length: SOUGHT }, (_, at) => {
    const name = (several[Math.floor(at * step)] ?? '').toLowerCase()
    if (at % 3 === 1) return name.split(' ').slice(0, 2).join(' ')
    return at % 3 === 2 ? misspell(name) : name
  })
}

/** Swaps two neighboring letters in the middle of the longest word. */
function misspell(name: string): string {
  const word = name.split(' ').reduce((long, one) => (one.length > long.length ? one : long))
  const at = Math.floor(word.length / 2)
  const swapped = `${word.slice(0, at - 1)}${word[at] ?? ''}${word[at - 1] ?? ''}${word.slice(at + 1)}`
  return name.replace(word, swapped)
}
