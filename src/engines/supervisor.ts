/**
 * The process that owns the engines of one data folder: started by the first command that
 * needs them, ended with the last. Its one argument is the data folder.
 */
import { mkdirSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { freeDisk } from './disk.ts'
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
import { superviseEngine } from './supervised-engine.ts'

type Lease = { socket: Socket; hello: Hello }

// Commands are often chained (`load && reindex`); without a grace OpenSearch, which takes
// 10 s, would start anew for each.
const GRACE_MS = 2_000
// Above the 500 MB at which OpenSearch refuses to write, with time left to act on it.
const LOW_DISK_BYTES = 1_500_000_000
const DISK_CHECK_MS = 30_000
// An engine in trouble writes megabytes a second, and looking costs nothing.
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

const tellHolders = (engine: 'opensearch' | 'postgres') => (sentence: string, goesOn: boolean) => {
  log(sentence)
  for (const { socket, hello } of leases) {
    if (hello[engine] !== undefined) sendReply(socket, { kind: 'event', sentence, goesOn })
  }
}
const logOf = (name: string) => join(folders.logs, `${name}.log`)
const opensearch = superviseEngine('OpenSearch', logOf('opensearch'), tellHolders('opensearch'))
const postgres = superviseEngine('Postgres', logOf('postgres'), tellHolders('postgres'))

const server = listenForLeases(dataDir, onHello)
log(`version ${version}, process ${process.pid}`)
armGrace()

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => void stop(`The engines' supervisor was told to stop (${signal}).`))
}
setInterval(warnOfFullDisk, DISK_CHECK_MS).unref()
setInterval(boundLogs, LOG_CHECK_MS).unref()

function onHello(socket: Socket, hello: Hello): void {
  // Connected just before the end: it would be given engines that are going. Its command waits
  // for the lock and starts a supervisor of its own.
  if (stopping) {
    socket.destroy()
    return
  }
  if (hello.version !== version) {
    const holders = [...leases].map((lease) => lease.hello.pid)
    sendReply(socket, { kind: 'otherVersion', version, holders })
    socket.end()
    if (holders.length === 0) void stop('Another version of the program takes over.')
    return
  }
  const lease = { socket, hello }
  leases.add(lease)
  clearTimeout(grace)
  log(`lease of process ${hello.pid}`)
  socket.on('close', () => {
    leases.delete(lease)
    log(`end of the lease of process ${hello.pid}`)
    if (leases.size === 0) armGrace()
  })
  void serve(socket, hello)
}

async function serve(socket: Socket, hello: Hello): Promise<void> {
  const { opensearch: search, postgres: store } = hello
  if (store && !postgres.isReady()) sendReply(socket, { kind: 'step', text: 'Starting Postgres.' })
  if (search && !opensearch.isReady()) {
    sendReply(socket, { kind: 'step', text: 'Starting OpenSearch, which takes some 15 seconds.' })
  }
  try {
    const [opensearchUrl, databaseUrl] = await Promise.all([
      search &&
        opensearch.start((port, abort) => startOpenSearch(folders, { ...search, port }, abort)),
      store && postgres.start((port, abort) => startPostgres(folders, { ...store, port }, abort)),
    ])
    sendReply(socket, { kind: 'ready', opensearchUrl, databaseUrl })
  } catch (error) {
    log(error instanceof Error ? (error.stack ?? error.message) : String(error))
    const sentence = error instanceof Error ? error.message : String(error)
    sendReply(socket, { kind: 'failed', sentence })
    socket.end()
  }
}

function armGrace(): void {
  clearTimeout(grace)
  grace = setTimeout(() => void stop('No command needs the engines any more.'), GRACE_MS)
}

async function stop(reason: string): Promise<void> {
  if (stopping) return
  stopping = true
  log(reason)
  // From here on commands cannot connect; they wait for the lock and start another.
  server.close()
  rmSync(addressFile(dataDir), { force: true })
  for (const { socket } of leases) {
    const sentence = `${reason} Start the command again when that was not meant.`
    sendReply(socket, { kind: 'stopping', sentence })
  }
  await Promise.all([opensearch.stop(), postgres.stop()])
  log('stopped')
  process.exit(0)
}

function warnOfFullDisk(): void {
  if (freeDisk(dataDir) >= LOW_DISK_BYTES) return
  const sentence = `The disk of ${dataDir} is nearly full; free some space, below 500 MB OpenSearch refuses to write.`
  tellHolders('opensearch')(sentence, true)
}

function boundLogs(): void {
  for (const name of ['supervisor', 'opensearch', 'postgres']) boundLog(logOf(name))
}

function log(text: string): void {
  console.log(`${new Date().toISOString()} ${text}`)
}
