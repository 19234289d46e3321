import { expect, test } from 'vitest'
import { describeKeys } from '#src/cli/describe-keys.ts'

const key = {
  id: 12_345,
  tier: 'Internal' as const,
  owner: 'An owner with a name of several words, '.repeat(5),
  dataLimit: -1,
  advancedLimit: 1_000_000,
  createdAt: new Date('2026-11-21T12:00:00Z'),
  revokedAt: new Date('2026-11-22T12:00:00Z'),
}

test('keys fit a terminal of 80 columns, however long the owner is', () => {
  const text = describeKeys([key])
  for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  for (const shown of ['12345', 'Internal', 'unlimited', '1,000,000', '2026-11-21', '2026-11-22']) {
    expect(text).toContain(shown)
  }
  const owner = text.split('\n').map((line) => line.split('│')[3]?.slice(0, -1) ?? '')
  expect(owner.join('').replaceAll(/\s/g, '')).toContain(key.owner.replaceAll(/\s/g, ''))
})

test('without keys it says how to make one', () => {
  expect(describeKeys([])).toBe('No keys yet; make one with npm run keys -- create.')
})
