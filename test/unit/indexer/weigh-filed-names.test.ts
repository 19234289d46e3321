import { expect, test } from 'vitest'
import { type FiledName, weighFiledNames } from '#indexer/network/match.ts'
import { testReturns } from '../cases.ts'

const ONE = '170000010'
const TWO = '170000020'

/** A name that one funder files. */
const by = (funder: string, name: string): FiledName => ({
  ...{ key: name.toLowerCase(), name, funders: 1, first: funder, last: funder },
})

const byBoth = (name: string): FiledName => ({ ...by(ONE, name), funders: 2, last: TWO })

test('many names count if as many agree', () => {
  const scattered = ['Elm School', 'Fern Chapel', 'Gull Choir', 'Heron Club', 'Ibis Farm']
  const alike = ['Alder', 'Alder Fund', 'Alder Trust', 'Alder House', 'The Alder'].map((name) =>
    by(ONE, `${name} Quince`),
  )
  const weights = weighFiledNames([...alike, ...scattered.map((name) => by(TWO, name))])
  expect(weights.size).toBe(10)
})

testReturns({
  'weights of filed names': (_: string, one: string[], two: string[], both: string[]) => {
    const names = [one.map((name) => by(ONE, name)), two.map((name) => by(TWO, name))].flat()
    return Object.fromEntries(weighFiledNames([...names, ...both.map(byBoth)]))
  },
})
