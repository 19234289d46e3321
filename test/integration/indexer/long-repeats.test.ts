import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRows } from '#src/domain/facts/tables/read-rows.ts'
import type { TableDefinition } from '#src/domain/facts/tables/table.ts'
import { elementsAt, type FilingContents } from '#src/domain/filing-contents.ts'
import { readFiling } from '#src/organizations/store/read-filing.ts'
import { readParts } from '#src/organizations/store/read-parts.ts'
import { makeGrant, makeReturn } from '#test/unit/indexer/made-return.ts'
import { createStore, loadInto, type Store } from '#test/world/store.ts'

const GRANTS = '/IRS990ScheduleI/RecipientTable'
const RELATED = '/IRS990ScheduleR/IdRelatedTaxExemptOrgGrp'
const folder = mkdtempSync(join(tmpdir(), 'long-repeats-'))
let store: Store

beforeAll(async () => {
  store = await createStore('load_long_repeats')
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await store.drop()
})

const related = (row: number): string =>
  `<IdRelatedTaxExemptOrgGrp><EIN>${170_000_001 + row}</EIN><PrimaryActivitiesTxt>` +
  `${'Health care in its community. '.repeat(8)}</PrimaryActivitiesTxt></IdRelatedTaxExemptOrgGrp>`
const many = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => row(at)).join('')

async function loadReturn(id: string, data: string): Promise<FilingContents> {
  const path = join(folder, `${id}_public.xml`)
  const form = '<IRS990><CYTotalRevenueAmt>7</CYTotalRevenueAmt></IRS990>'
  writeFileSync(path, makeReturn({ data: form + data }))
  const { tally } = await loadInto(store, [path])
  expect(tally.kinds).toMatchObject([{ rejected: 0 }])
  return await readContents(id)
}

async function openFiling(id: string) {
  const filing = await readFiling(store.db, id)
  if (!filing) throw new Error(`${id} is not in the store.`)
  return filing
}
const readContents = async (id: string): Promise<FilingContents> => (await openFiling(id)).contents

const countOf = async (table: string, id: string): Promise<number> => {
  const sql = `select count(*) from ${table} where object_id = $1`
  return (await store.db.query<{ count: number }>(sql, [id]))[0]?.count ?? 0
}

/** Returns paths of all rows, read page by page as a section reads them. */
async function readPages(objectId: string, path: string, size: number) {
  const filing = await openFiling(objectId)
  const total = filing.contents.rows[path] ?? 0
  const paths: string[] = []
  for (let from = 0; from < total; from += size) {
    const to = Math.min(total, from + size)
    const parts = await readParts(store.db, filing, { portions: [{ path, from, to }] })
    paths.push(...elementsAt(parts, path, from, to).map((placed) => placed.path))
  }
  return paths
}

const indexed = (path: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${path}[${at + 1}]`)

describe('a Schedule R of 300 rows', () => {
  const id = '202301329349300301'

  test('returns each row once, page by page, and each organization it names', async () => {
    const contents = await loadReturn(
      id,
      `<IRS990ScheduleR>${many(300, related)}</IRS990ScheduleR>`,
    )
    expect(contents.cut).toEqual([RELATED])
    expect(await readPages(id, RELATED, 7)).toEqual(indexed(RELATED, 300))
    const named = await store.db.query<{ path: string; ein: string }>(
      'select path, related_ein as ein from related_reference where object_id = $1',
      [id],
    )
    expect(named).toHaveLength(300)
    expect(named).toContainEqual({ path: `${RELATED}[237]`, ein: '170000237' })
  })

  test('that is later replaced by a return without it leaves nothing behind', async () => {
    const contents = await loadReturn(id, '')
    expect(contents).toMatchObject({ cut: [] })
    expect(await countOf('filing_rows', id)).toBe(0)
    expect(await countOf('related_reference', id)).toBe(0)
  })
})

test('a Schedule I of 10,000 rows returns each row once, at any page size', async () => {
  const id = '202301329349300302'
  await loadReturn(id, `<IRS990ScheduleI>${many(10_000, makeGrant)}</IRS990ScheduleI>`)
  for (const size of [33, 100, 999]) {
    expect(await readPages(id, GRANTS, size)).toEqual(indexed(GRANTS, 10_000))
  }
  const last = { path: GRANTS, from: 9_998, to: 10_000 }
  const parts = await readParts(store.db, await openFiling(id), { portions: [last] })
  const table: TableDefinition = {
    label: '',
    form: '990',
    line: '',
    rows: [],
    columns: { amount: { kind: 'money', label: '', paths: ['CashGrantAmt'] } },
  }
  expect(readRows(table, { path: GRANTS }, parts, last.from, last.to)).toEqual([
    {
      path: `${GRANTS}[9999]`,
      cells: { amount: { value: 9998, path: `${GRANTS}[9999]/CashGrantAmt` } },
    },
    {
      path: `${GRANTS}[10000]`,
      cells: { amount: { value: 9999, path: `${GRANTS}[10000]/CashGrantAmt` } },
    },
  ])
})
