import { describe, expect, it, test } from 'vitest'
import { readTsv } from '#src/domain/tsv.ts'
import { interpretQuery } from '#src/search/interpretation/interpret-query.ts'
import { LISTS, reasonOf } from '#src/search/interpretation/vocabulary.ts'
import { expectRecorded } from '#test/recorded.ts'
import { cases, testCases } from '#test/unit/cases.ts'
import { toRow } from './to-row.ts'

test('the meaning of what was read is recorded', async () => {
  const meanings = cases<[string]>('questions with phrases').map(([query]) => {
    const phrases = interpretQuery(query).phrases.map(
      ({ phrase, meaning }) => `${phrase} -> ${meaning}`,
    )
    return [query, phrases] as const
  })
  await expectRecorded('search-phrases', Object.fromEntries(meanings))
})

describe('interpretQuery', () => {
  it('reads cause, state, revenue, and sort out of an analytical query', () => {
    const query = 'food banks in Iowa over $5M by rating'
    const { phrases, ...read } = interpretQuery(query)
    expect(read).toEqual({
      ...{ text: 'food banks', filters: { minRevenue: 5_000_000, worksInStates: ['IA'] } },
      ...{ sort: 'Rating', cause: { codes: ['K31'], label: 'Food Banks & Pantries' } },
      ...{ notUnderstood: [], likely: 'intent', name: query },
    })
    const keys = phrases.map(({ phrase, key }) => `${key}: ${phrase}`)
    expect(keys.join(', ')).toBe(
      'worksInStates: in Iowa, minRevenue: over $5M, sort: by rating, cause: food banks',
    )
  })

  testCases('what is not understood', (query: string, topic: string, phrase: string) => {
    expect(interpretQuery(query).notUnderstood).toEqual([{ phrase, ...reasonOf(topic) }])
  })

  testCases('names and descriptions', (query: string, likely: string, name: string) =>
    expect(interpretQuery(query)).toMatchObject({ likely, name }),
  )

  it('reads amounts and years as those of grants when asked to', () => {
    const read = (query: string) => interpretQuery(query, 'grants')
    expect(read('reading programs in Iowa over $50,000 since 2020')).toMatchObject({
      ...{ text: 'reading programs', filters: { worksInStates: ['IA'] }, notUnderstood: [] },
      ...{ minAmount: 50_000, minYear: 2020 },
    })
    expect(read('grants from $10,000 to $1M in 2022')).toMatchObject({
      ...{ minAmount: 10_000, maxAmount: 1_000_000, minYear: 2022, maxYear: 2022 },
    })
  })

  it.each(['07-0000123', '070000123', 'EIN 07 0000123'])('reads %s as an EIN', (query) => {
    expect(interpretQuery(query)).toMatchObject({ ein: '070000123', likely: 'name' })
  })

  it('leaves more than 100 words whole', () => {
    const text = 'food banks in Iowa over $5M '.repeat(20).trim()
    const notUnderstood = [reasonOf('long')]
    expect(interpretQuery(text)).toMatchObject({ text, filters: {}, notUnderstood })
  })

  it.each(['', '$', '- -', '???', 'in', 'over', 'not', '501(c)(', '990', '\u{1F600}', 'the'])(
    'returns a reading of %j',
    (query) => expect(interpretQuery(query)).toMatchObject({ filters: {}, phrases: [] }),
  )
})

test('every topic of the vocabulary has a reason', () => {
  const filtered = ['revenue', 'assets', 'rating', 'programRatio', 'overhead']
  const topics = ['measure', 'noby', 'unsupported'].flatMap((list) => [
    ...(LISTS.get(list)?.values.values() ?? []),
  ])
  for (const topic of topics.filter((one) => !filtered.includes(one)))
    expect(reasonOf(topic).why).toMatch(/\.$/)
})

test('no entry of the vocabulary is in a list twice', () => {
  const file = new URL('../../../../src/search/interpretation/vocabulary.tsv', import.meta.url)
  const entries = readTsv(file).flatMap(([list, , words = '']) =>
    words.split(' | ').map((entry) => `${list}: ${entry}`),
  )
  expect(entries.filter((entry, at) => entries.indexOf(entry) !== at)).toEqual([])
})

// Rows "from other" are from an engineer who did not know the code, with their expectation in words.
const ROWS = readTsv(new URL('./questions.tsv', import.meta.url))

test.each(ROWS.map((row) => [row[1] ?? '', row] as const))(
  'a question is read as its row says: %s',
  (question, row) => {
    const [, , text = '', sets = '', notUnderstood = ''] = row
    expect(toRow(interpretQuery(question))).toEqual([text, sets, notUnderstood])
  },
)

test('there are at least 200 questions, half of them from somebody else', () => {
  const others = ROWS.filter(([from]) => from === 'other')
  expect(ROWS.length).toBeGreaterThanOrEqual(200)
  expect(others.length).toBeGreaterThanOrEqual(100)
  expect(new Set(ROWS.map(([, question]) => question)).size).toBe(ROWS.length)
})
