import type { CrossCheck } from './check.ts'
import { equal } from './compare.ts'
import { computed, filed, type ReadAmount } from './sides.ts'

const CARRIED = 'the form copies one amount from the other'

/** Reads total assets from the balance sheet, not from the summary of the 990. */
const assets: ReadAmount = (filing) =>
  filed(filing.form === '990' ? 'balanceSheetAssets' : 'totalAssetsEoy')(filing)

/** Rules for the balance sheet, for foundations at book value. */
export const BALANCE_CHECKS: readonly CrossCheck[] = [
  equal({
    key: 'balanceSheet',
    label: 'Assets and the sum of liabilities and net assets',
    forms: ['990', '990EZ', '990PF'],
    severity: 'Concern',
    left: assets,
    right: computed('liabilitiesAndNetAssets'),
    because: 'a balance sheet requires them to be equal',
  }),
  equal({
    key: 'assetTotals',
    label: 'Total assets in the summary and the balance sheet',
    forms: ['990'],
    severity: 'Concern',
    left: filed('totalAssetsEoy', 'Part I'),
    right: filed('balanceSheetAssets'),
    because: CARRIED,
  }),
  equal({
    key: 'liabilityTotals',
    label: 'Total liabilities in the summary and the balance sheet',
    forms: ['990'],
    severity: 'Concern',
    left: filed('totalLiabilitiesEoy', 'Part I'),
    right: filed('balanceSheetLiabilities'),
    because: CARRIED,
  }),
  equal({
    key: 'netAssetTotals',
    label: 'Net assets in the summary and the balance sheet',
    forms: ['990', '990EZ'],
    severity: 'Concern',
    left: filed('netAssetsEoy', 'Part I'),
    right: filed('balanceSheetNetAssets'),
    because: CARRIED,
  }),
  equal({
    key: 'netAssetsByRestriction',
    label: 'Net assets by donor restriction and total net assets',
    forms: ['990'],
    severity: 'Concern',
    left: computed('netAssetsByRestriction'),
    right: filed('balanceSheetNetAssets'),
    because: 'the total is the sum of those lines',
  }),
]
