import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { breakLines } from '#src/cli/break-lines.ts'
import { describeKeys } from '#src/cli/describe-keys.ts'
import { showJson, showLine, showText } from '#src/cli/show-text.ts'
import { testReturns } from '../cases.ts'

testReturns({
  'texts that are shown': showText,
  'texts that are shown on one line': showLine,
  'texts in lines: columns, most lines': breakLines,
})

test('showJson keeps the values', () => {
  const value = { 'k\u009b': ['\u202e', '\u001b[0m', 'a\nb', { deep: '\u007f' }] }
  expect(showJson(value)).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
  expect(JSON.parse(showJson(value))).toEqual(value)
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
