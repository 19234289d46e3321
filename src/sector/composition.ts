import type { StatsBody } from '#mappings/sector.ts'
import { describeSubsection } from '../domain/registry-codes.ts'

type Counted = { subsection: string | null; count: number }
type Composition = NonNullable<StatsBody['composition']>

/**
 * Groups the registry's organizations by tax code section, the largest group first; key `501c3`,
 * label `501(c)(3)`. Codes that the IRS does not document remain codes. `updatedOn` is the date of
 * the newest extract.
 */
export function toComposition(rows: readonly Counted[], updatedOn: string): Composition {
  const groups = rows.map(({ subsection, count }) => ({
    ...nameOf(subsection),
    organizations: count,
  }))
  return {
    organizations: groups.reduce((sum, { organizations }) => sum + organizations, 0),
    updatedOn,
    groups: groups.toSorted(
      (a, b) => b.organizations - a.organizations || (a.key < b.key ? -1 : 1),
    ),
  }
}

function nameOf(subsection: string | null): { key: string; label: string } {
  if (subsection === null) return { key: 'none', label: 'No subsection' }
  const label = describeSubsection(subsection)
  return label === undefined
    ? { key: `code-${subsection}`, label: `Subsection code ${subsection}` }
    : { key: label.replaceAll(/[()]/g, ''), label }
}
