import { expect, test } from 'vitest'
import { interpretGrants } from '#src/search/grants/interpret.ts'
import type { GrantSearch } from '#src/search/grants/search-grants.ts'
import { interpretPeople } from '#src/search/people/interpret.ts'
import { type Entry, findPossiblySame } from '#src/search/people/search-people.ts'
import { testCases } from '#test/unit/cases.ts'

const OFFICERS = '/IRS990/Form990PartVIISectionAGrp'
const [ONE, TWO] = ['170000001', '170000002']

const entry = (ein: string, name: string, display: Partial<Entry['display']> = {}): Entry => ({
  ein,
  display: {
    ...{ name, ref: `990:2022:${ein}:${OFFICERS}[1]`, otherNames: [], titles: ['Treasurer'] },
    ...{ payStatus: 'Unpaid', firstYear: 2020, lastYear: 2022, organization: `Guild ${ein}` },
    ...{ city: 'Reno', state: 'NV', ...display },
  },
})
const elsewhere = { city: 'Toledo', state: 'OH' }
const chosen = entry(ONE, 'JANE M DOE')

const SHARED = 'Both organizations also list Ann Lee.'
const PLACE = 'Both organizations are in Reno, NV.'
const TITLE = 'Both list the title Treasurer in the same state.'

test.each<[string, Entry, string[], string | undefined, string[]?]>([
  ['city and initials', entry(TWO, 'Jane M. Doe'), [], 'Likely', [PLACE, TITLE]],
  ['city without initials', entry(TWO, 'Jane Doe'), [], 'Possible', [PLACE, TITLE]],
  ['another person', entry(TWO, 'Jane Doe', elsewhere), ['ANN LEE'], 'Likely', [SHARED]],
  ['the title in the state', entry(TWO, 'Jane Doe', { city: 'Elko' }), [], 'Possible', [TITLE]],
  ['nothing but the name', entry(TWO, 'Jane Doe', elsewhere), [], undefined],
  ['all but an initial', entry(TWO, 'Jane R Doe'), ['ANN LEE'], undefined],
  ['the organization', entry(ONE, 'Jane Doe'), [], undefined],
])('an entry that shares %s', (_, other, names, likelihood, why) => {
  const byEin = new Map([
    [ONE, ['JANE M DOE', 'Ann Lee']],
    [TWO, ['Jane Doe', ...names]],
  ])
  const found = findPossiblySame(chosen, [chosen, other], byEin)
  expect(found.map((same) => [same.likelihood, same.why])).toEqual(
    likelihood ? [[likelihood, why]] : [],
  )
})

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
