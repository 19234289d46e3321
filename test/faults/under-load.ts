import { setTimeout as sleep } from 'node:timers/promises'

/** What a service returned during a fault. */
export type Outcome = {
  /** The number of responses by status; 0 means no response. */
  codes: Record<number, number>
  /** Whole responses that differ from those before the fault. */
  wrong: string[]
  /** From the fault to the last failed or slow response; undefined without a recovery. */
  seconds: number | undefined
}

/** Searches of both surfaces, which read OpenSearch, and pages, which also read Postgres. */
export const PATHS = [
  '/api/v2/search?Query=food+bank&Limit=10&Facets=true',
  '/charity/080000103',
  '/?q=food+bank',
  '/charity/890000145',
  '/api/v2/search?q=after-school+programs+in+Ohio&limit=10',
]

// 5 requests a second is far below the overload limits of the service.
const PAUSE_MS = 200
const REQUEST_LIMIT_MS = 35_000
// A request that waits for a stopped server: the fault is not over, even if the status is 200.
const SLOW_MS = 5_000

type Answer = { status: number; body: string }

async function ask(address: string, path: string): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(REQUEST_LIMIT_MS)
    const response = await fetch(address + path, { signal })
    return { status: response.status, body: await response.text() }
  } catch (error) {
    return { status: 0, body: String(error) }
  }
}

/**
 * Causes a fault while the service gets 5 requests a second, until all paths have returned 200
 * twice or `limitMs` is over.
 */
export async function failUnderLoad(
  address: string,
  cause: () => void,
  limitMs: number,
): Promise<Outcome> {
  const expected = new Map<string, string>()
  for (const path of PATHS) {
    const { status, body } = await ask(address, path)
    if (status !== 200) throw new Error(`Before the fault, ${path} returned ${status}: ${body}`)
    expected.set(path, body)
  }
  const outcome: Outcome = { codes: {}, wrong: [], seconds: undefined }
  const causedAt = performance.now()
  cause()
  let lastBadAt = causedAt
  const askOne = async (path: string) => {
    const askedAt = performance.now()
    const { status, body } = await ask(address, path)
    const now = performance.now()
    outcome.codes[status] = (outcome.codes[status] ?? 0) + 1
    // A page says so when OpenSearch cannot find its similar organizations.
    const isWhole = status === 200 && !body.includes('not available now')
    if (!isWhole || now - askedAt > SLOW_MS) lastBadAt = now
    if (isWhole && body !== expected.get(path)) {
      outcome.wrong.push(`${path}: ${body.slice(0, 300)}`)
    }
  }
  const pending = new Set<Promise<void>>()
  const isOver = () =>
    pending.size < PATHS.length && performance.now() - lastBadAt > 2 * PATHS.length * PAUSE_MS
  for (let n = 0; !isOver() && performance.now() - causedAt < limitMs; n += 1) {
    const one = askOne(PATHS[n % PATHS.length] ?? '').finally(() => pending.delete(one))
    pending.add(one)
    await sleep(PAUSE_MS)
  }
  const isRecovered = isOver()
  await Promise.all(pending)
  if (isRecovered) outcome.seconds = Math.round((lastBadAt - causedAt) / 100) / 10
  return outcome
}
