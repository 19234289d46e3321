import { expect, test } from 'vitest'
import { elementsAt, type FilingContents } from '#src/domain/filing-contents.ts'
import { readFiling } from '#src/organizations/store/read-filing.ts'
import { readParts } from '#src/organizations/store/read-parts.ts'
import { makeGrant, makeReturn } from '#test/unit/indexer/made-return.ts'
import { openLoads } from './loads.ts'

const GRANTS = '/IRS990ScheduleI/RecipientTable'
const RELATED = '/IRS990ScheduleR/IdRelatedTaxExemptOrgGrp'
const made = openLoads('long_repeats')

const related = (row: number): string =>
  `<IdRelatedTaxExemptOrgGrp><EIN>${170_000_001 + row}</EIN><PrimaryActivitiesTxt>` +
  `${'Health care in its community. '.repeat(8)}</PrimaryActivitiesTxt></IdRelatedTaxExemptOrgGrp>`
const many = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => row(at)).join('')

async function openFiling(id: string) {
  const filing = await readFiling(made.store.db, id)
  if (!filing) throw new Error(`${id} is not in the store.`)
  return filing
}

async function loadReturn(id: string, data: string): Promise<FilingContents> {
  const form = '<IRS990><CYTotalRevenueAmt>7</CYTotalRevenueAmt></IRS990>'
  const path = made.write(`${id}_public.xml`, makeReturn({ data: form + data }))
  expect(await made.count(path)).toMatchObject({ rejected: 0 })
  return (await openFiling(id)).contents
}

/** Returns paths of all rows, read page by page as a section reads them. */
async function readPages(objectId: string, path: string, size: number) {
  const filing = await openFiling(objectId)
  const total = filing.contents.rows[path] ?? 0
  const paths: string[] = []
  for (let from = 0; from < total; from += size) {
    const to = Math.min(total, from + size)
    const parts = await readParts(made.store.db, filing, { portions: [{ path, from, to }] })
    paths.push(...elementsAt(parts, path, from, to).map((placed) => placed.path))
  }
  return paths
}

const indexed = (path: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${path}[${at + 1}]`)

test('a Schedule R of 300 rows is read page by page, until a return without it replaces it', async () => {
  const id = '202301329349300301'
  const data = `<IRS990ScheduleR>${many(300, related)}</IRS990ScheduleR>`
  expect(await loadReturn(id, data)).toMatchObject({ cut: [RELATED] })
  expect(await readPages(id, RELATED, 7)).toEqual(indexed(RELATED, 300))
  const named = await made.query(
    'select path, related_ein as ein from related_reference where object_id = $1',
    [id],
  )
  expect(named).toHaveLength(300)
  expect(named).toContainEqual({ path: `${RELATED}[237]`, ein: '170000237' })
  expect(await loadReturn(id, '')).toMatchObject({ cut: [] })
  for (const table of ['filing_rows', 'related_reference']) {
    expect(await made.query(`select from ${table} where object_id = $1`, [id])).toEqual([])
  }
})

test('a Schedule I of 10,000 rows returns each row once, at any page size', async () => {
  const id = '202301329349300302'
  await loadReturn(id, `<IRS990ScheduleI>${many(10_000, makeGrant)}</IRS990ScheduleI>`)
  for (const size of [100, 999]) {
    expect(await readPages(id, GRANTS, size)).toEqual(indexed(GRANTS, 10_000))
  }
  const [from, to] = [9_998, 10_000]
  const portions = [{ path: GRANTS, from, to }]
  const parts = await readParts(made.store.db, await openFiling(id), { portions })
  expect(elementsAt(parts, GRANTS, from, to)).toMatchObject([
    { path: `${GRANTS}[9999]`, element: { CashGrantAmt: '9998' } },
    { path: `${GRANTS}[10000]`, element: { CashGrantAmt: '9999' } },
  ])
})
