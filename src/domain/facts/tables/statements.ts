import { defineTables } from './definitions.ts'
import { BALANCE, EXPENSES, REDUCED_TAX, REVENUE } from './rows-990pf.ts'

/** Statements of each form. A line is a row, and rows are not counted by a load. */
export const STATEMENTS = defineTables(
  [
    'revenue990',
    'expenses990',
    'balance990',
    'reconciliation990',
    'revenue990EZ',
    'expenses990EZ',
    'netAssets990EZ',
    'balance990EZ',
    'revenue990PF',
    'expenses990PF',
    'balance990PF',
    'netAssets990PF',
    'payout990PF',
    'operatingFoundation990PF',
    'reducedTax990PF',
    'tax990T',
  ],
  {
    revenue990PF: REVENUE,
    expenses990PF: EXPENSES,
    balance990PF: BALANCE,
    reducedTax990PF: REDUCED_TAX,
  },
)

export type StatementKey = keyof typeof STATEMENTS
