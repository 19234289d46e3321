import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { toFilingRecord } from '#indexer/records/filing.ts'
import { type Recognized, recognizePaths } from '#indexer/sources/recognize.ts'
import { readReturn } from '#indexer/sources/scan-return.ts'
import { readRealReturn } from '#test/real/returns.ts'
import { readTable } from './read-table.ts'

const SAMPLES = 'test/data/real-samples'

// Sums and amounts were added up from the XML by another parser.
test.each([
  {
    id: '201510099349300436',
    of: ['946092436', '990', 2013, '2014-06-30', '2015-01-09', 210_394],
    sums: { grantsToOrganizations: 65_487, grantsToIndividuals: 5_020, otherCompensation: 0 },
    edges: [54_613, 10_874],
  },
  {
    id: '202332899349303673',
    of: ['833991239', '990', 2022, '2022-12-31', '2023-10-16', 1_370_958],
    sums: { reportableCompensation: 483_096, otherCompensation: 38_034 },
    edges: [],
  },
  {
    id: '202333549349200318',
    of: ['863650795', '990EZ', 2022, '2023-06-30', '2023-12-20', 64_500],
    sums: { officerCompensation990EZ: 0, programExpenses990EZ: 52_477 },
    edges: [],
  },
  {
    id: '202340189349100604',
    of: ['800804818', '990PF', 2021, '2021-12-31', '2023-01-18', 31_346],
    sums: { officerCompensation990PF: 0, foundationGrantsPaid: 31_581 },
    edges: [6_562, 1_500, 6_620, 16_899],
  },
  {
    id: '202303569339300505',
    of: ['431718104', '990T', 2022, '2023-06-30', '2023-12-22', undefined],
    sums: {},
    edges: [],
  },
])('the return $id has every element, and its sums and edges', ({ id, of, sums, edges }) => {
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
  expect([ein, form, taxYear, taxPeriodEnd, receivedOn, facts.totalRevenue?.value]).toEqual(of)
  expect(record.warnings).toEqual([])
  const added = Object.entries(record.rowFacts.sums).map(([key, { value }]) => [key, value])
  expect(Object.fromEntries(added)).toMatchObject(sums)
  expect(Array.from(record.edges, ({ amount }) => amount)).toEqual(edges)
})

let found: Recognized
beforeAll(async () => {
  found = await recognizePaths([`${SAMPLES}/tables`], '2026-04')
})

test.each<[string, string, number, object]>([
  ['eo_ri.csv', 'bmf', 10, { ein: '010357301', ruling: '202007', asset_amount: '45223' }],
  ['pub78.txt', 'pub78', 8, { ein: '996048709', deductibility_codes: ['SOUNK'] }],
  ['revocation.txt', 'revocation', 5, { ein: '000107893', revoked_on: '2010-11-15' }],
  ['index_2018.csv', 'index', 5, { ein: '911791788', form: '990PF' }],
  ['postcards.txt', 'postcard', 1, { ein: '000981374', tax_period_end: '2009-12-31' }],
  ['sdn.csv', 'ofac-party', 3, { entry: '36' }],
  ['cons_prim.csv', 'ofac-party', 1, { entry: '17014' }],
  ['alt.csv', 'ofac-alias', 3, { entry: '36' }],
  ['add.csv', 'ofac-address', 6, { entry: '36' }],
  ['cons_comments.csv', 'ofac-comment', 1, { entry: '17014' }],
  ['exclusions.csv', 'sam', 2, { list: 'SAM', entry: 'S4MRB9MLP' }],
  ['assistance.csv', 'award', 2, { award: { kind: 'assistance' } }],
  ['transactions.csv', 'award-transaction', 2, { obligation: 500_000, modification: '11' }],
  // The file places WINDHOEK in Namibia and gives the code USA.
  ['subawards.csv', 'subaward', 2, { place_city: 'WINDHOEK', place_country: 'NA' }],
  ['assistance-subawards.csv', 'subaward', 2, {}],
])('%s is of the kind %s and has %i rows', async (file, kind, count, first) => {
  const table = found.tables.find(({ path }) => basename(path) === file)
  expect(table).toMatchObject({ kind })
  if (!table) return
  const rows = await readTable(table.kind, readFileSync(table.path))
  expect(rows).toHaveLength(count)
  expect(rows[0]).toMatchObject({ ...first, warnings: [] })
  expect(rows.filter((row) => 'code' in row)).toEqual([])
})

test('tables that others derived, and forms of the clearinghouse, are not loaded', () => {
  const faults = found.rejected.map(({ path, code }) => [basename(path), code])
  expect(faults).toEqual([['joined-index.csv', 'MissingColumn']])
  const skipped = found.unknown.map(({ path }) => basename(path))
  expect(skipped.sort()).toEqual(['aws-rows.csv', 'fac-form.json', 'vermont.csv'])
})
