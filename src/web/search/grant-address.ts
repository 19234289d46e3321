import { AMOUNT_BANDS } from '#src/domain/grant-purpose.ts'
import { US_STATES } from '#src/domain/places.ts'
import { GRANT_FACETS, type GrantFacet } from '#src/search/grants/params.ts'
import type { FacetBucket } from '#src/search/params.ts'
import { grantSearchPath } from '../links.ts'
import { readTexts } from '../list-query.ts'
import { type FacetLink, linkValues } from './filters.ts'

/** The filters of the page, named as on surface A, in the order of its address. */
export const GRANT_FILTERS = [
  'Funder',
  'Recipient',
  'State',
  'Category',
  'MinAmount',
  'MaxAmount',
  'MinYear',
  'MaxYear',
] as const
type GrantFilterName = (typeof GRANT_FILTERS)[number]

const NAMES = ['Query', ...GRANT_FILTERS, 'Sort', 'Order', 'Page'] as const
type Name = (typeof NAMES)[number]

/** The parameters that an address sets, as texts. */
export type GrantAddress = Partial<Record<Name, string>>

/**
 * Reads the parameters of the page. Unlike surface A, it accepts empty fields, which forms send,
 * dollars as people write them, and unknown names such as tracking tags.
 */
export const readGrantAddress = (raw: unknown): GrantAddress =>
  readTexts(NAMES, raw, (text, name) =>
    name === 'MinAmount' || name === 'MaxAmount' ? text.replaceAll(/[$,\s]/g, '') : text,
  )

type Setting = Partial<Record<GrantFilterName, string | undefined>>

const FACETS = { State: 'State', Year: 'Tax year', AmountBand: 'Amount', Category: 'Listed in' }

/** Returns facets as links (`linkValues`). */
export const linkGrantFacets = (
  facets: Record<GrantFacet, FacetBucket[]>,
  address: GrantAddress,
): { key: GrantFacet; title: string; links: FacetLink[] }[] =>
  GRANT_FACETS.map((key) => ({
    key,
    title: FACETS[key],
    links: linkValues(
      facets[key],
      address,
      (value) => toSetting(key, value),
      (changes) => grantSearchPath({ ...address, ...changes, Page: undefined }),
    ),
  })).filter(({ links }) => links.length > 0)

function toSetting(key: GrantFacet, value: string): Setting | undefined {
  if (key === 'State') return value in US_STATES ? { State: value } : undefined
  if (key === 'Year') return { MinYear: value, MaxYear: value }
  return key === 'Category' ? { Category: value } : bandSetting(value)
}

/** A band excludes its maximum and the filter includes it; nearly all amounts are whole dollars. */
function bandSetting(value: string): Setting | undefined {
  const at = AMOUNT_BANDS.findIndex((band) => band.value === value)
  const [before, band] = [AMOUNT_BANDS[at - 1], AMOUNT_BANDS[at]]
  if (!band || !('max' in band)) return undefined
  const min = before && 'max' in before ? String(before.max) : undefined
  const max = Number.isFinite(band.max) ? String(band.max - 1) : undefined
  return { MinAmount: min, MaxAmount: max }
}
