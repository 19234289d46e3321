import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { recognizePaths } from '#indexer/sources/recognize.ts'

const FAC = '../shared/data/awards/fac'

describe.skipIf(!existsSync(FAC))('the real submissions of ../shared/data', () => {
  it('are skipped by name, because they have no report number', async () => {
    expect(readFileSync(`${FAC}/general-information-sample.json`, 'utf8')).toContain('auditor_ein')
    const found = await recognizePaths([FAC], '2026-04')
    expect([found.tables, found.rejected]).toEqual([[], []])
    const reasons = new Map(
      found.unknown.map(({ path, reason }) => [path.split('/').at(-1), reason]),
    )
    expect(reasons.size).toBe(9)
    for (const name of ['general-information-sample.json', 'additional-eins-181744.json']) {
      expect(reasons.get(name)).toMatch(/^a form as submitted to the Federal Audit Clearinghouse/)
    }
  })
})
