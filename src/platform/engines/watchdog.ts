/**
 * Starts the engines of one data folder, its only argument, restarts them, and stops them after the last
 * command that uses them. The first such command starts this process.
 */
import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { withNextAttempt } from './back-off.ts'
import { freeDisk } from './disk.ts'
import type { Engine } from './engine.ts'
import { tryLock } from './file-lock.ts'
import { boundLog } from './logs.ts'
import { openSearchProcess, startOpenSearch } from './opensearch-server.ts'
import { postgresProcess, startPostgres } from './postgres-server.ts'
import { adoptEngine, isEngine } from './process.ts'
import {
  ENGINES,
  type EngineEvent,
  type EngineName,
  type EngineState,
  engineVersion,
  foldersOf,
  forget,
  LABELS,
  lockFile,
  logFile,
  orderTime,
  readLastState,
  readOrder,
  type State,
  useFile,
  writeState,
} from './state.ts'
import { type Starter, watchEngine } from './watched-engine.ts'

// Short enough that a command that orders an engine does not notice it.
const TICK_MS = 100
// Commands are often chained (`load && reindex`), and OpenSearch takes 10 s to start.
const GRACE_MS = 2_000
// Above the 500 MB at which OpenSearch rejects writes, with time left to act.
const LOW_DISK_BYTES = 1_500_000_000
const DISK_CHECK_MS = 30_000
// A failing engine writes megabytes per second, and checking is cheap.
const LOG_CHECK_MS = 5_000
// Commands read them several times a second.
const MAX_EVENTS = 50

const dataDir = process.argv[2] ?? ''
process.umask(0o022)
// A command that checks the lock has it for a moment.
const lockFolder = () => tryLock(lockFile(dataDir))
if ((lockFolder() ?? (await sleep(TICK_MS).then(lockFolder))) === undefined) process.exit(0)

const folders = foldersOf(dataDir)
mkdirSync(folders.logs, { recursive: true })
const version = engineVersion()
const last = readLastState(dataDir)
const left = { opensearch: readLeft('opensearch'), postgres: readLeft('postgres') }
const events: State['events'] = []
const starters: Record<EngineName, Starter> = {
  opensearch: (port, signal) =>
    startOpenSearch(folders, { ...readOrder(dataDir, 'opensearch'), port }, signal),
  postgres: (port, signal) =>
    startPostgres(folders, { ...readOrder(dataDir, 'postgres'), port }, signal),
}
// Orders of commands that have ended must not start an engine.
const seen = {
  opensearch: last?.engines?.opensearch?.orderedAt ?? 0,
  postgres: last?.engines?.postgres?.orderedAt ?? 0,
}
const engines = {
  opensearch: watch('opensearch'),
  postgres: watch('postgres'),
}
let idleSince: number | undefined
let isStopping = false

log(`version ${version}, process ${process.pid}`)
for (const name of ENGINES) continueWith(name)
publish()
const ticks = setInterval(tick, TICK_MS)
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => void stop(`The engines' watchdog received ${signal}.`))
}
setInterval(warnOfFullDisk, DISK_CHECK_MS).unref()
setInterval(boundLogs, LOG_CHECK_MS).unref()

/**
 * Returns what a killed watchdog left of an engine: its state, because programs use its port, and the
 * engine if it still runs. `isEnded`: it was ready, but has ended since.
 */
function readLeft(name: EngineName): { state?: EngineState; engine?: Engine; isEnded?: boolean } {
  const state = last?.engines?.[name]
  if (!state?.port) return {}
  const { pid = 0, port, url = '' } = state
  const isReady = state.state === 'ready'
  if (isReady && last?.version === version && isEngine(pid, folders[name])) {
    const own = name === 'opensearch' ? openSearchProcess(folders) : postgresProcess(folders)
    return { state, engine: { url, port, process: adoptEngine(pid, folders[name], own) } }
  }
  const lostAt = state.lostAt ?? Date.now()
  return { state: { ...state, state: 'lost', lostAt }, isEnded: isReady }
}

function watch(name: EngineName) {
  const report = (event?: Omit<EngineEvent, 'part'>) => publish(event && { part: name, ...event })
  return watchEngine(LABELS[name], logFile(dataDir, name), starters[name], report, left[name].state)
}

/** Takes over the engine that a killed watchdog left, or reports that it has ended. */
function continueWith(name: EngineName): void {
  const { engine, isEnded } = left[name]
  if (engine) engines[name].adopt(engine)
  const sentence = `${LABELS[name]} ended while no watchdog was running.`
  if (isEnded) publish({ part: name, state: 'lost', sentence })
}

function tick(): void {
  for (const name of ENGINES) {
    const orderedAt = orderTime(dataDir, name)
    if (orderedAt <= seen[name]) continue
    seen[name] = orderedAt
    engines[name].follow(orderedAt)
  }
  const use = tryLock(useFile(dataDir))
  if (use === undefined) idleSince = undefined
  // The lock is kept: later commands wait for it and start another watchdog.
  else if (idleSince !== undefined && Date.now() - idleSince >= GRACE_MS)
    void stop('No command uses the engines anymore.', true)
  else {
    idleSince ??= Date.now()
    use.release()
  }
}

async function stop(
  reason: string,
  isUnused = tryLock(useFile(dataDir)) !== undefined,
): Promise<void> {
  if (isStopping) return
  isStopping = true
  clearInterval(ticks)
  log(reason)
  await Promise.all([engines.opensearch.stop(), engines.postgres.stop()])
  // Commands that still use the engines need the same ports from the next watchdog.
  if (isUnused) forget(dataDir)
  log('stopped')
  process.exit(0)
}

/** Writes the state, with one more event if there is one. */
function publish(event?: EngineEvent): void {
  if (event !== undefined) {
    log(withNextAttempt(event.sentence, event.retryMs))
    events.push({ ...event, at: Math.max(Date.now(), (events.at(-1)?.at ?? 0) + 1) })
    events.splice(0, events.length - MAX_EVENTS)
  }
  const states = Object.fromEntries(ENGINES.map((name) => [name, engines[name].state()]))
  try {
    writeState(dataDir, { pid: process.pid, version, engines: states, events })
  } catch (error) {
    // A full disk is no reason to stop working engines.
    log(`The state could not be written: ${error}`)
  }
}

function warnOfFullDisk(): void {
  if (freeDisk(dataDir) >= LOW_DISK_BYTES) return
  const sentence = `The disk that contains ${dataDir} is nearly full. Free some space. OpenSearch rejects writes when less than 500 MB is free.`
  publish({ part: 'opensearch', state: 'warning', sentence })
}

function boundLogs(): void {
  for (const part of [...ENGINES, 'watchdog'] as const) boundLog(logFile(dataDir, part))
}

function log(text: string): void {
  console.log(`${new Date().toISOString()} ${text}`)
}
