import { beforeEach, expect, test } from 'vitest'
import { serveHere } from '#test/world/here.ts'
import { createClient, type RetryOptions } from '../../../clients/typescript/src/index.ts'

/** The server's clock. */
const DATE = 'Sun, 22 Nov 2026 08:49:37 GMT'

type Planned = { status: number; retryAfter?: string }

let baseUrl: string
/** The server's next responses, then 200 forever; and the requests it received. */
let planned: Planned[] = []
let asked: string[] = []
let waited: number[] = []

beforeEach(async () => {
  planned = []
  asked = []
  waited = []
  baseUrl = await serveHere((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const { status, retryAfter } = planned.shift() ?? { status: 200 }
    const own = retryAfter && { 'Retry-After': retryAfter }
    response.writeHead(status, { 'Content-Type': 'application/json', Date: DATE, ...own })
    const refusal = { detail: { ErrorCode: 'RateLimited', Message: 'Slow down.' } }
    response.end(JSON.stringify(status === 200 ? { Status: 'Healthy' } : refusal))
  })
})

const wait = async (milliseconds: number) => void waited.push(milliseconds)
const open = (retry: RetryOptions = {}) => createClient({ baseUrl, retry: { wait, ...retry } })

const SOON = new Date(Date.parse(DATE) + 5_000).toUTCString()
const HEALTH = 'GET /api/v2/health'
const FEEDBACK = 'POST /api/v2/agent-feedback'

/** Each planned response as "status Retry-After", and the waits before success or the last error. */
test.each([
  ['after its delay', HEALTH, ['429 1', '503 4'], [1_000, 4_000], 200],
  ['at its time', HEALTH, [`503 ${SOON}`], [5_000], 200],
  ['once, and then abandoned', HEALTH, Array(5).fill('429 1'), [1_000], 429, { times: 1 }],
  ['never after a longer delay than allowed', HEALTH, ['429 31'], [], 429],
  ['never without a delay', HEALTH, ['429'], [], 429],
  ['with its body after 429', FEEDBACK, ['429 1'], [1_000], 200],
  ['never with its body after 503, because it may have succeeded', FEEDBACK, ['503 1'], [], 503],
] as const)(
  'a rejected request is sent again %s: %s',
  async (_, request, plan, waits, status, retry?: RetryOptions) => {
    planned = plan.map((one: string) => {
      const [status, ...retryAfter] = one.split(' ')
      return { status: Number(status), retryAfter: retryAfter.join(' ') }
    })
    const client = open(retry)
    const answer =
      request === HEALTH
        ? client.get('/api/v2/health')
        : client.post('/api/v2/agent-feedback', { body: { Message: 'Officers are missing.' } })
    if (status === 200) expect(await answer).toEqual({ Status: 'Healthy' })
    else await expect(answer).rejects.toMatchObject({ status, code: 'RateLimited' })
    expect(waited).toEqual(waits)
    expect(asked).toEqual(Array(waits.length + 1).fill(request))
  },
)

test('an error has the delay, and waiting stops when its caller stops', async () => {
  planned = [{ status: 503, retryAfter: '31' }]
  await expect(open().get('/api/v2/health')).rejects.toMatchObject({ retryAfterSeconds: 31 })
  planned = [{ status: 429, retryAfter: '30' }]
  const stop = new AbortController()
  const answer = createClient({ baseUrl }).get('/api/v2/health', { signal: stop.signal })
  await expect.poll(() => asked.length).toBe(2)
  stop.abort()
  await expect(answer).rejects.toThrow('aborted')
})
