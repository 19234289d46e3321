import { expect, test } from 'vitest'
import { describeResult } from '#indexer/commands/derive.ts'

const result = {
  derived: 1_200,
  changed: 7,
  release: '20261122t090000000z',
  network: { rows: 0, methods: {}, changed: 0, release: undefined },
} as unknown as Parameters<typeof describeResult>[0]

test('a run prints the next command, unless a refresh continues by itself', () => {
  expect(describeResult(result, 60)).toMatch(/Next: npm run reindex -- --changed\.$/)
  expect(describeResult(result, 60, false)).toMatch(/Release 20261122t090000000z\.$/)
})
