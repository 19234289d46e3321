import type { CrossCheck } from './check.ts'
import { equal } from './compare.ts'
import { computed, filed, listed } from './sides.ts'

const ALL = ['990', '990EZ', '990PF'] as const
const LONG = ['990'] as const

const CARRIED = 'the form carries the one over from the other'
const TOTALS = 'the form adds up those lines to that total'

/** Rules for totals that must be equal or add up within a return. */
export const TOTAL_CHECKS: readonly CrossCheck[] = [
  equal({
    key: 'revenueTotals',
    label: 'Total revenue in the summary and the statement of revenue',
    forms: LONG,
    severity: 'Concern',
    left: filed('totalRevenue', 'Part I'),
    right: filed('statementRevenue'),
    because: CARRIED,
  }),
  equal({
    key: 'expenseTotals',
    label: 'Total expenses in the summary and the statement of functional expenses',
    forms: LONG,
    severity: 'Concern',
    left: filed('totalExpenses', 'Part I'),
    right: filed('functionalExpenses'),
    because: CARRIED,
  }),
  equal({
    key: 'surplus',
    label: 'Revenue less expenses, filed and computed',
    forms: ALL,
    severity: 'Concern',
    left: filed('revenueLessExpenses'),
    right: computed('surplusComputed'),
    because: 'the line asks for just that',
  }),
  equal({
    key: 'revenueAddsUp',
    label: 'Lines of revenue and total revenue',
    forms: ALL,
    severity: 'Concern',
    left: computed('revenueByLine'),
    right: filed('totalRevenue', 'Part I'),
    because: TOTALS,
  }),
  equal({
    key: 'expensesAddUp',
    label: 'Lines of expenses and total expenses',
    forms: ALL,
    severity: 'Concern',
    left: computed('expensesByLine'),
    right: filed('totalExpenses', 'Part I'),
    because: TOTALS,
  }),
  equal({
    key: 'functionsAddUp',
    label: 'Expenses by function and in total',
    forms: LONG,
    severity: 'Concern',
    left: computed('expensesByFunction'),
    right: filed('functionalExpenses'),
    because: 'columns (B) to (D) split column (A)',
  }),
  equal({
    key: 'grantsByRecipient',
    label: 'Grants in the summary and the statement of functional expenses',
    forms: LONG,
    severity: 'Concern',
    left: filed('grantsPaid'),
    right: computed('grantsByRecipient'),
    because: CARRIED,
  }),
  equal({
    key: 'programsAddUp',
    label: 'Expenses of the programs described and their total',
    forms: ['990EZ'],
    severity: 'Concern',
    left: listed('programExpenses990EZ'),
    right: filed('programExpenses'),
    blank: 'programExpenses',
    because: 'the form adds up lines 28 to 31 to that total',
  }),
]
