import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { breakLines } from '#src/cli/break-lines.ts'
import { describeKeys } from '#src/cli/describe-keys.ts'
import { showJson, showLine, showText } from '#src/cli/show-text.ts'

test.each([
  ['plain text, Grüße, 読者 🙂', 'plain text, Grüße, 読者 🙂'],
  ['two\nlines\r\nand three', 'two\nlines\nand three'],
  ['\u001b[2J', '\\u001b[2J'],
  ['a\rb', 'a\\u000db'],
  ['\u009b31m\u0007\u007f', '\\u009b31m\\u0007\\u007f'],
  ['\u202efdp.exe\u2066', '\\u202efdp.exe\\u2066'],
  ['a\u2028b', 'a\\u2028b'],
])('%j is shown as %j', (text, shown) => expect(showText(text)).toBe(shown))

test('showLine joins white space', () => {
  expect(showLine(' a\n\tb \u001b')).toBe('a b \\u001b')
})

test('showJson keeps the values', () => {
  const value = { 'k\u009b': ['\u202e', '\u001b[0m', 'a\nb', { deep: '\u007f' }] }
  expect(showJson(value)).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
  expect(JSON.parse(showJson(value))).toEqual(value)
})

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

const key = {
  id: 12_345,
  tier: 'Internal' as const,
  owner: 'An owner with a name of several words, '.repeat(5),
  dataLimit: -1,
  advancedLimit: 1_000_000,
  createdAt: new Date('2026-11-21T12:00:00Z'),
  revokedAt: new Date('2026-11-22T12:00:00Z'),
}

test('keys fit 80 columns with a long owner', () => {
  const text = describeKeys([key], new Map([[12_345, { Data: 999_999, Advanced: 12_345 }]]))
  for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  for (const shown of ['12345', 'Internal', '2026-11-21', '2026-11-22']) {
    expect(text).toContain(shown)
  }
  // Today's use is above the limit.
  for (const shown of ['999,999,', 'unlimited', '12,345 of', '1,000,000']) {
    expect(text).toContain(shown)
  }
  const owner = text.split('\n').map((line) => line.split('│')[3]?.slice(0, -1) ?? '')
  expect(owner.join('').replaceAll(/\s/g, '')).toContain(key.owner.replaceAll(/\s/g, ''))
})

test('an empty list says how to make a key', () => {
  expect(describeKeys([], new Map())).toBe(
    'No keys yet. Create one: npm run keys -- create --tier Paid --owner NAME',
  )
})

test('a key shows the limits of its tier by default, and 0 when unused', () => {
  const text = describeKeys(
    [{ ...key, tier: 'Paid', owner: 'A', dataLimit: null, advancedLimit: null, revokedAt: null }],
    new Map(),
  )
  const cells = text.split('\n').map((line) => line.split('│').map((cell) => cell.trim()))
  expect(cells.map((line) => line[4])).toEqual(expect.arrayContaining(['0 of', '100,000']))
  expect(cells.map((line) => line[5])).toEqual(expect.arrayContaining(['0 of', '250']))
})

test('the container starts the service with the flags of npm start', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [, command] = /^CMD (\[.*\])$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? []
  expect(['exec', ...JSON.parse(command ?? '[]')].join(' ')).toBe(scripts.start)
})
