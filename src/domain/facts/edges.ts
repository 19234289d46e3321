import type { EdgeCategory } from '../network.ts'
import type { TableKey } from './tables/tables.ts'

/** The columns of a table that describe money given. */
export type EdgeTable = {
  category: EdgeCategory
  /** Columns whose sum is the amount. */
  amounts: readonly string[]
  /** The column with the purpose. */
  purpose?: string
  /** The column with the type of transaction (`paidTransactions`). */
  transactionType?: string
}

const SCHEDULE_AMOUNTS = ['cashGrant', 'noncashAssistance']
const CONTRACTOR: EdgeTable = { category: 'Contractor', amounts: ['amount'], purpose: 'services' }

/** The tables whose rows report money given; their other columns identify the recipient. */
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

/** Tables with the EINs of organizations that related transactions name without one. */
export const RELATED_PARTY_TABLES = [
  'relatedExempt',
  'relatedPartnerships',
  'relatedCorporations',
] as const satisfies TableKey[]

// Edges are stored with these labels, and `derive` compares stored edges with new ones. To change a
// label, raise DERIVED_VERSION.
const GIFT = 'Gift, grant or capital contribution'
const LOAN = 'Loan or loan guarantee'

/**
 * Schedule R, Part V, line 1: the transactions in which money or other value leaves the filer, by
 * letter since 2012. Value comes in with a, c, e, f, g, j, l, q, and s; i, n, and o go both ways.
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

// Line f (dividends received) was added in 2012 and shifted the later ones by one letter.
const PAID_BEFORE_2012: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PAID).map(([letter, words]) => [
    letter < 'F' ? letter : String.fromCharCode(letter.charCodeAt(0) - 1),
    words,
  ]),
)

/**
 * Parses the letters filed in Schedule R, Part V, line 2, column (b): "B", "(b)", "1b", "K, P".
 * Returns undefined if one of them means that money came in or went both ways, or is unknown,
 * because the amount cannot be split.
 */
export function paidTransactions(filed: string, schemaVersion: string | undefined) {
  // Only the oldest returns, and returns made without a version, have none.
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
    // A grant, which Schedule I also lists if the recipient is domestic.
    isGift: words.includes(GIFT),
    // Loans are repaid, and guarantees are not paid.
    isLoan: words.includes(LOAN),
  }
}
