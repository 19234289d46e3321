import { about } from './moments.ts'
import { type Command, meanwhile, type Service } from './service.ts'

/** A running service that answers over HTTP. */
export type Api = { command: Command; address: string }

const GREETING = /Service: (http:\S+) [\s\S]*limit=3'\n/

/** `npm start`, resolved when it has said where it listens; throws what it said instead. */
export async function startApi(service: Service): Promise<Api> {
  const command = service.start('src/cli/start.ts')
  if (!(await meanwhile(command, () => GREETING.test(command.said())))) {
    throw new Error(about('npm start', command.said()))
  }
  return { command, address: GREETING.exec(command.said())?.[1] ?? '' }
}

/** Names, places, causes and words of the demo, asked of both surfaces. */
const PATHS = [
  '/api/v2/search?Query=food+bank&Limit=10&Facets=true',
  '/api/v2/search?Query=maumee+valley&Limit=5',
  '/api/v2/search?Query=080000103',
  '/api/v2/search?Query=schools&Mode=Discovery&State=OH&Limit=20',
  '/api/v2/search?q=after-school+programs+in+Ohio&limit=10',
  '/api/v2/search?q=who+feeds+hungry+families&limit=10',
]

/** What the service answers to one of its searches: status and body. */
export async function askApi({ address }: Api, path: string): Promise<string> {
  const response = await fetch(address + path)
  return `${response.status} ${await response.text()}`
}

/** Answers to all searches, by path. */
export async function askAll(api: Api): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const path of PATHS) answers.set(path, await askApi(api, path))
  return answers
}

/**
 * Searches without end, four at a time, until the service is gone. Returns how many were
 * answered and those whose answer was another than expected.
 */
export async function searchUntilGone(api: Api, expected: Map<string, string>) {
  let answered = 0
  const wrong: string[] = []
  const search = async (first: number) => {
    for (let n = first; ; n += 1) {
      const path = PATHS[n % PATHS.length] ?? ''
      const answer = await askApi(api, path).catch(() => undefined)
      if (answer === undefined) return
      answered += 1
      if (answer !== expected.get(path)) wrong.push(`${path}: ${answer.slice(0, 300)}`)
    }
  }
  await Promise.all([0, 1, 2, 3].map(search))
  return { answered, wrong }
}
