import { formatDay } from '#src/domain/days.ts'
import type { FactKey } from '../../domain/facts/definitions.ts'
import type { Form } from '../../domain/form.ts'
import type { CheckedFiling, CrossCheck } from './check.ts'
import { equal } from './compare.ts'
import { before, filed } from './sides.ts'

// The members of a group return change every year. A return continues the original figures of the
// previous one, not those of a later amendment.
function otherReason({ facts, receivedOn, earlier }: CheckedFiling): string | undefined {
  if (facts.groupReturn?.value === true) {
    return 'This is a group return, whose members can change from year to year'
  }
  if (!earlier?.isAmended || !earlier.receivedOn || !receivedOn) return undefined
  return earlier.receivedOn > receivedOn
    ? `The previous return was amended on ${formatDay(earlier.receivedOn)}, after this one was received on ${formatDay(receivedOn)}`
    : undefined
}

const CONTINUED =
  'the two should match unless figures were restated (this check does not detect restatements)'

const continues =
  (...forms: Form[]) =>
  (key: string, label: string, own: FactKey, then: FactKey): CrossCheck =>
    equal({
      key,
      label,
      forms,
      severity: 'Caution',
      left: filed(own),
      right: before(then),
      because: CONTINUED,
      excuse: otherReason,
    })
const start = continues('990', '990EZ', '990PF')
const prior = continues('990')

/**
 * Rules for a return and the previous one. If the previous one was amended later, a difference is
 * Information. Nothing is compared after a gap between the periods.
 */
export const YEAR_CHECKS: readonly CrossCheck[] = [
  start(
    'assetsAtStart',
    'Assets at the start of the year and at the end of the previous year',
    'totalAssetsBoy',
    'totalAssetsEoy',
  ),
  start(
    'liabilitiesAtStart',
    'Liabilities at the start of the year and at the end of the previous year',
    'totalLiabilitiesBoy',
    'totalLiabilitiesEoy',
  ),
  start(
    'netAssetsAtStart',
    'Net assets at the start of the year and at the end of the previous year',
    'netAssetsBoy',
    'netAssetsEoy',
  ),
  prior(
    'priorRevenue',
    "Revenue in the prior-year column and in the prior year's return",
    'priorTotalRevenue',
    'totalRevenue',
  ),
  prior(
    'priorExpenses',
    "Expenses in the prior-year column and in the prior year's return",
    'priorTotalExpenses',
    'totalExpenses',
  ),
]
