import { describe, expect, it } from 'vitest'
import { isMereName, maskFiledWords } from '#src/assistant/grounding/forbidden.ts'
import { testReturns } from '../../cases.ts'

describe('filed text in an answer', () => {
  it.each(['St. Mary of the Angels', 'Seven Mile Turtle Hospital', 'Post 1234', 'Class of 1965'])(
    'is a name: %s',
    (name) => {
      expect(isMereName(name)).toBe(true)
    },
  )
})

testReturns({
  'filed text without keys and links': maskFiledWords,
  'texts that are more than a name': [isMereName, false],
})
