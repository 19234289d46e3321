import { z } from 'zod'
import { isEin } from '#src/domain/ein.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { filterShape, type SearchFilters, toSearchFilters } from '../filters.ts'

/** What must be true of every index. */
export type Invariant = {
  /** The words and parameters, for people. */
  asked: string
  query: string
  filters: SearchFilters
} & (
  | {
      kind: 'name' | 'cause'
      /** Is the first hit of a name, and on the first page of a cause. */
      ein: string
    }
  | {
      kind: 'cause'
      /** NTEE code, or its beginning. */
      code: string
      /** How many hits of the first page have it. */
      least: number
    }
  /** A name that no organization has, so that no hit is an exact match. */
  | { kind: 'absent' }
  | {
      kind: 'count'
      /** SQL that selects the same organizations of the store from `organization o`. */
      condition: string
    }
)

const PARAMETERS = z.strictObject(filterShape)

/** Returns the invariant in a row of invariants.tsv. Throws Error if the row is malformed. */
export function readInvariant(cells: readonly string[]): Invariant {
  const [kind = '', query = '', given = '', expected = '', least = '', ...rest] = cells
  const { data, error } = PARAMETERS.safeParse(Object.fromEntries(new URLSearchParams(given)))
  const asked = [query && `"${query}"`, given].filter(Boolean).join(' ')
  const isAsked = (query === '') === (kind === 'count') && rest.length === 0
  if (data && isAsked) {
    const own = { asked, query, filters: toSearchFilters(data) }
    if (/^[A-Z]\d{0,2}$/.test(expected) && /^([1-9]|10)$/.test(least) && kind === 'cause') {
      return { ...own, kind, code: expected, least: Number(least) }
    }
    if (least === '') {
      if ((kind === 'name' || kind === 'cause') && isEin(expected))
        return { ...own, kind, ein: expected }
      if (kind === 'absent' && expected === '') return { ...own, kind }
      if (kind === 'count' && expected !== '') return { ...own, kind, condition: expected }
    }
  }
  throw new Error(`invariants.tsv: malformed row: ${cells.join(' | ')} ${error?.message ?? ''}`)
}

export const INVARIANTS: readonly Invariant[] = readTsv(
  new URL('./invariants.tsv', import.meta.url),
).map(readInvariant)
