import { describe, expect, test } from 'vitest'
import { toRequestId } from '#src/api/shared/requests.ts'
import { surfaceOf } from '#src/api/shared/surface.ts'

describe('the surface of a request', () => {
  test.each([
    ['/api/v2/search?Query=x', 'a'],
    ['/api/v2/search?q=x', 'b'],
    ['/api/v2/search?state=OH&q=x', 'b'],
    ['/api/v2/search?q=x&Query=y', 'a'],
    ['/api/v2/search', 'a'],
    ['/api/v2/search?query=x', 'a'],
    ['/api/v2/stats', 'b'],
    ['/api/v2/charity/070000001/page', 'a'],
    ['/api/v2/charity/070000001/ratings', 'b'],
    ['/api/v2/charity/070000001/block/IRS990', 'b'],
    ['/charities/70000001?year=2024', 'b'],
    ['/api/v2/charities/70000001', 'b'],
    ['/anything', 'a'],
    ['', 'a'],
  ])('%s is %s', (url, surface) => {
    expect(surfaceOf(url, {})).toBe(surface)
  })

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
