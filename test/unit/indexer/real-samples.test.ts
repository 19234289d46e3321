import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { toFilingRecord } from '#indexer/records/filing.ts'
import { type Recognized, recognizePaths } from '#indexer/sources/recognize.ts'
import { readReturn } from '#indexer/sources/scan-return.ts'
import { readRealReturn } from '#test/real/returns.ts'
import { testCases } from '../cases.ts'
import { readTable } from './read-table.ts'

const SAMPLES = 'test/data/real-samples'

// Sums and amounts were added up from the XML by another parser.
testCases('returns of real samples', (id: string, of: unknown[], sums: object, edges: number[]) => {
  const path = `${SAMPLES}/returns/${id}_public.xml`
  const parsed = readReturn(readFileSync(path))
  const blocks = parsed.blocks.map(({ json, block, ordinal }) => {
    const content = JSON.parse(json.toString())
    return { block, ordinal, content }
  })
  const filed = JSON.stringify(readRealReturn(path).blocks)
  expect(blocks).toEqual(JSON.parse(filed.replace('"SSN":"999009999"', '"SSN":""')))
  const { ein, form, taxYear, taxPeriodEnd, receivedOn, facts, ...record } = toFilingRecord(
    parsed,
    id,
  )
  const revenue = facts.totalRevenue?.value ?? null
  expect([ein, form, taxYear, taxPeriodEnd, receivedOn, revenue]).toEqual(of)
  expect(record.warnings).toEqual([])
  const added = Object.entries(record.rowFacts.sums).map(([key, { value }]) => [key, value])
  expect(Object.fromEntries(added)).toMatchObject(sums)
  expect(Array.from(record.edges, ({ amount }) => amount)).toEqual(edges)
})

let found: Recognized
beforeAll(async () => {
  found = await recognizePaths([`${SAMPLES}/tables`], '2026-04')
})

// The file of subawards places WINDHOEK in Namibia and gives the code USA.
testCases(
  'tables of real samples',
  async (file: string, kind: string, count: number, first: object) => {
    const table = found.tables.find(({ path }) => basename(path) === file)
    expect(table).toMatchObject({ kind })
    if (!table) return
    const rows = await readTable(table.kind, readFileSync(table.path))
    expect(rows).toHaveLength(count)
    expect(rows[0]).toMatchObject({ ...first, warnings: [] })
    expect(rows.filter((row) => 'code' in row)).toEqual([])
  },
)

test('tables that others derived, and forms of the clearinghouse, are not loaded', () => {
  const faults = found.rejected.map(({ path, code }) => [basename(path), code])
  expect(faults).toEqual([['joined-index.csv', 'MissingColumn']])
  const skipped = found.unknown.map(({ path }) => basename(path))
  expect(skipped.sort()).toEqual(['aws-rows.csv', 'fac-form.json', 'vermont.csv'])
})
