import { describe, expect, test } from 'vitest'
import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { buildRatingPeers } from '#src/search/queries/rating-peers.ts'
import { nearestPeers } from '#src/search/rating-peers.ts'

const found = (ein: string, revenue?: number, score?: number) => ({
  ein,
  display: {
    name: ein,
    ...(revenue !== undefined && { revenue: { value: revenue, ref: 'r', taxYear: 2023 } }),
    ...(score !== undefined && { rating: { score } }),
  } as OrganizationDisplay,
})

describe('the nearest rated organizations', () => {
  test.each([
    ['are nearest as a ratio, not in dollars', [found('a', 190, 1), found('b', 60, 1)], ['b', 'a']],
    ['do not include one without a score', [found('a', 100), found('b', 9_000, 0)], ['b']],
    ['do not include one without a revenue', [found('a', undefined, 5), found('b', 1, 5)], ['b']],
    ['are ordered by EIN if equally near', [found('b', 100, 1), found('a', 100, 9)], ['a', 'b']],
    [
      'are as many as asked',
      ['a', 'b', 'c', 'd'].map((ein) => found(ein, 100, 1)),
      ['a', 'b', 'c'],
    ],
  ])('%s', (_, hits, expected) => {
    expect(nearestPeers(hits, 100, 3).map(({ ein }) => ein)).toEqual(expected)
  })
})

test('searches look both ways from a revenue, which only one of them includes', () => {
  const wanted = { ein: '070000101', form: '990', majorGroup: 'P', revenue: 500 } as const
  const [larger, smaller] = buildRatingPeers(wanted, 6).map((body) => JSON.stringify(body))
  expect(larger).toContain('{"range":{"sort.revenue":{"gte":500}}}')
  expect(smaller).toContain('{"range":{"sort.revenue":{"lt":500}}}')
  expect([larger, smaller].map((body) => body?.includes('"filter.cause":"P"'))).toEqual([
    true,
    true,
  ])
  const [anyCause] = buildRatingPeers({ ...wanted, majorGroup: undefined }, 6)
  expect(JSON.stringify(anyCause)).not.toContain('filter.cause')
})
