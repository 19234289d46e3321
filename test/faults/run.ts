/**
 * Causes faults of the embedded engines under load and prints what clients see: `node --import tsx
 * test/faults/run.ts [words of the faults]`. All faults take about five minutes. Fails if a
 * response is wrong, has a status other than 200, 429, or 503, or if the service does not recover.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import Table from 'cli-table3'
import {
  findProcess,
  OPENSEARCH,
  POSTGRES,
  processesOf,
  WATCHDOG,
} from '#test/deep/engines/holders.ts'
import { startApi } from '#test/slow/kills/api.ts'
import { openService } from '#test/slow/kills/service.ts'
import { failUnderLoad, type Outcome } from './under-load.ts'

// The backoff delays the second restart, so each kill comes soon after the previous recovery.
const AGAIN_AFTER_MS = 6_000
const RECOVERY_LIMIT_MS = 240_000
const STOPPED_MS = 20_000
const ALLOWED = ['200', '429', '503']

type Fault = { name: string; cause: () => void }

const service = openService('faults', { ACCESS: 'open', PORT: '0', LOG_LEVEL: 'warn' })
const kill = (pattern: RegExp) => () =>
  process.kill(findProcess(service.dataDir, pattern), 'SIGKILL')

/** Stops a server and its children, because Postgres backends would otherwise keep responding. */
const stop = (pattern: RegExp) => () => {
  const server = findProcess(service.dataDir, pattern)
  const all = processesOf(service.dataDir).filter(
    ({ pid, parent }) => pid === server || parent === server,
  )
  for (const { pid } of all) process.kill(pid, 'SIGSTOP')
  setTimeout(() => {
    for (const { pid } of all) process.kill(pid, 'SIGCONT')
  }, STOPPED_MS)
}

const FAULTS: Fault[] = [
  ...[
    { name: 'kill -9 of Postgres', cause: kill(POSTGRES) },
    { name: 'kill -9 of OpenSearch', cause: kill(OPENSEARCH) },
    { name: 'kill -9 of the watchdog', cause: kill(WATCHDOG) },
  ].flatMap((fault) => [fault, { ...fault, name: `${fault.name}, again after 6 s` }]),
  { name: 'SIGSTOP of Postgres for 20 s', cause: stop(POSTGRES) },
  { name: 'SIGSTOP of OpenSearch for 20 s', cause: stop(OPENSEARCH) },
]

const words = process.argv.slice(2).join(' ')
const table = new Table({ head: ['Fault', 'Codes', 'Wrong answers', 'Seconds until 200'] })
let hasFailed = false
try {
  const { address } = await startApi(service)
  for (const { name, cause } of FAULTS.filter(({ name }) => name.includes(words))) {
    const outcome = await failUnderLoad(address, cause, RECOVERY_LIMIT_MS)
    table.push([name, describeCodes(outcome), outcome.wrong.length, outcome.seconds ?? 'never'])
    for (const answer of outcome.wrong) console.error(answer)
    hasFailed ||= !isGood(outcome)
    await sleep(AGAIN_AFTER_MS)
  }
} finally {
  console.log(table.toString())
  await service.remove()
}
process.exit(hasFailed ? 1 : 0)

function describeCodes({ codes }: Outcome): string {
  return Object.entries(codes)
    .map(([code, count]) => `${code}: ${count}`)
    .join(', ')
}

function isGood({ codes, wrong, seconds }: Outcome): boolean {
  const others = Object.keys(codes).filter((code) => !ALLOWED.includes(code))
  return wrong.length === 0 && seconds !== undefined && others.length === 0
}
