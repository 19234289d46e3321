import { causesNamedBy } from '#src/domain/cause-phrases.ts'
import { findCause } from '#src/domain/ntee.ts'
import { interpretQuery } from '../interpretation/interpret-query.ts'
import { withoutAsides } from './name-rewrites.ts'
import type { FailedSearch, Rewrite } from './recovery.ts'

const discovery = (query: string, filters: FailedSearch['filters'], why: string): Rewrite => ({
  query,
  mode: 'Discovery',
  filters,
  why,
})

/**
 * Returns the query as a search by meaning: states and amounts become filters unless they are set,
 * and cause words become their label.
 */
export function causeRewrites({ query, filters }: FailedSearch): Rewrite[] {
  const read = interpretQuery(query)
  if (read.ein !== undefined) return []
  const { worksInStates: [state, ...others] = [], minRevenue, maxRevenue } = read.filters
  const asked = {
    // One filter cannot say "any of these states".
    ...(state && others.length === 0 && { state }),
    ...(minRevenue !== undefined && { minRevenue }),
    ...(maxRevenue !== undefined && { maxRevenue }),
    ...filters,
  }
  const text = withoutAsides(read.text) || query
  return [
    ...toLabel(text, asked),
    discovery(text, asked, 'Searched by what organizations do, not by name.'),
  ]
}

function toLabel(text: string, filters: FailedSearch['filters']): Rewrite[] {
  const named = causesNamedBy(text)
  const label = named?.label.split('; ')[0] ?? nearestLabel(text)
  if (label === undefined) return []
  return [discovery(label, filters, `Searched for the cause ${label}.`)]
}

function nearestLabel(text: string): string | undefined {
  const found = findCause(text)
  return 'label' in found ? found.label : found.nearest[0]?.label
}
