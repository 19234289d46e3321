import { expect, test } from 'vitest'
import { toFundedYear } from '#src/network/both-sides.ts'
import type { Grant } from '#src/network/grants.ts'
import type { FiledReturn } from '#src/network/store/read-returns.ts'

const FUNDER = '202243199349301111'
const grant = (more: Partial<Grant> = {}): Grant => ({
  direction: 'Outgoing',
  funder: { ein: '079000001', name: 'Alder Fund', place: {}, hasProfile: true },
  recipient: { ein: '079000002', name: 'Birch Kitchen', place: {}, hasProfile: true },
  amount: 600,
  category: 'ScheduleI',
  form: '990',
  taxYear: 2022,
  matchMethod: 'FiledEIN',
  matchConfidence: 'Authoritative',
  evidence: {
    ref: `990:2022:${FUNDER}:/IRS990ScheduleI/RecipientTable[1]`,
    collection: 'filings',
    citation: '',
  },
  ...more,
})

const filed = (begin: string | null, end: string, contributions?: number, form = '990') =>
  ({
    ein: '079000002',
    objectId: `2023${end.slice(0, 4)}9349301234`,
    form,
    taxYear: 2022,
    taxPeriodBegin: begin,
    taxPeriodEnd: end,
    facts:
      contributions === undefined
        ? {}
        : { contributions: { value: contributions, path: '/IRS990/CYContributionsGrantsAmt' } },
  }) as FiledReturn

const OF_FUNDER = filed('2022-07-01', '2023-06-30')

test.each([
  ['one full return with the same period', [filed('2022-07-01', '2023-06-30', 900)], []],
  ['less reported', [filed('2022-07-01', '2023-06-30', 500)], ['MoreThanContributions']],
  [
    'enough in two years together',
    [filed('2023-01-01', '2023-12-31', 400), filed('2022-01-01', '2022-12-31', 300)],
    ['PeriodsDiffer'],
  ],
  [
    'an unknown line in one of two years',
    [filed('2023-01-01', '2023-12-31'), filed('2022-01-01', '2022-12-31', 300)],
    ['PeriodsDiffer'],
  ],
  ['a return of another time', [filed('2020-01-01', '2020-12-31', 5)], ['NoReturnForPeriod']],
  ['a postcard', [filed(null, '2022-12-31', undefined, '990N')], ['OnlyPostcardForPeriod']],
  ['a year whose begin is not filed', [filed(null, '2022-07-31', 900)], ['PeriodsDiffer']],
])('%s', (_, returns, flags) => {
  expect(toFundedYear([grant()], OF_FUNDER, returns).flags).toEqual(flags)
})

test('only rows that are grants and count are added', () => {
  const rows = [
    grant(),
    grant({ amount: 50 }),
    grant({ category: 'RelatedTransfer', amount: 7_000 }),
    grant({ category: 'ScheduleI', amount: 9_000, notCounted: 'ListedOnScheduleI' }),
  ]
  const year = toFundedYear(rows, OF_FUNDER, [filed('2022-07-01', '2023-06-30', 650)])
  expect(year).toMatchObject({ objectId: FUNDER, amount: 650, flags: [] })
  expect(year.received[0]?.lines.contributions).toEqual({
    value: 650,
    ref: '990:2022:202320239349301234:/IRS990/CYContributionsGrantsAmt',
  })
})

test('another name in the row is flagged', () => {
  const year = toFundedYear([grant({ filedName: 'BIRCH' })], OF_FUNDER, [
    filed('2022-07-01', '2023-06-30', 900),
  ])
  expect(year.flags).toEqual(['OtherNameFiled'])
})
