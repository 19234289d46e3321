import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAvailable } from '#indexer/commands/servers.ts'
import { readConfig } from '#src/platform/config.ts'
import { leaseEngines } from '#src/platform/engines/lease.ts'
import { connectToSupervisor } from '#src/platform/engines/supervisor-client.ts'
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
} from '#test/deep/engines/holders.ts'

let folder: string
let dataDir: string
let holders: Holder[]

// As root, mkdtemp's 0700 is the trap: the engines' user may not enter the folder.
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

const readConfigHere = (OPENSEARCH_URL = '') =>
  readConfig({ ...process.env, DATABASE_URL: '', OPENSEARCH_URL, DATA_DIR: dataDir })

/** Leases Postgres for this process. */
const leaseHere = () => leaseEngines(readConfigHere(), ['postgres'], undefined, { durable: false })

test('two commands share the engines, which stop after the last of them', async () => {
  const first = hold('postgres')
  const { databaseUrl } = await first.next()
  const second = hold('postgres')
  expect(await second.next()).toEqual({ databaseUrl })
  const started = processesOf(dataDir)
  await first.release()
  // Longer than the grace period after a last lease.
  await sleep(3_000)
  expect(await ask(databaseUrl, 'SELECT 1')).toBe(1)
  await second.release()
  await waitUntilGone(dataDir, started)
})

test('a chained command finds the engines still running', async () => {
  const first = hold('postgres')
  const { databaseUrl } = await first.next()
  const postgres = findProcess(dataDir, POSTGRES)
  await first.release()
  // This process holds a lease, because another process may start later than the grace period.
  const second = await leaseHere()
  expect(second.databaseUrl).toBe(databaseUrl)
  expect(findProcess(dataDir, POSTGRES)).toBe(postgres)
  await second.release()
})

test('a command that starts while the engines stop gets new ones with the same data', async () => {
  const first = hold('postgres')
  await ask((await first.next()).databaseUrl, 'CREATE TABLE kept AS SELECT 7 AS n')
  await first.release()
  await sleep(2_050)
  const { databaseUrl } = await hold('postgres').next()
  expect(await ask(databaseUrl, 'SELECT n FROM kept')).toBe(7)
})

// At the end of the grace period, a command may connect to a supervisor that then stops.
test('a command that connects at the end of the grace period never gets a dying server', async () => {
  for (const pause of [1_970, 1_980, 1_990, 1_995, 2_000, 2_005, 2_010, 2_020]) {
    const lease = await leaseHere()
    expect(await ask(lease.databaseUrl, 'SELECT 1'), `after a pause of ${pause} ms`).toBe(1)
    await lease.release()
    await sleep(pause)
  }
})

test('two simultaneous first commands start one supervisor', async () => {
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

test('kill -9 of a holder whose engines are still starting stops everything', async () => {
  const holder = hold('postgres', 'opensearch')
  await vi.waitFor(() => findProcess(dataDir, OPENSEARCH), { timeout: 150_000 })
  const started = processesOf(dataDir)
  holder.child.kill('SIGKILL')
  await waitUntilGone(dataDir, started)
})

test('after kill -9 of the supervisor, its engines end, and the holder gets new ones on the same port', async () => {
  const holder = hold('postgres')
  const { databaseUrl } = await holder.next()
  for (const retryMs of [0, 2_000]) {
    const started = processesOf(dataDir)
    process.kill(findProcess(dataDir, SUPERVISOR), 'SIGKILL')
    expect(await holder.next()).toEqual({
      part: 'supervisor',
      state: 'lost',
      sentence: "The engines' supervisor ended unexpectedly.",
      retryMs,
    })
    // A new command at the same moment must not move the engine to another port.
    if (retryMs === 0) expect(await hold('postgres').next()).toEqual({ databaseUrl })
    expect(await holder.next()).toMatchObject({ part: 'supervisor', state: 'recovered' })
    expect(await ask(databaseUrl, 'SELECT 1')).toBe(1)
    const left = processesOf(dataDir).map(({ pid }) => pid)
    for (const { pid } of started) expect(left).not.toContain(pid)
  }
})

test('kill -9 of everything at once leaves nothing that blocks the next start', async () => {
  const holder = hold('postgres')
  await ask((await holder.next()).databaseUrl, 'CREATE TABLE kept AS SELECT 7 AS n')
  holder.child.kill('SIGKILL')
  signal(processesOf(dataDir), 'SIGKILL')
  await waitUntilGone(dataDir, [])
  // Another process, this one, now has the number of the dead server.
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  const lines = readFileSync(pidFile, 'utf8').split('\n')
  writeFileSync(pidFile, [process.pid, ...lines.slice(1)].join('\n'))
  const { databaseUrl } = await hold('postgres').next()
  expect(await ask(databaseUrl, 'SELECT n FROM kept')).toBe(7)
})

test('kill -9 of Postgres, and again 6 s later: it restarts each time on its port', async () => {
  const holder = hold('postgres')
  const { databaseUrl } = await holder.next()
  for (const retryMs of [0, 2_000]) {
    process.kill(findProcess(dataDir, POSTGRES), 'SIGKILL')
    const lost = await holder.next()
    expect(lost).toMatchObject({ part: 'postgres', state: 'lost', retryMs })
    expect(lost.sentence).toContain('Postgres ended unexpectedly (signal 9).')
    expect(await holder.next()).toMatchObject({ part: 'postgres', state: 'recovered' })
    expect(await ask(databaseUrl, 'SELECT 1')).toBe(1)
    await sleep(6_000)
  }
})

test('if another program takes the port, holders keep it and get Postgres once it is free', async () => {
  const holder = hold('postgres')
  const { databaseUrl } = await holder.next()
  const port = Number(new URL(databaseUrl ?? '').port)
  // Otherwise it would restart Postgres before this test has the port.
  const supervisor = findProcess(dataDir, SUPERVISOR)
  process.kill(supervisor, 'SIGSTOP')
  process.kill(findProcess(dataDir, POSTGRES), 'SIGKILL')
  const other = createServer()
  await vi.waitFor(async () => {
    other.listen(port, '127.0.0.1')
    await once(other, 'listening')
  })
  process.kill(supervisor, 'SIGCONT')
  expect((await holder.next()).sentence).toContain('Postgres ended unexpectedly')
  const taken = `Running programs expect Postgres on port ${port}`
  expect((await holder.next()).sentence).toContain(taken)
  expect((await hold('postgres').next()).failed).toContain(taken)
  other.close()
  for (let said = await holder.next(); said.state !== 'recovered'; said = await holder.next());
  expect(await ask(databaseUrl, 'SELECT 1')).toBe(1)
})

test.each([
  {
    what: 'the supervisor',
    pattern: SUPERVISOR,
    away: [/^The embedded engines .* supervisor, process \d+, .* kill -9/, /OPENSEARCH_URL/],
  },
  {
    what: 'Postgres',
    pattern: POSTGRES,
    away: [
      /OPENSEARCH_URL.*Start it/,
      /^The embedded Postgres on port \d+ does not respond\..*restart/,
    ],
  },
])(
  'while $what hangs, a command ends within seconds and reports what it can',
  async ({ pattern, away }) => {
    await hold('postgres').next()
    const hanging = findProcess(dataDir, pattern)
    const all = processesOf(dataDir).filter(({ pid, parent }) => [pid, parent].includes(hanging))
    signal(pattern === SUPERVISOR ? all.filter(({ pid }) => pid === hanging) : all, 'SIGSTOP')
    try {
      const began = performance.now()
      const available = await openAvailable(readConfigHere('http://127.0.0.1:1'), 1_000)
      await available.readIndex((opensearch) => opensearch.count('any'))
      expect(await available.readStore((db) => db.query('select 1'))).toBeUndefined()
      expect(performance.now() - began).toBeLessThan(8_000)
      expect(available.away).toEqual(away.map((sentence) => expect.stringMatching(sentence)))
      await available.release()
    } finally {
      signal(all, 'SIGCONT')
    }
  },
)

test('kill -9 of a guard leaves no server behind', async () => {
  const holder = hold('postgres')
  await holder.next()
  const old = findProcess(dataDir, POSTGRES)
  const guard = processesOf(dataDir).find(({ pid }) => pid === old)?.parent ?? 0
  process.kill(guard, 'SIGKILL')
  expect(await holder.next()).toMatchObject({ part: 'postgres', state: 'lost' })
  expect(await holder.next()).toMatchObject({ part: 'postgres', state: 'recovered' })
  expect(findProcess(dataDir, POSTGRES)).not.toBe(old)
})

// kills/service.test.ts tests that OpenSearch restarts after kill -9.
test('OpenSearch starts when first needed and stops with the last lease', async () => {
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

test('a data folder with a long path works', async () => {
  dataDir = join(folder, ...Array.from({ length: 8 }, (_, n) => `${n}-${'deep'.repeat(8)}`))
  const { databaseUrl } = await hold('postgres').next()
  expect(await ask(databaseUrl, 'SELECT 1')).toBe(1)
})

test('a data folder that everybody may enter needs no capability of root', async () => {
  chmodSync(folder, 0o755)
  const { databaseUrl } = await hold('postgres').next()
  expect(await ask(databaseUrl, 'SELECT 1')).toBe(1)
})

test('another version of the program is rejected, and the message lists the processes that use the engines', async () => {
  const holder = hold('postgres')
  await holder.next()
  const other = connectToSupervisor(
    dataDir,
    { version: 'other', pid: process.pid },
    { onProgress: () => {}, onEvent: () => {} },
  )
  await expect(other).rejects.toThrow(
    `were started by another version of this program and are in use (processes ${holder.child.pid})`,
  )
})

test('a Postgres folder of another major version is rejected by name', async () => {
  const first = hold('postgres')
  await first.next()
  const started = processesOf(dataDir)
  await first.release()
  await waitUntilGone(dataDir, started)
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '15\n')
  expect((await hold('postgres').next()).failed).toMatch(
    /written by Postgres 15, but .* Postgres 18/,
  )
})

test('the error of a server that cannot start has its log file and the decisive line', async () => {
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

test('only the owner may read the password and the address', async () => {
  const { databaseUrl } = await hold('postgres').next()
  for (const name of ['postgres.password', 'engines.json']) {
    expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o600)
  }
  const wrong = new URL(databaseUrl ?? '')
  wrong.password = 'wrong'
  await expect(ask(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
})

test('text sorts by code point and converts to uppercase beyond ASCII', async () => {
  const { databaseUrl } = await hold('postgres').next()
  expect(await ask(databaseUrl, "SELECT upper('é') || ('Z' < 'a')")).toBe('Étrue')
})
