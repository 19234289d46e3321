import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { clientOf } from '#src/access/client.ts'
import { readCredential } from '#src/access/plugin.ts'
import { toTrustProxy } from '#src/access/trust-proxy.ts'
import { cases, testReturns } from '#test/unit/cases.ts'
import { printOpenApi } from '../../../clients/openapi.ts'

const key = `nrk_${'aZ09_-'.repeat(7)}x`

describe('a credential', () => {
  test('is read in either form, or absent', () => {
    expect(clientOf(undefined)).toBe('unknown')
    expect(readCredential(['Accept', 'authorization'])).toBeUndefined()
    expect(readCredential(['__proto__', key, 'constructor', key])).toBeUndefined()
    expect(readCredential(['Authorization', `Bearer ${key}`])).toBe(key)
    expect(readCredential(['X-Service-API-Key', key, 'Accept', '*/*'])).toBe(key)
    const basic = ['Authorization', 'Basic dXNlcjpwYXNz']
    expect(readCredential(basic)).toBeUndefined()
    expect(readCredential([...basic, 'X-Service-API-Key', key])).toBe(key)
  })

  test.each(cases<[string[]]>('rejected credentials'))('%o is rejected', (headers) => {
    expect(() => readCredential(headers)).toThrow(
      expect.objectContaining({ code: 'InvalidCredential' }),
    )
  })
})

/** Returns the client of a request from 10.0.0.1 that lists 192.0.2.1 and then 192.0.2.2. */
async function clientBehind(text: string | undefined): Promise<string> {
  const app = Fastify({ trustProxy: toTrustProxy(text) })
  app.get('/', (request) => request.ip)
  const headers = { 'x-forwarded-for': '192.0.2.1, 192.0.2.2' }
  return (await app.inject({ url: '/', remoteAddress: '10.0.0.1', headers })).body
}

test.each([
  ...['-1', ' ', '1.5', '0x2', '1e3', '+1', 'yes', '10.0.0.1,', 'proxy.example', '10.0.0.0/33'],
])('TRUST_PROXY=%j is rejected', async (text) => {
  await expect(clientBehind(text)).rejects.toThrow()
})

/** Returns the paths of routes without terms; assets without their hash. */
async function pathsWithoutTerms(): Promise<{ without: Set<string>; all: Set<string> }> {
  const without = new Set<string>()
  const all = new Set<string>()
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ url, config }) => {
      const path = url.replace(/-[0-9a-f]{12}\./, '.')
      all.add(path)
      if (config?.terms === undefined) without.add(path)
    })
  }
  subscribe('fastify.initialization', listen)
  try {
    await printOpenApi()
  } finally {
    unsubscribe('fastify.initialization', listen)
  }
  return { without, all }
}

test('every route has access terms, except these', async () => {
  const { without, all } = await pathsWithoutTerms()
  expect(all.size).toBeGreaterThan(60)
  // The star stands for preflights of any path.
  expect([...without].sort()).toEqual([
    '*',
    '/.well-known/api-catalog',
    ...[
      '/assets/pages.css',
      '/assets/pages.js',
      '/docs',
      '/docs/',
      '/docs/js/scalar.js',
      '/docs/openapi.json',
    ],
    ...['/docs/openapi.yaml', '/favicon.ico', '/favicon.svg', '/livez', '/llms-full.txt'],
    ...['/llms.txt', '/metrics', '/openapi.json', '/readyz', '/robots.txt'],
  ])
})

testReturns({
  clients: (ip: string) => clientOf(ip),
  'clients behind proxies': clientBehind,
})
