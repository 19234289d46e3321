import { expect, test } from 'vitest'
import { describeAvailable, describeStatus } from '#indexer/commands/status.ts'
import type { Status } from '#indexer/pipeline/status.ts'
import { expectRecorded } from '#test/recorded.ts'

const rejection =
  'mapper_parsing_exception: failed to parse field [filter.revenue] of type [long] in document ' +
  "with id '170000000'. Preview of field's value: '1.0E30'"
const quarantined = Array.from({ length: 1_998 }, (_, at) => ({
  ein: `17${String(at).padStart(7, '0')}`,
  objectId: at === 0 ? null : '202303199349300003',
  reason: at === 1 ? 'x'.repeat(200) : rejection,
}))

const status: Status = {
  ...{ newestRelease: '20261121t033012345z', organizations: 1_998_765 },
  filingsByForm: { '990': 2_345_678, '990EZ': 1_234_567, '990N': 9_876_543, '990PF': 987_654 },
  ...{ filingsToDerive: 0, organizationsToRate: 0 },
  cohort: { release: '20261121t033012345z', policyVersion: 'rating-2', returns: 512_345 },
  network: {
    rows: { None: 21_234_567, Weak: 234_567, Strong: 12_345_678, Authoritative: 28_901_234 },
    waiting: 0,
  },
  awards: {
    ...{ audits: 456_789, used: 67_890, usedAudits: 345_678 },
    unused: { Contested: 12_345, Outweighed: 1_234, Unknown: 45_678, AuditorEIN: 123 },
    dropped: { NoUEI: 12, PlaceholderUEI: 234_567, MalformedEIN: 1_234, AuditorEIN: 345 },
    ...{ awards: 12_345_678, subawards: 1_234_567, withheld: 123_456 },
  },
  websites: { enriched: 234_567, notRead: 123_456, due: 98_765 },
  restrictionLists: [
    { list: 'OFAC', loaded: { month: '2026-10', parties: 18_123 } },
    { list: 'SAM', loaded: { month: '2026-11', parties: 178_901 } },
  ],
  missingFilings: [{ year: 2023, listed: 678_901, missing: 12 }],
  embeddings: [{ model: 'all-minilm-l6-v2-q@fb96720ef6aa', texts: 612_345 }],
  embeddingBytes: 1_234_567_890,
  indices: [
    {
      ...{ name: 'organizations-m1-20261121t033012345z', role: 'live', documents: 1_998_765 },
      ...{ bytes: 9_876_543_210, release: '20261121t033012345z', quarantined },
    },
  ],
}

const describeWith = (change: Partial<Status>) => describeStatus({ ...status, ...change })
const network = (waiting: number | 'all') => ({ ...status.network, waiting })
const [live] = status.indices

test('the status fits a terminal of 80 columns at the size of the whole sector', async () => {
  const text = describeStatus(status)
  await expectRecorded('status', { status: text })
  for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
})

test.each<[Partial<Status>, RegExp]>([
  [{ newestRelease: null, filingsByForm: {} }, /npm run load/],
  [{ newestRelease: null }, /npm run refresh/],
  [{ indices: [] }, /npm run reindex/],
  [{ indices: [], organizationsToRate: 7 }, /npm run rate/],
  [{ filingsToDerive: 7, organizationsToRate: 7 }, /npm run derive/],
  [{ network: { rows: {}, waiting: 7 }, organizationsToRate: 7 }, /npm run refresh/],
  [{ newestRelease: '20261122t033012345z' }, /npm run reindex \(the store is newer/],
  [{}, /up to date/],
])('the last line shows the next step (%#)', (change, step) => {
  expect(describeWith(change).split('\n').at(-1)).toMatch(step)
})

test.each<[Partial<Status>, RegExp]>([
  [{ organizationsToRate: 790_123 }, /790,123 organizations due: npm run rate/],
  [{ network: network(12) }, /12 organizations due: npm run refresh/],
  [{ network: network('all') }, /all grants due: npm run refresh/],
  [{ restrictionLists: [{ list: 'OFAC' }] }, /OFAC: not loaded/],
])('what is due is shown only then (%#)', (change, shown) => {
  expect(describeWith(change)).toMatch(shown)
  expect(describeStatus(status)).not.toMatch(shown)
})

const noAwards = { audits: 0, used: 0, usedAudits: 0, unused: {}, dropped: {} }
test.each<[Partial<Status>, string]>([
  [{ awards: { ...noAwards, awards: 0, subawards: 0, withheld: 0 } }, 'Awards'],
  [{ indices: live ? [{ ...live, quarantined: [] }] : [] }, 'The index lacks'],
])('what does not exist is not shown (%#)', (change, shown) => {
  expect(describeWith(change)).not.toContain(shown)
  expect(describeStatus(status)).toContain(shown)
})

test.each([
  ['OpenSearch', status, null, 'Store ', '│ Index'],
  ['Postgres', undefined, status.indices, '│ Index', 'Store '],
])('what is known is shown while %s is unavailable', (what, store, indices, shown, hidden) => {
  const text = describeAvailable(store, indices, [`${what} is unavailable.`])
  expect(text).toContain(shown)
  expect(text).not.toContain(hidden)
  expect(text.endsWith(`${what} is unavailable.`)).toBe(true)
})
