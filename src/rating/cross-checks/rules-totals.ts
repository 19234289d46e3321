import type { CrossCheck } from './check.ts'
import { equal } from './compare.ts'
import { computed, filed, listed } from './sides.ts'

const ALL = ['990', '990EZ', '990PF'] as const
const LONG = ['990'] as const

const CARRIED = 'which the form carries over from it'
const TOTALS = 'which the form computes from them'

/** Totals within a return that the form says are the same or add up. */
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
    label: 'Revenue less expenses',
    forms: ALL,
    severity: 'Concern',
    left: filed('revenueLessExpenses'),
    right: computed('surplusComputed'),
    because: 'which is what the line asks for',
  }),
  equal({
    key: 'revenueAddsUp',
    label: 'Lines of revenue add up to total revenue',
    forms: ALL,
    severity: 'Concern',
    left: computed('revenueByLine'),
    right: filed('totalRevenue', 'Part I'),
    because: TOTALS,
  }),
  equal({
    key: 'expensesAddUp',
    label: 'Lines of expenses add up to total expenses',
    forms: ALL,
    severity: 'Concern',
    left: computed('expensesByLine'),
    right: filed('totalExpenses', 'Part I'),
    because: TOTALS,
  }),
  equal({
    key: 'functionsAddUp',
    label: 'Program, management and fundraising expenses add up to all expenses',
    forms: LONG,
    severity: 'Concern',
    left: computed('expensesByFunction'),
    right: filed('functionalExpenses'),
    because: 'whose columns (B) to (D) split column (A)',
  }),
  equal({
    key: 'grantsByRecipient',
    label: 'Grants in the summary and the statement of functional expenses',
    forms: LONG,
    severity: 'Concern',
    left: filed('grantsPaid'),
    right: computed('grantsByRecipient'),
    because: 'from which the form carries it over',
  }),
  equal({
    key: 'programsAddUp',
    label: 'Expenses of the programs described add up to program expenses',
    forms: ['990EZ'],
    severity: 'Concern',
    left: listed('programExpenses990EZ'),
    right: filed('programExpenses'),
    blank: 'programExpenses',
    because: 'which the form adds up from lines 28 to 31',
  }),
]
