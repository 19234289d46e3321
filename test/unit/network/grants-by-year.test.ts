import { expect, test } from 'vitest'
import type { Citable } from '#src/domain/evidence.ts'
import { sumYears, toYearColumns, toYears } from '#src/network/grants-by-year.ts'
import { cases } from '../cases.ts'

const SUM = { taxYear: 2022, rows: 4, returns: 1, amount: null, weak: null, identified: null }

/** A return for a tax year that reports these amounts. */
const filed = ([taxYear, facts, objectId = `${taxYear}23199349301234`]: Filed) => {
  const placed = Object.entries(facts).map(([key, value]) => {
    return [key, { value, path: `/IRS990/${key}` }]
  })
  return { objectId, form: '990', taxYear, facts: Object.fromEntries(placed) } as Citable
}
type Filed = [taxYear: number, facts: Record<string, number>, objectId?: string]

// Sums of rows, returns, and the years that are read from both; what is unknown is absent.
type Case = [string, 'Outgoing' | 'Incoming', Partial<typeof SUM>[], Filed[], object[]]
test.each(cases<Case>('years of grants'))('%s', (_, direction, sums, returns, years) => {
  const rows = sums.map((sum) => ({ ...SUM, unidentifiedRows: 0, ...sum }))
  expect(toYears(direction, rows, returns.map(filed))).toEqual(years)
})

test('the eight newest years have a column, and older ones are summed', () => {
  const years = Array.from({ length: 10 }, (_, at) => ({ taxYear: 2024 - at }))
  const { shown, earlier } = toYearColumns(years)
  expect([shown.at(0), shown.at(-1), earlier]).toEqual([2024, 2017, [2016, 2015]])
  const party = {
    years: [
      { taxYear: 2016, amount: 5, grantCount: 1, evidenceRefs: ['a'] },
      { taxYear: 2015, grantCount: 2, evidenceRefs: ['b', 'c'] },
    ],
  }
  expect(sumYears(party, earlier)).toEqual({
    amount: 5,
    grantCount: 3,
    evidenceRefs: ['a', 'b', 'c'],
  })
  expect(sumYears(party, [2015])).toEqual({ grantCount: 2, evidenceRefs: ['b', 'c'] })
  expect(sumYears(party, [2024])).toBeUndefined()
})
