import { expect, test } from 'vitest'
import { describePeers, peerGroups, revenueDecade } from '#src/rating/peers.ts'
import { testReturns } from '#test/unit/cases.ts'

test('a decade is exact at every power of ten, and unknown without a positive revenue', () => {
  for (let power = 0; power < 13; power++) expect(revenueDecade(10 ** power)).toBe(power)
  expect([0, -5_000, undefined].map(revenueDecade)).toEqual([undefined, undefined, undefined])
})

test.each([
  ['990', 'P', 6, ['990:P:6', '990:P', '990']],
  ['990EZ', 'A', null, ['990EZ:A', '990EZ']],
  ['990', null, 6, ['990']],
] as const)(
  'a %s of group %s and decade %s is ranked in %j',
  (form, majorGroup, decade, groups) => {
    expect(peerGroups({ form, majorGroup, decade })).toEqual(groups)
  },
)

testReturns({
  'decades of revenues': revenueDecade,
  'peer groups in words': (group: string) => describePeers({ group }),
})
