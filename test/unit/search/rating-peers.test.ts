import { expect, test } from 'vitest'
import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { nearestPeers } from '#src/search/rating-peers.ts'

const found = (ein: string, revenue?: number, score?: number) => {
  const known = revenue !== undefined && { revenue: { value: revenue, ref: 'r', taxYear: 2023 } }
  const rated = score !== undefined && { rating: { score } }
  return { ein, display: { name: ein, ...known, ...rated } as OrganizationDisplay }
}

test.each([
  ['nearest as a ratio, not in dollars', [found('a', 190, 1), found('b', 60, 1)], 'ba'],
  ['without one that has no score', [found('a', 100), found('b', 9_000, 0)], 'b'],
  ['without one that has no revenue', [found('a', undefined, 5), found('b', 1, 5)], 'b'],
  ['ordered by EIN if equally near', [found('b', 100, 1), found('a', 100, 9)], 'ab'],
  ['as many as asked', [...'abcd'].map((ein) => found(ein, 100, 1)), 'abc'],
])('the nearest rated organizations are %s', (_, hits, expected) => {
  const nearest = nearestPeers(hits, 100, 3).map(({ ein }) => ein)
  expect(nearest.join('')).toBe(expected)
})
