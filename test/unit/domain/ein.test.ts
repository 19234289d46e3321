import { describe, expect, test } from 'vitest'
import { formatEin, parseSentEin, parseTypedEin } from '#src/domain/ein.ts'
import { openCases } from '#test/unit/cases.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

describe('a typed EIN', () => {
  test.each(cases<[string]>('typed EINs'))('%s', (text) => {
    expect(parseTypedEin(text)).toBe('070000101')
  })

  // The IRS list of revoked exemptions has this EIN.
  test.each(['000267075', '00-0267075', 'EIN 00-0267075'])('below 010000000: %s', (text) => {
    expect(parseTypedEin(text)).toBe('000267075')
    expect(formatEin('000267075')).toBe('00-0267075')
  })

  test.each(cases<[string]>('texts that are not a typed EIN'))('rejects %s', (text) => {
    expect(parseTypedEin(text)).toBeUndefined()
  })
})

describe('an EIN in a request', () => {
  test.each(cases<[string, string]>('EINs in requests'))('%s is %s', (text, ein) => {
    expect(parseSentEin(text)).toBe(ein)
  })

  test.each(cases<[string]>('texts that are not an EIN in a request'))('rejects "%s"', (text) => {
    expect(parseSentEin(text)).toBeUndefined()
  })
})
