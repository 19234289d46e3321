import { describe, expect, it } from 'vitest'
import { breakLines } from '#src/cli/break-lines.ts'

describe('breakLines', () => {
  it('breaks at spaces and keeps words whole', () => {
    expect(breakLines('the officers of 2021 are missing', 12, 3)).toBe(
      'the officers\nof 2021 are\nmissing',
    )
  })

  it('counts two columns for wide letters and loses none', () => {
    const text = 'この団体の年次報告書はどこですか'
    const shown = breakLines(text, 12, 3)
    expect(shown).toBe('この団体の年\n次報告書はど\nこですか')
    expect(shown.replaceAll('\n', '')).toBe(text)
  })

  it('ends a longer text with an ellipsis within its columns', () => {
    expect(breakLines('一二三四五六七', 4, 2)).toBe('一二\n三…')
    expect(breakLines('one two three', 5, 2)).toBe('one\ntwo…')
  })

  it('keeps escapes and combined characters whole', () => {
    expect(breakLines('abcdefg\\u001b[31mred', 10, 3)).toBe('abcdefg\n\\u001b[31m\nred')
    expect(breakLines('abc👩‍👩‍👧', 4, 3)).toBe('abc\n👩‍👩‍👧')
  })

  it('returns a short text', () => {
    expect(breakLines('', 10, 3)).toBe('')
    expect(breakLines('as it is', 10, 3)).toBe('as it is')
  })
})
