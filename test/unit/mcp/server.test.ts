import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { answer } from '#src/mcp/routes.ts'
import type { Kit } from '#src/mcp/server.ts'
import { ApiError } from '#src/platform/errors.ts'

const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'sources' } }
const requestOf = (body: string) => ({ headers: { 'content-type': 'application/json' }, body })
const CALL = requestOf(JSON.stringify(call))

/** A kit whose calls never get a response, and the signals of the calls. */
function silentKit(): { kit: Kit; signals: AbortSignal[] } {
  const signals: AbortSignal[] = []
  const never = (_: string, signal: AbortSignal): Promise<never> => {
    signals.push(signal)
    return new Promise(() => undefined)
  }
  const context = { now: new Date(), openTools: [], hasKey: false }
  return { kit: { version: '1', tools: [], ask: never, context }, signals }
}

const connection = () => new EventEmitter() as unknown as ServerResponse

test('a call that takes too long ends with an error', async () => {
  const { kit, signals } = silentKit()
  await expect(answer(kit, CALL, connection(), 50)).rejects.toThrow(ApiError)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('work ends when the client disconnects', async () => {
  const { kit, signals } = silentKit()
  const raw = connection()
  const answering = answer(kit, CALL, raw)
  await expect.poll(() => signals.length).toBe(1)
  raw.emit('close')
  expect(await answering).toMatchObject({ status: 499, body: '' })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('nothing runs for a client that has already disconnected', async () => {
  const { kit, signals } = silentKit()
  const raw = Object.assign(connection(), { destroyed: true })
  expect(await answer(kit, CALL, raw)).toMatchObject({ status: 499 })
  expect(signals).toEqual([])
})

test('a list of messages is rejected', async () => {
  const { kit, signals } = silentKit()
  const { status, body } = await answer(kit, requestOf(` [${CALL.body}]`), connection())
  expect([status, JSON.parse(body)]).toMatchObject([400, { error: { code: -32_600 } }])
  expect(signals).toEqual([])
})
