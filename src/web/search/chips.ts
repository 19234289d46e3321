import { findCause } from '#src/domain/ntee.ts'
import type { SearchFilters } from '#src/search/params.ts'
import { facetLabel } from '#src/search/results/facets.ts'

import { type SearchAddress, searchPath } from './address.ts'
import { TIER_WORDS } from './words.ts'

/** A filter that is set, and the address of the same search without it. */
export type Chip = { label: string; href: string }

/** The filters of an address, each removable. */
export function chipsOf(address: SearchAddress, filters: SearchFilters): Chip[] {
  const { state, causeLabel, minRevenue, maxRevenue, primaryForm, entityType, evidenceTier } =
    filters
  const without = (name: keyof SearchAddress) => searchPath(address, { [name]: undefined })
  const chips: (Chip | undefined)[] = [
    state
      ? { label: `Registered in ${facetLabel('State', state)}`, href: without('State') }
      : undefined,
    address.Cause ? { label: causeWords(address.Cause), href: without('Cause') } : undefined,
    causeLabel ? { label: causeLabel, href: without('CauseLabel') } : undefined,
    primaryForm
      ? { label: facetLabel('Form', primaryForm), href: without('PrimaryForm') }
      : undefined,
    entityType
      ? { label: facetLabel('EntityType', entityType), href: without('EntityType') }
      : undefined,
    minRevenue === undefined
      ? undefined
      : { label: `Revenue at least ${inDollars(minRevenue)}`, href: without('MinRevenue') },
    maxRevenue === undefined
      ? undefined
      : { label: `Revenue at most ${inDollars(maxRevenue)}`, href: without('MaxRevenue') },
    evidenceTier ? { label: TIER_WORDS[evidenceTier], href: without('EvidenceTier') } : undefined,
  ]
  return chips.filter((chip) => chip !== undefined)
}

/** "K31 (Food Banks & Pantries)"; a label as it is. */
function causeWords(text: string): string {
  const { label = text } = findCause(text)
  return label.toLowerCase() === text.toLowerCase() ? label : `${text.toUpperCase()} (${label})`
}

const inDollars = (amount: number): string =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
