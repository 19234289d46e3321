import { expect, it } from 'vitest'
import { describeAvailable, describeStatus } from '#indexer/commands/status.ts'
import type { Status } from '#indexer/pipeline/status.ts'

const status: Status = {
  newestRelease: '20261121t033012345z',
  organizations: 1_998_765,
  filingsByForm: { '990': 2_345_678, '990EZ': 1_234_567, '990N': 9_876_543, '990PF': 987_654 },
  filingsToDerive: 0,
  organizationsToRate: 0,
  cohort: { release: '20261121t033012345z', policyVersion: 'rating-2', returns: 512_345 },
  network: {
    rows: { None: 21_234_567, Weak: 234_567, Strong: 12_345_678, Authoritative: 28_901_234 },
    waiting: 0,
  },
  awards: {
    audits: 456_789,
    used: 67_890,
    usedAudits: 345_678,
    unused: { Contested: 12_345, Outweighed: 1_234, Unknown: 45_678, AuditorEIN: 123 },
    dropped: { NoUEI: 12, PlaceholderUEI: 234_567, MalformedEIN: 1_234, AuditorEIN: 345 },
    awards: 12_345_678,
    subawards: 1_234_567,
    withheld: 123_456,
  },
  websites: { enriched: 234_567, notRead: 123_456, due: 98_765 },
  restrictionLists: [
    { list: 'OFAC', loaded: { month: '2026-10', parties: 18_123, isWhole: true } },
    { list: 'SAM', loaded: { month: '2026-11', parties: 178_901, isWhole: false } },
  ],
  missingFilings: [{ year: 2023, listed: 678_901, missing: 12 }],
  embeddings: [{ model: 'all-minilm-l6-v2-q@fb96720ef6aa', texts: 612_345 }],
  embeddingBytes: 1_234_567_890,
  indices: [
    {
      name: 'organizations-m1-20261121t033012345z',
      role: 'live',
      documents: 1_998_765,
      bytes: 9_876_543_210,
      release: '20261121t033012345z',
      quarantined: Array.from({ length: 1_998 }, (_, at) => ({
        ein: `17${String(at).padStart(7, '0')}`,
        objectId: at === 0 ? null : '202303199349300003',
        reason:
          at === 1
            ? 'x'.repeat(200)
            : "mapper_parsing_exception: failed to parse field [filter.revenue] of type [long] in document with id '170000000'. Preview of field's value: '1.0E30'",
      })),
    },
  ],
  changed: 0,
}

it('fits a terminal of 80 columns at the size of the whole sector', () => {
  for (const line of describeStatus(status).split('\n')) {
    expect(line.length, line).toBeLessThanOrEqual(80)
  }
})

it('shows the next step', () => {
  const next = (change: Partial<Status>) =>
    describeStatus({ ...status, ...change })
      .split('\n')
      .at(-1)
  expect(next({ newestRelease: null, filingsByForm: {} })).toContain('npm run load')
  expect(next({ newestRelease: null })).toBe(
    'Next: npm run refresh (finishes an interrupted load).',
  )
  expect(next({ changed: null, indices: [] })).toContain('npm run reindex')
  expect(next({ changed: null, organizationsToRate: 7 })).toContain('npm run rate')
  expect(next({ filingsToDerive: 7, organizationsToRate: 7 })).toContain('npm run derive')
  expect(next({ network: { rows: {}, waiting: 7 }, organizationsToRate: 7 })).toContain('refresh')
  expect(next({ changed: 7 })).toContain('--changed (updates 7')
  expect(next({})).toBe('The live index is up to date.')
})

it('says how many organizations wait to be rated, and nothing when none does', () => {
  const waiting = { ...status, organizationsToRate: 790_123 }
  expect(describeStatus(waiting)).toContain('790,123 organizations due: npm run rate')
  expect(describeStatus(status)).not.toContain('npm run rate')
})

it('says which part of each restriction list is loaded', () => {
  const text = describeStatus(status)
  expect(text).toContain('Lists       OFAC (2026-10): 18,123 parties\n')
  expect(text).toContain('SAM (2026-11): 178,901 parties, incomplete: load it again\n')
  const none = describeStatus({ ...status, restrictionLists: [{ list: 'OFAC' }] })
  expect(none).toContain('OFAC: not loaded, so organizations are not screened against it')
})

it('lists what the live index omits and why, the first of many', () => {
  const text = describeStatus(status)
  expect(text).toContain(
    'The index lacks 1,998 organizations because their documents were rejected:',
  )
  expect(text).toContain('  EIN 170000000, no filing\n    mapper_parsing_exception: failed to')
  expect(text).toContain('  EIN 170000001, latest filing 202303199349300003\n    xxx')
  expect(text).toContain('  … and 1,988 more\n  npm run status -- --json lists them all.\nLoad a')
  const [live] = status.indices
  const sound = live ? [{ ...live, quarantined: [] }] : []
  expect(describeStatus({ ...status, indices: sound })).not.toContain('The index lacks')
})

it('says what the IRS lists and the store does not have', () => {
  expect(describeStatus(status)).toContain('2023: 678,901 listed, 12 not loaded')
})

it('says how certain the recipients of money are, and how many are waiting', () => {
  const text = describeStatus(status)
  expect(text).toContain('Network     62,716,046 payments, by confidence of the recipient match:\n')
  expect(text).toContain('            28,901,234 Authoritative\n            12,345,678 Strong\n')
  expect(text).toContain('            21,234,567 not found\n')
  const waits = (waiting: number | 'all') =>
    describeStatus({ ...status, network: { ...status.network, waiting } })
  expect(waits(12)).toContain('grants by 12 organizations due: npm run refresh')
  expect(waits('all')).toContain('all grants due: npm run refresh')
  expect(text).not.toContain('due: npm run refresh')
})

it('says how awards are mapped and why not, and nothing if none are loaded', () => {
  const shown = describeStatus(status)
  expect(shown).toContain('12,345,678 awards, 1,234,567 subawards')
  expect(shown).toContain('67,890 UEIs mapped by 345,678 of 456,789 audits')
  expect(shown).toContain('12,345 pairs rejected: Contested')
  expect(shown).toContain('234,567 audits rejected: PlaceholderUEI')
  expect(shown).toContain('123,456 without an organization')
  const none = {
    audits: 0,
    used: 0,
    usedAudits: 0,
    unused: {},
    dropped: {},
    awards: 0,
    subawards: 0,
    withheld: 0,
  }
  expect(describeStatus({ ...status, awards: none })).not.toContain('Awards')
})

it.each([
  { what: 'OpenSearch', store: status, indices: null, shown: 'Store ', hidden: '│ Index' },
  {
    what: 'Postgres',
    store: undefined,
    indices: status.indices,
    shown: '│ Index',
    hidden: 'Store ',
  },
])('shows what it can while $what is unavailable', ({ what, store, indices, shown, hidden }) => {
  const text = describeAvailable(store, indices, [`${what} is unavailable.`])
  expect(text).toContain(shown)
  expect(text).not.toContain(hidden)
  expect(text.endsWith(`${what} is unavailable.`)).toBe(true)
})
