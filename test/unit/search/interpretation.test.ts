import { describe, expect, it } from 'vitest'
import { interpretQuery } from '#src/search/interpretation.ts'

describe('interpretQuery', () => {
  it('reads cause, state, revenue and sort out of an analytical query', () => {
    expect(interpretQuery('food banks in Ohio over $5M by rating')).toEqual({
      text: 'food banks',
      sort: 'Rating',
      minRevenue: 5_000_000,
      state: { code: 'OH', label: 'Ohio' },
      cause: { codes: ['K31'], label: 'Food Banks & Pantries' },
      phrases: [
        { phrase: 'by rating', meaning: 'sorted by rating', key: 'sort' },
        { phrase: 'over $5M', meaning: 'latest revenue of at least $5,000,000', key: 'revenue' },
        { phrase: 'in Ohio', meaning: 'works or is registered in Ohio', key: 'state' },
        { phrase: 'food banks', meaning: 'cause K31 (Food Banks & Pantries)', key: 'cause' },
      ],
    })
  })

  it.each([
    ['museums with revenue between $1 and 5 million', 1_000_000, 5_000_000],
    ['shelters under $500k', undefined, 500_000],
    ['clinics with at least 2.5 million in annual revenue', 2_500_000, undefined],
    ['choirs above $750,000', 750_000, undefined],
  ])('reads the revenue of "%s"', (q, minRevenue, maxRevenue) => {
    const found = interpretQuery(q)
    expect([found.minRevenue, found.maxRevenue]).toEqual([minRevenue, maxRevenue])
  })

  it('takes a small number for what it counts, not for revenue', () => {
    const found = interpretQuery('tutoring for over 50 children')
    expect(found.minRevenue).toBeUndefined()
    expect(found.text).toBe('tutoring for over 50 children')
  })

  it('leaves a state inside a name alone', () => {
    expect(interpretQuery('Ohio Valley Choir').state).toBeUndefined()
  })

  it.each(['07-0000123', '070000123', 'EIN 07 0000123'])('reads %s as an EIN', (q) => {
    expect(interpretQuery(q).ein).toBe('070000123')
  })

  it('keeps something to search for when every word was a phrase', () => {
    expect(interpretQuery('largest in Ohio')).toMatchObject({
      text: 'largest in Ohio',
      sort: 'Revenue',
    })
  })

  it.each([
    ['museums in Washington DC', 'DC'],
    ['food banks in OH', 'OH'],
    ['Ohio food banks', 'OH'],
    ['food banks Ohio', 'OH'],
  ])('reads the state of "%s"', (q, code) => {
    expect(interpretQuery(q).state?.code).toBe(code)
  })

  it.each([
    ['food banks not in Ohio', 'not in Ohio'],
    ['smallest food banks', 'smallest'],
    ['top 10 universities', 'top 10'],
    ['food banks in Ohio and Texas', 'and Texas'],
  ])('says what it does not understand in "%s"', (q, phrase) => {
    const left = interpretQuery(q).phrases.filter(({ key }) => key === 'not understood')
    expect(left.map((own) => own.phrase)).toEqual([phrase])
  })

  it('lets "by assets" win over "biggest" and leaves neither in the text', () => {
    const found = interpretQuery('biggest foundations in Texas by assets')
    expect([found.sort, found.text]).toEqual(['Assets', 'foundations'])
  })
})
