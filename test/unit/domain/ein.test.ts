import { describe, expect, test } from 'vitest'
import { formatEin, parseSentEin, parseTypedEin } from '#src/domain/ein.ts'

describe('a typed EIN', () => {
  test.each([
    '070000101',
    '07-0000101',
    ' 07 0000101 ',
    '07.0000101',
    '70000101',
    '07\u20100000101',
    '07\u20110000101',
    '07\u20120000101',
    '07\u20130000101',
    '07\u20140000101',
    '07\u20150000101',
    '07\u22120000101',
    '07－0000101',
    '０７００００１０１',
    '#070000101',
    '＃070000101',
    '(07-0000101)',
    'EIN 07-0000101',
    'ein07-0000101',
    'EIN: 07-0000101',
    'EIN #07-0000101',
    'EIN (07-0000101)',
    '(EIN 07-0000101)',
    'FEIN 07-0000101',
    'TIN 070000101',
    'Tax ID: 07-0000101',
    'Tax ID no. 07-0000101',
    'Federal Tax ID 07-0000101',
    'Taxpayer Identification Number: 07-0000101',
    'Employer Identification Number 07-0000101',
  ])('%s', (text) => {
    expect(parseTypedEin(text)).toBe('070000101')
  })

  // The IRS list of revoked exemptions has this EIN.
  test.each(['000267075', '00-0267075', 'EIN 00-0267075'])('below 010000000: %s', (text) => {
    expect(parseTypedEin(text)).toBe('000267075')
    expect(formatEin('000267075')).toBe('00-0267075')
  })

  test.each([
    'Turkana 070000101',
    '070000101 Turkana',
    '(070) 000-0101',
    '(070) 000-101',
    '+1 070 000 010 1234',
    '07-0000101 2023',
    'Tintin 070000101',
    'EIN',
    '#',
    '()',
    '7000101',
    '000000000',
    '',
  ])('rejects %s', (text) => {
    expect(parseTypedEin(text)).toBeUndefined()
  })
})

describe('an EIN in a request', () => {
  test.each([
    ['170000105', '170000105'],
    ['070000101', '070000101'],
    ['70000101', '070000101'],
    ['000267075', '000267075'],
    ['267075', '000267075'],
    ['1003350', '001003350'],
    ['10000', '000010000'],
  ])('%s is %s', (text, ein) => {
    expect(parseSentEin(text)).toBe(ein)
  })

  test.each([
    '000000000',
    '0',
    '9999',
    '1234567890',
    '0267075',
    '07-0000101',
    ' 70000101',
    '1e5',
    '',
  ])('rejects "%s"', (text) => {
    expect(parseSentEin(text)).toBeUndefined()
  })
})
