import type { CrossCheck } from './check.ts'
import { equal } from './compare.ts'
import { computed, filed, listed, type ReadAmount, type ReadList } from './sides.ts'

const ALL = ['990', '990EZ', '990PF'] as const
const LONG = ['990'] as const

const CARRIED = 'the form copies one amount from the other'
const TOTALS = 'the total is the sum of those lines'

/** Builds a rule for an amount that the 990 has on two lines. */
const copied = (key: string, label: string, left: ReadList, right: ReadAmount): CrossCheck =>
  equal({ key, label, forms: LONG, left, right, because: CARRIED })

/** Reads total assets from the balance sheet, not from the summary of the 990. */
const assets: ReadAmount = (filing) =>
  filed(filing.form === '990' ? 'balanceSheetAssets' : 'totalAssetsEoy')(filing)

/** Rules for totals within a return that must be equal or add up, of foundations at book value. */
export const TOTAL_CHECKS: readonly CrossCheck[] = [
  copied(
    'revenueTotals',
    'Total revenue in the summary and the statement of revenue',
    filed('totalRevenue', 'Part I'),
    filed('statementRevenue'),
  ),
  copied(
    'expenseTotals',
    'Total expenses in the summary and the statement of functional expenses',
    filed('totalExpenses', 'Part I'),
    filed('functionalExpenses'),
  ),
  equal({
    key: 'surplus',
    label: 'Revenue less expenses, as filed and as computed',
    forms: ALL,
    left: filed('revenueLessExpenses'),
    right: computed('surplusComputed'),
    because: 'the form defines that line as revenue less expenses',
  }),
  equal({
    key: 'revenueAddsUp',
    label: 'Revenue lines and total revenue',
    forms: ALL,
    left: computed('revenueByLine'),
    right: filed('totalRevenue', 'Part I'),
    because: TOTALS,
  }),
  equal({
    key: 'expensesAddUp',
    label: 'Expense lines and total expenses',
    forms: ALL,
    left: computed('expensesByLine'),
    right: filed('totalExpenses', 'Part I'),
    because: TOTALS,
  }),
  equal({
    key: 'functionsAddUp',
    label: 'Expenses by function and total expenses',
    forms: LONG,
    left: computed('expensesByFunction'),
    right: filed('functionalExpenses'),
    because: 'columns (B) to (D) split column (A) by function',
  }),
  copied(
    'grantsByRecipient',
    'Grants in the summary and the statement of functional expenses',
    filed('grantsPaid'),
    computed('grantsByRecipient'),
  ),
  equal({
    key: 'programsAddUp',
    label: 'Expenses of the listed programs and their total',
    forms: ['990EZ'],
    left: listed('programExpenses990EZ'),
    right: filed('programExpenses'),
    blank: 'programExpenses',
    because: 'the total is the sum of lines 28 to 31',
  }),
  equal({
    key: 'balanceSheet',
    label: 'Assets and the sum of liabilities and net assets',
    forms: ['990', '990EZ', '990PF'],
    left: assets,
    right: computed('liabilitiesAndNetAssets'),
    because: 'a balance sheet requires them to be equal',
  }),
  copied(
    'assetTotals',
    'Total assets in the summary and the balance sheet',
    filed('totalAssetsEoy', 'Part I'),
    filed('balanceSheetAssets'),
  ),
  copied(
    'liabilityTotals',
    'Total liabilities in the summary and the balance sheet',
    filed('totalLiabilitiesEoy', 'Part I'),
    filed('balanceSheetLiabilities'),
  ),
  equal({
    key: 'netAssetTotals',
    label: 'Net assets in the summary and the balance sheet',
    forms: ['990', '990EZ'],
    left: filed('netAssetsEoy', 'Part I'),
    right: filed('balanceSheetNetAssets'),
    because: CARRIED,
  }),
  equal({
    key: 'netAssetsByRestriction',
    label: 'Net assets by donor restriction and total net assets',
    forms: ['990'],
    left: computed('netAssetsByRestriction'),
    right: filed('balanceSheetNetAssets'),
    because: TOTALS,
  }),
]
