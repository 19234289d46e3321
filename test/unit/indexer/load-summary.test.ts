import { expect, test } from 'vitest'
import { readOptions } from '#indexer/commands/load.ts'
import { formatSummary, type Summary } from '#indexer/load/summary.ts'

const nothing: Summary = {
  kinds: [],
  seconds: 1,
  rejects: [],
  warnings: [],
  notes: [],
  report: undefined,
  unreadable: [],
  skipped: [],
  isStopped: false,
  release: undefined,
}

test('of nothing shows no empty table', () => {
  expect(formatSummary(nothing)).toBe('Took 1.0 s.')
})

test('names the warnings by kind', () => {
  const warnings = [
    { code: 'SsnDropped', count: 1_200 },
    { code: 'UnknownSchemaVersion', count: 1 },
  ]
  const text = formatSummary({ ...nothing, warnings, report: '/reports/a.csv' })
  expect(text).toContain('\nWarnings: SsnDropped 1,200, UnknownSchemaVersion 1.\n')
  expect(text).toContain('Each is named in /reports/a.csv')
})

test('says what to know of the lists that were loaded', () => {
  const notes = ['sdn.csv was not read to its end.']
  expect(formatSummary({ ...nothing, notes })).toBe(`Took 1.0 s.\n${notes[0]}`)
})

test('names files that cannot be read with a reason that goes on after the comma', () => {
  const unreadable = [
    { path: '/a.csv', code: 'MissingColumn', detail: 'Its header lacks the column EIN.' },
  ]
  expect(formatSummary({ ...nothing, unreadable })).toContain(
    'Could not read 1, its header lacks the column EIN:\n  /a.csv',
  )
})

test.each(['', ' ', '-1', '1.5', 'many'])('--max-rejects %o is refused', (maxRejects) => {
  expect(() => readOptions({ maxRejects })).toThrow('--max-rejects must be a whole number')
})

test('--max-rejects 0 is taken', () => {
  expect(readOptions({ maxRejects: '0' }).maxRejects).toBe(0)
})
