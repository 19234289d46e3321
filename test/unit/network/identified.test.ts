import { expect, test } from 'vitest'
import type { GrantTotal } from '#src/network/direction.ts'
import { shareOf, sumIdentified, toPercent } from '#src/network/identified.ts'

const total = (more: Partial<GrantTotal>): GrantTotal => ({
  direction: 'Outgoing',
  category: 'ScheduleI',
  isCounted: true,
  rows: 1,
  amount: null,
  unresolved: 0,
  identified: null,
  ...more,
})

const UNKNOWN = { given: undefined, identified: undefined, share: undefined }

test.each([
  ['nothing', [], UNKNOWN],
  ['rows without amounts', [total({})], UNKNOWN],
  ['money received', [total({ direction: 'Incoming', amount: 5, identified: 5 })], UNKNOWN],
  [
    'part of the money',
    [
      total({ rows: 3, amount: 900, unresolved: 1, identified: 600 }),
      total({ category: 'FoundationPaid', amount: 100, unresolved: 1 }),
    ],
    { given: 1_000, identified: 600, share: 0.6 },
  ],
  [
    'no recipient that was found',
    [total({ rows: 2, amount: 900, unresolved: 2 })],
    { given: 900, identified: 0, share: 0 },
  ],
  [
    'recipients found only in rows without amounts',
    [total({ rows: 2, amount: 900, unresolved: 1 })],
    { given: 900, identified: undefined, share: undefined },
  ],
])('%s', (_, totals, expected) => {
  expect(sumIdentified(totals)).toEqual(expected)
})

test('a share is rounded down, so that only the whole is 1', () => {
  expect([shareOf(2, 3), shareOf(999_999, 1_000_000), shareOf(3, 3)]).toEqual([0.6666, 0.9999, 1])
  expect([shareOf(5, 0), shareOf(-1, 4), shareOf(5, 4), shareOf(null, 4)]).toEqual(
    Array(4).fill(undefined),
  )
  expect([toPercent(0.9999), toPercent(1)]).toEqual([99, 100])
})
