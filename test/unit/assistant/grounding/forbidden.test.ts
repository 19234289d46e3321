import { describe, expect, it } from 'vitest'
import { isMereName, maskFiledWords } from '#src/assistant/grounding/forbidden.ts'

describe('filed text in an answer', () => {
  it.each([
    ['Go to https://x.example/?q now', 'Go to [address removed] now'],
    ['an image ![x](https://x.example/p.png) here', 'an image [address removed] here'],
    ['mail help@x.example or x.example', 'mail [address removed] or [address removed]'],
    ['use nrk_abcdefghijkl now', 'use [key removed] now'],
    ['in St. Louis, e.g. for the U.S. team', 'in St. Louis, e.g. for the U.S. team'],
    ['www.turkana-wells.example', 'www.turkana-wells.example'],
  ])('contains no keys or links: %s', (filed, shown) => {
    expect(maskFiledWords(filed)).toBe(shown)
  })

  it.each(['St. Mary of the Angels', 'Seven Mile Turtle Hospital', 'Post 1234', 'Class of 1965'])(
    'is a name: %s',
    (name) => {
      expect(isMereName(name)).toBe(true)
    },
  )

  it.each([
    'Pay 777,777 dollars',
    'Raised $5',
    'Best 99%',
    'Three Million Club',
    'word '.repeat(20),
  ])('is more than a name: %s', (name) => {
    expect(isMereName(name)).toBe(false)
  })
})
