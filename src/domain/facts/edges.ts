import type { EdgeCategory } from '../network.ts'
import type { TableKey } from './tables/tables.ts'

/** Which of a table's columns say what of a row that tells of money given. */
export type EdgeTable = {
  category: EdgeCategory
  /** Columns that are added up to the amount. */
  amounts: readonly string[]
  /** The column that says what for. */
  purpose?: string
  /** The column that says what kind of transaction it is (`paidTransactions`). */
  transactionType?: string
}

const SCHEDULE_AMOUNTS = ['cashGrant', 'noncashAssistance']
const CONTRACTOR: EdgeTable = { category: 'Contractor', amounts: ['amount'], purpose: 'services' }

/** The tables whose rows tell of money given to others; recipients stand in their other columns. */
export const EDGE_TABLES = {
  grantsToOrganizations: {
    category: 'ScheduleI',
    amounts: SCHEDULE_AMOUNTS,
    purpose: 'purpose',
  },
  foreignGrants: { category: 'ScheduleF', amounts: SCHEDULE_AMOUNTS, purpose: 'purpose' },
  foundationGrantsPaid: { category: 'FoundationPaid', amounts: ['amount'], purpose: 'purpose' },
  foundationGrantsApproved: {
    category: 'FoundationApproved',
    amounts: ['amount'],
    purpose: 'purpose',
  },
  relatedTransactions: {
    category: 'RelatedTransfer',
    amounts: ['amount'],
    transactionType: 'transactionType',
  },
  contractors990: CONTRACTOR,
  contractors990EZ: CONTRACTOR,
  contractors990PF: CONTRACTOR,
} as const satisfies Partial<Record<TableKey, EdgeTable>>

/** Tables that give the EINs of those whom a return's related transactions name without. */
export const RELATED_PARTY_TABLES = [
  'relatedExempt',
  'relatedPartnerships',
  'relatedCorporations',
] as const satisfies TableKey[]

const GIFT = 'Gift, grant or capital contribution'
const LOAN = 'Loan or loan guarantee'

/**
 * Schedule R, Part V, line 1: the transactions in which money or other value leaves the filer, by
 * their letter since 2012. In a, c, e, f, g, j, l, q and s it comes in; i, n and o go both ways.
 */
const PAID: Readonly<Record<string, string>> = {
  B: GIFT,
  D: LOAN,
  H: 'Purchase of assets',
  K: 'Lease of facilities, equipment or other assets',
  M: 'Services, membership or fundraising',
  P: 'Reimbursement of expenses',
  R: 'Other transfer of cash or property',
}

// The line of dividends received, f, came in 2012 and moved those after it by one letter.
const PAID_BEFORE_2012: Readonly<Record<string, string>> = {
  B: GIFT,
  D: LOAN,
  G: 'Purchase of assets',
  J: 'Lease of facilities, equipment or other assets',
  L: 'Services, membership or fundraising',
  O: 'Reimbursement of expenses',
  Q: 'Other transfer of cash or property',
}

/** What the filer paid a related organization for. */
type PaidTransaction = {
  /** In words. */
  purpose: string
  /** Among the types is b: a grant, which Schedule I lists, too, where it is to an organization at home. */
  isGift: boolean
  /** Among the types is d: what is lent comes back, and what is guaranteed is not paid. */
  isLoan: boolean
}

/**
 * What the filer paid a related organization for, by the letters filed in Schedule R, Part V, line 2,
 * column (b): "B", "(b)", "1b", "K, P". Undefined when any of them says that money came in or went
 * both ways, or when they are not understood: its amount cannot be told apart then.
 */
export function paidTransactions(
  filed: string,
  schemaVersion: string | undefined,
): PaidTransaction | undefined {
  // No version is told of the very oldest returns alone, and of those made without one.
  const paid = schemaVersion && schemaVersion < '2012' ? PAID_BEFORE_2012 : PAID
  const letters = filed
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '' && word !== 'AND' && word !== 'LINE' && word !== '1')
  if (letters.length === 0) return undefined
  const words = letters.map((letter) => paid[letter.replace(/^1/, '')])
  if (words.includes(undefined)) return undefined
  return {
    purpose: [...new Set(words)].join('; '),
    isGift: words.includes(GIFT),
    isLoan: words.includes(LOAN),
  }
}
