import { setTimeout as sleep } from 'node:timers/promises'
import { withResolvers } from '#src/domain/es2024.ts'
import { type Command, untilGreeted } from '#test/world/command.ts'
import type { Service } from './service.ts'

/** A running service that responds over HTTP. */
export type Api = { command: Command; address: string }

/** Runs `npm start`, resolved when it prints its address; throws its output otherwise. */
export async function startApi(service: Service, ...args: string[]): Promise<Api> {
  const command = service.start('src/cli/start.ts', ...args)
  return { command, address: await untilGreeted(command) }
}

/** Names, places, causes, and words of the demo, sent to both surfaces. */
const PATHS = [
  '/api/v2/search?Query=food+bank&Limit=10&Facets=true',
  '/api/v2/search?Query=maumee+valley&Limit=5',
  '/api/v2/search?Query=080000103',
  '/api/v2/search?Query=schools&Mode=Discovery&State=OH&Limit=20',
  '/api/v2/search?q=after-school+programs+in+Ohio&limit=10',
  '/api/v2/search?q=who+feeds+hungry+families&limit=10',
]

/** Returns the service's response to one of its searches: status and body. */
async function askApi({ address }: Api, path: string): Promise<string> {
  const response = await fetch(address + path)
  return `${response.status} ${await response.text()}`
}

/** Returns the responses to all searches, by path. */
export async function askAllOnce(api: Api): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const path of PATHS) answers.set(path, await askApi(api, path))
  return answers
}

// A fast machine reaches B's soft limit, and a slow one the overload protection.
const isLater = (answer: string): boolean => /^(429|503) /.test(answer)

/** Returns the responses to all searches, by path; retries rejected ones for some time. */
export async function askAll(api: Api): Promise<Map<string, string>> {
  for (let tries = 1; tries < 10; tries += 1) {
    const answers = await askAllOnce(api)
    if (![...answers.values()].some(isLater)) return answers
    await sleep(1_000)
  }
  return await askAllOnce(api)
}

/**
 * Searches without end, four at a time, until the service is gone. `first` resolves with the first
 * response, `wrong` at the end with unexpected ones.
 */
export function searchUntilGone(api: Api, expected: Map<string, string>) {
  const first = withResolvers<void>()
  const wrong: string[] = []
  const search = async (from: number) => {
    for (let n = from; ; n += 1) {
      const path = PATHS[n % PATHS.length] ?? ''
      const answer = await askApi(api, path).catch(() => undefined)
      if (answer === undefined) return
      first.resolve()
      if (isLater(answer)) await sleep(50)
      else if (answer !== expected.get(path)) wrong.push(`${path}: ${answer.slice(0, 300)}`)
    }
  }
  const over = Promise.all([0, 1, 2, 3].map(search))
  over.then(() => first.reject(new Error('no search was answered')))
  return { first: first.promise, wrong: over.then(() => wrong) }
}
