import { OPERATING_FOUNDATION_990PF, PAYOUT_990PF } from './payout-990pf.ts'
import { REDUCED_TAX_990PF } from './reduced-tax-990pf.ts'
import { BALANCE_990, EXPENSES_990, RECONCILIATION_990, REVENUE_990 } from './statements-990.ts'
import {
  BALANCE_990EZ,
  EXPENSES_990EZ,
  NET_ASSETS_990EZ,
  REVENUE_990EZ,
} from './statements-990ez.ts'
import {
  BALANCE_990PF,
  EXPENSES_990PF,
  NET_ASSETS_990PF,
  REVENUE_990PF,
} from './statements-990pf.ts'
import { TAX_990T } from './statements-990t.ts'
import type { TableDefinition } from './table.ts'

/** Statements of each form, line by line; a line is a row, and none of them is counted at load. */
export const STATEMENTS = {
  revenue990: REVENUE_990,
  expenses990: EXPENSES_990,
  balance990: BALANCE_990,
  reconciliation990: RECONCILIATION_990,
  revenue990EZ: REVENUE_990EZ,
  expenses990EZ: EXPENSES_990EZ,
  netAssets990EZ: NET_ASSETS_990EZ,
  balance990EZ: BALANCE_990EZ,
  revenue990PF: REVENUE_990PF,
  expenses990PF: EXPENSES_990PF,
  balance990PF: BALANCE_990PF,
  netAssets990PF: NET_ASSETS_990PF,
  payout990PF: PAYOUT_990PF,
  operatingFoundation990PF: OPERATING_FOUNDATION_990PF,
  reducedTax990PF: REDUCED_TAX_990PF,
  tax990T: TAX_990T,
} as const satisfies Record<string, TableDefinition>

export type StatementKey = keyof typeof STATEMENTS
