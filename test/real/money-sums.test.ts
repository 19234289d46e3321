import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'

import { readRowsOfXml, toRecipients } from '#test/integration/http/money-oracle.ts'
import { withKey } from '#test/integration/http/money-world.ts'
import { openProfiles } from '#test/integration/http/profiles-world.ts'
import { proveSums } from '#test/integration/http/prove-sums.ts'
import { toRegistry, writeMonth } from '#test/integration/indexer/made-lists.ts'
import { REAL } from './real-data.ts'
import { hasRealReturns, readRealReturns } from './returns.ts'

describe.skipIf(!hasRealReturns)('real returns', () => {
  proveSums(async () => {
    const returns = readRealReturns()
    const folder = mkdtempSync(join(tmpdir(), 'money-'))
    const registry = { 'eo1.csv': toRegistry(distinct(toRecipients(returns))) }
    const month = writeMonth(folder, '2026-04', registry)
    const opened = await openProfiles('money_real', [REAL, month])
    const world = await withKey(opened, () => rmSync(folder, { recursive: true }))
    return { world, rows: await readRowsOfXml(world.postgres, returns) }
  })
})

const distinct = <Row extends { ein: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.ein, row])).values(),
]
