import { execFileSync } from 'node:child_process'
import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { SLOW_TESTS } from '../slow/slow-tests.ts'

const FILES = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')

test('the table names every slow test', () => {
  const slow = FILES.filter((file) => matchesGlob(file, 'test/slow/**/*.test.ts'))
  expect(Object.keys(SLOW_TESTS).toSorted()).toEqual(slow.toSorted())
})

test.each([...new Set(Object.values(SLOW_TESTS).flat())])('%s matches a file', (pattern) => {
  expect(FILES.some((file) => matchesGlob(file, pattern))).toBe(true)
})
