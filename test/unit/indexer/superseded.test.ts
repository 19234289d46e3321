import { expect, test } from 'vitest'
import { findSuperseded } from '#indexer/load/tables/superseded.ts'

const extract = (sourceId: number, rows: number, isWhole = true) => ({ sourceId, rows, isWhole })
const overlap = (sourceId: number, otherId: number, rows: number) => ({ sourceId, otherId, rows })

const CUT = [extract(1, 1_000), extract(2, 600, false), extract(3, 999)]
const SHARED = [overlap(2, 1, 600), overlap(3, 2, 600), overlap(3, 1, 399)]

test('a complete list supersedes one cut short and the complete one before it', () => {
  expect([...findSuperseded(CUT, SHARED)]).toEqual(
    expect.arrayContaining([
      [2, 3],
      [1, 3],
    ]),
  )
})

test('another list does not, whatever rows the one cut short had', () => {
  const others = [overlap(2, 1, 600), overlap(3, 1, 2)]
  expect(findSuperseded([...CUT.slice(0, 2), extract(3, 400)], others).size).toBe(0)
})

test('three lists in a row are one list, although the first shares no row with the last', () => {
  const rows = [extract(1, 100), extract(2, 100), extract(3, 100)]
  const gone = findSuperseded(rows, [overlap(2, 1, 90), overlap(3, 2, 90)])
  expect([...gone.keys()].sort()).toEqual([1, 2])
})

test.each([
  [80, 1],
  [79, 0],
])('of 100 rows, %i replace %i', (rows, count) => {
  const gone = findSuperseded([extract(1, 100), extract(2, 100)], [overlap(2, 1, rows)])
  expect(gone.size).toBe(count)
})
