import { expect, test } from 'vitest'
import { type FiledName, weighFiledNames } from '#indexer/network/match.ts'

const ONE = '170000010'
const TWO = '170000020'

/** A name that one funder files. */
const by = (funder: string, name: string): FiledName => ({
  key: name.toLowerCase(),
  name,
  funders: 1,
  first: funder,
  last: funder,
})

const byBoth = (name: string): FiledName => ({ ...by(ONE, name), funders: 2, last: TWO })

const weigh = (...names: FiledName[]) => Object.fromEntries(weighFiledNames(names))

const SCATTERED = ['Elm School', 'Fern Chapel', 'Gull Choir', 'Heron Club', 'Ibis Farm']

test.each<[what: string, names: FiledName[], expected: Record<string, string>]>([
  ['one funder is weak', [by(ONE, 'Alder State University')], { 'alder state university': 'Weak' }],
  [
    'two names of one funder are weak',
    [by(ONE, 'Alder State University'), by(ONE, 'Alder University')],
    { 'alder state university': 'Weak', 'alder university': 'Weak' },
  ],
  [
    'two funders with one name are moderate',
    [byBoth('Alder State University')],
    { 'alder state university': 'Moderate' },
  ],
  [
    'two funders with similar names are moderate',
    [by(ONE, 'Alder State University'), by(TWO, 'Trustees of Alder State Univ')],
    { 'alder state university': 'Moderate', 'trustees of alder state univ': 'Moderate' },
  ],
  [
    'two funders with different names are weak',
    [by(ONE, 'Alder State University'), by(TWO, 'Gull Choir')],
    { 'alder state university': 'Weak', 'gull choir': 'Weak' },
  ],
  [
    'a further name is weak, even if the main one is moderate',
    [byBoth('Alder State University'), by(ONE, 'WXYZ Radio')],
    { 'alder state university': 'Moderate', 'wxyz radio': 'Weak' },
  ],
  [
    'another name that two funders file is moderate',
    [by(ONE, 'Alder University'), by(ONE, 'Alder Univ Press'), byBoth('Gull Choir')],
    { 'alder university': 'Weak', 'alder univ press': 'Weak', 'gull choir': 'Moderate' },
  ],
  [
    'four names that differ still count',
    SCATTERED.slice(0, 4).map((name) => by(ONE, name)),
    {
      'elm school': 'Weak',
      'fern chapel': 'Weak',
      'gull choir': 'Weak',
      'heron club': 'Weak',
    },
  ],
  ['five names that differ never count', SCATTERED.map((name) => by(ONE, name)), {}],
  ['no name has no weight', [], {}],
])('%s', (_, names, expected) => {
  expect(weigh(...names)).toEqual(expected)
})

test('many names count if as many agree', () => {
  const alike = ['Alder', 'Alder Fund', 'Alder Trust', 'Alder House', 'The Alder'].map((name) =>
    by(ONE, `${name} Quince`),
  )
  const weights = weighFiledNames([...alike, ...SCATTERED.map((name) => by(TWO, name))])
  expect(weights.size).toBe(10)
})
