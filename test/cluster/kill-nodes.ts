/**
 * Kills each of three OpenSearch nodes under load, starting with the cluster manager and the node
 * of the primary, and prints what clients saw. Run `npm run test:cluster`; it takes about six
 * minutes.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { organizationsAlias } from '#mappings/organizations.ts'
import { groupBy } from '#src/domain/es2024.ts'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'
import { readConfig } from '#src/platform/config.ts'
import { leaseEngines } from '#src/platform/engines/lease.ts'
import { stopEngines } from '#test/deep/engines/holders.ts'
import { type Node, prepareNodes, readRoles, waitForGreen } from './nodes.ts'
import { type Answer, type Asked, readExpected, sendSteadily } from './requests.ts'
import { startServices } from './services.ts'

const LIMIT_MS = 1_200_000
const MAX_SECONDS_WITH_ERRORS = 2

const folder = mkdtempSync(join(tmpdir(), 'cluster-'))
const dataDir = join(folder, 'service')
const nodes = await prepareNodes(folder)
const url = nodes.map((node) => node.url).join(',')
const over = new Promise<never>((_, reject) => {
  const end = (why: string) => () => reject(new Error(why))
  setTimeout(end(`It takes longer than ${LIMIT_MS / 1000} s.`), LIMIT_MS)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end(signal))
})
const rows: Row[] = []
let stopService = async () => {}
try {
  await Promise.race([run(), over])
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await stopService()
  await Promise.all(nodes.map((node) => node.stop()))
  await stopEngines(dataDir)
  rmSync(folder, { recursive: true })
}
console.table(rows)
if (rows.length < nodes.length || rows.some(isFault)) process.exitCode = 1
process.exit()

async function run(): Promise<void> {
  for (const node of nodes) node.start()
  const [witness] = nodes as [Node, ...Node[]]
  await waitForGreen(witness)
  const address = await startService()
  await waitForGreen(witness)
  const expected = await readExpected(address)
  const opensearch = createOpenSearch({ url })
  const left = new Set(nodes)
  const find = (name: string | undefined) => nodes.find((node) => node.name === name)
  const first = await readRoles(witness)
  left.delete(await killOne(find(first.manager), address, expected, opensearch))
  const second = await readRoles(witness)
  left.delete(await killOne(find(second.primaries[0]), address, expected, opensearch))
  for (const node of left) await killOne(node, address, expected, opensearch)
  await opensearch.close()
}

/** Starts Postgres and the service with the demo; returns the service's address. */
async function startService(): Promise<string> {
  const env = { DATA_DIR: dataDir, OPENSEARCH_URL: url }
  const lease = await leaseEngines(readConfig({ ...process.env, ...env, DATABASE_URL: '' }), [
    'postgres',
  ])
  stopService = () => lease.release()
  const stores = { ...env, DATABASE_URL: lease.databaseUrl ?? '' }
  const [service] = await startServices(1, folder, stores, { OPENSEARCH_REPLICAS: 1 })
  stopService = async () => {
    await service?.stop()
    await lease.release()
  }
  return service?.address ?? ''
}

type Row = {
  killed: string
  primaries: number
  manager: string
  codes: string
  failed: string
  wrong: number
  /** Returns the seconds after the kill in which a failed request was sent, each once. */
  'seconds with errors': number
  slowest: string
  'point in time': string
}

/** Kills a node under load, starts it again, waits for recovery, and adds a row. */
async function killOne(
  node: Node | undefined,
  address: string,
  expected: Map<Asked, string>,
  opensearch: OpenSearch,
): Promise<Node> {
  if (node === undefined) throw new Error('The cluster named no node for this role.')
  const { primaries, manager } = await readRoles(node)
  const readAll = await openPointInTime(opensearch)
  const load = sendSteadily(address, expected)
  await sleep(5_000)
  const killedAt = performance.now()
  await node.kill()
  await sleep(1_000)
  const pointInTime = await readAll()
  await sleep(14_000)
  node.start()
  await waitForGreen(node)
  // The service checks a dead node every five seconds, then uses it again.
  await sleep(10_000)
  const answers = await load.stop()
  const row = {
    killed: node.name,
    primaries: primaries.filter((name) => name === node.name).length,
    manager: manager === node.name ? 'yes' : 'no',
    ...describe(answers, killedAt),
    'point in time': pointInTime,
  }
  rows.push(row)
  console.log(JSON.stringify(row))
  return node
}

function describe(answers: Answer[], killedAt: number) {
  const codes = [...groupBy(answers, ({ code }) => code)]
  const failures = answers
    .filter(({ code }) => code !== '200')
    .map(({ path, code, sentAt }) => ({ path, code, at: (sentAt - killedAt) / 1000 }))
  const [slowest] = answers.toSorted((a, b) => b.tookMs - a.tookMs)
  return {
    codes: codes.map(([code, all]) => `${code} × ${all.length}`).join(', '),
    failed: failures.map(({ path, at }) => `${path} at ${at.toFixed(1)} s`).join(', '),
    wrong: answers.filter(({ isWrong }) => isWrong).length,
    'seconds with errors': new Set(failures.map(({ at }) => Math.floor(at))).size,
    slowest: `${Math.round(slowest?.tookMs ?? 0)} ms ${slowest?.path}`,
  }
}

/**
 * Opens a snapshot as an export does. Its reader reports how it ends: complete, or with which
 * error.
 */
async function openPointInTime(opensearch: OpenSearch): Promise<() => Promise<string>> {
  const id = await opensearch.openPointInTime(organizationsAlias(''), '1m')
  const search = { query: { match_all: {} }, pit: { id }, size: 1_000, sort: ['ein'] }
  const read = () => opensearch.searchPointInTime({ ...search, track_total_hits: true })
  const before = await read()
  return async () => {
    try {
      const { hits } = await read()
      return hits.hits.length === before.hits.hits.length ? 'whole' : 'PARTIAL'
    } catch (error) {
      return error instanceof Error ? `${error.name} ${error.message}` : String(error)
    } finally {
      await opensearch.closePointInTime(id).catch(() => undefined)
    }
  }
}

function isFault(row: Row): boolean {
  return (
    row.wrong > 0 ||
    row['seconds with errors'] > MAX_SECONDS_WITH_ERRORS ||
    row['point in time'] === 'PARTIAL'
  )
}
