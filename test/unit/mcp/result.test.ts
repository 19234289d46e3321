import type { OpenAPIV3_1 } from 'openapi-types'
import { expect, test } from 'vitest'
import type { ListedOrganization, TopListsBody } from '#mappings/sector.ts'
import {
  presentStats as presentStatsA,
  presentTopLists as presentTopListsA,
} from '#src/api/a/stats.ts'
import { wrap } from '#src/api/b/operation.ts'
import { presentStats as presentStatsB } from '#src/api/b/sector.ts'
import { presentTopLists as presentTopListsB } from '#src/api/b/top-lists.ts'
import { presentError } from '#src/api/shared/error-handler.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { askFor, refusal } from '#src/mcp/ask.ts'
import { describeTools, openTools } from '#src/mcp/describe.ts'
import type { Failure } from '#src/mcp/failure.ts'
import { toResult } from '#src/mcp/server.ts'
import { operationFor } from '#src/mcp/to-url.ts'
import { ApiError, ERRORS, type ErrorCode } from '#src/platform/errors.ts'
import { NOTHING_FILED } from '#src/sector/read-sector.ts'
import type { OperationTool } from '#src/tools/tool.ts'
import { OPERATION_TOOLS, operationTool } from '#src/tools/tools.ts'
import { expectRecorded } from '#test/recorded.ts'
import { printOpenApi } from '../../../clients/openapi.ts'

const CONTEXT = { now: new Date('2026-04-01T22:30:00Z'), openTools: ['get_profile'], hasKey: true }

function toolNamed(name: string): OperationTool {
  const tool = operationTool(name)
  if (!tool) throw new Error(`No tool ${name}.`)
  return tool
}

const resultOf = (operation: Operation, answer: Answer, context = {}) =>
  toResult(operation, answer, { ...CONTEXT, ...context })
type Operation = Parameters<typeof toResult>[0]
type Answer = Parameters<typeof toResult>[1]

const textsIn = ({ content }: ReturnType<typeof toResult>): string[] =>
  content.map((block) => (block.type === 'text' ? block.text : ''))

const textsOf = (name: string, body: object, given: object = {}): string[] =>
  textsIn(resultOf(operationFor(toolNamed(name), { ...given }), { status: 200, body, headers: {} }))

const firstTextOf = (...call: Parameters<typeof textsOf>): string => textsOf(...call)[0] ?? ''

const listed = (place: number): ListedOrganization => ({
  ...{ ein: `07000020${place}`, name: `Lark Trust ${place}`, nameRef: 'bmf:2026-04:1:NAME' },
  ...{ score: 82.912_345_678 - place, band: 'Good', form: '990', latestYear: 2022 },
  scoreRef: `derived:rating:07000020${place}:2022`,
  revenue: { value: 3_271_023 - place, ref: '990:2022:1:/IRS990/CYTotalRevenueAmt' },
  prominence: 540 - place,
})
const three = [0, 1, 2].map(listed)
const LISTS: TopListsBody = {
  release: 'made',
  computedAt: '2026-04-01T00:00:00.000Z',
  filingYear: 2021,
  lists: [{ key: 'K', eligible: 12, byProminence: three, byRevenue: three.toReversed() }],
}

const sum = (value: number) => ({ sum: value, filings: 2 })
const SECTOR: Parameters<typeof presentStatsB>[0] = {
  stats: {
    ...{ release: 'made', computedAt: LISTS.computedAt, modalLatestYear: 2022 },
    ...{ charities: 3, filings: 4, filingsByForm: { '990': 4 } },
    overview: { organizations: 3, filings: 4, latestCompleteYear: 2022 },
  },
  years: [
    {
      ...{ taxYear: 2022, isComplete: true, organizations: 3, filings: 4, ratios: {} },
      ...{ groupReturnsLeftOut: 0, shortYearsLeftOut: 1 },
      figures: { revenue: sum(900), expenses: sum(0), assets: sum(70) },
    },
  ],
}

/** Errors of paths, methods, bodies, and operations that no tool has. */
const UNMET = new Set<ErrorCode>([
  ...(['RouteNotFound', 'MethodNotAllowed', 'BodyTooLarge', 'IconNotFound'] as const),
  'AssistantUnavailable',
])
const CODES = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => !UNMET.has(code))

/** Returns an error as the API makes it; parameters of an operation have issues. */
const errorFor = (code: ErrorCode): ApiError => {
  const issues = [{ loc: ['query', 'EvidenceRef'], msg: 'is required', type: 'missing' }]
  return new ApiError(code, code === 'InvalidParameters' ? { issues } : {})
}

const failedTextOf = (error: ApiError, headers = {}, context = {}): string =>
  textsIn(resultOf(toolNamed('usage').operation, { ...refusal(error), headers }, context))[0] ?? ''

/** Errors whose message is about this request. */
const MESSAGES: [ErrorCode, message: string][] = [
  ['FilingNotFound', 'Lark\n[990:1] <b>\u202e is known, but not its filings.'],
  ['FilingNotFound', 'There is no Form 990PF. Available forms: 990, 990T.'],
  ['NoComparableCohort', 'None mainly files Form 990EZ; pass Form=990.'],
]

/** Who used up an allowance, with the key's policy. */
const USED_UP: [who: string, hasKey: boolean, policy: string][] = [
  ['a key with reads', true, '"data";q=3;w=86400'],
  ['no key', false, '"data";q=1000;w=86400'],
  ['a key without reads', true, '"data";q=0;w=86400'],
]

test('results and errors have these texts', async () => {
  const shown = readTsv(new URL('./answers.tsv', import.meta.url)).map(
    ([what, tool = '', given = '{}', body = '{}']) =>
      [what, firstTextOf(tool, JSON.parse(body), JSON.parse(given))] as const,
  )
  await expectRecorded('mcp-result', {
    ...Object.fromEntries(shown),
    'top_lists without a key': firstTextOf('top_lists', wrap(presentTopListsB(LISTS))),
    'top_lists with a key': firstTextOf('top_lists', presentTopListsA(LISTS)),
    'sector_stats without a key': firstTextOf('sector_stats', wrap(presentStatsB(SECTOR))),
    'too long for a text': textsOf('get_section', rowsOf(900))[1] ?? '',
    'too long for a text, of a tool without Limit': textsOf('top_lists', rowsOf(900))[1] ?? '',
    ...Object.fromEntries(CODES.map((code) => [code, failedTextOf(errorFor(code))])),
    ...Object.fromEntries(
      MESSAGES.map(([code, message], at) => {
        return [`${code} with a message ${at}`, failedTextOf(new ApiError(code, { message }))]
      }),
    ),
    ...Object.fromEntries(
      USED_UP.map(([who, hasKey, policy]) => {
        const headers = { retryAfter: '5400', policy }
        const error = new ApiError('DataAllowanceExhausted')
        return [`an allowance used up by ${who}`, failedTextOf(error, headers, { hasKey })]
      }),
    ),
  })
})

test('sector_stats has the same text with a key and without one', () => {
  expect(firstTextOf('sector_stats', presentStatsA(SECTOR))).toBe(
    firstTextOf('sector_stats', wrap(presentStatsB(SECTOR))),
  )
})

test('a long text is cut', () => {
  const Data = { Label: 'Mission', Value: 'm'.repeat(1_200) }
  const text = firstTextOf('get_evidence', { Data, EvidenceRefs: [] }, { EIN: '070000199' })
  expect(text).toMatch(/^Mission: “m{1000}…” \[200 more characters\]$/)
})

test('a section shows up to 50 rows, cuts long texts, and counts all rows', () => {
  const Table = 'GrantsToOrganizations'
  const row = { Table, EvidenceRef: 'r', Values: { Name: 'n'.repeat(999) } }
  const textOf = (RowCount: number) => {
    const Tables = [{ Key: Table, Label: 'Grants', Line: 'Part II', RowCount }]
    const Data = { Tables, Rows: Array(RowCount).fill(row) }
    return firstTextOf('get_section', { Section: { Title: 'Grants' }, Data })
  }
  expect(textOf(1)).toMatch(/1 row in total[\s\S]*n{200}…” \[799 more characters\]/)
  expect(textOf(60).match(/n{200}/g)).toHaveLength(50)
  expect(textOf(60)).toMatch(/60 rows in total[\s\S]*10 more rows/)
})

test('no tool fails on an empty response', () => {
  for (const tool of OPERATION_TOOLS) expect(() => tool.operation.toText({})).not.toThrow()
})

const rowsOf = (count: number) => ({ Data: { Rows: Array(count).fill('x'.repeat(100)) } })

test('the text repeats the JSON, without evidence if that is too long, or not at all', () => {
  const EvidenceRefs = Array(500).fill({ Ref: 'r'.repeat(100) })
  const jsonOf = (body: object) => JSON.parse(textsOf('get_section', body)[1] ?? '')
  const few = { Hits: [], Resolution: { Suggestion: 'Try Mode=Discovery to search by what.' } }
  expect(JSON.parse(textsOf('search_organizations', few)[1] ?? '')).toEqual(few)
  expect(jsonOf(rowsOf(9))).toEqual(rowsOf(9))
  expect(jsonOf({ ...rowsOf(9), EvidenceRefs })).toEqual(rowsOf(9))
})

test('an error of the API is an error of the tool, with the time to retry', () => {
  const answer = {
    ...refusal(new ApiError('DataAllowanceExhausted')),
    headers: { retryAfter: '5400', rateLimit: '"data";r=0;t=5400' },
  }
  const result = resultOf(toolNamed('get_profile').operation, answer)
  const error = { ErrorCode: 'DataAllowanceExhausted', Status: 429, RetryAfterSeconds: 5400 }
  expect(result).toMatchObject({
    isError: true,
    _meta: {
      RateLimit: '"data";r=0;t=5400',
      Error: { ...error, ResetAt: '2026-04-02T00:00:00.000Z' },
    },
  })
  expect(result).not.toHaveProperty('structuredContent')
})

const errorOf = (name: string, answer: Answer) =>
  (resultOf(toolNamed(name).operation, answer)._meta as { Error: Failure }).Error

const HTTP_WORDS =
  /\/|\bMode\b|\bquery\b|parameter\b|header|\bX-|HTTP|EvidenceRef|Retry-After|credential|request/

test.each(CODES)('%s says what to do in words of tools', (code) => {
  const { Message, Advice } = errorOf('usage', refusal(errorFor(code)))
  expect(Advice?.length).toBeGreaterThan(8)
  expect(`${Message} ${Advice}`).not.toMatch(HTTP_WORDS)
})

test.each<[ErrorCode, shown: ErrorCode, message?: string]>([
  ['DataAllowanceExhausted', 'DataAllowanceExhausted'],
  ['SearchUnavailable', 'SearchUnavailable'],
  ['StoreUnavailable', 'StoreUnavailable'],
  ['RateLimited', 'RateLimited'],
  ['InternalError', 'InternalError'],
  ['ProfileNotFound', 'IndexNotReady', NOTHING_FILED],
])('%s in the form that shows no code is %s', (code, shown, message = 'A sentence.') => {
  const error = new ApiError(code, { message })
  const answer = { ...presentError(error, 'b'), errorCode: code, headers: {} }
  const { ErrorCode, Message } = errorOf('sector_stats', answer)
  expect(ErrorCode).toBe(shown)
  if (code === 'ProfileNotFound') expect(Message).toBe(NOTHING_FILED)
})

test.each([
  ...OPERATION_TOOLS.map(({ name }) => [name, { Nonsense: 1 }, 'Nonsense'] as const),
  // The name stays as it was sent, and is not replaced by the tool's.
  ['list_funders', { ein: '070000101' }, 'ein'] as const,
  ['get_evidence', { EvidenceRef: 'x' }, 'EvidenceRef'] as const,
])('%s %j: the unknown argument %s is reported by its name', async (name, given, argument) => {
  const ask = () => Promise.reject(new Error('was asked'))
  const { ErrorCode, Message } = errorOf(name, await askFor(toolNamed(name), given, ask))
  expect(ErrorCode).toBe('InvalidParameters')
  expect(Message).toContain(`${argument} is not an argument of ${name}`)
})

test('the tools that work without a key are those in the document', async () => {
  const document = (await printOpenApi()) as OpenAPIV3_1.Document
  const open = openTools(document)
  // With a key, the last two return another form.
  const some = ['compare_organizations', 'sector_stats', 'top_lists']
  expect(open).toEqual(expect.arrayContaining(some))
  const needing = describeTools(document).filter(({ name }) => !open.includes(name))
  expect(needing.map(({ name }) => name)).toEqual(expect.arrayContaining(['list_grants', 'usage']))
  expect(needing.filter(({ description }) => !description?.includes('Requires a key'))).toEqual([])
})
