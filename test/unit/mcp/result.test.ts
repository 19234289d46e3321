import { expect, test } from 'vitest'
import { presentError } from '#src/api/shared/error-handler.ts'
import { readTsv } from '#src/domain/tsv.ts'
import type { Failure } from '#src/mcp/failure.ts'
import { callForMcp } from '#src/mcp/tools.ts'
import { ApiError, ERRORS, type ErrorCode } from '#src/platform/errors.ts'
import { NOTHING_FILED } from '#src/sector/read-sector.ts'
import { type Answer, refusal } from '#src/tools/ask.ts'
import type { Given } from '#src/tools/tool.ts'
import { TOOLS } from '#src/tools/tools.ts'
import { expectRecorded } from '#test/recorded.ts'

const CONTEXT = { now: new Date('2026-04-01T22:30:00Z'), openTools: ['search'], hasKey: true }

/** Calls a tool whose operation gives this answer. */
const call = async (name: string, given: Given, answer: Answer, context = {}) => {
  const result = await callForMcp(name, given, async () => answer, { ...CONTEXT, ...context })
  const texts = result.content.map((block) => (block.type === 'text' ? block.text : ''))
  return { ...result, text: texts.join('|') }
}
const found = (body: unknown): Answer => ({ status: 200, body, headers: {} })
const failed = (error: ApiError, headers = {}): Answer => ({ ...refusal(error), headers })
const REVENUE = { EINs: ['070000199'] }

/** Errors of paths, methods, bodies, and operations that no tool has. */
const UNMET = new Set<ErrorCode>([
  ...(['RouteNotFound', 'MethodNotAllowed', 'BodyTooLarge', 'IconNotFound'] as const),
  ...(['AssistantUnavailable', 'PageAllowanceExhausted'] as const),
])
const CODES = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => !UNMET.has(code))

/** Returns an error as the API makes it; parameters of an operation have issues. */
const errorFor = (code: ErrorCode): ApiError => {
  const issues = [{ loc: ['query', 'EINs'], msg: 'is required', type: 'missing' }]
  return new ApiError(code, code === 'InvalidParameters' ? { issues } : {})
}

/** Errors whose message is about this request. */
const MESSAGES: [ErrorCode, message: string][] = [
  ['FilingNotFound', 'Lark\n[990:1] <b>\u202e is known. To list its filings, use /filings.'],
  ['ProfileNotFound', 'Lark is known. For the available data, request /api/v2/charity/1/profile.'],
  ['NoComparableCohort', 'None mainly files Form 990EZ; pass Form=990.'],
]
/** Who used up an allowance, with the key's policy. */
const USED_UP: [who: string, hasKey: boolean, policy: string][] = [
  ['a key with reads', true, '"data";q=3;w=86400'],
  ['no key', false, '"data";q=1000;w=86400'],
  ['a key without reads', true, '"data";q=0;w=86400'],
]

test('results and errors have these texts', async () => {
  const texts: [string, string][] = []
  for (const row of readTsv(new URL('./answers.tsv', import.meta.url))) {
    const [what = '', tool = '', given = '{}', body = '{}'] = row
    texts.push([what, (await call(tool, JSON.parse(given), found(JSON.parse(body)))).text])
  }
  for (const code of CODES) {
    texts.push([code, (await call('compare', REVENUE, failed(errorFor(code)))).text])
  }
  for (const [code, message] of MESSAGES) {
    const { text } = await call('compare', REVENUE, failed(new ApiError(code, { message })))
    texts.push([`${code}: ${message}`, text])
  }
  for (const [who, hasKey, policy] of USED_UP) {
    const answer = failed(errorFor('DataAllowanceExhausted'), { retryAfter: '5400', policy })
    texts.push([`used up by ${who}`, (await call('compare', REVENUE, answer, { hasKey })).text])
  }
  await expectRecorded('mcp-result', Object.fromEntries(texts))
})

test('no tool fails on an empty response', async () => {
  for (const { name, examples } of TOOLS) {
    for (const given of examples)
      expect((await call(name, given, found({}))).isError).toBeUndefined()
  }
})

test('a result is sent once: the fields of the text, or with detail all', async () => {
  const Figures = [{ Label: 'Cash', Value: 1, Unit: 'USD', EvidenceRef: 'r', Key: 'Cash' }]
  const body = { Organizations: [{ EIN: '070000199', Name: 'Lark', Cause: 'Food', Figures }] }
  const concise = await call('compare', REVENUE, found(body))
  expect(concise.content).toHaveLength(1)
  expect(concise.structuredContent).toEqual({
    Organizations: [
      { EIN: '070000199', Name: 'Lark', Figures: [{ ...Figures[0], Key: undefined }] },
    ],
  })
  const full = await call('compare', { ...REVENUE, detail: 'full' }, found(body))
  expect([full.structuredContent, full.text]).toEqual([body, concise.text])
  expect(await call('compare', { ...REVENUE, detail: 'all' }, found(body))).toMatchObject({
    isError: true,
    text: expect.stringContaining('detail must be concise or full'),
  })
})

test('a text has at most 6,000 tokens: the rows that do not fit are left out everywhere', async () => {
  const Purpose = 'p'.repeat(2_000)
  const Grants = Array.from({ length: 50 }, (_, at) => ({ Amount: at, TaxYear: 2022, Purpose }))
  const { text, structuredContent } = await call('grants', { EIN: '070000199' }, found({ Grants }))
  expect(text.length).toBeLessThan(24_000)
  expect(text).toMatch(/and 40 more rows\nOnly 10 rows fit\. For all of them, use Limit 10\.$/)
  expect(structuredContent).toHaveProperty('Grants.length', 10)
  const long = await call('evidence', { Ref: 'r' }, found({ Label: 'Text', Value: Purpose }))
  expect(long.text).toMatch(/^Text: “p{1000}…” \[1,000 more characters\]/)
})

test('an error of the API is an error of the tool, with the time to retry', async () => {
  const headers = { retryAfter: '5400', rateLimit: '"data";r=0;t=5400' }
  const result = await call('sector', {}, failed(errorFor('DataAllowanceExhausted'), headers))
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

const HTTP_WORDS =
  /\/|\bMode\b|\bquery\b|parameter\b|header|\bX-|HTTP|\bEvidenceRef|Retry-After|credential|\brequest/

test.each(CODES)('%s says what to do in words of tools', async (code) => {
  const { text } = await call('compare', REVENUE, failed(errorFor(code)))
  expect(text.split('\n')[1]?.length).toBeGreaterThan(8)
  expect(text).not.toMatch(HTTP_WORDS)
})

test.each<[ErrorCode, shown: ErrorCode, message: string, said: string]>([
  ['StoreUnavailable', 'StoreUnavailable', 'A sentence.', 'A sentence.'],
  ['ProfileNotFound', 'IndexNotReady', NOTHING_FILED, NOTHING_FILED],
])('%s in the form that shows no code is %s', async (code, shown, message, said) => {
  const error = new ApiError(code, { message })
  const answer = { ...presentError(error, 'b'), error, headers: {} }
  const { _meta } = await call('search', { Query: 'x' }, answer)
  expect(_meta?.Error as Failure).toMatchObject({ ErrorCode: shown, Message: said })
})

test.each(TOOLS.map(({ name }) => name))(
  '%s reports an unknown argument by its name',
  async (name) => {
    const { text } = await call(name, { Nonsense: 1, ein: '070000101' }, found({}))
    expect(text).toContain(`Nonsense is not an argument of ${name}`)
    expect(text).toContain(`ein is not an argument of ${name}`)
  },
)

test('an unknown tool is a protocol error that suggests the nearest', async () => {
  await expect(call('organization', {}, found({}))).rejects.toThrow('did you mean organizations?')
  await expect(call('zzz', {}, found({}))).rejects.toThrow(/Tools: search, .*sources\.$/)
})
