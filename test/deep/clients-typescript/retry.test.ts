import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createClient,
  type RetryOptions,
  ServiceError,
} from '../../../clients/typescript/src/index.ts'

/** The server's clock. */
const DATE = 'Sun, 22 Nov 2026 08:49:37 GMT'

type Planned = { status: number; retryAfter?: string }

let server: Server
let baseUrl: string
/** The server's next responses, then 200 forever; and the requests it received. */
let planned: Planned[] = []
let asked: string[] = []
let waited: number[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const { status, retryAfter } = planned.shift() ?? { status: 200 }
    response.writeHead(status, {
      'Content-Type': 'application/json',
      Date: DATE,
      ...(retryAfter && { 'Retry-After': retryAfter }),
    })
    const refusal = { detail: { ErrorCode: 'RateLimited', Message: 'Slow down.' } }
    response.end(JSON.stringify(status === 200 ? { Status: 'Healthy' } : refusal))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  planned = []
  asked = []
  waited = []
})

const wait = async (milliseconds: number) => void waited.push(milliseconds)
const open = (retry: RetryOptions = {}) => createClient({ baseUrl, retry: { wait, ...retry } })
const body = { Message: 'The officers of 2021 are missing.' }

describe('a request that was rejected for now', () => {
  it('is sent again after the delay in the response', async () => {
    planned = [
      { status: 429, retryAfter: '1' },
      { status: 503, retryAfter: '4' },
    ]
    expect(await open().get('/api/v2/health')).toEqual({ Status: 'Healthy' })
    expect(waited).toEqual([1_000, 4_000])
  })

  it('is sent again at the time in the response', async () => {
    const soon = new Date(Date.parse(DATE) + 5_000).toUTCString()
    planned = [{ status: 503, retryAfter: soon }]
    expect(await open().get('/api/v2/health')).toEqual({ Status: 'Healthy' })
    expect(waited).toEqual([5_000])
  })

  it('is abandoned after the last try', async () => {
    planned = Array.from({ length: 5 }, () => ({ status: 429, retryAfter: '1' }))
    const answer = open({ times: 1 }).get('/api/v2/health')
    await expect(answer).rejects.toMatchObject({ status: 429, code: 'RateLimited' })
    expect(asked).toHaveLength(2)
  })

  it('is not retried after a longer delay than allowed, or without a delay from the server', async () => {
    for (const refusal of [{ status: 429, retryAfter: '31' }, { status: 429 }]) {
      planned = [refusal]
      await expect(open().get('/api/v2/health')).rejects.toBeInstanceOf(ServiceError)
    }
    expect(waited).toEqual([])
  })

  it('is sent again with its body after 429, but not after 503, because it may have succeeded', async () => {
    planned = [{ status: 429, retryAfter: '1' }]
    await open().post('/api/v2/agent-feedback', { body })
    expect(asked).toEqual(['POST /api/v2/agent-feedback', 'POST /api/v2/agent-feedback'])
    planned = [{ status: 503, retryAfter: '1' }]
    await expect(open().post('/api/v2/agent-feedback', { body })).rejects.toMatchObject({
      status: 503,
      retryAfterSeconds: 1,
    })
  })

  it('stops waiting when its caller stops', async () => {
    planned = [{ status: 429, retryAfter: '30' }]
    const stop = new AbortController()
    const answer = createClient({ baseUrl }).get('/api/v2/health', { signal: stop.signal })
    await expect.poll(() => asked.length).toBe(1)
    stop.abort()
    await expect(answer).rejects.toThrow('aborted')
  })
})
