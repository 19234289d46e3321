import { describe, expect, test } from 'vitest'
import { networkKey } from '#src/network/money-network.ts'
import { readRowCursor, toCursor, toRowCursor } from '#src/organizations/cursor.ts'

const REQUEST = ['money-network', '079000001', '']
const KEY = [1250.5, 'none', 'Ünnamed, "so"', 'Outgoing', 'ScheduleI', 'x|akron|OH'] as const
const cursor = toRowCursor(REQUEST, ['r1'], KEY)
const read =
  (text: string, request = REQUEST) =>
  () =>
    readRowCursor(text, request, networkKey)

describe('readRowCursor', () => {
  test('returns the key, and rejects other data as stale', () => {
    const row = readRowCursor(cursor, REQUEST, networkKey)
    expect(row?.key).toEqual(KEY)
    expect(() => row?.requireData(['r1'])).not.toThrow()
    expect(() => row?.requireData(['r2'])).toThrow(expect.objectContaining({ code: 'StaleCursor' }))
  })

  test('rejects an altered cursor, or one of another request or kind', () => {
    const invalid = expect.objectContaining({ code: 'InvalidCursor' })
    const altered = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    altered[3][0] = 9
    const spelled = Buffer.from(JSON.stringify(altered)).toString('base64url')
    for (const text of [
      spelled,
      cursor.slice(1),
      'x'.repeat(5_000),
      toCursor(REQUEST, ['r1'], 3),
    ]) {
      expect(read(text)).toThrow(invalid)
    }
    expect(read(cursor, ['money-network', '079000001', 'Incoming'])).toThrow(invalid)
  })
})
