import { beforeAll, describe, expect, test, vi } from 'vitest'
import { CUT, createModelAnswerer, INSTEAD } from '#src/assistant/backend/model-answerer.ts'
import type { ChatEvent, ChatRequest } from '#src/assistant/chat.ts'
import { NOTICES } from '#src/assistant/grounding/ground.ts'
import {
  createModelBackend,
  kindOfModelFailure,
  type ModelBackend,
} from '#src/platform/clients/model-backend.ts'
import { ApiError } from '#src/platform/errors.ts'
import { readFigures } from '#src/tools/organization/figures.ts'
import { MODEL_TOOLS } from '#src/tools/tools.ts'
import { openDemo } from '#test/integration/http/profiles-world.ts'
import { opened } from '#test/integration/opened.ts'
import * as model from './model-server.ts'

const { call, cut, drip, fail, hang, raw, refuse, say, sayAndCall, stopShort } = model
type Reply = model.Reply

const BANK = '080000102'
const OTHER_BANK = '080000103'
const KEY = 'model-secret'

const world = opened(() => openDemo('model'))
const server = opened(model.openModelServer)
const backend = opened(async () => openBackend())
let revenue: number
let year: number

beforeAll(async () => {
  const never = new AbortController().signal
  const figures = { ein: BANK, figures: ['revenue' as const] }
  const [citation] = (await readFigures.run(world.deps, figures, never)).citations
  revenue = Number(citation?.value)
  year = citation?.evidence.taxYear ?? 0
})

const openBackend = (url = server.url): ModelBackend =>
  createModelBackend(
    { baseUrl: url, model: 'scripted', apiKey: KEY },
    // Short, so that silence is detected soon: undici checks its clock every half second or so.
    { idleMs: 300, firstByteMs: 300, longestWaitMs: 200 },
  )

const ask = (message: string, more: Partial<ChatRequest> = {}): ChatRequest => {
  return { message, history: [], context: {}, ...more }
}

type Outcome = { text: string; events: ChatEvent[]; error?: unknown; failures: Error[] }

async function tell(replies: Reply[], request = ask('What is its revenue?'), use = backend) {
  server.script(...replies)
  const outcome: Outcome = { text: '', events: [], failures: [] }
  const answerer = createModelAnswerer(world.deps, use, {
    limits: { totalMs: 3_000 },
    onFailure: (error) => outcome.failures.push(error),
  })
  try {
    for await (const event of answerer(request, new AbortController().signal)) {
      outcome.events.push(event)
      if (event.kind === 'text') outcome.text += event.text
    }
  } catch (error) {
    outcome.error = error
  }
  return outcome
}

const REVENUE_OF_BANK: [string, object] = ['read_figures', { ein: BANK, figures: ['revenue'] }]
const readRevenue = call(REVENUE_OF_BANK)
const dollars = (value: number): string => `$${value.toLocaleString('en-US')}`

describe('a model that calls tools', () => {
  test('answers in its own words, with the citation of the figure', async () => {
    const sentence = `In ${year} Hocking Hills Food Bank had revenue of ${dollars(revenue)}`
    const { text, events } = await tell([readRevenue, say(`${sentence} [1].`)])
    expect(text).toBe(`${sentence}.`)
    expect(events.at(-1)).toMatchObject({
      kind: 'citation',
      citation: { ein: BANK, value: revenue, evidence: { taxYear: year } },
    })
  })

  test('gets every tool and no other, and its key and model name', async () => {
    await tell([say('Hello.')])
    expect(server.asked[0]?.tools).toEqual(MODEL_TOOLS.map(({ name }) => name))
    expect(server.asked[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(server.asked[0]?.path).toBe('/v1/chat/completions')
  })

  test('reads results as data between random marks, which differ each time', async () => {
    await tell([readRevenue, say('Done.')])
    const result = server.asked[1]?.messages.at(-1)
    const [mark = '', json = ''] = result?.content.split('\n') ?? []
    expect(mark).toMatch(/^=data-[0-9a-f]{16}=$/)
    expect(JSON.parse(json)).toMatchObject({ citations: [{ cite: 1, ein: BANK, value: revenue }] })
    expect(result?.tool_call_id).toBe('call_0')
    await tell([readRevenue, say('Done.')])
    expect(server.asked[1]?.messages.at(-1)?.content).not.toContain(mark)
  })

  test('receives the conversation and the page, but no key that was pasted into them', async () => {
    const history = [{ role: 'user' as const, content: 'Hi, nrk_zzzzzzzzzz' }]
    const more = { history, context: { ein: BANK } }
    await tell([say('Yes.')], ask('My key is nrk_abcdefghijkl, is it good?', more))
    const sent = JSON.stringify(server.asked[0]?.messages)
    expect(sent).toContain(BANK)
    expect(sent).not.toMatch(/nrk_[a-z]/)
    expect(server.asked[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'user'])
  })
})

/** Expects the planner's answer, after words that say why. */
function expectInstead({ text, error }: Outcome, why: keyof typeof INSTEAD): void {
  expect(error).toBeUndefined()
  expect(text.startsWith(INSTEAD[why])).toBe(true)
  expect(text.length).toBeGreaterThan(INSTEAD[why].length + 10)
}

describe('a figure that no tool returned', () => {
  test('is withheld, whether from memory, arithmetic, or the question', async () => {
    const figures = `Revenue was ${dollars(revenue + 1)}. It doubled. Twice that is ${dollars(2 * revenue)}. You said $5,000,000.`
    const { text, events } = await tell(
      [readRevenue, say(`It files returns. ${figures} It gives food.`)],
      ask('It has $5,000,000, has it not?'),
    )
    expect(text).toBe(`It files returns. ${NOTICES.figure} It gives food.`)
    expect(events.filter(({ kind }) => kind === 'citation')).toEqual([])
  })

  test('is withheld if it belongs to another organization', async () => {
    const both = call(REVENUE_OF_BANK, ['read_profile', { ein: OTHER_BANK }])
    const wrong = `Maumee Valley Food Bank had revenue of ${dollars(revenue)}.`
    const { text } = await tell([both, say(`They help. ${wrong}`)])
    expect(text).toBe(`They help. ${NOTICES.figure}`)
    expect(server.asked[1]?.messages.filter(({ role }) => role === 'tool')).toHaveLength(2)
  })

  test.each([
    ['the model called no tool', [say('It was revoked for fraud.')]],
    ['nothing else remains', [say('Revenue was $5,000,000.')]],
    ['its answer is empty', [say('')]],
    ['words only precede a call', [sayAndCall('I look.', REVENUE_OF_BANK), say('It was $5.')]],
  ])('the planner answers if %s', async (_, replies) => {
    const outcome = await tell(replies)
    expectInstead(outcome, 'unsupported')
    expect(outcome.text).not.toMatch(/fraud|I look/)
  })
})

describe('an invalid call', () => {
  test.each([
    ['names an unknown tool', 'delete_everything', {}, /tool/],
    ['is not JSON', 'read_figures', '{"ein": "08', /JSON/],
    ['has a wrong parameter', 'read_figures', { ein: '12', figures: ['gold'] }, /ein: .*; figures/],
    ['has an unknown parameter', 'read_profile', { ein: BANK, url: 'http://x' }, /url/],
    ['asks for an unknown organization', 'read_profile', { ein: '979999999' }, /EIN/],
  ])('%s: the model gets the error and may continue', async (_, name, input, fault) => {
    const { text } = await tell([call([name, input]), say('Nothing was found.')])
    expect(text).toBe('Nothing was found.')
    const { content = '' } = server.asked[1]?.messages.at(-1) ?? {}
    expect(JSON.parse(content.split('\n')[1] ?? '').error).toMatch(fault)
  })

  test.each([
    ['invalid calls end after three', ['nothing', {}] as const, 4],
    ['a loop of calls ends after six completions', ['read_profile', { ein: BANK }] as const, 6],
  ])('%s: the model gets no tools', async (_, [name, input], completions) => {
    expectInstead(await tell([call([name, input])]), 'unsupported')
    expect(server.asked).toHaveLength(completions)
    expect(server.asked.at(-1)?.tools).toEqual([])
  })
})

describe('a backend that fails before its first word', () => {
  const ENDLESS = `data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"${'x'.repeat(20_000)}"}}]}}]}\n\n`

  test.each<[string, Reply, kind: string]>([
    ['401', fail(401), 'credential'],
    ['400', fail(400), 'refused'],
    ['500 forever', fail(500), 'busy'],
    ['429 with a long Retry-After', fail(429, { 'retry-after': '3600' }), 'busy'],
    ['a redirect', fail(307, { location: 'http://127.0.0.1:9/v1' }), 'connection'],
    ['an empty stream', raw('data: [DONE]\n\n'), 'unreadable'],
    ['garbage', raw('data: {"choices": 7}\n\n'), 'unreadable'],
    ['text that is not JSON', raw('data: <html>\n\n'), 'unreadable'],
    ['an error event', raw('data: {"error": {"message": "model-secret"}}\n\n'), 'unreadable'],
    ['a truncated stream', cut(''), 'connection'],
    ['silence', hang(''), 'timeout'],
    ['an endless call', raw(ENDLESS), 'unreadable'],
  ])('%s: the planner answers, and says so', async (_, reply, kind) => {
    const outcome = await tell([reply])
    expectInstead(outcome, 'unavailable')
    expect(outcome.failures.map(kindOfModelFailure)).toEqual([kind])
    expect(outcome.failures.map((failure) => describeAll(failure)).join()).not.toContain(KEY)
    expect(server.asked).toHaveLength(1)
  })

  test('connection refused, or a failure after words before a call', async () => {
    const gone = openBackend('http://127.0.0.1:9/v1')
    expectInstead(await tell([], undefined, gone), 'unavailable')
    await gone.close()
    expectInstead(await tell([sayAndCall('I look.', REVENUE_OF_BANK), fail(401)]), 'unavailable')
  })

  test.each([
    ['in the field for refusals', refuse('I cannot help with $7,777,777.')],
    ['by its content filter', say('', 'content_filter')],
  ])('a refusal %s is not shown', async (_, reply) => {
    const outcome = await tell([reply])
    expectInstead(outcome, 'refusal')
    expect(outcome.text).not.toContain('7,777,777')
    expect(outcome.failures).toEqual([])
  })

  test('is retried after 429 with Retry-After', async () => {
    const { text } = await tell([fail(429, { 'retry-after': '0.05' }), readRevenue, say('Hello.')])
    expect(text).toBe('Hello.')
    expect(server.asked).toHaveLength(3)
  })
})

describe('a backend that fails within an answer', () => {
  test.each<[string, (text: string) => Reply]>([
    ['cut', cut],
    ['ended without a reason', stopShort],
    ['silent', hang],
    ['slower than the timeout', (text) => drip(text, 100)],
  ])('%s: the shown text stays, and an error ends it', async (_, reply) => {
    const shown = `Its revenue was ${dollars(revenue)}.`
    const { text, error } = await tell([readRevenue, reply(`${shown} It gives food. And `)])
    expect(text.startsWith(shown)).toBe(true)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'AssistantUnavailable' })
  })

  test('an answer that reaches its maximum length says so', async () => {
    const { text, error } = await tell([readRevenue, say('It gives food. And', 'length')])
    expect([text, error]).toEqual([`It gives food. And\n\n${CUT.length}`, undefined])
  })

  test('an endless answer is cut, and its connection closed', async () => {
    const { text } = await tell([readRevenue, drip('It gives food to many. '.repeat(40), 1)])
    expect(text.endsWith(CUT.length)).toBe(true)
    expect(text.length).toBeLessThan(10_000)
    await untilClosed()
  })
})

const untilClosed = () => vi.waitFor(async () => expect(await server.connections()).toBe(0), 10_000)

test('the work at the backend ends without an error when the client disconnects', async () => {
  server.script(readRevenue, drip(`Its revenue was ${dollars(revenue)}. `, 5))
  const leaving = new AbortController()
  const events: ChatEvent[] = []
  for await (const event of createModelAnswerer(world.deps, backend)(ask('Hi'), leaving.signal)) {
    events.push(event)
    leaving.abort()
  }
  expect(events.length).toBeGreaterThan(0)
  await untilClosed()
})

function describeAll(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, stack, cause } = error
  return [message, stack, JSON.stringify(error), describeAll(cause)].join('\n')
}
