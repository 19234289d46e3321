import { join } from 'node:path'
import { leaseEngines } from '#src/platform/engines/lease.ts'
import { type Benchmark, measureRounds, type Scale } from './benchmark.ts'
import { residentMiB } from './commands.ts'
import { configOf, environmentOf, withDataFolder, withFiles } from './folders.ts'
import { measureEngines, untilEnginesStop } from './processes.ts'
import { medianRound, type Row, toRow } from './row.ts'
import { type Service, startService } from './server.ts'

/** The limit for the first start, including demo data and its index. */
const FIRST_START_SECONDS = 120
const ROUNDS = { whole: 3, quick: 1 }

/**
 * Measures `npm start` until its first response, on an empty and on a filled data folder, and its
 * memory.
 */
export const start: Benchmark = {
  name: 'start',
  description: 'seconds from npm start to the first response, and the memory of each process',
  run: (scale) =>
    withFiles((folder) =>
      withDataFolder(async (dataDir) => {
        const log = join(folder, 'service.log')
        const env = environmentOf(dataDir, { DEMO: 'on' })
        const first = await timeStart(env, log, async () => [])
        scale.say(`first start ${first.seconds.toFixed(1)} s`)
        await untilEnginesStop(dataDir)
        const rounds = await measureRounds(scale, ROUNDS[scale.isQuick ? 'quick' : 'whole'], () =>
          measureSecondStart(dataDir, env, log, scale),
        )
        return [
          toFirstRow(first.seconds),
          toSecondRow(medianRound(rounds)),
          ...(rounds.at(-1)?.memory ?? []),
        ]
      }),
    ),
}

const toFirstRow = (value: number): Row =>
  toRow({
    name: 'first start, demo on',
    value,
    unit: 's',
    against: 'limit',
    reference: FIRST_START_SECONDS,
    aim: { atMost: 1 },
  })

const toSecondRow = ({ value, reference }: Round): Row =>
  toRow({ name: 'second start', value, unit: 's', against: 'engines alone', reference })

type Round = { value: number; reference: number; memory: Row[] }

async function measureSecondStart(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  log: string,
  { say }: Scale,
): Promise<Round> {
  const reference = await timeEngines(dataDir)
  await untilEnginesStop(dataDir)
  const { seconds, found } = await timeStart(env, log, async (service) => {
    await searchAWhile(service)
    return measureMemory(dataDir, service)
  })
  await untilEnginesStop(dataDir)
  say(`second start ${seconds.toFixed(1)} s, engines alone ${reference.toFixed(1)} s`)
  return { value: seconds, reference, memory: found }
}

/**
 * Returns the seconds until both engines of a filled data folder are ready, with nothing else
 * starting.
 */
async function timeEngines(dataDir: string): Promise<number> {
  const started = performance.now()
  const lease = await leaseEngines(configOf(dataDir), ['opensearch', 'postgres'])
  const seconds = (performance.now() - started) / 1_000
  await lease.release()
  return seconds
}

/**
 * Returns the seconds until a search was answered, and the result of `work` on the running service.
 */
async function timeStart<T>(
  env: NodeJS.ProcessEnv,
  log: string,
  work: (service: Service) => Promise<T>,
): Promise<{ seconds: number; found: T }> {
  const started = performance.now()
  const service = await startService(env, log)
  try {
    await askFor(service, 'Query=food+bank')
    const seconds = (performance.now() - started) / 1_000
    return { seconds, found: await work(service) }
  } finally {
    await service.close()
  }
}

async function askFor({ address }: Service, query: string): Promise<void> {
  const answer = await fetch(`${address}/api/v2/search?${query}`)
  if (!answer.ok) throw new Error(`The search returned ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** Sends a hundred searches of both kinds, because some memory is allocated only under work. */
async function searchAWhile(service: Service): Promise<void> {
  for (let at = 0; at < 50; at += 1) {
    await askFor(service, 'Query=youth+choir&Facets=true')
    await askFor(service, 'Query=tutoring+for+children&Mode=Discovery')
  }
}

function measureMemory(dataDir: string, { pid }: Service): Row[] {
  const engines = measureEngines(dataDir)
  const memory: [name: string, mebibytes: number][] = [['server', residentMiB(pid).now], ...engines]
  return memory.map(([name, value]) =>
    toRow({ name: `memory, ${name}`, value, unit: 'MiB', against: '1 GiB', reference: 1_024 }),
  )
}
