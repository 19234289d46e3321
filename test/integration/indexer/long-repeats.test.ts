import { expect, test } from 'vitest'
import { elementsAt, type FilingContents } from '#src/domain/filing-contents.ts'
import { readFiling } from '#src/organizations/store/read-filing.ts'
import { readParts } from '#src/organizations/store/read-parts.ts'
import { makeReturn } from '#test/unit/indexer/made-return.ts'
import { openLoads } from './loads.ts'

const RELATED = '/IRS990ScheduleR/IdRelatedTaxExemptOrgGrp'
const made = openLoads('long_repeats')

const related = (row: number): string =>
  `<IdRelatedTaxExemptOrgGrp><EIN>${170_000_001 + row}</EIN><PrimaryActivitiesTxt>` +
  `${'Health care in its community. '.repeat(8)}</PrimaryActivitiesTxt></IdRelatedTaxExemptOrgGrp>`

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

test('a Schedule R of 300 rows is read page by page, until a return without it replaces it', async () => {
  const id = '202301329349300301'
  const data = `<IRS990ScheduleR>${Array.from({ length: 300 }, (_, at) => related(at)).join('')}</IRS990ScheduleR>`
  expect(await loadReturn(id, data)).toMatchObject({ cut: [RELATED] })
  const paths = Array.from({ length: 300 }, (_, at) => `${RELATED}[${at + 1}]`)
  for (const size of [7, 100, 299]) expect(await readPages(id, RELATED, size)).toEqual(paths)
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
