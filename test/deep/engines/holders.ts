import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { EngineName } from '#src/platform/engines/state.ts'
import { TSX } from '#src/platform/engines/tsx.ts'

export type Said = {
  opensearchUrl?: string
  databaseUrl?: string
  part?: string
  state?: string
  sentence?: string
  retryMs?: number
  failed?: string
}

export type Holder = { child: ChildProcess; next(): Promise<Said>; release(): Promise<void> }

const HOLDER = join(import.meta.dirname, 'holder.ts')

/** Starts a process that leases engines of a data folder. */
export function startHolder(dataDir: string, ...needs: EngineName[]): Holder {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    OPENSEARCH_URL: '',
    OPENSEARCH_HEAP_MB: '512',
  }
  const stdio: ['pipe', 'pipe', 'inherit'] = ['pipe', 'pipe', 'inherit']
  const child = spawn(process.execPath, [...TSX, HOLDER, ...needs], { env, stdio })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    child,
    next: async () => JSON.parse((await lines.next()).value ?? '{}'),
    release: async () => {
      const exit = once(child, 'exit')
      child.stdin.end()
      await exit
    },
  }
}

export type Process = { pid: number; parent: number; command: string }

/** Returns processes whose command line names the data folder, and all their descendants. */
export function processesOf(dataDir: string): Process[] {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid, parent, command = '']) => ({ pid: Number(pid), parent: Number(parent), command }))
  const found = all.filter(({ command }) => command.includes(dataDir))
  for (const { pid } of found) {
    found.push(...all.filter((other) => other.parent === pid && !found.includes(other)))
  }
  return found
}

/**
 * Returns the one process of the folder whose command line matches; throws unless there is exactly
 * one.
 */
export function findProcess(dataDir: string, pattern: RegExp): number {
  const alike = processesOf(dataDir).filter(({ command }) => pattern.test(command))
  // A process has its parent's command line until it sets its own.
  const found = alike.filter(({ parent }) => !alike.some(({ pid }) => pid === parent))
  if (found.length !== 1 || found[0] === undefined) {
    throw new Error(`${found.length} processes match ${pattern}: ${JSON.stringify(found)}`)
  }
  return found[0].pid
}

export const WATCHDOG = /engines\/watchdog\.ts/
export const POSTGRES = /^\S*bin\/postgres -D/
export const OPENSEARCH = /^\S*bin\/java /

// A watchdog's grace period plus an engine's stop timeout (process.ts), on a busy machine.
const GONE_MS = 60_000

/** Sends a signal to processes that may be ending by themselves. */
export function signal(processes: Process[], name: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** Stops the folder's watchdog, which would otherwise wait for its grace period, or what it left. */
export async function stopEngines(dataDir: string): Promise<void> {
  const all = processesOf(dataDir)
  const watchdogs = all.filter(({ command }) => WATCHDOG.test(command))
  signal(watchdogs.length > 0 ? watchdogs : all, 'SIGINT')
  await waitUntilGone(dataDir, [])
}

/** Waits until all of the processes are gone; throws with the names of those that remain. */
export async function waitUntilGone(dataDir: string, known: Process[]): Promise<void> {
  const limit = Date.now() + GONE_MS
  const isLeft = ({ pid, command }: Process) =>
    processesOf(dataDir).some((other) => other.pid === pid) || isAlive(pid, command)
  for (;;) {
    const left = [...known.filter(isLeft), ...processesOf(dataDir)]
    if (left.length === 0) return
    if (Date.now() > limit) throw new Error(`still there: ${JSON.stringify(left, null, 1)}`)
    await sleep(200)
  }
}

function isAlive(pid: number, command: string): boolean {
  try {
    const args = ['-o', 'args=', '-p', String(pid)]
    return execFileSync('ps', args, { encoding: 'utf8' }).trim() === command
  } catch {
    // ps exits with 1 if there is no such process.
    return false
  }
}

/** Runs a query for one value in Postgres. */
export async function ask(databaseUrl: string | undefined, question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query({ text: question, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}
