import { expect, test } from 'vitest'
import { describeRating } from '#indexer/commands/rate.ts'

const result = {
  read: 790_123,
  scored: 765_432,
  notEnoughData: 24_691,
  bands: { Strong: 12_345, Good: 234_567, Mixed: 345_678, Weak: 172_842 },
  cohort: { release: '20261121t033012345z', policyVersion: 'rating-2', returns: 790_123 },
  changed: 712_345,
  removed: 1_234,
  release: '20261121t033012345z',
}

test('a run over the whole sector fits 80 columns', () => {
  const text = describeRating(result, 543)
  for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  expect(text).toContain('Rated 790,123 organizations')
  expect(text).toMatch(/Weak +172,842/)
  expect(text).toMatch(/Not enough data +24,691/)
  expect(text).toContain('Next: npm run reindex -- --changed.')
})

test('a run within a first start names no next command', () => {
  expect(describeRating(result, 543, false)).toMatch(/Release 20261121t033012345z\.$/)
})

test.each([
  [undefined, 'Ranked against the cohort of November 21, 2026 (790,123 returns).'],
  ['none', 'Made the first cohort: 790,123 returns.'],
  ['policy', 'Made a new cohort for rating-2: 790,123 returns.'],
  ['asked', 'Made a new cohort, as requested: 790,123 returns.'],
  ['doubled', 'Made a new cohort, because the returns have doubled: 790,123 returns.'],
] as const)('a run says what it did with the cohort (%s)', (reason, sentence) => {
  const cohort = { ...result.cohort, ...(reason && { reason }) }
  const text = describeRating({ ...result, cohort }, 20)
  expect(text).toContain(sentence)
  for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
})

test('a run without changes says so', () => {
  const idle = { ...result, read: 0, changed: 0, removed: 0, release: undefined }
  expect(describeRating(idle, 20)).toContain('No rating changed.')
})
