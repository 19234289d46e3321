/**
 * Runs three API processes behind a balancer, with a streaming replica of Postgres. Under load, kills
 * and stops a process, and kills and delays the replica; prints what clients saw. Part of
 * `npm run test:cluster`; it takes about three minutes.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mintRelease } from '#indexer/store/releases.ts'
import { groupBy } from '#src/domain/es2024.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { openServers } from '#test/world/servers.ts'
import { prepareReplica } from './replica.ts'
import { READS, readExpected, sendSteadily, WRITES } from './requests.ts'
import { openBalancer, startServices } from './services.ts'

const PER_SECOND = 10
const folder = mkdtempSync(join(tmpdir(), 'services-'))
const dataDir = join(folder, 'data')
const cleanUps: (() => unknown)[] = []
const rows: { fault: string; codes: string; wrong: number; stored: string }[] = []
let isGood = false
try {
  isGood = await run()
} catch (error) {
  console.error(error)
} finally {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
  rmSync(folder, { recursive: true })
}
console.table(rows)
process.exit(isGood ? 0 : 1)

async function run(): Promise<boolean> {
  const { databaseUrl, opensearchUrl, stop } = await openServers()
  cleanUps.push(stop)
  const db = createPostgres({ url: databaseUrl, statementTimeoutMs: 0 })
  cleanUps.push(db.close)
  const replica = await prepareReplica(databaseUrl, join(folder, 'replica'))
  cleanUps.push(replica.stop)
  await replica.start()
  const stores = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, OPENSEARCH_URL: opensearchUrl }
  const services = await startServices(3, folder, stores, { DATABASE_READ_URL: replica.url })
  cleanUps.push(() => Promise.all(services.map((service) => service.stop())))
  const balancer = await openBalancer(services.map(({ address }) => address))
  cleanUps.push(balancer.close)
  // Later than the starts, which use all cores.
  await sleep(10_000)
  // The probe's body names the release, and whether the replica is used.
  const reads = READS.filter(({ group }) => group !== 'probe')
  const expected = await readExpected(balancer.address, reads)
  const feedback = await readExpected(balancer.address, WRITES)
  const [first, second] = services

  const cause = async (
    fault: string,
    work: () => Promise<unknown>,
    back: () => Promise<unknown>,
  ) => {
    const load = sendSteadily(balancer.address, expected, PER_SECOND)
    const writes = sendSteadily(balancer.address, feedback, 2)
    await sleep(3_000)
    await work()
    await sleep(10_000)
    await back()
    await sleep(5_000)
    const accepted = (await writes.stop()).filter(({ id }) => id !== undefined).length
    const [answers, stored] = [await load.stop(), await countStored()]
    const codes = [...groupBy(answers, ({ code }) => code)]
    const row = {
      fault,
      codes: codes.map(([code, all]) => `${code} × ${all.length}`).join(', '),
      wrong: answers.filter(({ isWrong }) => isWrong).length,
      stored: `${stored} of ${accepted}`,
    }
    rows.push(row)
    console.log(JSON.stringify(row))
    return answers.every(({ code, isWrong }) => code === '200' && !isWrong) && stored >= accepted
  }
  const countStored = async () => {
    const removed = await db.query('delete from submission returning id')
    return removed.length
  }
  // A killed process loses the responses that it was sending.
  await cause(
    'kill -9 of an API process',
    async () => first?.kill(),
    async () => first?.start(),
  )
  const checks = [
    await cause(
      'SIGTERM to an API process',
      async () => second?.stop(),
      async () => second?.start(),
    ),
    await cause('kill -9 of the replica', replica.kill, replica.start),
    await cause(
      'the replica lacks a release',
      async () => {
        await replica.replay('pause')
        await db.transaction((own) => mintRelease(own, 'resolve'))
      },
      () => replica.replay('resume'),
    ),
  ]
  return checks.every(Boolean)
}
