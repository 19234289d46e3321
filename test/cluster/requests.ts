import { setTimeout as sleep } from 'node:timers/promises'

/** A request; with a body, it is sent with POST. `isWrite`: it stores a submission. */
export type Asked = { group: string; path: string; body?: object; isWrite?: true }

const at = (group: string, ...paths: string[]): Asked[] => paths.map((path) => ({ group, path }))
const callTool = (name: string, given: object): Asked => ({
  group: 'MCP tool',
  path: '/mcp',
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
})

/** Reads of every endpoint group. */
export const READS: readonly Asked[] = [
  ...at(
    'identity',
    '/api/v2/search?Limit=10&Query=food+bank',
    '/api/v2/search?Query=maumee+valley&Limit=5',
    '/api/v2/search?Query=080000103',
  ),
  ...at(
    'discovery',
    '/api/v2/search?Query=schools&Mode=Discovery&State=OH&Limit=20',
    '/api/v2/search?Query=who+feeds+hungry+families&Mode=Discovery&Limit=10&Facets=true',
  ),
  ...at('suggestions', '/suggest?Query=food', '/suggest?Query=mau'),
  ...at('profile', '/api/v2/charity/080000103/page', '/api/v2/charity/070000101/page'),
  ...at('section', '/api/v2/charity/080000103/sections/Leadership'),
  ...at(
    'money',
    '/api/v2/charity/080000103/grants',
    '/api/v2/charity/080000103/money-network',
    '/api/v2/charity/080000103/flows',
  ),
  ...at('grant search', '/api/v2/grants?Query=food'),
  ...at('people search', '/api/v2/people?Query=highest+paid+CEO&Limit=5'),
  ...at('top lists', '/api/v2/top-lists', '/api/v2/stats'),
  ...at('search page', '/?Query=food+bank', '/?Query=clean+water+wells+in+Kenya'),
  ...at('profile page', '/charity/070000101', '/charity/080000103'),
  ...at('sector page', '/sector'),
  callTool('search', { Query: 'food banks in Ohio' }),
  ...at('export', '/api/v2/export?State=OH'),
  ...at('probe', '/readyz'),
]

export const WRITES: readonly Asked[] = [
  {
    group: 'submission',
    path: '/api/v2/agent-feedback',
    body: { Message: 'The load test wrote this.' },
    isWrite: true,
  },
]

// A client that waits longer has disconnected.
const TIMEOUT_MS = 35_000
// A page without the parts that a server which is away would fill.
const IN_PART = /not available now|could not be loaded/

export type Answer = Asked & {
  sentAt: number
  tookMs: number
  /** The status, with the ErrorCode if there is one; the error's name without a response. */
  code: string
  /** The response was 200, but differs from the expected one. */
  isWrong: boolean
  isPartial: boolean
  /** The id of the stored submission. */
  id?: string
  /** The beginning of an unexpected response. */
  said?: string
}

let client = 0

/** Returns the status, with the error's name if there is one, and the body. */
async function ask(
  address: string,
  { path, body: given }: Asked,
): Promise<{ code: string; body: string }> {
  client += 1
  try {
    const response = await fetch(address + path, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        // Limits count by address.
        'X-Forwarded-For': `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`,
        ...(given && {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        }),
      },
      ...(given && { method: 'POST', body: JSON.stringify(given) }),
    })
    const body = await response.text()
    const name = /"ErrorCode":"(\w+)"/.exec(body)?.[1]
    // A tool call reports errors with status 200.
    const status = response.ok && name ? (TOOL_ERRORS[name] ?? 500) : response.status
    const isUndated = response.status === 503 && !response.headers.has('retry-after')
    const code = `${status}${name ? ` ${name}` : ''}${isUndated ? ' without Retry-After' : ''}`
    return { code, body: body.replaceAll(CHANGING, '') }
  } catch (error) {
    return { code: error instanceof Error ? error.name : String(error), body: '' }
  }
}

const TOOL_ERRORS: Record<string, number> = {
  RateLimited: 429,
  StoreUnavailable: 503,
  SearchUnavailable: 503,
}
// Each index and each load has its own times, and a second index of a release a number.
const CHANGING = /\d{8}t\d{9}z(-\d+)?|\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** Returns the correct response to each request. Throws if some fail or differ between calls. */
export async function readExpected(
  address: string,
  requests: readonly Asked[] = READS,
): Promise<Map<Asked, string>> {
  const expected = new Map<Asked, string>()
  const unfit: string[] = []
  const askUntilAccepted = async (asked: Asked) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await ask(address, asked)
      if (!/^(429|503)/.test(answer.code) || tries === 10) return answer
      await sleep(1_000)
    }
  }
  for (const asked of requests) {
    const [first, second] = [await askUntilAccepted(asked), await askUntilAccepted(asked)]
    const isSteady = asked.isWrite || first.body === second.body
    if (first.code !== '200' || !isSteady) unfit.push(`${first.code} ${asked.path}`)
    expected.set(asked, first.body)
  }
  if (unfit.length > 0) throw new Error(`No steady response before: ${unfit.join(', ')}`)
  return expected
}

/** Sends requests at a steady rate, each when it is due, until it is stopped. */
export function sendSteadily(address: string, expected: Map<Asked, string>, perSecond = 5) {
  const pending = new Set<Promise<void>>()
  /** Those that have ended. */
  const answers: Answer[] = []
  const requests = [...expected]
  let isOver = false
  const send = async (asked: Asked, wanted: string): Promise<void> => {
    const sentAt = performance.now()
    const { code, body } = await ask(address, asked)
    const id = asked.isWrite && /"FeedbackID":"([^"]+)"/.exec(body)?.[1]
    const isPartial = code === '200' && IN_PART.test(body)
    const isRight = asked.isWrite ? id !== undefined : isPartial || body === wanted
    const isWrong = code === '200' && !isRight
    const tookMs = performance.now() - sentAt
    const said = isWrong || /^5/.test(code) ? { said: body.slice(0, 300) } : {}
    answers.push({ ...asked, sentAt, tookMs, code, isWrong, isPartial, ...said, ...(id && { id }) })
  }
  const running = (async () => {
    const start = performance.now()
    for (let n = 0; !isOver; n += 1) {
      const [asked, wanted] = requests[n % requests.length] ?? []
      if (asked === undefined || wanted === undefined) return
      const one = send(asked, wanted).finally(() => pending.delete(one))
      pending.add(one)
      await sleep(start + ((n + 1) * 1_000) / perSecond - performance.now())
    }
  })()
  return {
    answers,
    /** Returns whether more requests are under way than are sent in a second. */
    isBehind: () => pending.size > perSecond,
    stop: async (): Promise<Answer[]> => {
      isOver = true
      await running
      await Promise.all(pending)
      return answers
    },
  }
}
