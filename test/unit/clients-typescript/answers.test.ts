import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createClient, type ServiceError } from '../../../clients/typescript/src/index.ts'
import { cases } from '../cases.ts'

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

describe('a response that is not from the service', () => {
  it('is an error with its status and content type', async () => {
    const error = await errorFor(PAGE, html)
    expect(String(error)).toBe('ServiceError: Expected JSON; got text/html.')
    expect(error).toMatchObject({ status: 200, code: undefined })
  })

  it.each([
    ['an error page', '<h1>Bad gateway</h1>', html],
    ['an error without anything', null, {}],
    ...[
      ...['{"foo":1}', '{"error":"upstream"}', 'null', '7', '{"detail":[]}', '{"detail":["x"]}'],
      ...['{"detail":[null]}', '{"detail":[{"loc":null,"msg":"x"}]}'],
      '{"detail":{"ErrorCode":"ProfileNotFound"}}',
    ].map((body): [string, string, ResponseInit] => [body, body, json]),
  ] as [string, string | null, ResponseInit][])('may be %s', async (_, body, init) => {
    const error = await errorFor(body, { status: 502, ...init })
    expect(error).toMatchObject({ name: 'ServiceError', status: 502, code: undefined })
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
  it.each(['{"EIN":"070000101"}\n', null])('has its bytes %j and its headers', async (body) => {
    const headers = { 'Content-Type': 'application/x-ndjson', 'X-Release': '20261121t033012345z' }
    const streamed = await answering(body, { headers }).stream('/api/v2/export')
    expect(streamed.headers.get('X-Release')).toBe('20261121t033012345z')
    expect(await text(streamed.body)).toBe(body ?? '')
  })
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
