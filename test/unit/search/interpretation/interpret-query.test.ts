import { describe, expect, it } from 'vitest'
import { readTsv } from '#src/domain/tsv.ts'
import { interpretQuery } from '#src/search/interpretation/interpret-query.ts'
import { LISTS, reasonOf } from '#src/search/interpretation/vocabulary.ts'

const meaningsOf = (q: string) =>
  interpretQuery(q).phrases.map(({ phrase, meaning }) => [phrase, meaning])

describe('interpretQuery', () => {
  it('reads cause, state, revenue, and sort out of an analytical query', () => {
    expect(interpretQuery('food banks in Ohio over $5M by rating')).toEqual({
      text: 'food banks',
      filters: { minRevenue: 5_000_000, worksInStates: ['OH'] },
      sort: 'Rating',
      cause: { codes: ['K31'], label: 'Food Banks & Pantries' },
      phrases: [
        { phrase: 'in Ohio', meaning: 'works or is registered in Ohio', key: 'worksInStates' },
        { phrase: 'over $5M', meaning: 'latest revenue of at least $5,000,000', key: 'minRevenue' },
        { phrase: 'by rating', meaning: 'sorted by rating, highest first', key: 'sort' },
        { phrase: 'food banks', meaning: 'cause K31 (Food Banks & Pantries)', key: 'cause' },
      ],
      notUnderstood: [],
      likely: 'intent',
      name: 'food banks in Ohio over $5M by rating',
    })
  })

  it.each([
    [
      'nonprofits in Springfield',
      'in Springfield',
      /^registered in Springfield, IL, the largest of \d+ places with this name$/,
    ],
    [
      'food banks founded in 2010',
      'founded in 2010',
      /^recognized by the IRS in 2010 \(the year of/,
    ],
    [
      'hospitals with overhead under 10%',
      'with overhead under 10%',
      /^program ratio of at least 90%/,
    ],
    ['museums except in Ohio', 'except in Ohio', /^without Ohio$/],
    ['museums near Boston', 'near Boston', /^registered near Boston, MA \(within 50 km/],
    ['hospitals by revenue ascending', 'by revenue ascending', /^sorted by .*, lowest first$/],
    ['top 10 hospitals by assets', '10', /^10 results per page$/],
    ['public charities', 'public charities', /^exempt under section 501\(c\)\(3\)$/],
  ])('says what it read in "%s"', (q, phrase, meaning) => {
    expect(meaningsOf(q)).toContainEqual([phrase, expect.stringMatching(meaning)])
  })

  it.each([
    ['charities with CEO pay over $1M', 'pay', 'with CEO pay over $1M'],
    ['who funds food banks in Ohio', 'funders', 'who funds'],
    ['grants for literacy', 'grants', 'grants for'],
    ['CEO of Feeding America', 'leaders', 'CEO of'],
    ['fastest growing charities', 'growth', 'fastest growing'],
    ['food banks near me', 'here', 'near me'],
    ['animal shelters filed in 2021', 'past', 'filed in 2021'],
  ])('says why "%s" is not understood', (q, topic, phrase) => {
    expect(interpretQuery(q).notUnderstood).toEqual([{ phrase, why: reasonOf(topic) }])
  })

  it.each([
    ['Ohio Valley Choir', 'name', 'Ohio Valley Choir'],
    ['CEO of Feeding America', 'name', 'Feeding America'],
    ['who funds food banks', 'intent', 'food banks'],
    ['food banks in Ohio', 'intent', 'food banks in Ohio'],
    ['Food Banks In Ohio', 'intent', 'Food Banks In Ohio'],
    ['habitat for humanity', 'either', 'habitat for humanity'],
    ['habitat for humanity ohio', 'either', 'habitat for humanity ohio'],
    ['charity with EIN 53-0196605', 'name', '530196605'],
  ])('tells names from descriptions: %s', (q, likely, name) => {
    expect(interpretQuery(q)).toMatchObject({ likely, name })
  })

  it('reads amounts and years as those of grants when asked to', () => {
    const read = interpretQuery('literacy programs in Ohio over $50,000 since 2020', 'grants')
    expect(read).toMatchObject({
      text: 'literacy programs',
      filters: { worksInStates: ['OH'] },
      minAmount: 50_000,
      minYear: 2020,
      notUnderstood: [],
    })
    const range = interpretQuery('grants from $10,000 to $1M in 2022', 'grants')
    expect(range).toMatchObject({ minAmount: 10_000, maxAmount: 1_000_000 })
    expect(range).toMatchObject({ minYear: 2022, maxYear: 2022 })
  })

  it.each(['07-0000123', '070000123', 'EIN 07 0000123'])('reads %s as an EIN', (q) => {
    expect(interpretQuery(q)).toMatchObject({ ein: '070000123', likely: 'name' })
  })

  it('does not take a text of over 100 words apart', () => {
    const text = 'food banks in Ohio over $5M '.repeat(20).trim()
    expect(interpretQuery(text)).toMatchObject({
      text,
      filters: {},
      notUnderstood: [{ why: reasonOf('long') }],
    })
  })

  it.each(['', '$', '- -', '???', 'in', 'over', 'not', '501(c)(', '990', '\u{1F600}', 'the'])(
    'returns a reading of %j',
    (q) => {
      expect(interpretQuery(q)).toMatchObject({ filters: {}, phrases: [] })
    },
  )
})

it('every topic of the vocabulary has a reason', () => {
  const filtered = ['revenue', 'assets', 'rating', 'programRatio', 'overhead']
  for (const list of ['measure', 'noby', 'unsupported']) {
    const topics = [...(LISTS.get(list)?.values.values() ?? [])]
    for (const topic of topics.filter((one) => !filtered.includes(one)))
      expect(reasonOf(topic)).toMatch(/\.$/)
  }
})

it('no entry of the vocabulary is in a list twice', () => {
  const seen = new Set<string>()
  const rows = readTsv(
    new URL('../../../../src/search/interpretation/vocabulary.tsv', import.meta.url),
  )
  for (const [list, , words = ''] of rows)
    for (const entry of words.split(' | ')) {
      const key = `${list}: ${entry}`
      expect(seen, key).not.toContain(key)
      seen.add(key)
    }
})
