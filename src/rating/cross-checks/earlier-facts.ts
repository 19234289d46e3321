import type { FactKey } from '../../domain/facts/definitions.ts'

/** The facts of the return before (`CheckedFiling.earlier`) that are read for cross-checks. */
export const EARLIER_FACTS: readonly FactKey[] = [
  'totalRevenue',
  'totalExpenses',
  'totalAssetsEoy',
  'totalLiabilitiesEoy',
  'netAssetsEoy',
]
