import { expect, test } from 'vitest'
import { readOptions } from '#indexer/commands/load.ts'
import { formatSummary, type Summary } from '#indexer/commands/load-summary.ts'
import type { SourceKind } from '#indexer/sources/source.ts'

const nothing: Summary = {
  kinds: [],
  seconds: 1,
  rejects: [],
  warnings: [],
  notes: [],
  restrictions: undefined,
  report: undefined,
  unreadable: [],
  skipped: [],
  isStopped: false,
  network: undefined,
  mapping: undefined,
  release: undefined,
}

const kindOf = (kind: SourceKind): Summary['kinds'][number] => {
  const counts = { loaded: 1, unchanged: 0, replaced: 0, rejected: 0, warned: 0, fresh: 1 }
  return { kind, files: 1, rows: 1, perSecond: 1, seconds: 1, ...counts }
}

test('a load of nothing shows no empty table', () => {
  expect(formatSummary(nothing)).toBe('Took 1.0 s.')
})

test('lists the warnings by kind', () => {
  const warnings = [
    { code: 'SsnDropped', count: 1_200 },
    { code: 'UnknownSchemaVersion', count: 1 },
  ]
  const text = formatSummary({ ...nothing, warnings, report: '/reports/a.csv' })
  expect(text).toContain('\nWarnings: SsnDropped 1,200, UnknownSchemaVersion 1.\n')
  expect(text).toContain('The report lists each one: /reports/a.csv')
})

test('shows the notes about the loaded lists', () => {
  const notes = ['sdn.csv was not read to its end.']
  expect(formatSummary({ ...nothing, notes })).toBe(`Took 1.0 s.\n${notes[0]}`)
})

test('shows how many pairs of audits are used', () => {
  const text = formatSummary({ ...nothing, mapping: { used: 45_678, unused: 1_234 } })
  expect(text).toContain('\nAudits: 45,678 UEIs mapped, 1,234 pairs rejected (npm run status).')
})

test('shows the changes of lists and the next command, in 80 columns', () => {
  const lists = [
    { list: 'OFAC', added: 212, removed: 31, entries: 18_700 },
    { list: 'SAM', added: 167_582, removed: 0, entries: 167_582 },
  ]
  const screened = { before: { confirmed: 1, review: 4 }, now: { confirmed: 1, review: 5 } }
  const notes = [`${'A sentence that goes on. '.repeat(8)}End.`]
  const release = '20261121t033012345z'
  const kinds = [kindOf('ofac-xml'), kindOf('sam')]
  const restrictions = { lists, screened }
  const text = formatSummary({ ...nothing, kinds, notes, restrictions, release })
  for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  expect(text).toContain('\nOFAC: 212 added, 31 removed, 18,700 entries.\nSAM: 167,582 added')
  expect(text).toContain('Screening: confirmed matches for 1 organization (unchanged);')
  expect(text).toContain('  5 to review (+1).')
  expect(text).toMatch(/Release 20261121t033012345z\. Next: npm run refresh\.$/)
})

test('awards and audits need a refresh', () => {
  const kinds = [kindOf('award'), kindOf('audit')]
  const loaded = { ...nothing, kinds, release: '20261121t033012345z' }
  expect(formatSummary(loaded)).toMatch(/Next: npm run refresh\.$/)
})

test('awards alone need no further command', () => {
  const kinds = [kindOf('award'), kindOf('award-transaction'), kindOf('subaward')]
  const loaded = { ...nothing, kinds, release: '20261121t033012345z' }
  expect(formatSummary(loaded)).toMatch(/Release 20261121t033012345z\.$/)
})

test('returns need a refresh, unless a first start continues or the load stopped', () => {
  const loaded = { ...nothing, kinds: [kindOf('efile')], release: '20261121t033012345z' }
  expect(formatSummary(loaded)).toMatch(/Next: npm run refresh\.$/)
  expect(formatSummary(loaded, false)).toMatch(/Release 20261121t033012345z\.$/)
  expect(formatSummary({ ...loaded, isStopped: true })).toMatch(/Release 20261121t033012345z\.$/)
})

test('lists unreadable files with the reason', () => {
  const unreadable = [
    { path: '/a.csv', code: 'MissingColumn', detail: 'Its header lacks the column EIN.' },
  ]
  expect(formatSummary({ ...nothing, unreadable })).toContain(
    'Could not read 1 file: Its header lacks the column EIN.\n  /a.csv',
  )
})

test.each(['', ' ', '-1', '1.5', 'many'])('--max-rejects %o is rejected', (maxRejects) => {
  expect(() => readOptions({ maxRejects })).toThrow('--max-rejects: expected a whole number')
})

test('--max-rejects 0 is accepted', () => {
  expect(readOptions({ maxRejects: '0' }).maxRejects).toBe(0)
})
