import type { FactKey } from '../../domain/facts/definitions.ts'
import type { CheckedFiling, CrossCheck } from './check.ts'
import { equal } from './compare.ts'
import { before, filed } from './sides.ts'

// A group return stands for those that were members in its year.
const isGroup = ({ facts }: CheckedFiling): string | undefined =>
  facts.groupReturn?.value === true
    ? 'it is a group return, whose members change from year to year'
    : undefined

const RESTATED = 'which it continues unless it says that figures were restated'

const start = (key: string, label: string, boy: FactKey, eoy: FactKey): CrossCheck =>
  equal({
    key,
    label,
    forms: ['990', '990EZ', '990PF'],
    severity: 'Caution',
    left: filed(boy),
    right: before(eoy),
    because: RESTATED,
    excuse: isGroup,
  })

const prior = (key: string, label: string, own: FactKey, then: FactKey): CrossCheck =>
  equal({
    key,
    label,
    forms: ['990'],
    severity: 'Caution',
    left: filed(own),
    right: before(then),
    because: RESTATED,
    excuse: isGroup,
  })

/**
 * A return against the one before it. An amended one counts as it stands; after a gap between the
 * two periods nothing is compared.
 */
export const YEAR_CHECKS: readonly CrossCheck[] = [
  start(
    'assetsAtStart',
    'Assets at the start of the year and at the end of the year before',
    'totalAssetsBoy',
    'totalAssetsEoy',
  ),
  start(
    'liabilitiesAtStart',
    'Liabilities at the start of the year and at the end of the year before',
    'totalLiabilitiesBoy',
    'totalLiabilitiesEoy',
  ),
  start(
    'netAssetsAtStart',
    'Net assets at the start of the year and at the end of the year before',
    'netAssetsBoy',
    'netAssetsEoy',
  ),
  prior(
    'priorRevenue',
    "Revenue in the column of the prior year and in that year's return",
    'priorTotalRevenue',
    'totalRevenue',
  ),
  prior(
    'priorExpenses',
    "Expenses in the column of the prior year and in that year's return",
    'priorTotalExpenses',
    'totalExpenses',
  ),
]
