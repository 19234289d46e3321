import { describe, expect, test } from 'vitest'
import { namesNoRecipient, parseRecipientEin } from '#src/domain/recipients.ts'
import { openCases } from '#test/unit/cases.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

describe('a name of a recipient', () => {
  test.each(cases<[string]>('texts that name no recipient'))('is not a name: %j', (name) => {
    expect(namesNoRecipient(name)).toBe(true)
  })

  test.each(cases<[string]>('names of recipients'))('is a name: %j', (name) => {
    expect(namesNoRecipient(name)).toBe(false)
  })
})

describe('the EIN of a recipient', () => {
  test('is read as filed', () => {
    expect(parseRecipientEin('17-0000005', '070000001')).toBe('170000005')
    expect(parseRecipientEin('70000005', '170000001')).toBe('070000005')
  })

  test.each(cases<[string]>('placeholders for an EIN'))(
    'is absent for a placeholder: %j',
    (filed) => {
      expect(parseRecipientEin(filed, '070000001')).toBeUndefined()
    },
  )

  test("is not the filer's own", () => {
    expect(parseRecipientEin('07-0000001', '070000001')).toBeUndefined()
  })
})
