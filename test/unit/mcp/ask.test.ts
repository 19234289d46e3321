import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { addErrorHandling } from '#src/api/shared/error-handler.ts'
import { ask } from '#src/mcp/ask.ts'
import { ApiError, type ErrorCode } from '#src/platform/errors.ts'

/** What is answered where the totals of the sector fail, to a caller with these headers. */
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
  'a refusal that is %s is known by its code in either form',
  async (code) => {
    const withoutKey = await askOfFailing(code, {})
    expect(withoutKey.body).toMatchObject({ error: 'A sentence of its own.' })
    const withKey = await askOfFailing(code, { 'x-service-api-key': 'nrk_x' })
    expect(withKey.body).toMatchObject({ detail: { Message: 'A sentence of its own.' } })
    expect([withoutKey.errorCode, withKey.errorCode]).toEqual([code, code])
  },
)
