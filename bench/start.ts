import { join } from 'node:path'
import { leaseEngines } from '#src/platform/engines/lease.ts'
import { type Benchmark, measureRounds, type Scale } from './benchmark.ts'
import { residentMiB } from './commands.ts'
import { configOf, environmentOf, withDataFolder, withFiles } from './folders.ts'
import { measureEngines, untilEnginesStop } from './processes.ts'
import { medianRound, type Row, toRow } from './row.ts'
import { type Service, startService } from './server.ts'

/** The first start, demo data and its index included, takes no longer than this. */
const FIRST_START_SECONDS = 120
const ROUNDS = { whole: 3, quick: 1 }

/** `npm start` to its first answer, on an empty data folder and on a filled one, and its memory. */
export const start: Benchmark = {
  name: 'start',
  description: 'seconds from npm start to the first answer, and memory of each process',
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

/** Seconds until both engines of a filled data folder are ready, with nothing else starting. */
async function timeEngines(dataDir: string): Promise<number> {
  const started = performance.now()
  const lease = await leaseEngines(configOf(dataDir), ['opensearch', 'postgres'])
  const seconds = (performance.now() - started) / 1_000
  await lease.release()
  return seconds
}

/** Seconds until a search was answered, and what `work` finds while the service runs. */
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
  if (!answer.ok) throw new Error(`The search answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** A hundred searches of both kinds: memory that is only taken at work is taken then. */
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
