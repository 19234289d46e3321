import { describe, expect, test } from 'vitest'
import { EDGE_TABLES, type EdgeTable, paidTransactions } from '#src/domain/facts/edges.ts'
import type { TableDefinition } from '#src/domain/facts/tables/table.ts'
import { TABLES, type TableKey } from '#src/domain/facts/tables/tables.ts'
import { EDGE_CATEGORIES } from '#src/domain/network.ts'
import { testReturns } from '#test/unit/cases.ts'

describe('the tables of grants and transfers', () => {
  const tables = Object.entries(EDGE_TABLES) as [TableKey, EdgeTable][]

  test('read columns that they have', () => {
    for (const [key, { amounts, purpose, transactionType }] of tables) {
      const { columns }: TableDefinition = TABLES[key]
      const named = [...amounts, purpose ?? [], transactionType ?? []].flat()
      expect(Object.keys(columns), key).toEqual(expect.arrayContaining(named))
      for (const amount of amounts) expect(columns[amount]?.kind).toBe('money')
    }
  })

  test('cover every category', () => {
    const covered = new Set(tables.map(([, { category }]) => category))
    expect(covered).toEqual(new Set(EDGE_CATEGORIES))
  })
})

describe('a transaction with a related organization', () => {
  const paid = (letters: string, version: string) =>
    letters
      .split('')
      .filter((letter) => paidTransactions(letter, version) !== undefined)
      .join('')
  const ALL = 'abcdefghijklmnopqrs'

  // Dividends got line f in 2012.
  test.each([
    ['2022v5.0', 'bdhkmpr', 'P'],
    ['2012v2.1', 'bdhkmpr', 'p'],
    ['2011v1.2', 'bdgjloq', 'o'],
    ['2010v3.2', 'bdgjloq', 'o'],
  ])('in %s is paid by the filer on lines %s', (version, letters, reimbursement) => {
    expect(paid(ALL, version)).toBe(letters)
    expect(paidTransactions(reimbursement, version)?.purpose).toBe('Reimbursement of expenses')
  })

  test('of several kinds has the purpose of each', () => {
    expect(paidTransactions('K,P', undefined)?.purpose).toBe(
      'Lease of facilities, equipment or other assets; Reimbursement of expenses',
    )
    expect(paidTransactions('b and r', undefined)?.purpose).toContain('; Other transfer')
  })

  test('distinguishes a gift and a loan, also next to another kind', () => {
    const kinds = (filed: string) => {
      const { isGift, isLoan } = paidTransactions(filed, undefined) ?? {}
      return [isGift, isLoan]
    }
    expect(['b, d', 'd', 'd,r', 'r'].map(kinds)).toEqual([
      [true, true],
      [false, true],
      [false, true],
      [false, false],
    ])
  })
})

const transactionsOf = (filed: string) => paidTransactions(filed, undefined)

testReturns({
  'spellings of line b': [
    transactionsOf,
    { purpose: 'Gift, grant or capital contribution', isGift: true, isLoan: false },
  ],
  'transactions that are not understood, or not all paid': [transactionsOf, undefined],
})
