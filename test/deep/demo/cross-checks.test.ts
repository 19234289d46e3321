import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NOTABLES } from '#indexer/demo/notable.ts'
import type { Case } from '#indexer/demo/organization.ts'
import { toFilingRecord } from '#indexer/records/filing.ts'
import { objectIdOfName } from '#indexer/records/row.ts'
import { readReturn } from '#indexer/sources/scan-return.ts'
import { crossCheck } from '#src/rating/cross-checks/cross-check.ts'
import { readMembers } from '#test/unit/demo/read-demo.ts'
import { toCheckedFilings } from '#test/world/checked-filings.ts'
import { demoFolder } from '#test/world/prepared.ts'

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

test('cross-checks fail for the inconsistent organizations, in their newest return only', async () => {
  const folder = await demoFolder()
  const zips = (await readdir(folder)).filter((file) => /XML|990xml/.test(file))
  const members = await Promise.all(zips.map((zip) => readMembers(join(folder, zip))))
  const records = members.flat().flatMap(({ name, text }) => {
    const id = objectIdOfName(name)
    return id ? [toFilingRecord(readReturn(Buffer.from(text)), id)] : []
  })
  const failed: Record<string, string[]> = {}
  let passed = 0
  for (const { record, filing, isNewest, isCurrent } of toCheckedFilings(records)) {
    if (!isCurrent) continue
    const outcomes = crossCheck(filing)
    passed += outcomes.filter(({ status }) => status === 'Passed').length
    const rules = outcomes.filter(({ status }) => status === 'Failed').map(({ rule }) => rule)
    if (rules.length > 0) failed[`${record.ein} ${isNewest ? 'newest' : record.taxYear}`] = rules
  }
  const meant = NOTABLES.flatMap(({ ein, cases = [] }) =>
    cases.flatMap((one) => (BROKEN[one] ? [[`${ein} newest`, BROKEN[one]] as const] : [])),
  )
  expect(failed).toEqual(Object.fromEntries(meant))
  expect(meant).toHaveLength(Object.keys(BROKEN).length)
  expect(passed).toBeGreaterThan(10_000)
})
