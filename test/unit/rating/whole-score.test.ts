import { expect, it } from 'vitest'
import { wholeScore } from '#src/rating/rating.ts'

it.each([
  [79.84, 80],
  [78.42, 78],
  [84.6, 84],
  [69.5, 69],
  [54.99, 54],
  [85, 85],
  [99.6, 100],
  [0.4, 0],
])('shows %f as %i, and never as the next band', (score, shown) => {
  expect(wholeScore(score)).toBe(shown)
})
