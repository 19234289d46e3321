/**
 * Causes failures while the service gets 50 reads and a write each second, and prints for each
 * failure and endpoint group what clients see: `npm run test:failures -- [words of the failures]`.
 * All take about 15 minutes. Fails if a response is wrong, a write is lost, a status is not 200, 429,
 * or 503, or if the service does not recover. The disk fills only if root may mount one.
 */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import Table from 'cli-table3'
import pg from 'pg'
import { DEMO_FOLDER } from '#indexer/demo/folder.ts'
import { groupBy } from '#src/domain/es2024.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { type Answer, readExpected, WRITES } from '#test/cluster/requests.ts'
import { openSilentProxy } from '#test/deep/clients/silent-proxy.ts'
import {
  findProcess,
  OPENSEARCH,
  POSTGRES,
  processesOf,
  signal,
  WATCHDOG,
} from '#test/deep/engines/holders.ts'
import { openService } from '#test/slow/kills/service.ts'
import { startCommand, untilGreeted } from '#test/world/command.ts'
import { failUnderLoad, isFault, type Outcome, secondsUntilGood } from './under-load.ts'

const READS_PER_SECOND = Number(process.env.RATE ?? 50)
// The backoff delays a second restart, so each failure comes after the previous recovery.
const BETWEEN_MS = 5_000
const RECOVERY_LIMIT_MS = 180_000
const HELD_MS = 20_000
// OpenSearch checks its disk every 30 s.
const FULL_MS = 45_000
const DISK_BYTES = 3_500_000_000

const folder = mkdtempSync(join(tmpdir(), 'failures-'))
const disk = join(folder, 'disk')
mkdirSync(disk)
const isMounted = mountDisk()
const service = openService('failures', { LOG_LEVEL: 'warn' }, isMounted ? disk : folder)
// A copy of the data folder of a stopped service; otherwise, the service loads the demo.
if (process.env.STORE) execFileSync('cp', ['-a', `${process.env.STORE}/.`, service.dataDir])
const lease = await service.lease('postgres', 'opensearch')
const { databaseUrl = '', opensearchUrl = '' } = lease
const proxies = {
  Postgres: await openSilentProxy(databaseUrl),
  OpenSearch: await openSilentProxy(opensearchUrl),
}
const db = createPostgres({ url: databaseUrl })
const inFolder = { ...process.env, DATA_DIR: service.dataDir }

/** Runs a command of the loader beside the service, to its end. */
async function run(...args: string[]): Promise<void> {
  const urls = { DATABASE_URL: databaseUrl, OPENSEARCH_URL: opensearchUrl }
  const command = startCommand({ ...inFolder, ...urls }, 'indexer/cli.ts', args)
  const code = await command.ended
  console.log(`${args.join(' ')} ended with ${code}: ${command.said().trim().split('\n').at(-1)}`)
}

function kill(pattern: RegExp, name: NodeJS.Signals = 'SIGKILL'): void {
  process.kill(findProcess(service.dataDir, pattern), name)
}

/** Stops a server and its children, because Postgres backends would otherwise keep responding. */
async function stop(pattern: RegExp): Promise<void> {
  const server = findProcess(service.dataDir, pattern)
  const all = processesOf(service.dataDir).filter(
    ({ pid, parent }) => pid === server || parent === server,
  )
  signal(all, 'SIGSTOP')
  await sleep(HELD_MS)
  signal(all, 'SIGCONT')
}

async function hush(proxy: (typeof proxies)['Postgres']): Promise<void> {
  proxy.hush()
  await sleep(HELD_MS)
  proxy.takeNew()
}

/** Disconnects the service from Postgres, and takes all connections before it returns. */
async function takeAllConnections(): Promise<void> {
  const taken: pg.Client[] = []
  const take = async () => {
    for (;;) {
      const client = new pg.Client({ connectionString: databaseUrl })
      client.on('error', () => undefined)
      try {
        await client.connect()
      } catch {
        return
      }
      taken.push(client)
    }
  }
  await take()
  await taken[0]?.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'nonprofit-research-service'`)
  await take()
  console.log(`took ${taken.length} connections`)
  await sleep(HELD_MS)
  await Promise.all(taken.map((client) => client.end()))
}

async function fillDisk(): Promise<void> {
  const file = join(disk, 'full')
  // It fails when the disk is full.
  await promisify(execFile)('dd', ['if=/dev/zero', `of=${file}`, 'bs=1M']).catch(() => undefined)
  await Promise.all([run('reindex'), sleep(FULL_MS)])
  rmSync(file)
}

const FAILURES: Record<string, () => Promise<void> | void> = {
  'OpenSearch stops for 20 s': () => stop(OPENSEARCH),
  'OpenSearch is killed': () => kill(OPENSEARCH),
  'OpenSearch is silent for 20 s': () => hush(proxies.OpenSearch),
  'Postgres stops for 20 s': () => stop(POSTGRES),
  'Postgres is killed': () => kill(POSTGRES),
  'Postgres restarts': () => kill(POSTGRES, 'SIGINT'),
  'Postgres is silent for 20 s': () => hush(proxies.Postgres),
  'Postgres has no connections left': takeAllConnections,
  'the watchdog is killed': () => kill(WATCHDOG),
  'the index switches': () => run('reindex'),
  'load runs': async () => {
    // The same files count as new.
    await db.query("update load_source set fingerprint = sha256(fingerprint || 'again'::bytea)")
    await run('load', DEMO_FOLDER)
  },
  'refresh runs': () => run('refresh'),
  ...(isMounted && { 'the disk fills': fillDisk }),
}

const HEAD = 'Group,Sent,Right,In part,503,429,Others,Wrong,Lost,Recovered s,Slowest ms'
const words = process.argv.slice(2).join(' ')
const table = new Table({ head: HEAD.split(','), style: { compact: true, head: [] } })
let hasFailed = false
try {
  const env = {
    ...inFolder,
    ...{ DATABASE_URL: proxies.Postgres.url, OPENSEARCH_URL: proxies.OpenSearch.url },
    ...{ ACCESS: 'open', PORT: '0', LOG_LEVEL: 'warn', TRUST_PROXY: 'loopback' },
  }
  const start = startCommand(env, 'src/cli/start.ts', [])
  const address = await untilGreeted(start)
  const [reads, writes] = [await readExpected(address), await readExpected(address, WRITES)]
  const loads = [[reads, READS_PER_SECOND] as const, [writes, 1] as const]
  for (const [name, cause] of Object.entries(FAILURES)) {
    if (!name.includes(words)) continue
    const said = start.said().length
    const outcome = await failUnderLoad(address, loads, cause, RECOVERY_LIMIT_MS)
    await report(name, outcome)
    if (process.env.LOG) console.log(start.said().slice(said))
    await sleep(BETWEEN_MS)
  }
  await start.kill()
} finally {
  console.log(table.toString())
  await db.close()
  await lease.release()
  await service.remove()
  for (const proxy of Object.values(proxies)) await proxy.close()
  if (isMounted) execFileSync('umount', [disk])
  rmSync(folder, { recursive: true })
}
process.exit(hasFailed ? 1 : 0)

async function report(name: string, { answers, endedAt, seconds }: Outcome): Promise<void> {
  const ids = answers.flatMap(({ id }) => id ?? [])
  const kept = await db.query('select from submission where id = any($1)', [ids])
  const lost = ids.length - kept.length
  const isRecovered = seconds !== undefined
  table.push([{ colSpan: 11, content: isRecovered ? name : `${name}: NEVER RECOVERED` }])
  hasFailed ||= !isRecovered || lost > 0
  for (const [group, all] of groupBy(answers, (answer) => answer.group)) {
    const count = (test: (answer: Answer) => boolean) => all.filter(test).length
    const faults = all.filter(isFault)
    const wrong = faults.filter(({ isWrong }) => isWrong)
    for (const [code, [answer]] of groupBy(faults, ({ code, path }) => `${code} ${path}`))
      console.error(`${name}: ${code}`, answer)
    hasFailed ||= faults.length > 0
    table.push([
      group,
      all.length,
      count(({ code, isWrong, isPartial }) => code === '200' && !isWrong && !isPartial),
      count(({ isPartial }) => isPartial),
      count(({ code }) => code.startsWith('503')),
      count(({ code }) => code.startsWith('429')),
      faults.length - wrong.length,
      wrong.length,
      group === 'submission' ? lost : 0,
      isRecovered ? secondsUntilGood(all, endedAt) : '',
      Math.round(Math.max(...all.map(({ tookMs }) => tookMs))),
    ])
  }
  console.log(name, seconds ?? 'never')
}

/** Mounts a small disk; returns false without the right to. */
function mountDisk(): boolean {
  const image = join(folder, 'image')
  try {
    execFileSync('truncate', ['-s', String(DISK_BYTES), image])
    execFileSync('mkfs.ext4', ['-q', '-m', '0', image])
    execFileSync('mount', ['-o', 'loop', image, disk])
    return true
  } catch (error) {
    console.error(`The disk does not fill, because none can be mounted: ${error}`)
    return false
  }
}
