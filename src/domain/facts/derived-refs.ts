import { formatRef } from '../evidence.ts'
import type { Form } from '../form.ts'
import type { DerivedKey } from './derived.ts'
import type { RowSumKey } from './row-facts.ts'

/**
 * The targets of derived Refs: a figure of `DERIVED`, a sum of rows (`ROW_SUMS`), the number of
 * failed cross-checks, the score of an organization.
 */
export type CitedKey = DerivedKey | RowSumKey | 'failedChecks' | 'rating'

/**
 * Returns the Ref of a derived figure, `derived:<key>:<EIN>:<tax year>`, on the primary form.
 * `form` names another form of that year, which is appended to the key:
 * `derived:programRatio_990EZ:…`. `toDerivedRef` (src/organizations) decides from the
 * organization's filings.
 */
export const formatDerivedRef = (
  { ein, taxYear }: { ein: string; taxYear: number },
  key: CitedKey,
  form?: Form,
): string => formatRef({ kind: 'derived', key: form ? `${key}_${form}` : key, ein, taxYear })
