import { once } from 'node:events'
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '#src/platform/config.ts'
import { tryLock } from '#src/platform/engines/file-lock.ts'
import { leaseEngines } from '#src/platform/engines/lease.ts'
import {
  type EngineName,
  lockFile,
  readLastState,
  readState,
  writeState,
} from '#src/platform/engines/state.ts'
import {
  ask,
  findProcess,
  type Holder,
  OPENSEARCH,
  POSTGRES,
  processesOf,
  signal,
  startHolder,
  stopEngines,
  WATCHDOG,
  waitUntilGone,
} from '#test/deep/engines/holders.ts'
import { folderHere } from '#test/world/here.ts'

let folder: string
let dataDir: string
let holders: Holder[]

// As root, mkdtemp's 0700 is the trap: the engines' user may not enter the folder.
beforeEach(() => {
  folder = folderHere()
  dataDir = join(folder, 'data')
  holders = []
})

afterEach(async () => {
  for (const { child } of holders) child.kill('SIGKILL')
  await stopEngines(dataDir)
})

const hold = (...needs: EngineName[]): Holder => {
  const holder = startHolder(dataDir, ...needs)
  holders.push(holder)
  return holder
}

/** Holds Postgres and returns its address. */
const holdPostgres = async () => {
  const holder = hold('postgres')
  const { databaseUrl = '' } = await holder.next()
  return { holder, databaseUrl }
}

const readConfigHere = (OPENSEARCH_URL = '') =>
  readConfig({ ...process.env, DATABASE_URL: '', OPENSEARCH_URL, DATA_DIR: dataDir })

/** Leases Postgres for this process. */
const leaseHere = () => leaseEngines(readConfigHere(), ['postgres'], undefined, { durable: false })

test('two commands share the engines, which stop after the last of them', async () => {
  const first = await holdPostgres()
  const second = await holdPostgres()
  expect(second.databaseUrl).toBe(first.databaseUrl)
  const started = processesOf(dataDir)
  await first.holder.release()
  // Longer than the grace period after a last lease.
  await sleep(3_000)
  expect(await ask(first.databaseUrl, 'SELECT 1')).toBe(1)
  await second.holder.release()
  // A chained command finds them still running. This process holds the lease, because another may
  // start later than the grace period.
  const third = await leaseHere()
  expect(third.databaseUrl).toBe(first.databaseUrl)
  expect(processesOf(dataDir).map(({ pid }) => pid)).toContain(findProcess(dataDir, POSTGRES))
  await third.release()
  await waitUntilGone(dataDir, started)
})

test('a command that starts while the engines stop gets new ones with the same data', async () => {
  const first = await holdPostgres()
  await ask(first.databaseUrl, 'CREATE TABLE kept AS SELECT 7 AS n')
  await first.holder.release()
  await sleep(2_050)
  const { databaseUrl } = await holdPostgres()
  expect(await ask(databaseUrl, 'SELECT n FROM kept')).toBe(7)
})

test('a command that starts at the end of the grace period never gets a dying server', async () => {
  for (const pause of [1_970, 1_980, 1_990, 1_995, 2_000, 2_005, 2_010, 2_020]) {
    const lease = await leaseHere()
    expect(await ask(lease.databaseUrl, 'SELECT 1'), `after a pause of ${pause} ms`).toBe(1)
    await lease.release()
    await sleep(pause)
  }
})

test('two simultaneous first commands start one watchdog, whose secrets only the owner reads', async () => {
  const [first, second] = await Promise.all([holdPostgres(), holdPostgres()])
  expect(first.databaseUrl).not.toBe('')
  expect(second.databaseUrl).toBe(first.databaseUrl)
  findProcess(dataDir, WATCHDOG)
  findProcess(dataDir, POSTGRES)
  for (const name of ['postgres.password', 'engines.json']) {
    expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o600)
  }
  const wrong = Object.assign(new URL(first.databaseUrl), { password: 'wrong' })
  await expect(ask(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
  // Text sorts by code point and converts to uppercase beyond ASCII.
  expect(await ask(first.databaseUrl, "SELECT upper('é') || ('Z' < 'a')")).toBe('Étrue')
})

test('another version of the program waits until no command uses the engines', async () => {
  const { holder } = await holdPostgres()
  const state = readState(dataDir)
  if (state === undefined) throw new Error('no watchdog')
  writeState(dataDir, { ...state, version: 'other' })
  expect((await hold('postgres').next()).failed).toMatch(/another version.*DATA_DIR/)
  const next = hold('postgres')
  await holder.release()
  expect(await ask((await next.next()).databaseUrl, 'SELECT 1')).toBe(1)
})

test.each([
  ['', ['postgres'], POSTGRES],
  [', whose engines still start,', ['postgres', 'opensearch'], OPENSEARCH],
] as const)('kill -9 of the only holder%s stops everything', async (_, needs, engine) => {
  const holder = hold(...needs)
  if (engine === POSTGRES) await holder.next()
  await vi.waitFor(() => findProcess(dataDir, engine), { timeout: 150_000 })
  const started = processesOf(dataDir)
  holder.child.kill('SIGKILL')
  await waitUntilGone(dataDir, started)
})

test('kill -9 of the watchdog leaves the engines to another one, which restarts them', async () => {
  const { holder, databaseUrl } = await holdPostgres()
  const postgres = findProcess(dataDir, POSTGRES)
  for (const retryMs of [0, 2_000]) {
    process.kill(findProcess(dataDir, WATCHDOG), 'SIGKILL')
    expect(await ask(databaseUrl, 'SELECT 1')).toBe(1)
    expect(await holder.next()).toMatchObject({ part: 'watchdog', state: 'lost', retryMs })
    expect((await holdPostgres()).databaseUrl).toBe(databaseUrl)
    expect(await holder.next()).toMatchObject({ part: 'watchdog', state: 'recovered' })
    expect(findProcess(dataDir, POSTGRES)).toBe(postgres)
  }
  process.kill(postgres, 'SIGKILL')
  expect(await holder.next()).toMatchObject({ part: 'postgres', state: 'lost' })
  expect(await holder.next()).toMatchObject({ part: 'postgres', state: 'recovered' })
  expect(await ask(databaseUrl, 'SELECT 1')).toBe(1)
})

test('after kill -9 of the watchdog and Postgres, the holder gets new ones on the same port', async () => {
  const { holder, databaseUrl } = await holdPostgres()
  signal(
    processesOf(dataDir).filter(({ pid }) => pid !== holder.child.pid),
    'SIGKILL',
  )
  // A new command at the same moment must not move the engine to another port.
  expect((await holdPostgres()).databaseUrl).toBe(databaseUrl)
  for (const part of ['watchdog', 'postgres']) {
    for (const state of ['lost', 'recovered'])
      expect(await holder.next()).toMatchObject({ part, state })
  }
  expect(await ask(databaseUrl, 'SELECT 1')).toBe(1)
})

test('an engine that was abandoned is reused by the next command', async () => {
  const { holder, databaseUrl } = await holdPostgres()
  const postgres = findProcess(dataDir, POSTGRES)
  process.kill(findProcess(dataDir, WATCHDOG), 'SIGKILL')
  holder.child.kill('SIGKILL')
  const next = await holdPostgres()
  expect([next.databaseUrl, findProcess(dataDir, POSTGRES)]).toEqual([databaseUrl, postgres])
  const started = processesOf(dataDir)
  await next.holder.release()
  await waitUntilGone(dataDir, started)
})

test('kill -9 of everything at once leaves nothing that blocks the next start', async () => {
  const { holder, databaseUrl: old } = await holdPostgres()
  await ask(old, 'CREATE TABLE kept AS SELECT 7 AS n')
  holder.child.kill('SIGKILL')
  signal(processesOf(dataDir), 'SIGKILL')
  await waitUntilGone(dataDir, [])
  // Another process, this one, now has the numbers of the dead watchdog and server.
  const state = readLastState(dataDir)
  if (state === undefined) throw new Error('no state')
  writeState(dataDir, { ...state, pid: process.pid })
  const starting = tryLock(lockFile(dataDir))
  expect(readState(dataDir)).toBeUndefined()
  starting?.release()
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  const lines = readFileSync(pidFile, 'utf8').split('\n')
  writeFileSync(pidFile, [process.pid, ...lines.slice(1)].join('\n'))
  const { databaseUrl } = await holdPostgres()
  expect(await ask(databaseUrl, 'SELECT n FROM kept')).toBe(7)
})

test('if another program takes the port, holders keep it and get Postgres once it is free', async () => {
  const { holder, databaseUrl } = await holdPostgres()
  const { port } = new URL(databaseUrl)
  // Otherwise it would restart Postgres before this test has the port.
  const watchdog = findProcess(dataDir, WATCHDOG)
  process.kill(watchdog, 'SIGSTOP')
  process.kill(findProcess(dataDir, POSTGRES), 'SIGKILL')
  const other = createServer()
  await vi.waitFor(async () => {
    other.listen(Number(port), '127.0.0.1')
    await once(other, 'listening')
  })
  process.kill(watchdog, 'SIGCONT')
  expect(await holder.next()).toMatchObject({ part: 'postgres', state: 'lost' })
  expect((await holder.next()).sentence).toContain(port)
  expect((await hold('postgres').next()).failed).toContain(port)
  other.close()
  for (let said = await holder.next(); said.state !== 'recovered'; said = await holder.next());
  expect(await ask(databaseUrl, 'SELECT 1')).toBe(1)
})

// kills/service.test.ts tests that engines restart after kill -9.
test('OpenSearch starts when first needed and stops with the last lease', async () => {
  dataDir = join(folder, 'données')
  const { holder, databaseUrl } = await holdPostgres()
  expect(processesOf(dataDir).some(({ command }) => OPENSEARCH.test(command))).toBe(false)
  const second = hold('postgres', 'opensearch')
  const { opensearchUrl, ...rest } = await second.next()
  expect(rest).toEqual({ databaseUrl })
  expect((await fetch(`${opensearchUrl}/_cluster/health`)).status).toBe(200)
  const started = processesOf(dataDir)
  await Promise.all([holder.release(), second.release()])
  await waitUntilGone(dataDir, started)
})

test.each([
  ['with a long path', 0o700, Array.from({ length: 8 }, (_, n) => `${n}-${'deep'.repeat(8)}`)],
  ['that everybody may enter', 0o755, ['data']],
])('a data folder %s works', async (_, mode, parts) => {
  chmodSync(folder, mode)
  dataDir = join(folder, ...parts)
  expect(await ask((await holdPostgres()).databaseUrl, 'SELECT 1')).toBe(1)
})

test.each([
  ['of another major version', 'PG_VERSION', '15\n', [/15.*Postgres 18/]],
  [
    'that cannot start',
    'postgresql.conf',
    "shared_preload_libraries = 'no_such_library'\n",
    [/exit code 1/, /no_such_library/, /logs\/postgres\.log/],
  ],
])('a Postgres %s is reported with the cause', async (_, file, text, causes) => {
  const { holder } = await holdPostgres()
  const started = processesOf(dataDir)
  await holder.release()
  await waitUntilGone(dataDir, started)
  writeFileSync(join(dataDir, 'postgres', file), text)
  const { failed } = await hold('postgres').next()
  for (const cause of causes) expect(failed).toMatch(cause)
})
