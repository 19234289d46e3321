import { describe, expect, it } from 'vitest'
import { isMereName, maskFiledWords } from '#src/assistant/grounding/forbidden.ts'
import { openCases } from '../../cases.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

describe('filed text in an answer', () => {
  it.each(cases<[string, string]>('filed text without keys and links'))(
    'contains no keys or links: %s',
    (filed, shown) => {
      expect(maskFiledWords(filed)).toBe(shown)
    },
  )

  it.each(['St. Mary of the Angels', 'Seven Mile Turtle Hospital', 'Post 1234', 'Class of 1965'])(
    'is a name: %s',
    (name) => {
      expect(isMereName(name)).toBe(true)
    },
  )

  it.each(cases<[string]>('texts that are more than a name'))('is more than a name: %s', (name) => {
    expect(isMereName(name)).toBe(false)
  })
})
