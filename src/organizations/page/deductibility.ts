import { formatRef } from '#src/domain/evidence.ts'
import { isPlainlyDeductible, NOT_DEDUCTIBLE } from '#src/domain/registry-codes.ts'
import type { Organization } from '../organization.ts'

/** What IRS Publication 78 says about contributions; `asOf` is its month, YYYY-MM. */
export type Deductibility =
  | { status: 'Deductible' | 'Limited'; codes: string[]; asOf: string; ref: string }
  | { status: 'NotListed'; asOf: string }

type Known = Pick<
  Organization,
  'ein' | 'publication78' | 'publication78AsOf' | 'registry' | 'isRevoked'
>

/**
 * Returns whether contributions are deductible according to Publication 78. Limited: the codes set a
 * limit or condition beyond a share of the donor's income. Undefined if no Publication 78 is loaded,
 * or if another IRS list contradicts it.
 */
export function toDeductibility(organization: Known): Deductibility | undefined {
  const { ein, publication78, publication78AsOf: newest, registry, isRevoked } = organization
  if (!publication78) return newest === null ? undefined : { status: 'NotListed', asOf: newest }
  if (isRevoked || registry?.deductibility === NOT_DEDUCTIBLE) return undefined
  const { asOf, deductibilityCodes: codes } = publication78
  if (codes.length === 0) return undefined
  const ref = formatRef({ kind: 'pub78', asOf, ein, column: 'DeductibilityStatus' })
  return { status: codes.some(isPlainlyDeductible) ? 'Deductible' : 'Limited', codes, asOf, ref }
}
