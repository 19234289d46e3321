import type { SearchFilters } from '../../../search/params.ts'
import { withQuery } from '../links.ts'
import type { SearchAddress } from './address.ts'
import type { FoundSearch } from './run-search.ts'

// A's; the export knows no others.
const EXPORTED_SORTS: ReadonlySet<string> = new Set(['Relevance', 'Revenue', 'Assets', 'Recent'])

/**
 * Address of the export of the same organizations (decisions part 11), as CSV; undefined where its
 * parameters cannot say what the words were read as.
 */
export function exportPath(
  address: SearchAddress,
  { interpretation: { text, mode, applied, sort } }: Pick<FoundSearch, 'interpretation'>,
): string | undefined {
  const cause = causeOf(address, applied)
  if (applied.worksInStates || cause === undefined || !EXPORTED_SORTS.has(sort)) return undefined
  return withQuery('/api/v2/export', {
    Query: text,
    ...(text !== '' && { Mode: mode }),
    State: applied.state,
    Cause: cause,
    CauseLabel: applied.causeLabel,
    PrimaryForm: applied.primaryForm,
    EntityType: applied.entityType,
    EvidenceTier: applied.evidenceTier,
    MinRevenue: applied.minRevenue,
    MaxRevenue: applied.maxRevenue,
    ...(sort !== 'Relevance' && { Sort: sort }),
    Format: 'csv',
  })
}

/** The cause as it is given, or the one code the words were read as; undefined for several. */
function causeOf(address: SearchAddress, { causes = [] }: SearchFilters): string | undefined {
  if (address.Cause !== undefined) return address.Cause
  return causes.length > 1 ? undefined : (causes[0] ?? '')
}
