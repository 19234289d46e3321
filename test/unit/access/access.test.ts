import { describe, expect, test } from 'vitest'
import { clientOf } from '#src/access/client.ts'
import { readCredential } from '#src/access/credentials.ts'

const key = `nrk_${'aZ09_-'.repeat(7)}x`

describe('a client is', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:c000:0207', '192.0.2.7'],
    ['0000::ffff:192.0.2.7', '192.0.2.7'],
    ['[::ffff:c000:207]:443', '192.0.2.7'],
    ['::c000:207', '0:0:0:0::/64'],
    ['2001:DB8:0:A::', '2001:db8:0:a::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0000:0000:ffff::2', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['192.0.2.7:443', '192.0.2.7'],
    ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
    ['', 'unknown'],
    [undefined, 'unknown'],
    ['key:1', 'unknown'],
    ["x'; --".repeat(100), 'unknown'],
  ])('%s -> %s', (ip, client) => {
    expect(clientOf(ip)).toBe(client)
  })
})

describe('a credential', () => {
  test('is read in either form, or absent', () => {
    expect(readCredential(['Accept', 'authorization'])).toBeUndefined()
    expect(readCredential(['__proto__', key, 'constructor', key])).toBeUndefined()
    expect(readCredential(['Authorization', `Bearer ${key}`])).toBe(key)
    expect(readCredential(['X-Service-API-Key', key, 'Accept', '*/*'])).toBe(key)
  })

  test.each([
    [['authorization', key]],
    [['authorization', '']],
    [['authorization', `Bearer ${key}x`]],
    [['x-service-api-key', 'secret']],
    [['x-service-api-key', key, 'authorization', `Bearer ${key}`]],
    [['authorization', `Bearer ${key}`, 'Authorization', `Bearer ${key}`]],
    [['x-service-api-key', key, 'X-Service-API-Key', key]],
  ])('%o is rejected', (headers) => {
    expect(() => readCredential(headers)).toThrow(
      expect.objectContaining({ code: 'InvalidCredential' }),
    )
  })
})
