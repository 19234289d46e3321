import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { toTrustProxy } from '#src/access/trust-proxy.ts'
import { testReturns } from '../cases.ts'

/** Returns the client of a request from 10.0.0.1 that lists 192.0.2.1 and then 192.0.2.2. */
async function clientBehind(text: string | undefined): Promise<string> {
  const app = Fastify({ trustProxy: toTrustProxy(text) })
  app.get('/', (request) => request.ip)
  const headers = { 'x-forwarded-for': '192.0.2.1, 192.0.2.2' }
  return (await app.inject({ url: '/', remoteAddress: '10.0.0.1', headers })).body
}

describe('TRUST_PROXY', () => {
  test.each([
    ...['-1', ' ', '1.5', '0x2', '1e3', '+1', 'yes', '10.0.0.1,', 'proxy.example', '10.0.0.0/33'],
  ])('%j is rejected', async (text) => {
    await expect(clientBehind(text)).rejects.toThrow()
  })
})

testReturns({
  'clients behind proxies': clientBehind,
})
