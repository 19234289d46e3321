import { describe, expect, test } from 'vitest'
import { proposeSearches } from '#src/search/recovery/propose.ts'
import type { RecoveryFacts, RecoveryFilters } from '#src/search/recovery/recovery.ts'

const propose = (
  query: string,
  filters: RecoveryFilters = {},
  facts: Partial<RecoveryFacts> = {},
) => proposeSearches({ query, filters }, { passing: {}, ...facts })

const texts = (query: string, filters: RecoveryFilters = {}, facts: Partial<RecoveryFacts> = {}) =>
  propose(query, filters, facts).map((one) => `${one.mode}: ${one.query}`)

describe('a name', () => {
  test('is first spelled as in the index', () => {
    expect(texts('Kambridge Pantry', {}, { spelling: 'cambridge pantry' })[0]).toBe(
      'Identity: cambridge pantry',
    )
  })

  test('loses the sentence around it', () => {
    expect(texts('Please tell me about the nonprofit called Marrowfield Pantry')).toContain(
      'Identity: Marrowfield Pantry',
    )
    expect(texts('What is the revenue of Marrowfield Pantry?')[0]).toBe(
      'Identity: Marrowfield Pantry',
    )
  })

  test('gives its EIN', () => {
    expect(texts('revenue of 07-0000101, please')[0]).toBe('Identity: 07-0000101')
  })

  test.each([
    ['Marrowfield Pantry, OH', 'OH'],
    ['Marrowfield Pantry New Mexico', 'NM'],
    ['Ohio Marrowfield Pantry', 'OH'],
  ])('with a state at one end is searched in that state: %s', (query, state) => {
    expect(propose(query)).toContainEqual(
      expect.objectContaining({
        query: 'Marrowfield Pantry',
        mode: 'Identity',
        filters: { state },
      }),
    )
  })

  test('keeps its own words that look like states', () => {
    const found = propose('Shelter for me').map(({ filters }) => filters.state)
    expect(found.filter((state) => state !== undefined)).toEqual([])
  })

  test('is tried by its acronym, and an acronym by its letters', () => {
    expect(texts('Marrowfield Pantry of Lower Ohio')).toContain('Identity: MPLO')
    expect(texts('M. P. L. O.')).toContain('Identity: MPLO')
  })

  test('is tried outside and inside of parentheses', () => {
    const found = texts('Lantern Guild (Marrowfield Pantry)')
    expect(found).toContain('Identity: Lantern Guild')
    expect(found).toContain('Identity: Marrowfield Pantry')
  })
})

describe('filters', () => {
  const filters = { state: 'OH', cause: 'K31', minRevenue: 5, maxRevenue: 9 }

  test('are dropped one at a time, the narrowest first, then together', () => {
    const passing = { state: 40, cause: 3, revenue: 12 }
    const found = propose('Pantry', filters, { passing })
      .filter(({ query, mode }) => query === 'Pantry' && mode === 'Identity')
      .map((one) => Object.keys(one.filters).join(' '))
    expect(found).toEqual([
      'state minRevenue maxRevenue',
      'state cause',
      'cause minRevenue maxRevenue',
      'state',
      '',
    ])
  })

  test('explain what was dropped', () => {
    const [first] = propose('Pantry', { state: 'OH' })
    expect(first?.why).toBe('The same search without the state.')
  })

  test('are the only change for an EIN', () => {
    expect(propose('07-0000101', { state: 'OH' })).toEqual([
      {
        query: '07-0000101',
        mode: 'Identity',
        filters: {},
        why: 'The same search without the state.',
      },
    ])
    expect(propose('07-0000101')).toEqual([])
  })
})

describe('words about what organizations do', () => {
  test('are searched if no name is found, with the filters that the words ask for', () => {
    expect(
      propose('soup kitchens in Ohio over $5M').filter(({ mode }) => mode === 'Discovery'),
    ).toEqual([
      expect.objectContaining({
        query: 'Soup Kitchens',
        filters: { state: 'OH', minRevenue: 5_000_000 },
      }),
    ])
  })

  test('keep a filter that is set', () => {
    const found = propose('soup kitchens in Ohio', { state: 'TX' })
    const [first] = found.filter(({ mode }) => mode === 'Discovery')
    expect(first?.filters).toEqual({ state: 'TX' })
  })
})

describe('proposals', () => {
  test('never repeat the failed search or each other, and are never empty', () => {
    for (const query of ['Marrowfield Pantry', '???', 'the', 'tell me about nonprofits', '']) {
      const found = propose(query, { state: 'OH' })
      const keys = found.map((one) => JSON.stringify([one.query, one.mode, one.filters]))
      expect(new Set(keys).size).toBe(keys.length)
      expect(keys).not.toContain(JSON.stringify([query, 'Identity', { state: 'OH' }]))
      for (const one of found) expect(one.query).toMatch(/[\p{L}\p{N}]/u)
    }
  })

  test('are the same each time', () => {
    expect(propose('Marrowfield Pantry, OH')).toEqual(propose('Marrowfield Pantry, OH'))
  })
})
