import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unpackJson } from '#src/domain/packed-json.ts'
import { createLoaded } from '#test/world/prepared.ts'
import { createStore, loadInto, type Store } from '#test/world/store.ts'
import { readFiledTotals, TOTALS } from './filed-totals.ts'
import { REAL, REAL_DATA } from './real-data.ts'

const VARIANTS = join(REAL_DATA, 'filings-variants')

type Facts = Record<string, { value: number } | undefined>

describe.skipIf(!existsSync(REAL))('the real filings (../shared/data/filings)', () => {
  let store: Store

  beforeAll(async () => {
    store = await createLoaded('load_real', { paths: [REAL] })
  })
  afterAll(() => store.drop())

  test('load without a reject', async () => {
    const [counts] = await store.db.query(
      `select (select count(*) from filing)::int as loaded,
         (select count(*) from reject)::int as rejected`,
    )
    expect(counts).toEqual({ loaded: 160, rejected: 0 })
  })

  // counts.test.ts counts rows, and filing-xml.test.ts compares every leaf.
  test('have the filed totals', async () => {
    const sql = 'select source_archive as file, ein, form, facts from filing'
    const stored = await store.db.query<{ file: string; ein: string; form: string; facts: Facts }>(
      sql,
    )
    for (const { file, ein, form, facts } of stored) {
      const read = TOTALS.map((key) => [key, form === '990T' ? undefined : facts[key]?.value])
      const totals = Object.fromEntries(read.filter(([, value]) => value !== undefined))
      const filed = readFiledTotals(readFileSync(join(REAL, file), 'utf8'))
      expect({ ein, form, totals }, file).toEqual(filed)
    }
  })

  test('keep three returns of one period apart, and the latest received is current', async () => {
    const rows = await store.db.query<{ count: number; current: number }>(
      `select count(*), count(*) filter (where is_current) as current
       from filing group by ein, form, tax_period_end`,
    )
    expect(rows.every(({ current }) => current === 1)).toBe(true)
    expect(Math.max(...rows.map(({ count }) => count))).toBe(3)
  })

  test('contain no social security number', async () => {
    const rows = await store.db.query<{ content: Buffer }>('select content from filing_block')
    const found = rows.flatMap(({ content }) => [
      ...unpackJson(content)
        .toString()
        .matchAll(/SSN": ?"([^"]*)"/g),
    ])
    expect(new Set(found.map(([, value]) => value))).toEqual(new Set(['']))
  })
})

describe.skipIf(!existsSync(VARIANTS))('the variants (../shared/data/filings-variants)', () => {
  let store: Store

  beforeAll(async () => {
    store = await createStore('load_variants')
  })
  afterAll(() => store.drop())

  test('load, with the unreadable ones rejected and explained', async () => {
    const { tally, isStopped } = await loadInto(store, [VARIANTS])
    expect(isStopped).toBe(false)
    const [counts] = tally.kinds
    expect(counts?.rejected).toBe(5)
    const { loaded = 0, unchanged = 0, replaced = 0 } = counts ?? {}
    expect(loaded + unchanged + replaced + 5).toBe(26)
    const rejects = await store.db.query<{ file: string; code: string; place: string }>(
      `select regexp_replace(file, '.*/', '') as file, code, place from reject order by 1`,
    )
    expect(rejects.map(({ code, place }) => [code, place])).toEqual([
      ['NotWellFormed', expect.stringMatching(/^\d+:\d+$/)],
      ['NotWellFormed', expect.stringMatching(/^\d+:\d+$/)],
      ['NotWellFormed', expect.stringMatching(/^\d+:\d+$/)],
      ['NoEin', '/ReturnHeader/Filer/EIN'],
      ['NoEin', '/ReturnHeader/Filer/EIN'],
    ])
  })
})
