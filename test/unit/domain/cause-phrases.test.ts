import { describe, expect, it } from 'vitest'
import { causesNamedBy } from '#src/domain/cause-phrases.ts'

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

  it('finds none by a part that many labels have', () => {
    expect(causesNamedBy('research')).toBeUndefined()
  })
})
