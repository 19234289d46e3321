/**
 * Owns the engines of one data folder, its only argument. The first command that needs them starts
 * this process, and it ends after the last.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withNextAttempt } from './back-off.ts'
import { freeDisk } from './disk.ts'
import { toDuration } from './durations.ts'
import { tryLock } from './file-lock.ts'
import { listenForLeases, sendReply } from './lease-server.ts'
import { boundLog } from './logs.ts'
import { startOpenSearch } from './opensearch-server.ts'
import { startPostgres } from './postgres-server.ts'
import {
  addressFile,
  EXIT_LOCKED,
  foldersOf,
  type Hello,
  lockFile,
  roomVersion,
} from './protocol.ts'
import { type Holders, superviseEngine } from './supervised-engine.ts'

type EngineName = 'opensearch' | 'postgres'
const NAMES = { opensearch: 'OpenSearch', postgres: 'Postgres' }
/** `holds`: the engines whose address the lease's program has. */
type Lease = { socket: Socket; hello: Hello; holds: Set<EngineName> }

// Commands are often chained (`load && reindex`), and OpenSearch takes 10 s to start.
const GRACE_MS = 2_000
// Holders connect within milliseconds of the kill; a busy machine takes longer.
const RETURN_MS = 2_000
// Above the 500 MB at which OpenSearch rejects writes, with time left to act.
const LOW_DISK_BYTES = 1_500_000_000
const DISK_CHECK_MS = 30_000
// A failing engine writes megabytes per second, and checking is cheap.
const LOG_CHECK_MS = 5_000

const dataDir = process.argv[2] ?? ''
process.umask(0o022)
const lock = tryLock(lockFile(dataDir))
if (lock === undefined) process.exit(EXIT_LOCKED)

const version = roomVersion()
const folders = foldersOf(dataDir)
mkdirSync(folders.logs, { recursive: true })
const leases = new Set<Lease>()
let grace: NodeJS.Timeout | undefined
let stopping = false

type State = 'lost' | 'recovered' | 'warning'
const report = (part: EngineName, state: State, sentence: string, retryMs?: number) => {
  log(withNextAttempt(sentence, retryMs))
  for (const { socket, holds } of leases) {
    if (holds.has(part)) sendReply(socket, { kind: 'event', part, state, sentence, retryMs })
  }
}
const holdersOf = (part: EngineName): Holders => ({
  exist: () => [...leases].some(({ holds }) => holds.has(part)),
  report: (state, sentence, retryMs) => report(part, state, sentence, retryMs),
})
const logOf = (name: string) => join(folders.logs, `${name}.log`)
const opensearch = superviseEngine(NAMES.opensearch, logOf('opensearch'), holdersOf('opensearch'))
const postgres = superviseEngine(NAMES.postgres, logOf('postgres'), holdersOf('postgres'))

// A supervisor that ends with active leases leaves its address file, and its holders renew their
// leases. New commands wait for them: otherwise, an engine could start on another port.
const holdersReturned = existsSync(addressFile(dataDir)) ? sleep(RETURN_MS) : Promise.resolve()

const server = listenForLeases(dataDir, onHello)
log(`version ${version}, process ${process.pid}`)
armGrace()

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => void stop(`The engines' supervisor received ${signal}.`))
}
setInterval(warnOfFullDisk, DISK_CHECK_MS).unref()
setInterval(boundLogs, LOG_CHECK_MS).unref()

function onHello(socket: Socket, hello: Hello): void {
  // The command waits for the lock and starts another supervisor.
  if (stopping) {
    socket.destroy()
    return
  }
  if (hello.version !== version) {
    const holders = [...leases].map((lease) => lease.hello.pid)
    sendReply(socket, { kind: 'otherVersion', version, holders })
    socket.end()
    if (holders.length === 0) void stop('Another version of the program is taking over.')
    return
  }
  // A hello with a port comes from a program that already uses that port.
  const holds = (['opensearch', 'postgres'] as const).filter((name) => hello[name]?.port)
  const lease: Lease = { socket, hello, holds: new Set(holds) }
  leases.add(lease)
  clearTimeout(grace)
  log(`process ${hello.pid} took a lease`)
  socket.on('close', () => {
    leases.delete(lease)
    log(`process ${hello.pid} ended its lease`)
    if (leases.size === 0) armGrace()
  })
  void serve(lease)
}

async function serve(lease: Lease): Promise<void> {
  const { socket, hello } = lease
  const { opensearch: search, postgres: store } = hello
  const announce = (part: EngineName, text: string) => {
    const isShort = hello.waitMs !== undefined && holdersOf(part).exist()
    const restarting = `Waiting up to ${toDuration((hello.waitMs ?? 0) / 1_000)} for ${NAMES[part]} to restart.`
    sendReply(socket, { kind: 'step', text: isShort ? restarting : text })
  }
  if (store && !postgres.isReady()) announce('postgres', 'Starting Postgres.')
  if (search && !opensearch.isReady()) {
    announce('opensearch', 'Starting OpenSearch, which takes about 15 seconds.')
  }
  try {
    if (lease.holds.size === 0) await holdersReturned
    const startSearch =
      search &&
      opensearch.start(
        (port, abort) => startOpenSearch(folders, { ...search, port }, abort),
        search.port,
      )
    const startStore =
      store &&
      postgres.start((port, abort) => startPostgres(folders, { ...store, port }, abort), store.port)
    const [index, database] = await Promise.all([
      startSearch && awaitEngine(lease, 'opensearch', startSearch),
      startStore && awaitEngine(lease, 'postgres', startStore),
    ])
    const away = [index?.away, database?.away].filter((sentence) => sentence !== undefined)
    const urls = { opensearchUrl: index?.url, databaseUrl: database?.url }
    sendReply(socket, { kind: 'ready', ...urls, away })
  } catch (error) {
    log(error instanceof Error ? (error.stack ?? error.message) : String(error))
    const sentence = error instanceof Error ? error.message : String(error)
    sendReply(socket, { kind: 'failed', sentence })
    socket.end()
  }
}

type Engine = { url?: string; away?: string }

/** Returns the engine's URL, or a sentence if the command stops waiting for it. */
async function awaitEngine(
  { hello: { waitMs }, holds }: Lease,
  part: EngineName,
  start: Promise<string>,
): Promise<Engine> {
  const started = start.then((url): Engine => {
    holds.add(part)
    return { url }
  })
  if (waitMs === undefined) return await started
  const restarting = `${NAMES[part]} is unavailable and is being restarted. Try again in a minute. Its log is ${logOf(part)}.`
  return await Promise.race([
    started.catch((error: Error) => ({ away: error.message })),
    // A first start is worth the wait, because no program uses the engine in the meantime.
    sleep(waitMs).then((): Engine | Promise<Engine> =>
      holdersOf(part).exist() ? { away: restarting } : started,
    ),
  ])
}

function armGrace(): void {
  clearTimeout(grace)
  grace = setTimeout(() => void stop('No command uses the engines anymore.'), GRACE_MS)
}

async function stop(reason: string): Promise<void> {
  if (stopping) return
  stopping = true
  log(reason)
  // From here on, commands cannot connect. They wait for the lock and start another supervisor.
  server.close()
  // See holdersReturned.
  if (leases.size === 0) rmSync(addressFile(dataDir), { force: true })
  for (const { socket } of leases) {
    sendReply(socket, { kind: 'stopping', sentence: reason })
  }
  await Promise.all([opensearch.stop(), postgres.stop()])
  log('stopped')
  process.exit(0)
}

function warnOfFullDisk(): void {
  if (freeDisk(dataDir) >= LOW_DISK_BYTES) return
  const sentence = `The disk that contains ${dataDir} is nearly full. Free some space. OpenSearch rejects writes when less than 500 MB is free.`
  report('opensearch', 'warning', sentence)
}

function boundLogs(): void {
  for (const name of ['supervisor', 'opensearch', 'postgres']) boundLog(logOf(name))
}

function log(text: string): void {
  console.log(`${new Date().toISOString()} ${text}`)
}
