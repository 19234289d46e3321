import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LoadResult } from '#indexer/load/run.ts'
import { createStore, loadInto, type Store } from '#test/world/store.ts'
import { REAL_DATA } from './real-data.ts'

const DOWNLOADS = join(REAL_DATA, 'awards/usaspending_download')

describe.skipIf(!existsSync(DOWNLOADS))('the real USAspending downloads of ../shared/data', () => {
  let store: Store
  let first: LoadResult

  beforeAll(async () => {
    store = await createStore('awards_real')
    first = await loadInto(store, [DOWNLOADS], '2026-04')
  })
  afterAll(() => store.drop())

  const rows = (question: string) => store.db.query<Record<string, unknown>>(question)

  it('load row by row, without rejected rows', () => {
    expect(first.tally.rejected).toBe(0)
    const loaded = first.tally.kinds.map(({ kind, loaded }) => [kind, loaded])
    // Counted by another CSV reader; two files contain only a header.
    expect(Object.fromEntries(loaded)).toEqual({ 'award-transaction': 63, subaward: 7 })
  })

  it('have the sums of another reader, including negative obligations', async () => {
    expect(
      await rows(`select count(*)::int as rows, round(sum(obligation)::numeric, 2)::text as sum,
        count(*) filter (where obligation < 0)::int as negative from award_transaction`),
    ).toEqual([{ rows: 63, sum: '174907378.18', negative: 2 }])
    expect(await rows('select round(sum(amount)::numeric, 2)::text as sum from subaward')).toEqual([
      { sum: '1881506.08' },
    ])
  })

  it('make awards from transactions alone, with the total of the row changed last', async () => {
    // AID121C1700004: the row of the latest action has 52,093,490.07. A row changed later and dated
    // back to 2017 has 52,993,490.07, the sum of obligations.
    const found = await rows(
      `select concat_ws(' ', award_id, kind, amount::numeric, latest_action_date, place_country,
         recipient_uei, is_from_transactions, award_type) as row from award order by 1`,
    )
    expect(found.map(({ row }) => row)).toEqual([
      '7200AA23M00003 contract 104676702.11 2025-09-25 MD DEMTGHL79QK4 t DELIVERY ORDER',
      '72066324C00004 contract 17237186 2025-09-27 ET QYJ2KNL8G6B5 t DEFINITIVE CONTRACT',
      'AID121C1700004 contract 52993490.07 2025-07-07 UA KA5HQCLKUVW1 t DEFINITIVE CONTRACT',
      'AIDOAAI1500004 contract 0 2024-06-11 DSUSFJFR9A33 t IDC',
    ])
  })

  it('have totals that are the sums of obligations', async () => {
    expect(
      await rows(`select award_key from award join (
          select award_key, round(sum(obligation)::numeric, 2)::float8 as sum
          from award_transaction group by award_key) as summed using (award_key)
        where amount is distinct from sum`),
    ).toEqual([])
  })
})
