import { describe, expect, test } from 'vitest'
import { clientOf } from '#src/access/client.ts'
import { readCredential } from '#src/access/plugin.ts'
import { cases, testReturns } from '../cases.ts'

const key = `nrk_${'aZ09_-'.repeat(7)}x`

describe('a credential', () => {
  test('is read in either form, or absent', () => {
    expect(clientOf(undefined)).toBe('unknown')
    expect(readCredential(['Accept', 'authorization'])).toBeUndefined()
    expect(readCredential(['__proto__', key, 'constructor', key])).toBeUndefined()
    expect(readCredential(['Authorization', `Bearer ${key}`])).toBe(key)
    expect(readCredential(['X-Service-API-Key', key, 'Accept', '*/*'])).toBe(key)
  })

  test.each(cases<[string[]]>('rejected credentials'))('%o is rejected', (headers) => {
    expect(() => readCredential(headers)).toThrow(
      expect.objectContaining({ code: 'InvalidCredential' }),
    )
  })
})

testReturns({
  clients: (ip: string) => clientOf(ip),
})
