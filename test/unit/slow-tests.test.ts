import { readdirSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { SLOW_TESTS } from '#test/slow/slow-tests.ts'

const FILES = ['src', 'indexer', 'mappings', 'test', 'docs', '.'].flatMap((folder) =>
  readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' }).map((name) =>
    join(folder, name),
  ),
)

test('the table lists every slow test or its folder', () => {
  const slow = FILES.filter((file) => matchesGlob(file, 'test/slow/**/*.test.ts'))
  const listed = Object.keys(SLOW_TESTS)
  const entryOf = (file: string) =>
    listed.find((entry) => file === entry || dirname(file) === entry)
  expect(slow.filter((file) => entryOf(file) === undefined)).toEqual([])
  expect(new Set(slow.map(entryOf))).toEqual(new Set(listed))
})

test.each([...new Set(Object.values(SLOW_TESTS).flat())])('%s matches a file', (pattern) => {
  expect(FILES.some((file) => matchesGlob(file, pattern))).toBe(true)
})
