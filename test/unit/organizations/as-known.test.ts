import { describe, expect, test } from 'vitest'
import type { Facts } from '#src/domain/facts/read-facts.ts'
import { compareKnown, selectKnown, toRegistryThen } from '#src/organizations/history/as-known.ts'
import type { FilingSummary } from '#src/organizations/organization.ts'
import { EIN, makeOrganization, makeRegistry, makeSummary } from './made-filing.ts'

const of2021 = { taxYear: 2021, taxPeriodEnd: '2021-12-31' }
const FILINGS = [
  makeSummary({
    objectId: 'e',
    receivedOn: '2024-05-01',
    taxYear: 2023,
    taxPeriodEnd: '2023-12-31',
  }),
  makeSummary({ objectId: 'd', receivedOn: '2023-11-01', isAmended: true }),
  makeSummary({ objectId: 'c', receivedOn: '2023-05-12', isCurrent: false }),
  makeSummary({ objectId: 'b', receivedOn: '2023-06-01', ...of2021, isAmended: true }),
  makeSummary({ objectId: 'a', receivedOn: '2022-05-10', ...of2021, isCurrent: false }),
  makeSummary({ objectId: 'n', form: '990N', receivedOn: null }),
  makeSummary({ objectId: 'x', receivedOn: '2022-01-01', isCurrent: false, exclusion: 'wrong' }),
]

const select = (on: string) => {
  const { known, years, later } = selectKnown(FILINGS, on)
  return {
    known: known?.objectId,
    years: years.map(({ objectId }) => objectId),
    later: later.map(({ filing, replaces }) => [filing.objectId, replaces?.objectId]),
  }
}

describe('selectKnown', () => {
  test.each([
    ['2022-05-09', undefined, []],
    ['2022-05-10', 'a', ['a']],
    ['2023-05-31', 'c', ['c', 'a']],
    // A late amendment of an earlier year is not the newest return, but counts for its year.
    ['2023-06-01', 'c', ['c', 'b']],
    ['2023-11-01', 'd', ['d', 'b']],
    ['2026-01-01', 'e', ['e', 'd', 'b']],
  ])('on %s, %s was the newest', (on, known, years) => {
    expect(select(on)).toMatchObject({ known, years })
  })

  test('lists later returns, each with the one it replaced', () => {
    expect(select('2023-05-31').later).toEqual([
      ['e', undefined],
      ['d', 'c'],
      ['b', 'a'],
    ])
  })
})

describe('compareKnown', () => {
  const facts = (revenue: number, program: number): Facts => ({
    totalRevenue: { value: revenue, path: '/IRS990/CYTotalRevenueAmt' },
    functionalProgramExpenses: {
      value: program,
      path: '/IRS990/TotalFunctionalExpensesGrp/ProgramServicesAmt',
    },
    functionalExpenses: { value: 100, path: '/IRS990/TotalFunctionalExpensesGrp/TotalAmt' },
  })
  const [, d, c] = FILINGS as [FilingSummary, FilingSummary, FilingSummary]
  const before = { ...c, facts: facts(500, 80) }
  const after = { ...d, facts: facts(400, 80) }
  const organization = makeOrganization({ filings: [d, c] })
  const { known, now, later } = compareKnown(
    organization,
    { ...selectKnown([d, c], '2023-06-30'), now: d },
    { known: [before, after], now: [after] },
  )

  test('cites inputs instead of a Ref that would mean the later return', () => {
    expect(known?.filing.objectId).toBe('c')
    expect(known?.figures).toMatchObject([
      { key: 'revenue', value: 500, ref: '990:2022:c:/IRS990/CYTotalRevenueAmt' },
      {
        key: 'programRatio',
        value: 0.8,
        derivedFrom: expect.arrayContaining([
          '990:2022:c:/IRS990/TotalFunctionalExpensesGrp/ProgramServicesAmt',
        ]),
      },
    ])
    expect(known?.figures[1]).not.toHaveProperty('ref')
    expect(now.figures[1]?.ref).toBe(`derived:programRatio:${EIN}:2022`)
  })

  test('lists only figures that the later return changed', () => {
    expect(later).toMatchObject([
      {
        filing: { objectId: 'd' },
        replaces: { objectId: 'c' },
        changes: [
          { key: 'revenue', before: { value: 500 }, after: { value: 400 }, difference: -100 },
        ],
      },
    ])
    expect(later[0]?.changes).toHaveLength(1)
  })
})

test('toRegistryThen leaves out what was listed or posted later', () => {
  const revoked = { revokedOn: '2021-05-15', reinstatedOn: null, asOf: '2026-04' }
  const listed = {
    ein: EIN,
    registry: makeRegistry({ asOf: '2026-04' }),
    revocations: [{ ...revoked, postedOn: '2021-08-09' }],
  }
  const names = [{ name: 'OLD', kind: 'name' as const, first: '2020-07', last: '2025-05' }]
  expect(toRegistryThen(listed, '2021-08-08', names)).toEqual({
    names: [{ name: 'OLD', asOf: '2020-07', ref: `bmf:2020-07:${EIN}:NAME` }],
    revocations: [],
  })
  const today = toRegistryThen(listed, '2026-05-01', names)
  expect(today.row?.asOf).toBe('2026-04')
  expect(today.names[0]?.asOf).toBe('2025-05')
  expect(today.revocations).toHaveLength(1)
})
