import { describe, expect, it } from 'vitest'
import { COLLECTION, type Evidence, formatRef, parseRef } from '#src/domain/evidence.ts'
import { cases } from '#test/unit/cases.ts'

describe('parseRef', () => {
  // A key may contain anything, even the separators of a Ref.
  it.each(cases<[string, Evidence]>('Refs and their parts'))(
    'reads %s and formats it back',
    (text, evidence) => {
      const parsed = parseRef(text)
      expect(parsed).toEqual(evidence)
      expect(parsed && formatRef(parsed)).toBe(text)
      expect(parsed && COLLECTION[parsed.kind]).toBeTypeOf('string')
    },
  )

  // NUL, invalid UTF-8, half an escape, and unneeded escapes.
  it.each(cases<[string]>('texts that are not a Ref'))('rejects %o', (text) => {
    expect(parseRef(text)).toBeUndefined()
  })
})
