import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import {
  createClient,
  ServiceError,
  UnreadableAnswer,
} from '../../../clients/typescript/src/index.ts'
import { cases, testCases } from '../cases.ts'

const baseUrl = 'http://service.example'
const HEALTH = '/api/v2/health'
const PAGE = '<html><title>Sign in to the guest network</title>'
const typed = (type: string) => ({ headers: { 'Content-Type': type } })
const html = typed('text/html')
const json = typed('application/json; charset=utf-8')

/** A client whose requests all get one response. */
const answering = (body: BodyInit | null, init?: ResponseInit) =>
  createClient({ baseUrl, fetch: async () => new Response(body, init) })

const errorOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => Promise.reject(new Error('The request succeeded.')),
    (error) => error,
  )

/** The error of a GET that got this response. */
const errorFor = (body: BodyInit | null, init?: ResponseInit) =>
  errorOf(answering(body, init).get(HEALTH))

/** An endless body, and whether its reader has stopped. */
function endless(): { body: ReadableStream<Uint8Array>; isLeft: () => boolean } {
  let isLeft = false
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(PAGE.repeat(20))),
    cancel: () => {
      isLeft = true
    },
  })
  return { body, isLeft: () => isLeft }
}

describe('a response that is not from the service', () => {
  it('is reported with its address, status, content type, and beginning', async () => {
    const error = await errorFor(PAGE, html)
    expect(error).toBeInstanceOf(UnreadableAnswer)
    expect(error).toBeInstanceOf(ServiceError)
    const url = `${baseUrl}${HEALTH}`
    const seen = { url, status: 200, contentType: 'text/html', beginning: PAGE }
    expect(error).toMatchObject({ name: 'UnreadableAnswer', ...seen })
    for (const part of Object.values(seen)) expect(String(error)).toContain(String(part))
  })

  it.each([
    ['labeled JSON', '{"Status": "Hea', typed('application/json')],
    ['labeled JSON and empty', '', typed('application/json')],
    ['labeled JSON and absent', null, typed('application/json')],
    ['an error page', '<h1>Bad gateway</h1>', { status: 502, ...html }],
    ['an error without anything', null, { status: 502 }],
    ['an empty error', null, { status: 502, headers: { 'Content-Length': '0' } }],
    ...[
      ...['{"foo":1}', '{"error":"upstream"}', 'null', '7', '{"detail":[]}', '{"detail":["x"]}'],
      ...['{"detail":[null]}', '{"detail":[{"loc":null,"msg":"x"}]}'],
      '{"detail":{"ErrorCode":"ProfileNotFound"}}',
    ].map((body): [string, string, ResponseInit] => [body, body, { status: 502, ...json }]),
  ] as [string, string | null, ResponseInit][])('may be %s', async (_, body, init) => {
    expect(await errorFor(body, init)).toMatchObject({
      name: 'UnreadableAnswer',
      url: `${baseUrl}${HEALTH}`,
      status: init.status ?? 200,
      code: undefined,
      beginning: body ?? '',
    })
  })

  it.each<[string, 'get' | 'stream', ResponseInit]>([
    ['a page', 'get', html],
    ['a page instead of a file', 'stream', html],
    ['an error page', 'get', { status: 502, ...html }],
    ['an error labeled JSON', 'get', { status: 502, ...json }],
  ])('is not read beyond its beginning: %s', async (_, method, init) => {
    const { body, isLeft } = endless()
    const client = answering(body, init)
    const asked = method === 'get' ? client.get(HEALTH) : client.stream('/api/v2/export')
    expect(await errorOf(asked)).toMatchObject({ beginning: PAGE.repeat(20).slice(0, 300) })
    expect(isLeft()).toBe(true)
  })

  it('has the address it came from', async () => {
    const response = new Response('<h1>Bad gateway</h1>', { status: 502, ...html })
    Object.defineProperty(response, 'url', { value: 'http://proxy.example/' })
    const client = createClient({ baseUrl, fetch: async () => response })
    expect(await errorOf(client.get(HEALTH))).toMatchObject({ url: 'http://proxy.example/' })
  })
})

describe('an error of the service', () => {
  it.each(['{"detail":"Bad."}', '{"success":false,"data":null,"error":"Bad."}'])(
    'may be only a sentence: %s',
    async (body) => {
      const error = await errorFor(body, { status: 400, ...json })
      expect(String(error)).toBe('ServiceError: Bad.')
      expect(error).toMatchObject({ status: 400, code: undefined, issues: [] })
    },
  )

  it('may list faults, one without a location', async () => {
    const issue = { loc: [], msg: 'is too much', type: 'custom' }
    const limit = { loc: ['query', 'Limit'], msg: 'is wrong', type: 'too_big' }
    const detail = [limit, issue]
    expect(await errorFor(JSON.stringify({ detail }), { status: 422, ...json })).toMatchObject({
      code: 'InvalidParameters',
      issues: detail,
      message: 'Limit is wrong; is too much',
    })
  })

  it('has no body if nothing has changed', async () => {
    const error = await errorFor(null, { status: 304 })
    expect(error).toMatchObject({ name: 'ServiceError', status: 304 })
  })
})

describe('a stream', () => {
  testCases('responses that are no stream', async (type: string | null, status: number) => {
    const body = status === 204 ? null : new TextEncoder().encode('hello')
    const client = answering(body, { status, ...(type !== null && typed(type)) })
    for (const answer of [
      client.stream('/api/v2/export'),
      client.postStream('/api/v2/assistant/chat/stream', { body: { Message: 'Hello' } }),
    ])
      expect(await errorOf(answer)).toMatchObject({ name: 'UnreadableAnswer', status })
  })

  it('accepts its content type in any case and with parameters', async () => {
    const client = answering('Rank', typed('Text/CSV ; charset=utf-8'))
    expect(await text((await client.stream('/api/v2/export')).body)).toBe('Rank')
  })

  it.each(['{"EIN":"070000101"}\n', null])('has its bytes %j and its headers', async (body) => {
    const headers = { 'Content-Type': 'application/x-ndjson', 'X-Release': '20261121t033012345z' }
    const streamed = await answering(body, { headers }).stream('/api/v2/export')
    expect(streamed.headers.get('X-Release')).toBe('20261121t033012345z')
    expect(await text(streamed.body)).toBe(body ?? '')
  })
})

describe('a table', () => {
  const GRANTS = '/api/v2/charity/{ein}/grants' as const
  const init = { params: { path: { ein: '070000101' }, query: { Format: 'csv' as const } } }

  it('read as JSON is rejected', async () => {
    // The types forbid it, but not every caller has them.
    const answer = answering('Direction,Year', typed('text/csv')).get(GRANTS, init as never)
    const error = { name: 'UnreadableAnswer', contentType: 'text/csv' }
    expect(await errorOf(answer)).toMatchObject(error)
  })

  it.each(['application/json; charset=utf-8', 'application/problem+json'])(
    'cannot have the type %s',
    async (contentType) => {
      const { body, isLeft } = endless()
      const answer = answering(body, typed(contentType)).stream(GRANTS, init)
      const seen = { name: 'UnreadableAnswer', status: 200, contentType }
      expect(await errorOf(answer)).toMatchObject(seen)
      expect(isLeft()).toBe(true)
    },
  )
})

describe('Retry-After', () => {
  const DATE = 'Sun, 06 Nov 2033 08:49:30 GMT'
  // By the clock of the server.
  const clocked = cases<[string, number | null]>('Retry-After')

  // A wait is at most a day, and without a clock of the server the local one counts.
  it.each<readonly [string, number | null, string | undefined]>([
    ...clocked.map(([value, seconds]) => [value, seconds, DATE] as const),
    ['9'.repeat(400), 86_400, undefined],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 0, undefined],
  ])('%j is %s seconds', async (retryAfter, seconds, date) => {
    const headers = { 'Retry-After': retryAfter, ...(date !== undefined && { Date: date }) }
    const fetch = async () => new Response(null, { status: 503, headers })
    const client = createClient({ baseUrl, retry: { times: 0 }, fetch })
    const found = (await errorOf(client.get(HEALTH))) as ServiceError
    expect(found.retryAfterSeconds).toBe(seconds ?? undefined)
  })
})
