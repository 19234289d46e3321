import { formatRef } from '../evidence.ts'
import type { Form } from '../form.ts'
import type { DerivedKey } from './derived.ts'
import type { RowSumKey } from './row-facts.ts'

/**
 * What a derived Ref may name: a figure of `DERIVED`, a sum of rows (`ROW_SUMS`), the number of
 * cross-checks a return failed, the score of an organization.
 */
export type CitedKey = DerivedKey | RowSumKey | 'failedChecks' | 'rating'

/**
 * The Ref of a derived figure, `derived:<key>:<EIN>:<tax year>`. It names no form: that of the
 * primary form is meant. `form` says that it is of another form of the same year, which then
 * stands behind the key: `derived:programRatio_990EZ:…`. Where the filings of the organization are
 * at hand, `toDerivedRef` (src/organizations) knows whether it does.
 */
export const formatDerivedRef = (
  { ein, taxYear }: { ein: string; taxYear: number },
  key: CitedKey,
  form?: Form,
): string => formatRef({ kind: 'derived', key: form ? `${key}_${form}` : key, ein, taxYear })
