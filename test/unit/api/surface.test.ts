import { describe, expect, test } from 'vitest'
import { toRequestId } from '#src/api/shared/requests.ts'
import { surfaceOf } from '#src/api/shared/surface.ts'
import { testReturns } from '../cases.ts'

describe('the surface of a request', () => {
  test('stats with a credential is A', () => {
    expect(surfaceOf('/api/v2/stats', { authorization: 'Bearer x' })).toBe('a')
    expect(surfaceOf('/api/v2/top-lists', { 'x-service-api-key': 'x' })).toBe('a')
    expect(surfaceOf('/api/v2/stats', { authorization: '' })).toBe('a')
    expect(surfaceOf('/api/v2/top-lists', { 'x-service-api-key': '' })).toBe('a')
  })
})

describe('a request id', () => {
  test.each(['a', 'trace:1.2-3_4'])('%s is kept', (id) => {
    expect(toRequestId({ headers: { 'x-request-id': id } })).toBe(id)
  })
  test.each(['', 'a b', 'ü', '"', 'x'.repeat(129)])('%j is replaced', (id) => {
    expect(toRequestId({ headers: { 'x-request-id': id } })).toMatch(/^[0-9a-f-]{36}$/)
  })
})

testReturns({
  'surfaces of addresses': (url: string) => surfaceOf(url, {}),
})
