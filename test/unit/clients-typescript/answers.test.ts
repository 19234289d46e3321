import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import {
  createClient,
  ServiceError,
  UnreadableAnswer,
} from '../../../clients/typescript/src/index.ts'

const baseUrl = 'http://service.example'
const PAGE = '<html><title>Sign in to the guest network</title>'
const html = { 'Content-Type': 'text/html' }
const json = { 'Content-Type': 'application/json; charset=utf-8' }

/** A client whose requests all get one response. */
const answering = (body: BodyInit | null, init?: ResponseInit) =>
  createClient({ baseUrl, fetch: async () => new Response(body, init) })

const errorOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => Promise.reject(new Error('The request succeeded.')),
    (error) => error,
  )

/** An endless body, and whether its reader has stopped. */
function endless(): { body: ReadableStream<Uint8Array>; isLeft: () => boolean } {
  let isLeft = false
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) =>
    controller.enqueue(new TextEncoder().encode(PAGE.repeat(20)))
  const cancel = () => {
    isLeft = true
  }
  const body = new ReadableStream<Uint8Array>({ pull, cancel })
  return { body, isLeft: () => isLeft }
}

describe('a response that is not from the service', () => {
  it('is reported with its address, status, content type, and beginning', async () => {
    const error = await errorOf(answering(PAGE, { headers: html }).get('/api/v2/health'))
    expect(error).toBeInstanceOf(UnreadableAnswer)
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({
      name: 'UnreadableAnswer',
      url: 'http://service.example/api/v2/health',
      status: 200,
      contentType: 'text/html',
      beginning: PAGE,
      message: `http://service.example/api/v2/health returned 200 with text/html, not the requested content: "${PAGE}"`,
    })
  })

  it('is not read beyond the shown part', async () => {
    for (const method of ['get', 'stream'] as const) {
      const { body, isLeft } = endless()
      const client = answering(body, { headers: html })
      const asked =
        method === 'get' ? client.get('/api/v2/health') : client.stream('/api/v2/export')
      expect(await errorOf(asked)).toMatchObject({ beginning: PAGE.repeat(20).slice(0, 300) })
      expect(isLeft(), method).toBe(true)
    }
  })

  it('may be labeled JSON without being JSON', async () => {
    for (const body of ['{"Status": "Hea', '', null]) {
      const client = answering(body, { headers: { 'Content-Type': 'application/json' } })
      const error = await errorOf(client.get('/api/v2/health'))
      expect(error).toMatchObject({ name: 'UnreadableAnswer', beginning: body ?? '' })
    }
  })

  it('may be an error, whose status is kept', async () => {
    const client = answering('<h1>Bad gateway</h1>', { status: 502, headers: html })
    expect(await errorOf(client.get('/api/v2/health'))).toMatchObject({
      name: 'UnreadableAnswer',
      status: 502,
      code: undefined,
      beginning: '<h1>Bad gateway</h1>',
    })
  })

  it('is not read beyond its beginning if it is an error, either', async () => {
    const { body, isLeft } = endless()
    const response = new Response(body, { status: 502, statusText: 'Bad Gateway', headers: html })
    Object.defineProperty(response, 'url', { value: 'http://proxy.example/' })
    const client = createClient({ baseUrl, fetch: async () => response })
    expect(await errorOf(client.get('/api/v2/health'))).toMatchObject({
      name: 'UnreadableAnswer',
      status: 502,
      url: 'http://proxy.example/',
      contentType: 'text/html',
      beginning: PAGE.repeat(20).slice(0, 300),
    })
    expect(isLeft()).toBe(true)
  })

  it('may have only a status', async () => {
    for (const headers of [{}, { 'Content-Length': '0' }]) {
      const error = await errorOf(answering(null, { status: 502, headers }).get('/api/v2/health'))
      expect(String(error)).toBe(
        'UnreadableAnswer: http://service.example/api/v2/health returned 502 with no content type, not the requested content: nothing',
      )
    }
  })

  it.each([
    '{"foo":1}',
    '{"error":"upstream"}',
    'null',
    '7',
    '{"detail":[]}',
    '{"detail":["x"]}',
    '{"detail":[null]}',
    '{"detail":[{"loc":null,"msg":"x"}]}',
    '{"detail":{"ErrorCode":"ProfileNotFound"}}',
  ])('may be an error with other JSON, such as %s', async (body) => {
    const client = answering(body, { status: 502, headers: json })
    expect(await errorOf(client.get('/api/v2/health'))).toMatchObject({
      name: 'UnreadableAnswer',
      status: 502,
      url: 'http://service.example/api/v2/health',
      beginning: body,
    })
  })

  it('is not read to its end if it is an error labeled JSON', async () => {
    const { body, isLeft } = endless()
    const error = await errorOf(
      answering(body, { status: 502, headers: json }).get('/api/v2/health'),
    )
    expect(error).toMatchObject({ beginning: PAGE.repeat(20).slice(0, 300) })
    expect(isLeft()).toBe(true)
  })
})

describe('an error of the service', () => {
  it('may be only a sentence', async () => {
    for (const body of ['{"detail":"Bad."}', '{"success":false,"data":null,"error":"Bad."}']) {
      const client = answering(body, { status: 400, headers: json })
      const error = await errorOf(client.get('/api/v2/health'))
      expect(String(error)).toBe('ServiceError: Bad.')
      expect(error).toMatchObject({ status: 400, code: undefined, issues: [] })
    }
  })

  it('may list faults, one without a location', async () => {
    const issue = { loc: [], msg: 'is too much', type: 'custom' }
    const limit = { loc: ['query', 'Limit'], msg: 'must be 50 or less', type: 'too_big' }
    const client = answering(JSON.stringify({ detail: [limit, issue] }), {
      status: 422,
      headers: json,
    })
    expect(await errorOf(client.get('/api/v2/health'))).toMatchObject({
      code: 'InvalidParameters',
      issues: [limit, issue],
      message: 'Limit must be 50 or less; is too much',
    })
  })

  it('may repeat the whole request', async () => {
    const detail = { ErrorCode: 'InvalidParameters', Message: 'M', Sent: 'x'.repeat(1_500_000) }
    const client = answering(JSON.stringify({ detail }), { status: 400, headers: json })
    expect(String(await errorOf(client.get('/api/v2/health')))).toBe('ServiceError: M')
  })

  it('has no body if nothing has changed', async () => {
    const error = await errorOf(answering(null, { status: 304 }).get('/api/v2/health'))
    expect(error).toMatchObject({ name: 'ServiceError', status: 304 })
  })
})

describe('a stream', () => {
  it.each([
    ['text/plain', 200],
    ['application/octet-stream', 200],
    ['constructor', 200],
    [undefined, 200],
    ['text/csv', 204],
    [undefined, 204],
  ])('is never %s with %i', async (type, status) => {
    const body = status === 204 ? null : new TextEncoder().encode('hello')
    const headers: HeadersInit = type === undefined ? {} : { 'Content-Type': type }
    const client = answering(body, { status, headers })
    const asked = [
      client.stream('/api/v2/export'),
      client.postStream('/api/v2/assistant/chat/stream', { body: { Message: 'Hello' } }),
    ]
    for (const answer of asked) {
      expect(await errorOf(answer)).toMatchObject({ name: 'UnreadableAnswer', status })
    }
  })

  it('accepts its content type in any case and with parameters', async () => {
    const headers = { 'Content-Type': 'Text/CSV ; charset=utf-8' }
    const { body } = await answering('Rank', { headers }).stream('/api/v2/export')
    expect(await text(body)).toBe('Rank')
  })
})

it('a table read as JSON is rejected', async () => {
  const client = answering('Direction,Year', { headers: { 'Content-Type': 'text/csv' } })
  // The types forbid it, but not every caller has them.
  const init = { params: { path: { ein: '070000101' }, query: { Format: 'csv' as never } } }
  expect(await errorOf(client.get('/api/v2/charity/{ein}/grants', init))).toMatchObject({
    name: 'UnreadableAnswer',
    contentType: 'text/csv',
  })
})

it.each(['application/json; charset=utf-8', 'application/problem+json'])(
  'a table cannot have the type %s',
  async (type) => {
    const { body, isLeft } = endless()
    const client = answering(body, { headers: { 'Content-Type': type } })
    const init = { params: { path: { ein: '070000101' }, query: { Format: 'csv' as const } } }
    expect(await errorOf(client.stream('/api/v2/charity/{ein}/grants', init))).toMatchObject({
      name: 'UnreadableAnswer',
      status: 200,
      contentType: type,
    })
    expect(isLeft()).toBe(true)
  },
)

it('a stream has its bytes and its headers, even if it is empty', async () => {
  const headers = { 'Content-Type': 'application/x-ndjson', 'X-Release': '20261121t033012345z' }
  for (const body of ['{"EIN":"070000101"}\n', null]) {
    const streamed = await answering(body, { headers }).stream('/api/v2/export')
    expect(streamed.headers.get('X-Release')).toBe('20261121t033012345z')
    expect(await text(streamed.body)).toBe(body ?? '')
  }
})

describe('Retry-After', () => {
  const secondsOf = async (retryAfter: string, date?: string) => {
    const headers = { 'Retry-After': retryAfter, ...(date !== undefined && { Date: date }) }
    const client = createClient({
      baseUrl,
      retry: { times: 0 },
      fetch: async () => new Response(null, { status: 503, headers }),
    })
    const error = await errorOf(client.get('/api/v2/health'))
    return error instanceof ServiceError ? error.retryAfterSeconds : error
  }
  const DATE = 'Sun, 06 Nov 2033 08:49:30 GMT'

  it.each([
    ['120', 120],
    ['Sun, 06 Nov 2033 08:49:37 GMT', 7],
    ['Sunday, 06-Nov-33 08:49:37 GMT', 7],
    ['Sun Nov  6 08:49:37 2033', 7],
  ])('%s is %i seconds', async (retryAfter, seconds) => {
    expect(await secondsOf(retryAfter, DATE)).toBe(seconds)
  })

  it('is at least zero and at most a day', async () => {
    expect(await secondsOf('Sun, 06 Nov 2033 08:49:00 GMT', DATE)).toBe(0)
    expect(await secondsOf('Sun, 06 Nov 2039 08:49:00 GMT', DATE)).toBe(86_400)
    expect(await secondsOf('9'.repeat(400))).toBe(86_400)
  })

  it('uses the local clock if the server sends no time', async () => {
    expect(await secondsOf('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(0)
  })

  it.each(['soon', '', '-1', '1.5', 'in 5 minutes', 'Sun, 99 Nov 2033 08:49:37 GMT'])(
    '%j is ignored',
    async (retryAfter) => {
      expect(await secondsOf(retryAfter, DATE)).toBeUndefined()
    },
  )
})
