import { describe, expect, test } from 'vitest'
import {
  describeExcluded,
  describeExclusions,
  describeIncluded,
  readReason,
} from '#indexer/commands/filings.ts'

const ID = '202341239349300000'
const STORED = { ein: '070000001', form: '990', taxPeriodEnd: '2022-12-31' } as const
const NEXT = /\nNext: npm run refresh/

const widest = (text: string): number => Math.max(...text.split('\n').map((line) => line.length))

test.each([
  ['', 'The reason is empty.'],
  [' \n ', 'The reason is empty.'],
  ['x'.repeat(501), 'The reason has 501 characters.'],
])('a reason that cannot be shown is rejected: %#', (reason, message) => {
  expect(() => readReason(reason)).toThrow(message)
})

test('a reason is stored on one line, without terminal control characters', () => {
  expect(readReason(' Wrong\n file\u001b[2J ')).toBe('Wrong file\\u001b[2J')
  expect(readReason('x'.repeat(500))).toHaveLength(500)
})

describe('the output of the command', () => {
  const other = '202341239349300001'
  test.each([
    [describeExcluded(ID, undefined, null), /is not loaded yet\.\s+It\s+stays\s+excluded/],
    [describeExcluded(ID, { ...STORED, current: other }, null), new RegExp(`${other}\\s+is now`)],
    [describeExcluded(ID, { ...STORED, current: null }, null), /No other\s+filing/],
    [describeExcluded(ID, { ...STORED, current: null }, 'Twice'), /replaces\s[^"]*"Twice"\./],
    [describeExcluded(ID, undefined, 'Twice'), /replaces\s[^"]*"Twice"\./],
    [describeIncluded(ID, { ...STORED, current: ID }), /It\s+is\s+the\s+current/],
    [describeIncluded(ID, { ...STORED, current: other }), /is\s+still\s+the/],
    [describeIncluded(ID, undefined), /It is not\s+loaded/],
  ])('says what was done and shows the next step, in 80 columns: %#', (text, expected) => {
    expect(text).toMatch(expected)
    expect(widest(text)).toBeLessThanOrEqual(80)
    expect(NEXT.test(text)).toBe(!text.includes('not loaded'))
  })

  test('lists exclusions with whole reasons, in 80 columns', () => {
    const excludedAt = new Date('2026-05-01T12:00:00Z')
    const reason = 'A long reason that says which file was wrong. '.repeat(10).trim()
    const text = describeExclusions([
      { objectId: ID, reason, excludedAt, ...STORED },
      { objectId: other, reason: 'Short', excludedAt, ein: null, form: null, taxPeriodEnd: null },
    ])
    expect(widest(text)).toBeLessThanOrEqual(80)
    expect(text.match(/long reason/g)).toHaveLength(10)
    expect(text).toContain('not loaded')
    expect(describeExclusions([])).toBe('No filing is excluded.')
  })
})
