import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { addErrorHandling } from '#src/api/shared/error-handler.ts'
import { ask } from '#src/mcp/ask.ts'
import { readMessages, UnreadableMessages } from '#src/mcp/routes.ts'
import { answerMessages, type Kit } from '#src/mcp/server.ts'
import { ApiError, type ErrorCode } from '#src/platform/errors.ts'

const params = { name: 'usage', arguments: {} }
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
const sent = { messages: call, contentType: 'application/json', protocolVersion: undefined }

/** A kit whose calls never get a response, and the signals of the calls. */
function silentKit(): { kit: Kit; signals: AbortSignal[] } {
  const signals: AbortSignal[] = []
  const ask: Kit['ask'] = (_, signal) => {
    signals.push(signal)
    return new Promise(() => undefined)
  }
  const tools = [{ name: 'usage', inputSchema: { type: 'object' as const } }]
  const failureContext = () => ({ now: new Date(), openTools: [], hasKey: false })
  return { kit: { version: '1', tools, ask, failureContext }, signals }
}

const connection = () => new EventEmitter() as unknown as ServerResponse

test('calls that take too long end with an error', async () => {
  const { kit, signals } = silentKit()
  const answering = answerMessages(kit, sent, { raw: connection(), longestMs: 1 })
  await expect(answering).rejects.toThrow(ApiError)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('work ends when the client disconnects', async () => {
  const { kit, signals } = silentKit()
  const raw = connection()
  const answering = answerMessages(kit, sent, { raw, longestMs: 60_000 })
  await expect.poll(() => signals.length).toBe(1)
  raw.emit('close')
  expect(await answering).toEqual({ status: 499, body: '' })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('nothing runs for a client that has already disconnected', async () => {
  const { kit, signals } = silentKit()
  const raw = Object.assign(connection(), { destroyed: true })
  expect(await answerMessages(kit, sent, { raw, longestMs: 1 })).toMatchObject({ status: 499 })
  expect(signals).toEqual([])
})

test('one message or a list of up to ten is accepted', () => {
  expect(readMessages(JSON.stringify(call))).toEqual(call)
  expect(readMessages(JSON.stringify([call, call]))).toEqual([call, call])
  const read = (count: number) => () => readMessages(JSON.stringify(Array(count).fill(call)))
  expect(read(10)).not.toThrow()
  expect(read(11)).toThrow(UnreadableMessages)
  expect(read(0)).toThrow(UnreadableMessages)
})

test('the same list may be requested once a request', () => {
  const list = (method: string) => ({ jsonrpc: '2.0', id: 1, method })
  const read = (...methods: string[]) => readMessages(JSON.stringify(methods.map(list)))
  expect(() => read('tools/list', 'prompts/list', 'tools/list')).toThrow(UnreadableMessages)
  expect(read('tools/list', 'prompts/list')).toHaveLength(2)
})

test('a call and its cancellation in one list do not wait for each other', () => {
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
  expect(readMessages(JSON.stringify([call, cancelled]))).toEqual([call])
})

/** Returns the response if the totals of the sector fail, to a caller with these headers. */
async function askOfFailing(code: ErrorCode, headers: Record<string, string>) {
  const app = Fastify()
  addErrorHandling(app)
  app.get('/api/v2/stats', async () => {
    throw new ApiError(code, { message: 'A sentence of its own.' })
  })
  const caller = { remoteAddress: '203.0.113.7', headers }
  return await ask(app, caller, '/api/v2/stats', new AbortController().signal)
}

test.each(['StoreUnavailable', 'IndexNotReady', 'DataAllowanceExhausted'] as const)(
  'the error %s keeps its code in either form',
  async (code) => {
    const withoutKey = await askOfFailing(code, {})
    expect(withoutKey.body).toMatchObject({ error: 'A sentence of its own.' })
    const withKey = await askOfFailing(code, { 'x-service-api-key': 'nrk_x' })
    expect(withKey.body).toMatchObject({ detail: { Message: 'A sentence of its own.' } })
    expect([withoutKey.errorCode, withKey.errorCode]).toEqual([code, code])
  },
)
