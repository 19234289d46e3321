import { afterAll, expect, it } from 'vitest'
import { openWithoutStores } from './without-stores.ts'

// These requests are answered before any read.
const { app, close } = await openWithoutStores('keyed', 'https://nonprofits.example/')
afterAll(close)

it('Vary says that a path depends on the credential', async () => {
  for (const url of ['/api/v2/stats', '/api/v2/top-lists']) {
    const { headers } = await app.inject(url)
    expect(headers.vary).toBe('authorization, x-service-api-key, accept-encoding')
  }
})

it("responses that change only with the service's version are cacheable", async () => {
  const kept = async (url: string) => (await app.inject(url)).headers['cache-control']
  expect(await kept('/docs/js/scalar.js')).toBe('public, max-age=86400')
  expect(await kept('/docs/')).toBe('public, max-age=3600')
  expect(await kept('/openapi.json')).toBe('public, max-age=3600')
})

it('HEAD has no length other than that of GET', async () => {
  const lengths = async (url: string) => {
    const headers = { 'accept-encoding': 'br' }
    const ask = async (method: 'GET' | 'HEAD') =>
      (await app.inject({ method, url, headers })).headers['content-length']
    return { get: await ask('GET'), head: await ask('HEAD') }
  }
  expect(await lengths('/llms.txt')).toMatchObject({ head: undefined })
  const short = await lengths('/robots.txt')
  expect(short.get).toMatch(/^\d+$/)
  expect(short.head).toBe(short.get)
})

it.each([
  ['/health/', '/api/v2/health'],
  ['//health', '/api/v2/health'],
  ['/page/', '/api/v2/charity/{ein}/page'],
  ['/pages', '/api/v2/charity/{ein}/page'],
  ['/Search', '/api/v2/search'],
  ['/charity/07-0000101/grant', '/charity/07-0000101/grants'],
  ['/people/', '/people'],
])('%s leads to %s', async (url, nearest) => {
  const { detail } = (await app.inject({ url })).json()
  expect(detail).toMatchObject({ ErrorCode: 'RouteNotFound' })
  expect(detail.Message).toContain(` ${nearest}?`)
  const page = await app.inject({ url, headers: { accept: 'text/html' } })
  expect(page.body).toContain(` ${nearest}?`)
})

it('a preflight of an unknown path has the form of every error', async () => {
  const answer = await app.inject({ method: 'OPTIONS', url: '/api/v2/nowhere' })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ detail: { ErrorCode: 'RouteNotFound' } })
})

it('programs use PUBLIC_URL, and the reference its own origin, without a selected key', async () => {
  const servers = async (url: string) => (await app.inject(url)).json().servers
  expect(await servers('/openapi.json')).toEqual([{ url: 'https://nonprofits.example' }])
  expect(await servers('/docs/openapi.json')).toEqual([{ url: '/' }])
  expect((await app.inject('/docs/')).body).not.toContain('preferredSecurityScheme')
})
