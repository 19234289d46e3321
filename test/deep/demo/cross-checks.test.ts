import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateDemo } from '#indexer/demo/generate.ts'
import { NOTABLES } from '#indexer/demo/notable.ts'
import type { Case } from '#indexer/demo/organization.ts'
import { type FilingRecord, toFilingRecord } from '#indexer/records/filing.ts'
import { objectIdOfName } from '#indexer/records/object-id.ts'
import { readReturn } from '#indexer/sources/read-return.ts'
import { groupBy } from '#src/domain/es2024.ts'
import type { CheckedFiling, EarlierFiling } from '#src/rating/cross-checks/check.ts'
import { crossCheck } from '#src/rating/cross-checks/cross-check.ts'
import { readMembers } from '#test/unit/demo/read-demo.ts'

/** Rules that each case's return breaks, and no other return of the demo. */
const BROKEN: Partial<Record<Case, string[]>> = {
  // The summary's total, which is in three lines of Part I, is wrong.
  'part-totals-differ': ['revenueTotals', 'surplus', 'revenueAddsUp'],
  'unbalanced-sheet': ['balanceSheet'],
  'beginning-differs': ['assetsAtStart', 'netAssetsAtStart'],
  'schedule-j-stranger': ['scheduleJPeople'],
  'grants-exceed-line': ['grantsToOrganizations'],
  'foundation-grants-differ': ['foundationGrantsPaid', 'foundationGrantTotals'],
  'schedule-missing': ['scheduleCAttached'],
}

const toChecked = (record: FilingRecord, earlier: FilingRecord | undefined): CheckedFiling => ({
  ...toFacts(record),
  schemaVersion: record.schemaVersion ?? null,
  blocks: record.contents.blocks,
  rows: record.contents.rows,
  rowFacts: record.rowFacts,
  warnings: record.warnings,
  receivedOn: record.receivedOn ?? null,
  ...(earlier && { earlier: toEarlier(earlier) }),
})

const toFacts = ({ objectId, form, taxYear, taxPeriodEnd, facts, ...rest }: FilingRecord) => ({
  objectId,
  form,
  taxYear,
  taxPeriodBegin: rest.taxPeriodBegin ?? null,
  taxPeriodEnd,
  facts,
})

const toEarlier = (record: FilingRecord): EarlierFiling => ({
  ...toFacts(record),
  isAmended: record.isAmended,
  receivedOn: record.receivedOn ?? null,
})

/** Returns the current returns of a form, newest first: the latest received for each period. */
function currentOf(records: readonly FilingRecord[]): FilingRecord[] {
  const key = ({ taxPeriodEnd, objectId }: FilingRecord) => `${taxPeriodEnd} ${objectId}`
  const newest = records.toSorted((a, b) => (key(a) < key(b) ? 1 : -1))
  return newest.filter((one, at) => one.taxPeriodEnd !== newest[at - 1]?.taxPeriodEnd)
}

describe('cross-checks of the demo', () => {
  let folder: string
  const records: FilingRecord[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'demo-checks-'))
    await generateDemo({ folder })
    const zips = (await readdir(folder)).filter((file) => /XML|990xml/.test(file))
    for (const zip of zips) {
      for (const { name, text } of await readMembers(join(folder, zip))) {
        const id = objectIdOfName(name)
        if (id) records.push(toFilingRecord(readReturn(Buffer.from(text)), id))
      }
    }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('fail for the inconsistent organizations, in their newest return only', () => {
    const failed: Record<string, string[]> = {}
    const counts = { Passed: 0, Failed: 0, Information: 0 }
    for (const own of groupBy(records, ({ ein, form }) => `${ein} ${form}`).values()) {
      const current = currentOf(own)
      for (const [at, record] of current.entries()) {
        const outcomes = crossCheck(toChecked(record, current[at + 1]))
        for (const { status } of outcomes) counts[status] += 1
        const rules = outcomes.filter(({ status }) => status === 'Failed').map(({ rule }) => rule)
        if (rules.length > 0)
          failed[`${record.ein} ${at === 0 ? 'newest' : record.taxYear}`] = rules
      }
    }
    const meant = NOTABLES.flatMap(({ ein, cases = [] }) =>
      cases.flatMap((one) => (BROKEN[one] ? [[`${ein} newest`, BROKEN[one]] as const] : [])),
    )
    expect(failed).toEqual(Object.fromEntries(meant))
    expect(meant).toHaveLength(Object.keys(BROKEN).length)
    console.log(`Cross-checks of ${records.length} demo returns: ${JSON.stringify(counts)}`)
    expect(counts.Passed).toBeGreaterThan(10_000)
  })
})
