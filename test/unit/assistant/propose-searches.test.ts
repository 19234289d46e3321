import { expect, test } from 'vitest'
import {
  proposeSearches,
  type RecoveryFacts,
  type RecoveryFilters,
} from '#src/search/recovery/propose.ts'
import { testCases } from '../cases.ts'

const propose = (
  query: string,
  filters: RecoveryFilters = {},
  facts: Partial<RecoveryFacts> = {},
) => proposeSearches({ query, filters }, { passing: {}, ...facts })

const names = (query: string, facts: Partial<RecoveryFacts> = {}) =>
  propose(query, {}, facts).flatMap((one) => (one.mode === 'Identity' ? [one.query] : []))

const discoveries = (query: string, filters: RecoveryFilters = {}) =>
  propose(query, filters).filter(({ mode }) => mode === 'Discovery')

testCases('first proposals', (query: string, first: string, facts: object) => {
  expect(propose(query, {}, facts)[0]).toMatchObject({ query: first, mode: 'Identity' })
})

testCases('names in a query', (query: string, others: string[]) => {
  expect(names(query)).toEqual(expect.arrayContaining(others))
})

test('a name with a state at one end is searched in that state, but keeps words like one', () => {
  for (const [query = '', state] of [
    ['Marrowfield Pantry, OH', 'OH'],
    ['Marrowfield Pantry New Mexico', 'NM'],
    ['Ohio Marrowfield Pantry', 'OH'],
  ]) {
    const found = { query: 'Marrowfield Pantry', mode: 'Identity', filters: { state } }
    expect(propose(query)).toContainEqual(expect.objectContaining(found))
  }
  const states = propose('Shelter for me').map(({ filters }) => filters.state)
  expect(states.filter((state) => state !== undefined)).toEqual([])
})

test('filters are dropped one at a time, the narrowest first, then together', () => {
  const filters = { state: 'OH', cause: 'K31', minRevenue: 5, maxRevenue: 9 }
  const found = propose('Pantry', filters, { passing: { state: 40, cause: 3, revenue: 12 } })
    .filter(({ query, mode }) => query === 'Pantry' && mode === 'Identity')
    .map((one) => Object.keys(one.filters).join(' '))
  expect(found).toEqual([
    ...['state minRevenue maxRevenue', 'state cause', 'cause minRevenue maxRevenue', 'state', ''],
  ])
})

test('for an EIN, filters are the only change, and it is explained', () => {
  const why = expect.stringContaining('state')
  const without = { query: '07-0000101', mode: 'Identity', filters: {}, why }
  expect(propose('07-0000101', { state: 'OH' })).toEqual([without])
  expect(propose('07-0000101')).toEqual([])
})

test('words about what organizations do are searched with their filters, or those set', () => {
  expect(discoveries('soup kitchens in Ohio over $5M')).toMatchObject([
    { query: 'Soup Kitchens', filters: { state: 'OH', minRevenue: 5_000_000 } },
  ])
  expect(discoveries('soup kitchens in Ohio', { state: 'TX' })[0]?.filters).toEqual({ state: 'TX' })
})

test.each(['Marrowfield Pantry', '???', 'the', 'tell me about nonprofits', ''])(
  'proposals never repeat the failed search "%s" or each other, and are never empty',
  (query) => {
    const found = propose(query, { state: 'OH' })
    const keys = found.map((one) => JSON.stringify([one.query, one.mode, one.filters]))
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).not.toContain(JSON.stringify([query, 'Identity', { state: 'OH' }]))
    for (const one of found) expect(one.query).toMatch(/[\p{L}\p{N}]/u)
  },
)
