import type { CrossCheck } from './check.ts'
import { equal } from './compare.ts'
import { computed, filed, listed } from './sides.ts'

const ALL = ['990', '990EZ', '990PF'] as const
const LONG = ['990'] as const

const CARRIED = 'the form copies one amount from the other'
const TOTALS = 'the total is the sum of those lines'

/** Rules for totals within a return that must be equal or add up. */
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
    label: 'Revenue less expenses, as filed and as computed',
    forms: ALL,
    severity: 'Concern',
    left: filed('revenueLessExpenses'),
    right: computed('surplusComputed'),
    because: 'the form defines that line as revenue less expenses',
  }),
  equal({
    key: 'revenueAddsUp',
    label: 'Revenue lines and total revenue',
    forms: ALL,
    severity: 'Concern',
    left: computed('revenueByLine'),
    right: filed('totalRevenue', 'Part I'),
    because: TOTALS,
  }),
  equal({
    key: 'expensesAddUp',
    label: 'Expense lines and total expenses',
    forms: ALL,
    severity: 'Concern',
    left: computed('expensesByLine'),
    right: filed('totalExpenses', 'Part I'),
    because: TOTALS,
  }),
  equal({
    key: 'functionsAddUp',
    label: 'Expenses by function and total expenses',
    forms: LONG,
    severity: 'Concern',
    left: computed('expensesByFunction'),
    right: filed('functionalExpenses'),
    because: 'columns (B) to (D) split column (A) by function',
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
    label: 'Expenses of the listed programs and their total',
    forms: ['990EZ'],
    severity: 'Concern',
    left: listed('programExpenses990EZ'),
    right: filed('programExpenses'),
    blank: 'programExpenses',
    because: 'the total is the sum of lines 28 to 31',
  }),
]
