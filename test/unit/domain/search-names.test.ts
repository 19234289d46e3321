import { expect, test } from 'vitest'
import { toCompactKey, toSearchName, toWordSetKey } from '#src/domain/search-names.ts'
import { cases, testReturns } from '#test/unit/cases.ts'

test.each(cases<[string, string]>('names of the same words'))(
  'the words of %s are those of %s',
  (left, right) => {
    expect(toWordSetKey(toSearchName(left))).toBe(toWordSetKey(toSearchName(right)))
  },
)

test.each(cases<[string, string]>('names equal without spaces'))(
  '%s is %s without spaces',
  (left, right) => {
    expect(toCompactKey(left)).toBe(toCompactKey(right))
  },
)

testReturns({
  'names as they are searched': toSearchName,
})
