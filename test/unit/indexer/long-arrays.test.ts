import { describe, expect, test } from 'vitest'
import { withoutLongArrays } from '#indexer/sources/stored-json.ts'

const short = (value: unknown) =>
  JSON.parse(withoutLongArrays(Buffer.from(JSON.stringify(value))).toString())
const long = Array.from({ length: 20_000 }, (_, row) => ({
  Nm: `"]${row}\\`,
  Rows: [row, [row]],
  Amt: '1'.repeat(40),
}))

describe('withoutLongArrays', () => {
  test('leaves JSON without long arrays unchanged', () => {
    const value = { A: ['1', { B: ['x"]['] }], C: '[' }
    expect(short(value)).toEqual(value)
  })

  test('empties long arrays at any depth, whatever brackets their texts contain', () => {
    expect(short({ A: '1', G: { Grants: long, Total: '2' }, Z: ['3'] })).toEqual({
      A: '1',
      G: { Grants: [], Total: '2' },
      Z: ['3'],
    })
  })

  test('empties long arrays within another', () => {
    expect(short({ A: [long, long], B: '1' })).toEqual({ A: [[], []], B: '1' })
  })
})
