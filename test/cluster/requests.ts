import { setTimeout as sleep } from 'node:timers/promises'

/** Searches by name and cause, pages, an export, and the probe. */
const PATHS = [
  '/api/v2/search?Query=food+bank&Limit=10&Facets=true',
  '/api/v2/search?Query=schools&Mode=Discovery&State=OH&Limit=20',
  '/?Query=food+bank',
  '/api/v2/search?Query=maumee+valley&Limit=5',
  '/api/v2/search?Query=who+feeds+hungry+families&Mode=Discovery&Limit=10',
  '/?Query=clean+water+wells+in+Kenya',
  '/api/v2/search?Query=080000103',
  '/api/v2/export?State=OH',
  '/sector',
  '/charity/070000101',
  '/readyz',
]

const PER_SECOND = 5
// A client that waits longer has disconnected.
const TIMEOUT_MS = 30_000

export type Answer = {
  path: string
  sentAt: number
  tookMs: number
  code: string
  isWrong: boolean
}

/** Returns the status, with the error's name if there is one, and the body. */
async function ask(address: string, path: string): Promise<{ code: string; body: string }> {
  try {
    const response = await fetch(address + path, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const body = await response.text()
    const name = /"ErrorCode":"(\w+)"/.exec(body)?.[1]
    return { code: name ? `${response.status} ${name}` : String(response.status), body }
  } catch (error) {
    return { code: error instanceof Error ? error.name : String(error), body: '' }
  }
}

/** Returns the correct response to each path. Throws if some fail or differ between calls. */
export async function readExpected(address: string): Promise<Map<string, string>> {
  const expected = new Map<string, string>()
  const unfit: string[] = []
  for (const path of PATHS) {
    const [first, second] = [await ask(address, path), await ask(address, path)]
    if (first.code !== '200' || first.body !== second.body) unfit.push(`${first.code} ${path}`)
    expected.set(path, first.body)
  }
  if (unfit.length > 0) throw new Error(`No steady response before any kill: ${unfit.join(', ')}`)
  return expected
}

/** Sends requests at a steady rate, each when it is due, until it is stopped. */
export function sendSteadily(address: string, expected: Map<string, string>) {
  const pending: Promise<Answer>[] = []
  let isOver = false
  const send = async (path: string): Promise<Answer> => {
    const sentAt = performance.now()
    const { code, body } = await ask(address, path)
    const isWrong = code === '200' && body !== expected.get(path)
    return { path, sentAt, tookMs: performance.now() - sentAt, code, isWrong }
  }
  const running = (async () => {
    for (let n = 0; !isOver; n += 1) {
      pending.push(send(PATHS[n % PATHS.length] ?? ''))
      await sleep(1000 / PER_SECOND)
    }
  })()
  return {
    stop: async (): Promise<Answer[]> => {
      isOver = true
      await running
      return await Promise.all(pending)
    },
  }
}
