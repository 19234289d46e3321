import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '#src/config.ts'
import { leaseEngines } from '#src/engines/lease.ts'
import { connectToSupervisor } from '#src/engines/supervisor-client.ts'
import {
  ask,
  findProcess,
  type Holder,
  OPENSEARCH,
  POSTGRES,
  processesOf,
  SUPERVISOR,
  signal,
  startHolder,
  stopEngines,
  waitUntilGone,
} from './holders.ts'

let folder: string
let dataDir: string
let holders: Holder[]

// As root, mkdtemp's 0700 is the trap itself: the engines' user may not enter it.
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engines-'))
  dataDir = join(folder, 'data')
  holders = []
})

afterEach(async () => {
  for (const { child } of holders) child.kill('SIGKILL')
  await stopEngines(dataDir)
  rmSync(folder, { recursive: true })
})

const hold = (
  ...needs: Parameters<typeof startHolder> extends [string, ...infer N] ? N : never
) => {
  const holder = startHolder(dataDir, ...needs)
  holders.push(holder)
  return holder
}

/** A lease of Postgres for this process. */
const leaseHere = () => {
  const servers = { DATABASE_URL: '', OPENSEARCH_URL: '' }
  const config = readConfig({ ...process.env, ...servers, DATA_DIR: dataDir })
  return leaseEngines(config, ['postgres'], undefined, { durable: false })
}

test('two commands share the engines, which stop with the last of them', async () => {
  const first = hold('postgres')
  const { databaseUrl } = await first.next()
  const second = hold('postgres')
  expect(await second.next()).toEqual({ databaseUrl })
  const started = processesOf(dataDir)
  await first.release()
  // Longer than the grace after a last lease.
  await sleep(3_000)
  expect(await ask(databaseUrl, 'SELECT 1')).toBe(1)
  await second.release()
  await waitUntilGone(dataDir, started)
})

test('a chained command finds the engines still there', async () => {
  const first = hold('postgres')
  const { databaseUrl } = await first.next()
  const postgres = findProcess(dataDir, POSTGRES)
  await first.release()
  // Leased by this process: the start of another may take longer than the grace.
  const second = await leaseHere()
  expect(second.databaseUrl).toBe(databaseUrl)
  expect(findProcess(dataDir, POSTGRES)).toBe(postgres)
  await second.release()
})

test('a command that comes while the engines stop gets them anew, data kept', async () => {
  const first = hold('postgres')
  await ask((await first.next()).databaseUrl, 'CREATE TABLE kept AS SELECT 7 AS n')
  await first.release()
  await sleep(2_050)
  const { databaseUrl } = await hold('postgres').next()
  expect(await ask(databaseUrl, 'SELECT n FROM kept')).toBe(7)
})

// Around the end of the grace a command may connect to a supervisor that then stops.
test('a command that connects at the end of the grace never gets a dying server', async () => {
  for (const pause of [1_970, 1_980, 1_990, 1_995, 2_000, 2_005, 2_010, 2_020]) {
    const lease = await leaseHere()
    expect(await ask(lease.databaseUrl, 'SELECT 1'), `after a pause of ${pause} ms`).toBe(1)
    await lease.release()
    await sleep(pause)
  }
})

test('two first commands at once start one supervisor', async () => {
  const [first, second] = await Promise.all([hold('postgres').next(), hold('postgres').next()])
  expect(first.databaseUrl).toBeDefined()
  expect(second).toEqual(first)
  findProcess(dataDir, SUPERVISOR)
  findProcess(dataDir, POSTGRES)
})

test('kill -9 of the only holder stops everything', async () => {
  const holder = hold('postgres')
  await holder.next()
  const started = processesOf(dataDir)
  expect(started.length).toBeGreaterThan(4)
  holder.child.kill('SIGKILL')
  await waitUntilGone(dataDir, started)
})

test('kill -9 of a holder whose engines are only starting stops everything', async () => {
  const holder = hold('postgres', 'opensearch')
  await vi.waitFor(() => findProcess(dataDir, OPENSEARCH), { timeout: 150_000 })
  const started = processesOf(dataDir)
  holder.child.kill('SIGKILL')
  await waitUntilGone(dataDir, started)
})

test('kill -9 of the supervisor stops the engines, and the next command starts', async () => {
  const holder = hold('postgres')
  await holder.next()
  const started = processesOf(dataDir)
  process.kill(findProcess(dataDir, SUPERVISOR), 'SIGKILL')
  expect(await holder.next()).toEqual({
    sentence: "The engines' supervisor died; start the command again.",
    goesOn: false,
  })
  const next = await hold('postgres').next()
  expect(await ask(next.databaseUrl, 'SELECT 1')).toBe(1)
  for (const { pid } of started) {
    expect(processesOf(dataDir).map((left) => left.pid)).not.toContain(pid)
  }
})

test('kill -9 of everything at once leaves nothing that bars the next start', async () => {
  const holder = hold('postgres')
  await ask((await holder.next()).databaseUrl, 'CREATE TABLE kept AS SELECT 7 AS n')
  signal(processesOf(dataDir), 'SIGKILL')
  await waitUntilGone(dataDir, [])
  // Another process has the number of the dead server by now: this one.
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  const lines = readFileSync(pidFile, 'utf8').split('\n')
  writeFileSync(pidFile, [process.pid, ...lines.slice(1)].join('\n'))
  const { databaseUrl } = await hold('postgres').next()
  expect(await ask(databaseUrl, 'SELECT n FROM kept')).toBe(7)
})

test('kill -9 of Postgres: holders are told, it comes back where it was, once', async () => {
  const holder = hold('postgres')
  const { databaseUrl } = await holder.next()
  process.kill(findProcess(dataDir, POSTGRES), 'SIGKILL')
  const died = await holder.next()
  expect(died.sentence).toMatch(/^Postgres died \(signal 9\).*It is being started again\.$/)
  expect(died.goesOn).toBe(true)
  expect(await holder.next()).toEqual({ sentence: 'Postgres runs again.', goesOn: true })
  expect(await ask(databaseUrl, 'SELECT 1')).toBe(1)
  process.kill(findProcess(dataDir, POSTGRES), 'SIGKILL')
  expect(await holder.next()).toMatchObject({ goesOn: false })
  // The next command that needs it gets it all the same, where older clients look for it.
  const next = await hold('postgres').next()
  expect(next.databaseUrl).toBe(databaseUrl)
  expect(await ask(next.databaseUrl, 'SELECT 1')).toBe(1)
})

test('kill -9 of a guard leaves no server of its own behind', async () => {
  const holder = hold('postgres')
  await holder.next()
  const old = findProcess(dataDir, POSTGRES)
  const guard = processesOf(dataDir).find(({ pid }) => pid === old)?.parent ?? 0
  process.kill(guard, 'SIGKILL')
  expect(await holder.next()).toMatchObject({ goesOn: true })
  expect(await holder.next()).toMatchObject({ sentence: 'Postgres runs again.' })
  expect(findProcess(dataDir, POSTGRES)).not.toBe(old)
})

// That OpenSearch comes back after kill -9 is proven in kills/service.test.ts, beside its clients.
test('OpenSearch joins at its first need and stops with the last lease', async () => {
  dataDir = join(folder, 'données')
  const first = hold('postgres')
  const { databaseUrl } = await first.next()
  expect(processesOf(dataDir).some(({ command }) => OPENSEARCH.test(command))).toBe(false)
  const second = hold('postgres', 'opensearch')
  const { opensearchUrl, ...rest } = await second.next()
  expect(rest).toEqual({ databaseUrl })
  expect((await fetch(`${opensearchUrl}/_cluster/health`)).status).toBe(200)
  const started = processesOf(dataDir)
  await Promise.all([first.release(), second.release()])
  await waitUntilGone(dataDir, started)
}, 400_000)

test('a data folder of a deep path works', async () => {
  dataDir = join(folder, ...Array.from({ length: 8 }, (_, n) => `${n}-${'deep'.repeat(8)}`))
  const { databaseUrl } = await hold('postgres').next()
  expect(await ask(databaseUrl, 'SELECT 1')).toBe(1)
})

test('a data folder all may enter needs no capability of root', async () => {
  chmodSync(folder, 0o755)
  const { databaseUrl } = await hold('postgres').next()
  expect(await ask(databaseUrl, 'SELECT 1')).toBe(1)
})

test('another version of the program is told who holds the engines', async () => {
  const holder = hold('postgres')
  await holder.next()
  const other = connectToSupervisor(dataDir, { version: 'other', pid: process.pid }, () => {})
  await expect(other).rejects.toThrow(
    `were started by another version of this program and are in use (processes ${holder.child.pid})`,
  )
})

test('a Postgres folder of another major version is refused by name', async () => {
  const first = hold('postgres')
  await first.next()
  const started = processesOf(dataDir)
  await first.release()
  await waitUntilGone(dataDir, started)
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '15\n')
  expect((await hold('postgres').next()).failed).toMatch(
    /written by Postgres 15 and .* Postgres 18/,
  )
})

test('a server that cannot start is told with its log and the telling line', async () => {
  const first = hold('postgres')
  await first.next()
  const started = processesOf(dataDir)
  await first.release()
  await waitUntilGone(dataDir, started)
  writeFileSync(
    join(dataDir, 'postgres/postgresql.conf'),
    "shared_preload_libraries = 'no_such_library'\n",
  )
  const { failed } = await hold('postgres').next()
  expect(failed).toContain('Postgres did not start (exit code 1)')
  expect(failed).toContain('no_such_library')
  expect(failed).toContain(join(dataDir, 'logs/postgres.log'))
})

test('the password and the address are for their owner alone', async () => {
  const { databaseUrl } = await hold('postgres').next()
  for (const name of ['postgres.password', 'engines.json']) {
    expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o600)
  }
  const wrong = new URL(databaseUrl ?? '')
  wrong.password = 'wrong'
  await expect(ask(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
})

test('text sorts by code point and upper-cases beyond ASCII', async () => {
  const { databaseUrl } = await hold('postgres').next()
  expect(await ask(databaseUrl, "SELECT upper('é') || ('Z' < 'a')")).toBe('Étrue')
})
