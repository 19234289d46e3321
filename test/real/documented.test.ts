import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { toFilingRecord } from '#indexer/records/filing.ts'
import { readReturn } from '#indexer/sources/scan-return.ts'
import type { CheckOutcome } from '#src/rating/cross-checks/check.ts'
import { CROSS_CHECKS, crossCheck } from '#src/rating/cross-checks/cross-check.ts'
import { RULES_PAGE } from '#test/documented-rules.ts'
import { expectRecorded } from '#test/recorded.ts'
import { toCheckedFilings } from '#test/world/checked-filings.ts'
import { hasRealReturns, REAL_RETURNS } from './returns.ts'

const STATUSES = ['Passed', 'Information', 'Failed'] as const

describe.skipIf(!hasRealReturns)('cross-checks of the real filings', () => {
  const files = hasRealReturns ? readdirSync(REAL_RETURNS).sort() : []
  const records = files.map((file) =>
    toFilingRecord(readReturn(readFileSync(join(REAL_RETURNS, file))), file.slice(0, 18)),
  )
  const made = toCheckedFilings(records).map(({ filing }, at) => ({
    file: files[at],
    filing,
    outcomes: crossCheck(filing),
  }))
  const count = (key: string, status: CheckOutcome['status']): number =>
    made
      .flatMap(({ outcomes }) => outcomes)
      .filter((one) => one.rule === key && one.status === status).length

  it('have the recorded outcomes', async () => {
    const counts = CROSS_CHECKS.map(({ key }) =>
      [key, ...STATUSES.map((status) => count(key, status))].join(' '),
    )
    await expectRecorded('cross-check-counts', { [STATUSES.join(', ')]: counts })
  })

  it('fail only for filings that docs/using/cross-checks.md explains', () => {
    const failed = made.filter(({ outcomes }) => outcomes.some(({ status }) => status === 'Failed'))
    for (const { filing } of failed) expect(RULES_PAGE).toContain(filing.objectId)
  })

  it('fail no rule for more than one return in twenty', () => {
    // Two of the failing returns are amendments of one return.
    const MAX_OF_FEW = 2
    for (const { key } of CROSS_CHECKS) {
      const failed = count(key, 'Failed')
      const all = failed + count(key, 'Passed') + count(key, 'Information')
      expect(failed, key).toBeLessThanOrEqual(Math.max(MAX_OF_FEW, all / 20))
    }
  })

  it('have lines and leaves on both sides, or say that there are none', () => {
    for (const { file, outcomes } of made) {
      for (const { rule, left, right } of outcomes) {
        for (const side of [left, right]) {
          expect(side.line, `${rule} ${file}`).toMatch(/^(Part|Schedule) /)
          const isThere = side.value !== 'not attached' && side.value !== 'left blank'
          expect(side.from.length > 0, `${rule} ${file}`).toBe(isThere)
        }
      }
    }
  })
})
