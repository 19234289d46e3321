import { expect, test } from 'vitest'
import { namesAgree } from '#indexer/network/match.ts'
import { cases } from '../cases.ts'

test.each(cases<[string, string, string]>('names that agree'))(
  'names agree if %s',
  (_, one, other) => {
    expect(namesAgree(one, other)).toBe(true)
    expect(namesAgree(other, one)).toBe(true)
  },
)

test.each(cases<[string, string, string]>('names that disagree'))(
  'names disagree that %s',
  (_, one, other) => {
    expect(namesAgree(one, other)).toBe(false)
    expect(namesAgree(other, one)).toBe(false)
  },
)

test('words of the city do not count', () => {
  expect(namesAgree('Tern Harbour Arts', 'Tern Harbour Rotary Club')).toBe(true)
  expect(namesAgree('Tern Harbour Arts', 'Tern Harbour Rotary Club', 'TERN HARBOUR')).toBe(false)
})
