import { describe, expect, it } from 'vitest'
import { displayName } from '#src/domain/display-name.ts'
import { cases } from '#test/unit/cases.ts'

describe('displayName', () => {
  it.each(cases<[string]>('names shown as filed'))('returns %j as filed', (name) =>
    expect(displayName(name)).toBe(name),
  )

  it.each(
    [
      ...['of ordinary and small words', 'with acronyms', 'with legal forms and abbreviations'],
      ...['with numbers', 'of people and places'],
    ].flatMap((kind) => cases<[string, string]>(`names ${kind}`)),
  )('shows %j as %j', (filed, shown) => expect(displayName(filed)).toBe(shown))

  it('changes nothing but case', () => {
    const filed = 'THE "A.B.C." O’NEIL’S & MCCOY FUND (D/B/A EXAMPLE-ON-SEA), INC. №5'
    expect(displayName(filed).toUpperCase()).toBe(filed)
  })

  it.each(["A'.", 'OF '])('reads 50,000 times %j within the time of a test', (part) => {
    const filed = part.repeat(50_000)
    expect(displayName(filed).length).toBe(filed.length)
  })
})
