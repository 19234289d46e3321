import { describe, expect, test } from 'vitest'
import { utcDay } from '#src/access/usage.ts'
import { buildApp } from '#src/app.ts'
import type { ChatEvent } from '#src/assistant/chat.ts'
import { INSTEAD } from '#src/assistant/model/model-answerer.ts'
import type { ModelBackend } from '#src/platform/clients/model-backend.ts'
import { toEarlier } from '#src/web/answer.ts'
import { aborted, scripted, serve } from '#test/integration/assistant/chat-world.ts'
import { openWorld, withApp } from '#test/integration/http/world.ts'
import { opened } from '#test/integration/opened.ts'
import { hrefsOf, readPage, textOf, textsOf } from './section-page.ts'

const HOSTILE = '"><script>alert(1)</script><a href="//made.example">(EIN 08-0000102)</a>'
const REF = '990:2023:202413429349300770:/IRS990/CYTotalRevenueAmt'
const cited = (ein: string): ChatEvent => ({
  kind: 'citation',
  citation: {
    ...{ ein, name: 'Turkana Wells', label: `Total revenue ${HOSTILE}`, value: 5_000 },
    evidence: { ref: REF, collection: 'filings', form: '990', citation: 'Form 990, line 12' },
  },
})

const { answerer, state } = scripted({
  async *revenue() {
    yield { kind: 'text', text: 'Turkana Wells (EIN 07-0000101) had $5,000.\n' }
    yield cited('070000101')
    yield { kind: 'text', text: 'Of these:\n1. One\n2. Two\n- Other\n' }
    yield cited('070000101')
    yield cited('080000102')
  },
  async *hill() {
    yield { kind: 'text', text: 'Several have this name.\n' }
    yield { kind: 'choices', choices: [`Hill ${HOSTILE}`, 'Hill School'] }
  },
  async *fails() {
    yield { kind: 'text', text: 'The beginning' }
    throw new TypeError('the cause of it')
  },
  async *waits(signal) {
    yield { kind: 'text', text: 'A' }
    await aborted(signal)
  },
})

const world = opened(() => openWorld('ask_page', { answerer }))
const open = (query: Record<string, string> | [string, string][]) =>
  readPage(world.app, `/ask?${new URLSearchParams(query)}`)

let asked = 0
const stream = (payload: object, app = world.app) => {
  asked += 1
  const remoteAddress = `172.30.0.${asked}`
  return app.inject({ method: 'POST', url: '/ask/stream', payload, remoteAddress })
}

test('without a question, the page has a field and costs nothing', async () => {
  const { status, $, headers } = await readPage(world.app, '/ask?q=+')
  expect([status, $('.turn').length, $('input[name=q]').attr('value')]).toEqual([200, 0, ''])
  expect(headers).not.toHaveProperty('ratelimit')
})

test('an answer has paragraphs, lists, and links to its evidence and organizations', async () => {
  const { status, $, headers } = await open({ q: 'revenue' })
  expect(status).toBe(200)
  expect(headers.ratelimit).toMatch(/^"pages";r=9999/)
  expect($('.turn h2').text()).toBe('revenue')
  const [first, second] = ['070000101', '080000102'].map((ein) => {
    return `/charity/${ein}/evidence?${new URLSearchParams({ Ref: REF })}`
  })
  expect(hrefsOf($, '.turn p:first-of-type a')).toEqual(['/charity/070000101', first])
  expect(textsOf($, '.turn ol:first-of-type li').slice(0, 2)).toEqual(['One', 'Two'])
  expect(textsOf($, '.turn ul li')).toEqual(['Other [1] [2]'])
  expect(hrefsOf($, '.citations a')).toEqual([first, second])
  expect($('.citations').text()).toContain('EIN 08-0000102')
})

test('a conversation continues without scripts, in the form and in each choice', async () => {
  const { $ } = await open({ q: 'hill' })
  const earlier = textsOf($, '.turn h2, .turn p').filter(Boolean)
  expect(hrefsOf($, '.turn .row a')[1]).toBe(
    `/ask?${new URLSearchParams([['q', 'Hill School'], ...earlier.map((one) => ['earlier', one])])}#answer`,
  )
  const hidden = $('form.ask-form [name=earlier]').toArray()
  expect(hidden.map((one) => $(one).attr('value'))).toEqual(earlier)
  const next = await open([
    ['q', 'and in 2021?'],
    ...earlier.map((one): [string, string] => ['earlier', one]),
  ])
  expect(textsOf(next.$, '.turn h2, .turn p').filter(Boolean)).toEqual([
    ...[...earlier, 'and in 2021?', 'You asked: and in 2021?'],
  ])
  expect(hrefsOf(next.$, '.turn h2 a')).toEqual(['/ask?q=hill#answer'])
  expect(state.asked.at(-1)).toEqual({
    message: 'and in 2021?',
    history: [
      { role: 'user', content: 'hill' },
      { role: 'assistant', content: 'Several have this name.' },
    ],
    context: {},
  })
})

test('only the newest messages are repeated, cut, and fit an address', async () => {
  const said = Array.from({ length: 12 }, (_, at) => (at % 2 ? 'word '.repeat(110) : 'why?'))
  const { $ } = await open([
    ['q', 'hill'],
    ...said.map((one): [string, string] => ['earlier', one]),
  ])
  expect(textsOf($, '[name=earlier]')).toHaveLength(14)
  const lengths = toEarlier(said).map(({ length }) => length)
  expect(lengths).toEqual([4, 251, 4, 251, 4, 251, 4, 251, 4, 251, 4, 550])
  const wide = toEarlier(Array(8).fill('ü'.repeat(400)))
  expect(wide).toHaveLength(2)
})

test('whatever is asked, answered, or repeated is text', async () => {
  for (const query of [{ q: HOSTILE }, { q: 'hill' }, { q: 'revenue', earlier: HOSTILE }]) {
    const { status, $, html } = await open(query)
    expect(status).toBe(200)
    expect(html).not.toContain('<script>alert')
    expect($('main a[href^="//"]')).toHaveLength(0)
    expect($('main script')).toHaveLength(0)
  }
  const { $, headers } = await open({ q: HOSTILE })
  expect($('.turn h2').text()).toBe(HOSTILE)
  expect(headers['content-security-policy']).toContain("script-src 'self'")
})

describe('a question within limits', () => {
  test('has 1 to 2,000 characters, in both forms', async () => {
    const { status, $ } = await open({ q: 'x'.repeat(2_001) })
    expect([status, $('[role=alert]').text()]).toEqual([400, expect.stringMatching(/2000.*2001/)])
    expect($('input[name=q]').attr('value')).toHaveLength(2_001)
    expect((await open({ q: 'x'.repeat(2_000) })).status).toBe(200)
    for (const Message of [' ', 'x'.repeat(2_001)]) {
      expect((await stream({ Message })).statusCode).toBe(400)
    }
  })

  test('counts as a page, or nothing if it fails, and needs no key', async () => {
    expect((await stream({ Message: 'revenue' })).headers.ratelimit).toMatch(/^"pages";r=9999/)
    expect((await stream({ Message: '' })).headers).not.toHaveProperty('ratelimit')
    const { status, $, headers } = await open({ q: 'fails' })
    expect([status, headers.ratelimit]).toEqual([503, undefined])
    expect(textOf($, '.turn')).toMatch(/The beginning\n.*again/s)
    await world.postgres.query(
      `insert into usage_day (day, client, allowance, used) values ($1, '172.31.9.9', 'Pages', 10000)`,
      [utcDay(new Date())],
    )
    const payload = { Message: 'revenue' }
    const from = { url: '/ask/stream', remoteAddress: '172.31.9.9' }
    const refused = await world.app.inject({ ...from, method: 'POST', payload })
    expect(refused.json().detail.ErrorCode).toBe('PageAllowanceExhausted')
  })

  test('gets 20 answers of a model a day for an address, then those of the rules', async () => {
    const modelBackend: ModelBackend = {
      async *complete() {
        yield { kind: 'end', reason: 'refusal', calls: [] }
      },
      close: async () => {},
    }
    const { answerer: _, ...deps } = world.deps
    const heard: string[] = []
    await withApp({ ...deps, modelBackend }, async (app) => {
      const from = { url: '/ask/stream', remoteAddress: '172.31.9.8' }
      for (let at = 0; at < 21; at += 1) {
        // The rules answer it without an index.
        const payload = { Message: '¿Cuáles son los ingresos de la organización?' }
        heard.push((await app.inject({ ...from, method: 'POST', payload })).body)
      }
    })
    expect(heard.filter((body) => body.includes(INSTEAD.refusal))).toHaveLength(20)
    expect(heard.at(-1)).toContain(INSTEAD.usedUp)
    expect(heard.at(-1)).not.toContain('event: error')
  })

  test('shares the slots of the chat', async () => {
    const app = await buildApp({ ...world.deps, chatLimits: { inAll: 0 } })
    expect((await stream({ Message: 'revenue' }, app)).statusCode).toBe(429)
    const { status, $ } = await readPage(app, '/ask?q=revenue')
    expect([status, $('[role=alert]').text()]).toEqual([429, expect.stringContaining('chats')])
    await app.close()
  })
})

test('a stream has the frames of the chat, and ends when its reader leaves', async () => {
  const { headers, body } = await stream({ Message: 'hill' })
  expect(headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  expect(body.match(/^event: \w+/gm)).toEqual(['event: meta', 'event: delta', 'event: meta'])
  expect(body).toMatch(/data: \[DONE\]\n\n$/)
  const server = await serve(world.deps, {})
  const leaving = new AbortController()
  const ended = state.ended
  const response = await fetch(`${server.address}/ask/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Message: 'waits' }),
    signal: leaving.signal,
  })
  await response.body?.getReader().read()
  leaving.abort()
  await expect.poll(() => state.ended).toBe(ended + 1)
  // The client keeps a connection that it does not use.
  server.app.server.closeAllConnections()
  await server.close()
})
