import { describe, expect, it } from 'vitest'
import { causesNamedBy, isOfCauseWords } from '#src/domain/cause-phrases.ts'

describe('causesNamedBy', () => {
  it.each([
    ['church', 'churches', ['X2']],
    ['food pantry', 'Food Pantries', ['K31']],
    ['college', 'colleges', ['B4']],
    ['small business', 'small businesses', undefined],
  ])('finds the same by "%s" and "%s"', (singular, plural, codes) => {
    expect(causesNamedBy(singular)?.codes).toEqual(codes)
    expect(causesNamedBy(plural)).toEqual(causesNamedBy(singular))
  })

  it('finds none by a part that many labels share', () => {
    expect(causesNamedBy('research')).toBeUndefined()
  })
})

describe('isOfCauseWords', () => {
  it.each(['domestic violence', 'veterans', 'youth sports', 'animal rescue', 'Food'])(
    'is true for "%s", which only names a cause',
    (text) => expect(isOfCauseWords(text)).toBe(true),
  )

  it.each(['maumee valley', 'harvest pantry', 'open door', ''])(
    'is false for "%s", which says more',
    (text) => {
      expect(isOfCauseWords(text)).toBe(false)
    },
  )
})
