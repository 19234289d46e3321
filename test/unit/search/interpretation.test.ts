import { describe, expect, it } from 'vitest'
import { interpretQuery } from '#src/search/interpretation/interpret-query.ts'

describe('interpretQuery', () => {
  it('reads cause, state, revenue, and sort out of an analytical query', () => {
    expect(interpretQuery('food banks in Ohio over $5M by rating')).toEqual({
      text: 'food banks',
      sort: 'Rating',
      minRevenue: 5_000_000,
      states: [{ code: 'OH', label: 'Ohio' }],
      cause: { codes: ['K31'], label: 'Food Banks & Pantries' },
      phrases: [
        { phrase: 'by rating', meaning: 'sorted by rating', key: 'sort' },
        { phrase: 'over $5M', meaning: 'latest revenue of at least $5,000,000', key: 'minRevenue' },
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
    ['choirs with a budget over 5000000', 5_000_000, undefined],
    ['choirs under 5,000,000 in revenue', undefined, 5_000_000],
    ['choirs with revenue between 250,000 and 1 million', 250_000, 1_000_000],
    ['for over 5,000 children with income over $2M', 2_000_000, undefined],
  ])('reads the revenue of "%s"', (q, minRevenue, maxRevenue) => {
    const found = interpretQuery(q)
    expect([found.minRevenue, found.maxRevenue]).toEqual([minRevenue, maxRevenue])
  })

  it.each([
    'tutoring for over 50 children',
    'meals for over 5,000 children',
    'grants to veterans from 2015 to 2020',
    'choirs founded between 1990 and 2,000',
    'clinics over 5000000',
  ])('reads no revenue in numbers that are not marked as money: %s', (q) => {
    expect(interpretQuery(q)).toEqual({ text: q, phrases: [] })
  })

  it.each([
    ['food banks over $1M and under $5M', 'over $1M and under $5M'],
    ['under $5M but above $1M food banks', 'under $5M but above $1M'],
    ['food banks between $1 and 5 million', 'between $1 and 5 million'],
  ])('removes both bounds of "%s" and the words between them', (q, phrase) => {
    expect(interpretQuery(q)).toEqual({
      text: 'food banks',
      minRevenue: 1_000_000,
      maxRevenue: 5_000_000,
      cause: { codes: ['K31'], label: 'Food Banks & Pantries' },
      phrases: [
        { phrase, meaning: 'latest revenue of at least $1,000,000', key: 'minRevenue' },
        { phrase, meaning: 'latest revenue of at most $5,000,000', key: 'maxRevenue' },
        { phrase: 'food banks', meaning: 'cause K31 (Food Banks & Pantries)', key: 'cause' },
      ],
    })
  })

  it.each(['food banks in Ohio and over $1M', 'food banks over $1M and in OR'])(
    'removes the words that joined phrases in "%s"',
    (q) => {
      const { text, states, minRevenue } = interpretQuery(q)
      expect([text, minRevenue]).toEqual(['food banks', 1_000_000])
      expect(states).toBeDefined()
    },
  )

  it.each(['Ohio Valley Choir', 'Ohio Valley Choir of Texas Women'])(
    'does not read a state inside a name: %s',
    (q) => {
      expect(interpretQuery(q)).toEqual({ text: q, phrases: [] })
    },
  )

  it.each(['07-0000123', '070000123', 'EIN 07 0000123'])('reads %s as an EIN', (q) => {
    expect(interpretQuery(q).ein).toBe('070000123')
  })

  it.each([
    ['largest in Ohio', { sort: 'Revenue', states: [{ code: 'OH', label: 'Ohio' }] }],
    ['largest organizations in Ohio', { sort: 'Revenue' }],
    ['What are the largest nonprofits in Ohio?', { sort: 'Revenue' }],
    ['charities over $5M', { minRevenue: 5_000_000 }],
    ['smallest charities in Ohio', { states: [{ code: 'OH', label: 'Ohio' }] }],
    ['Ohio charities', { states: [{ code: 'OH', label: 'Ohio' }] }],
    ['largest OH nonprofits', { sort: 'Revenue', states: [{ code: 'OH', label: 'Ohio' }] }],
    ['Ohio', { states: [{ code: 'OH', label: 'Ohio' }] }],
    ['organizations in Washington, DC', { states: [{ code: 'DC' }] }],
    ['DC organizations', { states: [{ code: 'DC' }] }],
  ])('leaves no words to search for: %s', (q, read) => {
    expect(interpretQuery(q)).toMatchObject({ text: '', ...read })
  })

  it.each([
    ['charities', 'charities'],
    ['what are nonprofits?', 'what are nonprofits?'],
    ['smallest charities', 'charities'],
    ['smallest', 'smallest'],
  ])('keeps words to search for: %s', (q, text) => {
    expect(interpretQuery(q).text).toBe(text)
  })

  it.each([
    ['museums in Washington DC', 'DC'],
    ['food banks in OH', 'OH'],
    ['Ohio food banks', 'OH'],
    ['food banks Ohio', 'OH'],
    ['food banks from US donors in OH', 'OH'],
    ['Ohio Valley wildlife in Kentucky', 'KY'],
    ['food banks OH', 'OH'],
    ['food banks, OH', 'OH'],
    ['food banks in Columbus Ohio', 'OH'],
    ['shelters in Kansas City, Missouri', 'MO'],
    ['food banks in Franklin County, Ohio', 'OH'],
  ])('reads the state of "%s"', (q, code) => {
    expect(interpretQuery(q).states?.map((state) => state.code)).toEqual([code])
  })

  it('reads Washington, DC as one place', () => {
    const found = interpretQuery('museums in Washington, DC')
    expect([found.text, found.phrases[0]?.phrase]).toEqual(['museums', 'in Washington, DC'])
  })

  it('keeps the town of a state as a search word', () => {
    const found = interpretQuery('food banks in Toledo, OH')
    expect(found.text).toBe('food banks in Toledo')
    expect(found.phrases).toEqual([
      { phrase: 'OH', meaning: 'works or is registered in Ohio', key: 'state' },
    ])
  })

  it.each([
    ['food banks not in Ohio', 'not in Ohio'],
    ['smallest food banks', 'smallest'],
    ['top 10 universities', 'top 10'],
    ['the 10 largest food banks', 'the 10'],
    ['largest 5 food banks', '5'],
    ['food banks with assets over $5M', 'with assets over $5M'],
    ['food banks over $5M in assets', 'over $5M in assets'],
    [
      'choirs with total expenses between $1M and 5 million',
      'with total expenses between $1M and 5 million',
    ],
  ])('reports what it does not understand in "%s"', (q, phrase) => {
    const left = interpretQuery(q).phrases.filter(({ key }) => key === 'not understood')
    expect(left.map((own) => own.phrase)).toEqual([phrase])
  })

  it('suggests an order only when none is given', () => {
    const adviceOn = (q: string) => interpretQuery(q).phrases[0]?.meaning
    expect(adviceOn('top 5 hospitals by revenue')).toBe(
      'not understood: use limit to set the number of results',
    )
    expect(adviceOn('top 5 hospitals')).toMatch(
      /use limit to set the number of results; to sort the results, add an order/,
    )
  })

  it.each([
    ['food banks sort by revenue', 'food banks', 'Revenue'],
    ['food banks ordered by assets', 'food banks', 'Assets'],
    ['food banks with the highest revenue', 'food banks', 'Revenue'],
    ['most assets food banks', 'food banks', 'Assets'],
    ['the 10 largest food banks', 'food banks', 'Revenue'],
    ['largest 5 food banks', 'food banks', 'Revenue'],
    ['charities with the largest annual budget', '', 'Revenue'],
    ['largest 4-H clubs', '4-H clubs', 'Revenue'],
    ['12 step programs by revenue', '12 step programs', 'Revenue'],
  ])('splits "%s" into subject and order', (q, text, sort) => {
    expect(interpretQuery(q)).toMatchObject({ text, sort })
  })

  it.each([
    ['food banks in ohio and kentucky', ['OH', 'KY'], 'Ohio or Kentucky'],
    ['food banks in Ohio, Kentucky and in texas', ['OH', 'KY', 'TX'], 'Ohio, Kentucky, or Texas'],
    ['food banks in OH, MI and PA', ['OH', 'MI', 'PA'], 'Ohio, Michigan, or Pennsylvania'],
    ['food banks in WA, OR or CA', ['WA', 'OR', 'CA'], 'Washington, Oregon, or California'],
    ['food banks in Ohio, MI and PA', ['OH', 'MI', 'PA'], 'Ohio, Michigan, or Pennsylvania'],
    ['Ohio and Kentucky food banks', ['OH', 'KY'], 'Ohio or Kentucky'],
    ['food banks in IL, IN', ['IL', 'IN'], 'Illinois or Indiana'],
    ['food banks in OH, Michigan and PA', ['OH', 'MI', 'PA'], 'Ohio, Michigan, or Pennsylvania'],
  ])('reads all states of a list: %s', (q, codes, labels) => {
    const found = interpretQuery(q)
    expect(found.text).toBe('food banks')
    expect(found.cause?.codes).toEqual(['K31'])
    expect(found.states?.map(({ code }) => code)).toEqual(codes)
    expect(found.phrases[0]).toMatchObject({
      key: 'state',
      meaning: `works or is registered in ${labels}`,
    })
  })

  it('prefers "by assets" to "biggest" and removes both', () => {
    const found = interpretQuery('biggest foundations in Texas by assets')
    expect([found.sort, found.text]).toEqual(['Assets', 'foundations'])
  })
})
