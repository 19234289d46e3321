import { expect, test } from 'vitest'
import type { GrantTotal } from '#src/network/grants.ts'
import { shareOf, sumIdentified, toPercent } from '#src/network/identified.ts'
import { testReturns } from '../cases.ts'

const TOTAL: GrantTotal = {
  ...({ direction: 'Outgoing', category: 'ScheduleI', isCounted: true } as const),
  ...{ rows: 1, amount: null, unresolved: 0, identified: null },
}

test('a share is rounded down, so that only the whole is 1', () => {
  expect([shareOf(2, 3), shareOf(999_999, 1_000_000), shareOf(3, 3)]).toEqual([0.6666, 0.9999, 1])
  const none = [shareOf(5, 0), shareOf(-1, 4), shareOf(5, 4), shareOf(null, 4)]
  expect(none).toEqual(Array(4).fill(undefined))
  expect([toPercent(0.9999), toPercent(1)]).toEqual([99, 100])
})

testReturns({
  'sums of identified grants': (_: string, totals: Partial<GrantTotal>[]) =>
    sumIdentified(totals.map((more) => ({ ...TOTAL, ...more }))),
})
