import { expect, test } from 'vitest'
import { type FiledName, weighFiledNames } from '#indexer/network/match.ts'
import { openCases } from '../cases.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

const ONE = '170000010'
const TWO = '170000020'

/** A name that one funder files. */
const by = (funder: string, name: string): FiledName => ({
  ...{ key: name.toLowerCase(), name, funders: 1, first: funder, last: funder },
})

const byBoth = (name: string): FiledName => ({ ...by(ONE, name), funders: 2, last: TWO })

// The names that one, the other, and both of two funders file, and their weights.
test.each(cases<[string, string[], string[], string[], object]>('weights of filed names'))(
  '%s',
  (_, one, two, both, expected) => {
    const names = [one.map((name) => by(ONE, name)), two.map((name) => by(TWO, name))].flat()
    expect(Object.fromEntries(weighFiledNames([...names, ...both.map(byBoth)]))).toEqual(expected)
  },
)

test('many names count if as many agree', () => {
  const scattered = ['Elm School', 'Fern Chapel', 'Gull Choir', 'Heron Club', 'Ibis Farm']
  const alike = ['Alder', 'Alder Fund', 'Alder Trust', 'Alder House', 'The Alder'].map((name) =>
    by(ONE, `${name} Quince`),
  )
  const weights = weighFiledNames([...alike, ...scattered.map((name) => by(TWO, name))])
  expect(weights.size).toBe(10)
})
