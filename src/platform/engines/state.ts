import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Folders } from './engine.ts'
import { isLocked } from './file-lock.ts'
import type { Java } from './java.ts'
import { isEngine } from './process.ts'

export type EngineName = 'opensearch' | 'postgres'
export const ENGINES = ['postgres', 'opensearch'] as const
export const LABELS = {
  opensearch: 'OpenSearch',
  postgres: 'Postgres',
  watchdog: "The engines' watchdog",
}

/** What a command writes to request an engine; the watchdog starts it with the latest. */
export type Orders = {
  opensearch: { home: string; java: Java; heapMb: number }
  postgres: { binaries: string; durable: boolean }
}

/** A loss or recovery of an engine, or a warning about it. */
export type EngineEvent = {
  part: EngineName | 'watchdog'
  state: 'lost' | 'recovered' | 'warning'
  sentence: string
  /** Milliseconds until the next attempt to start it. */
  retryMs?: number | undefined
}

export type EngineState = {
  /** `failed`: it has never run, and only another order starts it again. */
  state: 'starting' | 'ready' | 'lost' | 'failed'
  /** When the order was written that the watchdog has followed, in milliseconds. */
  orderedAt: number
  /** Why the latest start failed, and which order it followed; undefined while the engine runs. */
  failure?: { sentence: string; orderedAt: number } | undefined
  port?: number | undefined
  /** With user and password; undefined until it is ready. */
  url?: string | undefined
  pid?: number | undefined
  /** In milliseconds; undefined while it runs. */
  lostAt?: number | undefined
}

/** What the watchdog of a data folder tells its commands. */
export type State = {
  pid: number
  version: string
  engines: Partial<Record<EngineName, EngineState>>
  /** The latest, each with a time in milliseconds that no other event has. */
  events: (EngineEvent & { at: number })[]
}

/** The watchdog has the exclusive lock of this file. */
export const lockFile = (dataDir: string) => join(dataDir, 'engines.lock')
/** Each command has a shared lock of this file; the watchdog gets the exclusive one after the last. */
export const useFile = (dataDir: string) => join(dataDir, 'engines.use')
export const stateFile = (dataDir: string) => join(dataDir, 'engines.json')
const orderFile = (dataDir: string, name: EngineName) => join(dataDir, `engines.${name}.json`)

export const foldersOf = (dataDir: string): Folders => ({
  dataDir,
  logs: join(dataDir, 'logs'),
  postgres: join(dataDir, 'postgres'),
  postgresPassword: join(dataDir, 'postgres.password'),
  opensearch: join(dataDir, 'opensearch'),
})

export const logFile = (dataDir: string, part: EngineEvent['part']) =>
  join(foldersOf(dataDir).logs, `${part}.log`)

/** Returns what the latest watchdog wrote, even if it has ended. */
export const readLastState = (dataDir: string): State | undefined => read(stateFile(dataDir))

/** Returns what the running watchdog last wrote; undefined if none runs or it has written nothing. */
export function readState(dataDir: string): State | undefined {
  if (!isLocked(lockFile(dataDir))) return undefined
  const state = readLastState(dataDir)
  // A watchdog that was killed leaves its state to the next one, and its number for a while to a
  // process that nobody has waited for, or to another program.
  return state && isEngine(state.pid, 'watchdog.ts') ? state : undefined
}

export const writeState = (dataDir: string, state: State): void => write(stateFile(dataDir), state)

export function readOrder<Name extends EngineName>(dataDir: string, name: Name): Orders[Name] {
  const order = read<Orders[Name]>(orderFile(dataDir, name))
  if (order === undefined) throw new Error(`No command has ordered ${LABELS[name]}.`)
  return order
}

/** Writes an order. Returns when, in milliseconds. */
export function writeOrder(dataDir: string, name: EngineName, order: Orders[EngineName]): number {
  write(orderFile(dataDir, name), order)
  return orderTime(dataDir, name)
}

/** Returns when the latest order of an engine was written, in milliseconds; 0 if none was. */
export const orderTime = (dataDir: string, name: EngineName): number =>
  statSync(orderFile(dataDir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Removes state and orders, which only the same engines' next watchdog may read. */
export function forget(dataDir: string): void {
  for (const file of [stateFile(dataDir), ...ENGINES.map((name) => orderFile(dataDir, name))]) {
    rmSync(file, { force: true })
  }
}

// Written under another name and then renamed, so that readers find either a whole file or none. Only
// the owner may read it, because the state contains a password.
function write(file: string, content: State | Orders[EngineName]): void {
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, JSON.stringify(content), { mode: 0o600 })
  renameSync(unfinished, file)
}

function read<T extends State | Orders[EngineName]>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Returns the version of this folder's sources: checkouts share a watchdog if they start engines in the
 * same way.
 */
export function engineVersion(): string {
  const folder = import.meta.dirname
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).toSorted()) {
    if (name.endsWith('.ts')) hash.update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 12)
}
