import { describe, expect, test } from 'vitest'
import { namesAgree } from '#indexer/network/match.ts'
import type { Citable } from '#src/domain/evidence.ts'
import { nameAsFiled } from '#src/domain/recipients.ts'
import type { GrantTotal } from '#src/network/grants.ts'
import { sumYears, toYearColumns, toYears } from '#src/network/grants-by-year.ts'
import { shareOf, sumIdentified } from '#src/network/identified.ts'
import { networkKey } from '#src/network/money-network.ts'
import { otherFiledName, otherFiledPlace, toParty } from '#src/network/party.ts'
import { readRowCursor, toCursor, toRowCursor } from '#src/organizations/cursor.ts'
import { cases, testCases, testReturns } from '#test/unit/cases.ts'

const TOTAL: GrantTotal = {
  ...({ direction: 'Outgoing', category: 'ScheduleI', isCounted: true } as const),
  ...{ rows: 1, amount: null, unresolved: 0, identified: null },
}

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

const UNKNOWN = {
  ...{ ein: null, hasProfile: false },
  ...{ knownName: null, knownCity: null, knownState: null, knownCountry: null },
}
const AKRON = { city: 'Akron', state: 'OH' }
const FILED = { filedName: 'Tansy Aid Inc', ...AKRON, country: null, region: null }

describe('toParty', () => {
  test('shows an unresolved party as filed, without an EIN', () => {
    expect(toParty(UNKNOWN, FILED)).toEqual({
      name: 'Tansy Aid Inc',
      place: AKRON,
      location: 'Akron, OH',
      profileAvailable: false,
    })
  })

  test('shows a resolved party with its own name and place', () => {
    const known = { ...UNKNOWN, ein: '079000001', knownName: 'Tansy Relief', knownCity: 'Kent' }
    expect(toParty({ ...known, hasProfile: true }, FILED)).toEqual({
      ein: '079000001',
      name: 'Tansy Relief',
      place: { city: 'Kent' },
      location: 'Kent',
      profileAvailable: true,
    })
  })
})

testCases('names that agree', (_: string, one: string, other: string) => {
  expect(namesAgree(one, other)).toBe(true)
  expect(namesAgree(other, one)).toBe(true)
})

testCases('names that disagree', (_: string, one: string, other: string) => {
  expect(namesAgree(one, other)).toBe(false)
  expect(namesAgree(other, one)).toBe(false)
})

test('words of the city do not count', () => {
  expect(namesAgree('Tern Harbour Arts', 'Tern Harbour Rotary Club')).toBe(true)
  expect(namesAgree('Tern Harbour Arts', 'Tern Harbour Rotary Club', 'TERN HARBOUR')).toBe(false)
})

const REQUEST = ['money-network', '079000001', '']
const KEY = [1250.5, 'none', 'Ünnamed, "so"', 'Outgoing', 'ScheduleI', 'x|akron|OH'] as const
const cursor = toRowCursor(REQUEST, ['r1'], KEY)
const read =
  (text: string, request = REQUEST) =>
  () =>
    readRowCursor(text, request, networkKey)

describe('readRowCursor', () => {
  test('returns the key, and rejects other data as stale', () => {
    const row = readRowCursor(cursor, REQUEST, networkKey)
    expect(row?.key).toEqual(KEY)
    expect(() => row?.requireData(['r1'])).not.toThrow()
    expect(() => row?.requireData(['r2'])).toThrow(expect.objectContaining({ code: 'StaleCursor' }))
  })

  test('rejects an altered cursor, or one of another request or kind', () => {
    const invalid = expect.objectContaining({ code: 'InvalidCursor' })
    const altered = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    altered[3][0] = 9
    const spelled = Buffer.from(JSON.stringify(altered)).toString('base64url')
    for (const text of [
      spelled,
      cursor.slice(1),
      'x'.repeat(5_000),
      toCursor(REQUEST, ['r1'], 3),
    ]) {
      expect(read(text)).toThrow(invalid)
    }
    expect(read(cursor, ['money-network', '079000001', 'Incoming'])).toThrow(invalid)
  })
})

// A share is rounded down, so that only the whole is 1.
testReturns({
  'shares of amounts': shareOf,
  'names of parties as filed': nameAsFiled,
  'filed names that differ': (known: string | null, filedName: string) =>
    otherFiledName(known, { filedName }),
  'filed places that differ': (knownCity, knownState, filed: Partial<typeof FILED>) =>
    otherFiledPlace({ knownCity, knownState }, { ...FILED, ...filed }),
  'sums of identified grants': (_: string, totals: Partial<GrantTotal>[]) =>
    sumIdentified(totals.map((more) => ({ ...TOTAL, ...more }))),
})
