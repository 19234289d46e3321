import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import type { TopList } from '#mappings/sector.ts'
import { toFrame } from '#src/api/a/chat/frames.ts'
import { errorBody } from '#src/api/a/operation.ts'
import { attribute } from '#src/api/b/attribute.ts'
import { type EvidenceRegistry, sourceOf } from '#src/api/b/evidence.ts'
import { errorEnvelope } from '#src/api/b/operation.ts'
import { presentTopLists, topListsData } from '#src/api/b/top-lists.ts'
import { toCsvLines } from '#src/api/shared/csv.ts'
import { presentError, toApiError } from '#src/api/shared/error-handler.ts'
import { ApiError, ERRORS, type ErrorCode } from '#src/platform/errors.ts'
import { resolveSource } from '#test/integration/http/resolve-source.ts'
import { cases, testCases } from '#test/unit/cases.ts'

const codes = Object.keys(ERRORS) as ErrorCode[]

describe('the error table', () => {
  test.each(codes)('%s has a body in both forms and one sentence', (code) => {
    const error = new ApiError(code)
    const a = presentError(error, 'a')
    expect(a.status).toBe(ERRORS[code].status)
    const detail = { ErrorCode: code, Message: ERRORS[code].message }
    expect(errorBody.parse(a.body).detail).toEqual(detail)
    const b = presentError(error, 'b')
    expect(b.status).not.toBe(422)
    const { error: sentence } = errorEnvelope.parse(b.body)
    // Parameters have other names on B.
    if (code !== 'PageTooDeep') expect(sentence).toBe(ERRORS[code].message)
    expect(ERRORS[code].message).toMatch(/^[A-Z].*\.$/)
  })

  test('validation is an array on A and a sentence with status 400 on B', () => {
    const issues = ['Limt is wrong; did you mean Limit?', 'Cursor is low'].map((text) => {
      const [name = '', ...msg] = text.split(' ')
      return { loc: ['query', name], msg: msg.join(' '), type: 'x', input: '0' }
    })
    const error = new ApiError('InvalidParameters', { issues })
    expect(presentError(error, 'a')).toEqual({ status: 422, body: { detail: issues } })
    const sentence = 'Limt is wrong; did you mean Limit? Cursor is low.'
    const body = { success: false, data: null, error: sentence }
    expect(presentError(error, 'b')).toEqual({ status: 400, body })
  })
})

describe('an exception becomes', () => {
  const thrown = (code: string, statusCode?: number) =>
    Object.assign(new Error('internal'), { code, statusCode })

  test.each([
    [thrown('FST_ERR_CTP_BODY_TOO_LARGE', 413), 'BodyTooLarge'],
    [thrown('FST_ERR_CTP_INVALID_JSON_BODY', 400), 'InvalidRequest'],
    [thrown('FST_ERR_BAD_URL', 400), 'InvalidRequest'],
    [thrown('FST_ERR_HANDLER_TIMEOUT', 503), 'SearchUnavailable'],
    [thrown('ERR_SOMETHING'), 'InternalError'],
    [new TypeError('x is not a function'), 'InternalError'],
    ['a string', 'InternalError'],
  ])('%s', (error, code) => {
    const apiError = toApiError(error)
    expect(apiError.code).toBe(code)
    expect(apiError.message).not.toContain('internal')
  })
  test.each([
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, 'Content-Type: application/json'],
    ['FST_ERR_CTP_INVALID_JSON_BODY', 400, 'is not valid JSON'],
    ['FST_ERR_CTP_EMPTY_JSON_BODY', 400, 'is empty'],
  ])('%s says what to send', (code, status, words) => {
    const apiError = toApiError(thrown(code, status))
    expect(apiError).toMatchObject({ code: 'InvalidRequest', status: 400 })
    expect(apiError.message).toContain(words)
  })
  test('SearchUnavailable for a slow handler, with the slow part for the log', () => {
    const error = thrown('FST_ERR_HANDLER_TIMEOUT', 503)
    expect(toApiError(error).cause).toBe(error)
  })
})

test('a row is a line that ends in CRLF; an unknown value is an empty cell', () => {
  expect(toCsvLines([['1', undefined, true, false, -2, '']])).toBe('1,,true,false,-2,\r\n')
})

test.each(['A\n=cmd()', 'A\r=cmd()', 'A\r\n=cmd()', 'A\n', 'A\r'])(
  'a line break in a text does not end a row: %j',
  (text) => {
    const line = toCsvLines([['1', text, 'y']])
    expect(line).toBe(`1,"${text}",y\r\n`)
    expect(parse(line)).toEqual([['1', text, 'y']])
  },
)

test.each([
  ...['=1', '+1', '-1', '@x', '＝1', '＋1', '－1', '＠x'],
  ...['\t=1', '\r=1', '\n=1', '\r\n=1', ' =1+1', '  -1', '\u00a0=cmd', '\ufeff=1', '\u3000＝1'],
])('%j is not a formula', (text) => {
  expect(parse(toCsvLines([[text, 'y']]))).toEqual([[`'${text}`, 'y']])
})

test.each([' a', ' 1', 'a = b', '\u00a0a'])('%j is unchanged', (text) => {
  expect(parse(toCsvLines([[text, 'y']]))).toEqual([[text, 'y']])
})

test('no text ends a frame, even with other line endings that clients accept', () => {
  const data = { Text: 'a\n\ndata: [DONE]\r\rb\r\nc\u0085d\u2028e\u2029f\vg\fh\u001ci' }
  const frame = toFrame('delta', data)
  expect(frame.split(/[\p{Cc}\u2028\u2029]/u)).toEqual([
    'event: delta',
    expect.stringMatching(/^data: \{/),
    '',
    '',
  ])
  expect(JSON.parse(frame.split('\n')[1]?.slice('data: '.length) ?? '')).toEqual(data)
})

const HOME = '202303199349301234'
const FILING = { form: '990', taxYear: 2022, objectId: HOME } as const

describe('the documented order of sources', () => {
  const evidence: EvidenceRegistry = {
    default: 'f990',
    sources: {},
    fields: { 'people.top_compensation': 'schJ', 'pay.bonus': 'f990' },
  }
  const data = {
    evidence,
    plain: { total: { value: 1 } },
    people: { _src: 'schL', top_compensation: { value: 1 }, other: { value: 2 } },
    pay: { _src: 'schJ', bonus: { value: 3 }, items: [{ total: 4, _src: 'f990' }, { total: 5 }] },
  }

  testCases('sources of fields', (path: string, source: string) => {
    expect(resolveSource(data, path)).toBe(source)
  })
})

describe('attribution', () => {
  type Sources = { evidence: { sources: object } }
  test.each(cases<[string, object, Sources]>('attributed data'))('%s', (_, given, expected) => {
    const data = attribute(given, FILING)
    expect(data).toEqual(expected)
    const keysOf = ({ evidence }: Sources) => Object.keys(evidence.sources)
    expect(keysOf(data)).toEqual(keysOf(expected))
  })

  testCases('schedules of paths', (path: string, schedule?: string) => {
    expect(sourceOf(`990:2022:${HOME}:${path}`)).toEqual({
      form: '990',
      ...(schedule && { schedule }),
      tax_year: 2022,
      object_id: HOME,
    })
  })
})

test('several top lists, each with its own sources, match their schema', () => {
  const listed = (ein: string) => ({
    ...{ ein, name: `Made ${ein}`, nameRef: `bmf:2026-04:${ein}:NAME`, prominence: 1 },
    ...{ score: 70, band: 'Good', scoreRef: `derived:rating:${ein}:2023` },
    ...{ form: '990', latestYear: 2023 },
    revenue: { value: 1, ref: `990:2023:20240319934${ein.slice(2)}:/IRS990/CYTotalRevenueAmt` },
  })
  const list = (key: string, first: number): TopList => {
    const ten = Array.from({ length: 10 }, (_, n) => listed(`0700000${first + n}`))
    return { key, eligible: 10, byRevenue: ten, byProminence: ten }
  }
  const data = presentTopLists({
    release: 'made',
    computedAt: '2026-11-21T00:00:00.000Z',
    lists: [list('B', 10), list('E', 20), list('K', 30)],
  })
  expect(topListsData.safeParse(data).error).toBeUndefined()
  expect(data.lists.map((one) => one._src)).toEqual([undefined, 'f990_2023_11', 'f990_2023_21'])
})
