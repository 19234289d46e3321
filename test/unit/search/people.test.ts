import { expect, test } from 'vitest'
import { interpretGrants } from '#src/search/grants/interpret.ts'
import type { GrantSearch } from '#src/search/grants/search-grants.ts'
import { interpretPeople } from '#src/search/people/interpret.ts'
import { testCases } from '#test/unit/cases.ts'

testCases(
  'words of a search of grants',
  (query: string, text: string, filters: GrantSearch['filters']) => {
    expect(interpretGrants(query, new Set())).toMatchObject({ text, filters })
  },
)

test('amount, state, and years become filters, whose meaning is reported', () => {
  const read = interpretGrants('reading programs in Iowa over $50,000 since 2020', new Set())
  expect(read).toEqual({
    text: 'reading programs',
    filters: { minYear: 2020, minAmount: 50_000, states: ['IA'] },
    phrases: [
      { phrase: 'in Iowa', meaning: 'recipient in Iowa' },
      { phrase: 'over $50,000', meaning: 'grants of at least $50,000' },
      { phrase: 'since 2020', meaning: 'tax year 2020 or later' },
    ],
    notUnderstood: [],
  })
})

test('a parameter wins over the words, which are still removed', () => {
  const reading = interpretGrants('reading in Ohio', new Set(['states']))
  expect(reading).toMatchObject({ text: 'reading', filters: {}, phrases: [] })
})

test('"largest" sorts by amount', () => {
  const reading = interpretGrants('largest grants for hospitals', new Set())
  expect(reading).toMatchObject({ sort: 'Amount' })
})

testCases('words of a search of people', (query: string, settings: object) => {
  expect(interpretPeople(query).settings).toEqual(settings)
})
