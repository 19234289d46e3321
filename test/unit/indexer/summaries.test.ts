import { expect, test } from 'vitest'
import { describeResult } from '#indexer/commands/derive.ts'
import { describeEnriching } from '#indexer/commands/enrich.ts'
import { parseOptions } from '#indexer/commands/expected.ts'
import { loadOptions } from '#indexer/commands/load.ts'
import { formatSummary, type Summary } from '#indexer/commands/load-summary.ts'
import { describeNetwork } from '#indexer/commands/network.ts'
import { describeRating } from '#indexer/commands/rate.ts'
import type { EnrichResult } from '#indexer/enrich/run.ts'
import type { SourceKind } from '#indexer/sources/source.ts'
import { expectRecorded } from '#test/recorded.ts'

const release = '20261122t090000000z'

const enriched: EnrichResult = {
  ...{ due: 345_678, enriched: 234_567, changed: 123_456, refused: 98_765, failed: 12_346 },
  ...{ lost: 1_234, release },
  reasons: [
    { state: 'Failed', kind: 'Dns', count: 12_346 },
    { state: 'Refused', kind: 'Parked', count: 1_000 },
    { state: 'Refused', kind: 'Disallowed', count: 97_765 },
  ],
}
const noWebsite = { ...enriched, due: 0, changed: 0, lost: 0, release: undefined }
const oneWebsite = { ...enriched, due: 1, enriched: 1, refused: 0, failed: 0, reasons: [] }
const ein = '070000017'

const rated: Parameters<typeof describeRating>[0] = {
  ...{ read: 790_123, scored: 765_432, notEnoughData: 24_691, changed: 712_345, removed: 1_234 },
  bands: { Strong: 12_345, Good: 234_567, Mixed: 345_678, Weak: 172_842 },
  cohort: { release: '20261121t033012345z', policyVersion: 'rating-3', returns: 790_123 },
  release,
}
type Cohort = NonNullable<typeof rated.cohort>
const ratedBy = (reason: NonNullable<Cohort['reason']>) =>
  describeRating({ ...rated, cohort: { ...(rated.cohort as Cohort), reason } }, 20)

const none = { FiledEIN: 0, RelatedEIN: 0, NameCityState: 0, NameState: 0, Unresolved: 0 }
const nothing = { funders: 0, rows: 0, methods: none, changed: 0, release: undefined }
const methods = {
  ...{ FiledEIN: 28_901_234, RelatedEIN: 0, NameCityState: 12_345_678, NameState: 1_234_567 },
  Unresolved: 21_234_567,
}

const derived = { derived: 1_200, changed: 7, release, network: nothing } as unknown as Parameters<
  typeof describeResult
>[0]

const loaded: Summary = {
  ...{ kinds: [], seconds: 1, rejects: [], warnings: [], notes: [], unreadable: [], skipped: [] },
  ...{ report: undefined, network: undefined, mapping: undefined },
  ...{ isStopped: false, release: undefined },
}
const load = (...kinds: SourceKind[]): Summary => {
  const counts = { loaded: 1, unchanged: 0, replaced: 0, rejected: 0, warned: 0, fresh: 1 }
  const rates = { files: 1, rows: 1, perSecond: 1, seconds: 1, ...counts }
  return { ...loaded, kinds: kinds.map((kind) => ({ kind, ...rates })), release }
}
const warnings = [
  { code: 'SsnDropped', count: 1_200 },
  { code: 'UnknownSchemaVersion', count: 1 },
]
const notes = [`${'A sentence that goes on. '.repeat(8)}End.`]
const unreadable = [{ path: 'a.csv', code: 'EmptyFile', detail: 'It has no content.' }]

test('the summaries of commands fit 80 columns', async () => {
  const summaries: Record<string, string> = {
    'enrich: whole sector': describeEnriching(enriched, 8_000),
    'enrich: nothing due': describeEnriching(noWebsite, 1),
    'enrich: one': describeEnriching(oneWebsite, 1, ein),
    'enrich: one without': describeEnriching({ ...oneWebsite, due: 0 }, 1, ein),
    'rate: whole sector': describeRating(rated, 543),
    'rate: first cohort': ratedBy('none'),
    'rate: new policy': ratedBy('policy'),
    'rate: requested cohort': ratedBy('asked'),
    'rate: doubled returns': ratedBy('doubled'),
    'rate: nothing due': describeRating(
      { ...rated, read: 0, changed: 0, removed: 0, release: undefined },
      20,
    ),
    derive: describeResult(derived, 60),
    'network: whole sector':
      describeNetwork({
        ...nothing,
        funders: 345_678,
        rows: 63_716_046,
        methods,
        changed: 790_123,
      }) ?? '',
    'network: removed rows': describeNetwork({ ...nothing, funders: 1, changed: 2 }) ?? '',
    'load: nothing': formatSummary(loaded),
    'load: warnings': formatSummary({ ...loaded, warnings, report: '/reports/a.csv' }),
    'load: unreadable files': formatSummary({ ...loaded, unreadable }),
    'load: audits': formatSummary({
      ...load('award', 'audit'),
      mapping: { used: 45_678, unused: 1_234 },
    }),
    'load: awards': formatSummary(load('award', 'award-transaction', 'subaward')),
    'load: lists': formatSummary({
      ...load('ofac-party', 'sam'),
      notes,
    }),
    'load: returns': formatSummary(load('efile')),
    'load: stopped': formatSummary({ ...load('efile'), isStopped: true }),
  }
  await expectRecorded('summaries', summaries)
  for (const line of Object.values(summaries).join('\n').split('\n'))
    expect(line.length, line).toBeLessThanOrEqual(80)
  expect(describeNetwork(nothing)).toBeUndefined()
})

test.each(['', ' ', '-1', '1.5', 'many'])('--max-rejects %o is rejected', (maxRejects) => {
  expect(() => parseOptions(loadOptions, { maxRejects })).toThrow(/^--max-rejects: /)
})

test('--max-rejects 0 is accepted', () => {
  expect(parseOptions(loadOptions, { maxRejects: '0' }).maxRejects).toBe(0)
})
