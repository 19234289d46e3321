import { describe, expect, test } from 'vitest'
import { interpretGrants } from '#src/search/grants/interpret.ts'
import type { GrantSearch } from '#src/search/grants/params.ts'
import { buildGrantSearch, buildPurposeSearch } from '#src/search/grants/queries.ts'

const SEARCH: GrantSearch = {
  query: '',
  filters: { categories: ['ScheduleI', 'FoundationPaid'] },
  sort: 'Relevance',
  facets: false,
  page: 1,
  limit: 10,
}
const CATEGORY = { terms: { 'filter.category': ['ScheduleI', 'FoundationPaid'] } }
const LAST = { row: 'asc' }
const AMOUNT = { 'filter.amount': { order: 'desc', missing: '_last' } }

const pageOf = (search: Partial<GrantSearch>, near = [{ purpose: 'reading', similarity: 0.5 }]) =>
  buildGrantSearch({ ...SEARCH, ...search }, near)

describe('a search of grants', () => {
  test('matches telling words of the purpose or the name, or a purpose of the same meaning', () => {
    const { query } = pageOf({ query: 'literacy programs' })
    expect(query).toEqual({
      bool: {
        must: [
          {
            bool: {
              should: [
                {
                  match: {
                    'query.purpose': {
                      query: 'literacy',
                      minimum_should_match: '2<67%',
                      _name: 'purpose',
                    },
                  },
                },
                {
                  match: {
                    'query.recipient': {
                      query: 'literacy',
                      minimum_should_match: '2<67%',
                      _name: 'recipient',
                      boost: 0.4,
                    },
                  },
                },
                { constant_score: { filter: { term: { purpose: 'reading' } }, boost: 3 } },
              ],
            },
          },
        ],
        filter: [CATEGORY],
      },
    })
  })

  test('requires all words of a purpose that says nothing, and never looks for them in names', () => {
    const match = {
      'query.purpose': {
        query: 'general support',
        minimum_should_match: '2<67%',
        _name: 'purpose',
      },
    }
    expect(pageOf({ query: 'general support' }, []).query).toMatchObject({
      bool: { must: [{ bool: { should: [{ match }] } }] },
    })
  })

  test('finds both sides of an EIN', () => {
    expect(pageOf({ query: '07-0000101' }, []).query).toMatchObject({
      bool: {
        must: [
          {
            bool: {
              should: [
                { term: { ein: '070000101' } },
                { term: { 'filter.recipient': '070000101' } },
              ],
            },
          },
        ],
      },
    })
  })

  test('filters by every parameter', () => {
    const { query } = pageOf({
      filters: {
        categories: ['ScheduleF'],
        states: ['OH', 'MI'],
        minAmount: 5,
        maxAmount: 9,
        minYear: 2020,
        funder: { name: 'The Brightwater Fdn' },
        recipient: { ein: '080000102' },
      },
    })
    expect(query).toEqual({
      bool: {
        must: [],
        filter: [
          { terms: { 'filter.state': ['OH', 'MI'] } },
          { range: { 'filter.year': { gte: 2020 } } },
          { range: { 'filter.amount': { gte: 5, lte: 9 } } },
          { terms: { 'filter.category': ['ScheduleF'] } },
          { match: { 'query.funder': { query: 'brightwater foundation', operator: 'and' } } },
          { term: { 'filter.recipient': '080000102' } },
        ],
      },
    })
  })

  test.each<[Partial<GrantSearch>, object[]]>([
    [{}, [{ 'filter.year': 'desc' }, AMOUNT, LAST]],
    [{ query: 'reading' }, [{ _score: 'desc' }, AMOUNT, LAST]],
    [{ query: 'reading', sort: 'Amount' }, [AMOUNT, { 'filter.year': 'desc' }, LAST]],
    [
      { sort: 'Year', order: 'asc' },
      [{ 'filter.year': { order: 'asc', missing: '_last' } }, AMOUNT, LAST],
    ],
  ])('of %j has an order that ends in the row', (search, sort) => {
    expect(pageOf(search).sort).toEqual(sort)
  })

  test('counts each facet without its own filter, and filters the hits afterwards', () => {
    const states = { terms: { 'filter.state': ['OH'] } }
    const body = pageOf({ filters: { ...SEARCH.filters, states: ['OH'] }, facets: true })
    expect(body).toMatchObject({
      query: { bool: { must: [], filter: [] } },
      post_filter: { bool: { filter: [states, CATEGORY] } },
      aggs: {
        sums: { filter: { bool: { filter: [states, CATEGORY] } } },
        State: {
          filter: { bool: { filter: [CATEGORY] } },
          aggs: { by: { terms: { field: 'filter.state', size: 100 } } },
        },
        Year: { filter: { bool: { filter: [states, CATEGORY] } } },
        AmountBand: { filter: { bool: { filter: [states, CATEGORY] } } },
        Category: { filter: { bool: { filter: [states] } } },
      },
    })
  })

  test('compares a meaning with the nearest purposes above a floor', () => {
    expect(buildPurposeSearch(Float32Array.from([1, 0]))).toMatchObject({
      size: 30,
      query: {
        function_score: {
          query: { knn: { 'vector.purpose': { vector: [1, 0], k: 30 } } },
          min_score: 1.5,
        },
      },
    })
  })
})

describe('plain words', () => {
  test('amount, state, and years become filters, and the rest is the purpose', () => {
    expect(interpretGrants('literacy programs in Ohio over $50,000 since 2020', new Set())).toEqual(
      {
        text: 'literacy programs',
        filters: { minYear: 2020, minAmount: 50_000, states: ['OH'] },
        phrases: [
          { phrase: 'in Ohio', meaning: 'recipient in Ohio' },
          { phrase: 'over $50,000', meaning: 'grants of at least $50,000' },
          { phrase: 'since 2020', meaning: 'tax year 2020 or later' },
        ],
        notUnderstood: [],
      },
    )
  })

  test.each([
    ['grants in Ohio', '', { states: ['OH'] }],
    ['grants for museums in 2021', 'grants for museums', { minYear: 2021, maxYear: 2021 }],
    ['museums from 2018 to 2020', 'museums', { minYear: 2018, maxYear: 2020 }],
    ['museums before 2015', 'museums', { maxYear: 2014 }],
    ['grants', '', {}],
    ['general support', 'general support', {}],
    ['class of 2024 scholarships', 'class of 2024 scholarships', {}],
  ])('%s', (query, text, filters) => {
    expect(interpretGrants(query, new Set())).toMatchObject({ text, filters })
  })

  test('a parameter wins over the words, which are still removed', () => {
    const reading = interpretGrants('reading in Ohio', new Set(['states']))
    expect(reading).toMatchObject({ text: 'reading', filters: {}, phrases: [] })
  })

  test('"largest" sorts by amount', () => {
    expect(interpretGrants('largest grants for hospitals', new Set())).toMatchObject({
      sort: 'Amount',
    })
  })
})
