import Fastify, { type FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { addErrorHandling } from '#src/api/shared/error-handler.ts'
import { ApiError } from '#src/platform/errors.ts'
import { ask, openOwnAsk } from '#src/tools/ask.ts'

const settle = () => new Promise((resolve) => setTimeout(resolve, 20))

/** An application whose responses wait until they are ended. */
function held() {
  const app = Fastify()
  const ends: (() => void)[] = []
  app.get('/held', async () => {
    await new Promise<void>((resolve) => ends.push(resolve))
    return {}
  })
  app.get('/failing', async () => Promise.reject(new Error('The store is away.')))
  return { app, ends, own: openOwnAsk(app) }
}

test('five calls of all chats run at once, and the others wait', async () => {
  const { ends, own } = held()
  const [a, b] = [own(new AbortController().signal), own(new AbortController().signal)]
  const calls = [...Array(5).fill(a), b, b].map((one) => one('/held'))
  await settle()
  expect(ends).toHaveLength(5)
  ends[0]?.()
  await expect.poll(() => ends.length).toBe(6)
  ends[1]?.()
  await expect.poll(() => ends.length).toBe(7)
  for (const end of ends) end()
  expect(await Promise.all(calls)).toHaveLength(7)
})

test('calls leave the queue when their chat ends, and free their slot when they fail', async () => {
  const { ends, own } = held()
  const leaving = new AbortController()
  const [stay, leave] = [own(new AbortController().signal), own(leaving.signal)]
  const first = [1, 2, 3, 4].map(() => stay('/held'))
  expect((await stay('/failing')).status).toBe(500)
  first.push(stay('/held'))
  await expect.poll(() => ends.length).toBe(5)
  const gone = leave('/held')
  leaving.abort(new Error('The reader left.'))
  await expect(gone).rejects.toThrow('left')
  const last = stay('/held')
  ends[0]?.()
  await expect.poll(() => ends.length).toBe(6)
  for (const end of ends) end()
  await Promise.all([...first, last])
})

test.each(['StoreUnavailable', 'IndexNotReady', 'DataAllowanceExhausted'] as const)(
  'the error %s keeps its code in either form, and totals have one form with a key or without',
  async (code) => {
    const app = Fastify()
    addErrorHandling(app)
    const sent: unknown[] = []
    const fail = async ({ headers }: FastifyRequest) => {
      sent.push(headers['x-service-api-key'])
      throw new ApiError(code, { message: 'A sentence of its own.' })
    }
    app.get('/api/v2/stats', fail)
    app.get('/api/v2/sources', fail)
    const caller = { remoteAddress: '203.0.113.7', headers: { 'x-service-api-key': 'nrk_x' } }
    const { signal } = new AbortController()
    const totals = await ask(app, caller, '/api/v2/stats', signal)
    const sources = await ask(app, caller, '/api/v2/sources', signal)
    expect(totals.body).toMatchObject({ error: 'A sentence of its own.' })
    expect(sources.body).toMatchObject({ detail: { Message: 'A sentence of its own.' } })
    expect([totals.errorCode, sources.errorCode, ...sent]).toEqual([code, code, undefined, 'nrk_x'])
  },
)

test('a question that needs many responses logs no warning of a leak', async () => {
  const { app } = held()
  const warnings: string[] = []
  const listen = (warning: Error) => warnings.push(String(warning))
  process.on('warning', listen)
  const { signal } = new AbortController()
  const caller = { remoteAddress: '203.0.113.7', headers: {} }
  await Promise.all(Array.from({ length: 12 }, () => ask(app, caller, '/failing', signal)))
  await settle()
  process.off('warning', listen)
  expect(warnings).toEqual([])
})
