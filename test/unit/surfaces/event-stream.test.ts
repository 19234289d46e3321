import { createEventSource } from 'eventsource-client'
import { describe, expect, it } from 'vitest'
import type { ChatEvent } from '#src/assistant/chat.ts'
import { ApiError } from '#src/errors.ts'
import { type Chat, openChat } from '#src/surfaces/a/chat-stream.ts'
import { DONE, HEARTBEAT, toFrame } from '#src/surfaces/event-stream.ts'

type Message = { event: string | undefined; data: string }

/** What a client of server-sent events makes of an answer. */
function readFrames(stream: string): Promise<Message[]> {
  const messages: Message[] = []
  return new Promise((resolve) => {
    const source = createEventSource({
      url: 'http://service.test/',
      fetch: async () => new Response(stream),
      onMessage: ({ event, data }) => messages.push({ event, data }),
      onDisconnect: () => {
        source.close()
        resolve(messages)
      },
    })
  })
}

describe('a frame', () => {
  it('is an event and one line of JSON', () => {
    expect(toFrame('delta', { Text: 'A' })).toBe('event: delta\ndata: {"Text":"A"}\n\n')
  })

  it.each([
    'a\nb',
    'a\r\nb\rc',
    '\n\ndata: [DONE]\n\n',
    '\n\nevent: error\ndata: {"ErrorCode":"InternalError"}\n\n',
    'a\u2028b\u2029c\u0085d\u000bd\u000ce',
    '\u0000\ufeff',
    'half \ud83d of a pair',
    '</script><!-- "quoted" \\n',
  ])('holds any text without being broken by it: %j', async (text) => {
    const messages = await readFrames(toFrame('delta', { Text: text }) + DONE)
    expect(messages).toHaveLength(2)
    expect(messages[0]?.event).toBe('delta')
    expect(JSON.parse(messages[0]?.data ?? '')).toEqual({ Text: text })
    expect(messages[1]).toEqual({ event: undefined, data: '[DONE]' })
  })

  it('is no event where it is a heartbeat', async () => {
    expect(await readFrames(HEARTBEAT + DONE)).toHaveLength(1)
  })
})

const META = { RequestID: 'r', Session: 's', Answerer: 'Planner' as const }

type Made = { chat: Chat; failures: ApiError[]; freed: () => number }

function open(answer: (signal: AbortSignal) => AsyncIterable<ChatEvent>, heartbeatMs = 60_000) {
  const failures: ApiError[] = []
  let freed = 0
  const chat = openChat({
    answer,
    meta: META,
    heartbeatMs,
    onFailed: (error) => failures.push(error),
    onFreed: () => {
      freed += 1
    },
  })
  return { chat, failures, freed: () => freed } satisfies Made
}

async function readAll({ stream }: Chat): Promise<Message[]> {
  let text = ''
  for await (const piece of stream) text += String(piece)
  return await readFrames(text)
}

const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

describe('the stream of a chat', () => {
  it('begins with meta and ends with [DONE], and then frees its place once', async () => {
    const { chat, freed } = open(async function* () {
      yield { kind: 'text', text: 'A' }
      yield { kind: 'recovery', id: 'rec' }
    })
    const messages = await readAll(chat)
    expect(messages.map(({ event }) => event)).toEqual(['meta', 'delta', 'meta', undefined])
    expect(JSON.parse(messages[2]?.data ?? '')).toEqual({ ...META, RecoverySessionID: 'rec' })
    expect(chat.summary).toEqual({ outcome: 'completed', frames: { meta: 2, delta: 1 } })
    expect(freed()).toBe(1)
  })

  it('does not begin to answer before it is read', async () => {
    let begun = 0
    const { chat, freed } = open(async function* () {
      begun += 1
      yield { kind: 'text', text: 'A' }
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(begun).toBe(0)
    chat.cancel()
    await until(() => freed() === 1)
    expect([begun, chat.summary.outcome]).toEqual([0, 'cancelled'])
  })

  it('tells what the answerer throws: the code of ours, nothing of a defect', async () => {
    const ours = open(async function* () {
      yield { kind: 'text', text: 'A' }
      throw new ApiError('StoreUnavailable')
    })
    const [, , error, done] = await readAll(ours.chat)
    expect(error?.event).toBe('error')
    expect(JSON.parse(error?.data ?? '')).toMatchObject({ ErrorCode: 'StoreUnavailable' })
    expect(done?.data).toBe('[DONE]')
    const defect = open(() => {
      throw new TypeError('secret')
    })
    const messages = await readAll(defect.chat)
    expect(messages.map(({ event }) => event)).toEqual(['meta', 'error', undefined])
    expect(JSON.stringify(messages)).not.toContain('secret')
    expect(defect.failures[0]?.cause).toBeInstanceOf(TypeError)
    expect([ours.freed(), defect.freed()]).toEqual([1, 1])
    expect(defect.chat.summary.outcome).toBe('failed')
  })

  it('tells that it was stopped, also when the answerer then ends as if it were done', async () => {
    const { chat } = open(async function* (signal) {
      yield { kind: 'text', text: 'A' }
      await aborted(signal)
    })
    chat.stream.once('data', () => chat.stop(new ApiError('AssistantUnavailable')))
    const messages = await readAll(chat)
    expect(messages.slice(-2).map(({ event }) => event)).toEqual(['error', undefined])
    expect(messages.at(-1)?.data).toBe('[DONE]')
  })

  it('ends with [DONE] though the answerer does not; its place is kept until it does', async () => {
    let release = () => {}
    const { chat, freed } = open(async function* () {
      yield { kind: 'text', text: 'A' }
      await new Promise<void>((resolve) => {
        release = resolve
      })
    })
    chat.stream.once('data', () => chat.stop(new ApiError('AssistantUnavailable')))
    expect((await readAll(chat)).at(-1)?.data).toBe('[DONE]')
    if (chat.summary.frames.delta) {
      expect(freed()).toBe(0)
      release()
    }
    await until(() => freed() === 1)
  })

  it('beats while the answerer is silent', async () => {
    let beats = 0
    let goOn = () => {}
    const { chat } = open(async function* () {
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
      yield { kind: 'text', text: 'A' }
    }, 1)
    let text = ''
    for await (const piece of chat.stream) {
      text += String(piece)
      if (String(piece) === HEARTBEAT) beats += 1
      if (beats === 3) goOn()
    }
    expect(beats).toBeGreaterThanOrEqual(3)
    expect((await readFrames(text)).map(({ event }) => event)).toEqual(['meta', 'delta', undefined])
  })

  it('is made no faster than it is read', async () => {
    let made = 0
    const { chat, freed } = open(async function* () {
      for (;;) {
        made += 1
        yield { kind: 'text', text: 'A' }
      }
    })
    const frames = chat.stream[Symbol.asyncIterator]()
    for (let read = 0; read < 10; read += 1) await frames.next()
    for (let turn = 0; turn < 100; turn += 1) await new Promise((done) => setImmediate(done))
    expect(made).toBeLessThan(15)
    chat.cancel()
    await until(() => freed() === 1)
  })
})
