import { describe, expect, test, vi } from 'vitest'
import type { ChatEvent, ChatRequest } from '#src/assistant/chat.ts'
import { createModelAnswerer, INSTEAD } from '#src/assistant/model/model-answerer.ts'
import {
  createModelBackend,
  kindOfModelFailure,
  type ModelBackend,
} from '#src/platform/clients/model-backend.ts'
import { TOOLS } from '#src/tools/tools.ts'
import { opened } from '#test/integration/opened.ts'
import { openIndexed } from '#test/world/indexed.ts'
import { depsOf } from './assistant-world.ts'
import * as model from './model-server.ts'

const { call, cut, drip, fail, hang, raw, refuse, say, sayAndCall, stopShort } = model
type Reply = model.Reply

const BANK = '080000102'
const KEY = 'model-secret'

const world = opened(() => openIndexed('model'))
const server = opened(model.openModelServer)
const backend = opened(async () => openBackend())

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
  const answerer = createModelAnswerer(depsOf(world), use, {
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

const REVENUE_OF_BANK: [string, object] = ['compare', { EINs: [BANK], Figures: ['Revenue'] }]
const readRevenue = call(REVENUE_OF_BANK)
const SENTENCE = 'In 2023, Hocking Hills Food Bank had total revenue of {v2}.'
const SHOWN = 'In 2023, Hocking Hills Food Bank had total revenue of $11,566,165.\n'

describe('a model that calls tools', () => {
  test('writes an id in place of the figure, which is printed with its citation', async () => {
    const { text, events } = await tell([readRevenue, say(SENTENCE)])
    expect(text).toBe(SHOWN)
    expect(events.at(-1)).toMatchObject({
      kind: 'citation',
      citation: { ein: BANK, value: 11_566_165, evidence: { taxYear: 2023 } },
    })
  })

  test('gets every tool and no other, and its key and model name', async () => {
    await tell([say('Hello.')])
    expect(server.asked[0]?.tools).toEqual(TOOLS.map(({ name }) => name))
    expect(server.asked[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(server.asked[0]?.path).toBe('/v1/chat/completions')
  })

  test('reads results as data between random marks, which differ each time', async () => {
    await tell([readRevenue, say('Done.')])
    const result = server.asked[1]?.messages.at(-1)
    const [mark = '', head, figure] = result?.content.split('\n') ?? []
    expect(mark).toMatch(/^=data-[0-9a-f]{16}=$/)
    expect([head, figure]).toEqual([
      expect.stringContaining('Hocking Hills Food Bank (EIN 08-0000102'),
      '- Total revenue: $11,566,165 {v2}',
    ])
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

/** Expects the answer of the rules, after words that say why. */
function expectInstead({ text, error }: Outcome, why: keyof typeof INSTEAD): void {
  expect(error).toBeUndefined()
  expect(text.startsWith(INSTEAD[why])).toBe(true)
  expect(text.length).toBeGreaterThan(INSTEAD[why].length + 10)
}

describe('a sentence that the results do not support', () => {
  test('is withheld; the others are shown', async () => {
    const lies =
      'Its revenue was $5,000,000. Maumee Valley Food Bank had revenue of {v2} in 2023. It had {v99}. Its total revenue was {v1}.'
    const { text } = await tell([readRevenue, say(`${lies} ${SENTENCE} It gives food.`)])
    expect(text).toBe(SHOWN)
  })

  test.each([
    ['the model called no tool', [say('It was revoked for fraud.')]],
    ['no figure remains', [readRevenue, say('Revenue was $5,000,000.')]],
    ['its answer is empty', [say('')]],
    ['words only precede a call', [sayAndCall('I look.', REVENUE_OF_BANK), say('It was $5.')]],
  ])('the rules answer if %s', async (_, replies) => {
    const outcome = await tell(replies)
    expectInstead(outcome, 'unsupported')
    expect(outcome.text).not.toMatch(/fraud|I look/)
  })
})

describe('an invalid call', () => {
  test.each([
    ['names an unknown tool', 'delete_everything', {}, /tool/],
    ['is not JSON', 'compare', '{"EINs": ["08', /JSON/],
    ['has a wrong value', 'compare', { EINs: [BANK], Figures: ['Gold'] }, /Figures: .*Gold/],
    ['has an unknown argument', 'rating', { EIN: BANK, url: 'http://x' }, /url/],
    ['asks for an unknown organization', 'organizations', { EIN: '979999999' }, /EIN/],
  ])('%s: the model gets the error, and may retry once', async (_, name, input, fault) => {
    const { text } = await tell([call([name, input]), readRevenue, say(SENTENCE)])
    expect(text).toBe(SHOWN)
    expect(server.asked[1]?.messages.at(-1)?.content).toMatch(fault)
  })

  test.each([
    ['invalid calls end after two', ['nothing', {}] as const, 3],
    ['a loop of calls ends after six completions', ['sources', {}] as const, 6],
  ])('%s: the model gets no tools', async (_, [name, input], completions) => {
    expectInstead(await tell([call([name, input])]), 'unsupported')
    expect(server.asked).toHaveLength(completions)
    expect(server.asked.at(-1)?.tools).toEqual([])
  })
})

describe('a backend that fails', () => {
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
  ])('%s: the rules answer, and say so', async (_, reply, kind) => {
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
    const { text } = await tell([fail(429, { 'retry-after': '0.05' }), readRevenue, say(SENTENCE)])
    expect(text).toBe(SHOWN)
    expect(server.asked).toHaveLength(3)
  })
})

describe('a backend that fails within an answer', () => {
  test.each<[string, (text: string) => Reply]>([
    ['cut', cut],
    ['ended without a reason', stopShort],
    ['silent', hang],
    ['slower than the timeout', (text) => drip(text, 100)],
  ])('%s: the rules answer', async (_, reply) => {
    expectInstead(
      await tell([readRevenue, reply(`${SENTENCE} It gives food. And `)]),
      'unavailable',
    )
  })

  test('an endless answer is cut, and its connection closed', async () => {
    const { text } = await tell([readRevenue, drip(`${SENTENCE} `.repeat(40), 1)])
    expect(text.length).toBeLessThan(10_000)
    await untilClosed()
  })
})

const untilClosed = () => vi.waitFor(async () => expect(await server.connections()).toBe(0), 10_000)

test('the work at the backend ends without an error when the client disconnects', async () => {
  server.script(readRevenue, drip('Its revenue grew. ', 5))
  const leaving = new AbortController()
  const answerer = createModelAnswerer(depsOf(world), backend)(ask('Hi'), leaving.signal)
  const next = answerer[Symbol.asyncIterator]().next()
  await vi.waitFor(() => expect(server.asked).toHaveLength(2), 10_000)
  leaving.abort()
  expect(await next).toMatchObject({ done: true })
  await untilClosed()
})

function describeAll(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, stack, cause } = error
  return [message, stack, JSON.stringify(error), describeAll(cause)].join('\n')
}
