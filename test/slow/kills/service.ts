import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readConfig } from '#src/platform/config.ts'
import { type EngineLease, type EngineName, leaseEngines } from '#src/platform/engines/lease.ts'
import { TSX } from '#src/platform/engines/tsx.ts'
import { stopEngines } from '#test/deep/engines/holders.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** A command of the project that runs in its own process. */
export type Command = {
  child: ChildProcess
  said(): string
  hasEnded(): boolean
  /** Resolves with its exit code, null after a signal, once its whole output is read. */
  ended: Promise<number | null>
  /** Sends `kill -9`, resolved when it is gone. Returns false if it had ended before. */
  kill(): Promise<boolean>
}

/** The service with its own data folder and embedded engines. */
export type Service = {
  dataDir: string
  start(script: string, ...args: string[]): Command
  /** Runs a command to its end; throws its output unless it succeeds. */
  finish(script: string, ...args: string[]): Promise<string>
  /** Engines for the test's own queries, which also keep them running between commands. */
  lease(...needs: EngineName[]): Promise<EngineLease>
  /** Ends everything that runs on the data folder and removes it. */
  remove(): Promise<void>
}

/** Makes a data folder; `more` is added to the environment of all commands on it. */
export function openService(name: string, more: NodeJS.ProcessEnv = {}): Service {
  const dataDir = mkdtempSync(join(tmpdir(), `kills-${name}-`))
  const { DATABASE_URL, OPENSEARCH_URL, ...own } = process.env
  const env = { ...own, DATA_DIR: dataDir, OPENSEARCH_HEAP_MB: '512', ...more }
  const started: Command[] = []
  const start = (script: string, ...args: string[]) => {
    const command = startCommand(env, script, args)
    started.push(command)
    return command
  }
  return {
    dataDir,
    start,
    finish: async (script, ...args) => {
      const command = start(script, ...args)
      const code = await command.ended
      if (code === 0) return command.said()
      throw new Error(`${script} ${args.join(' ')} ended with ${code}: ${command.said()}`)
    },
    lease: (...needs) => leaseEngines(readConfig(env), needs),
    remove: async () => {
      await Promise.all(started.map((command) => command.kill()))
      await stopEngines(dataDir)
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** The program of a TypeScript module. */
export const NODE = [process.execPath, ...TSX]

/** Runs a module of the project in its own process. */
export const startCommand = (env: NodeJS.ProcessEnv, script: string, args: string[]): Command =>
  startProgram(NODE, [script, ...args], env)

export function startProgram(
  [program = '', ...own]: string[],
  args: string[],
  env: NodeJS.ProcessEnv = process.env,
): Command {
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
  const child = spawn(program, [...own, ...args], { cwd: ROOT, env, stdio })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      said += piece
    })
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const gone = once(child, 'exit')
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    said: () => said,
    hasEnded,
    ended,
    kill: async () => {
      const wasAlive = !hasEnded() && child.kill('SIGKILL')
      // Its own commands keep its output open until they notice.
      await gone
      return wasAlive && child.signalCode === 'SIGKILL'
    },
  }
}

// Often enough to catch a moment of some milliseconds, and rarely enough not to load the processor.
const POLL_MS = 10
// On a machine with ten times its capacity of work, OpenSearch needs two minutes to start. This is
// longer than any such step, and shorter than the tests' own limit.
const LIMIT_MS = 400_000

/** Waits until `holds`; returns false if the command ended without it, or is stuck. */
export async function meanwhile(
  command: Command,
  holds: () => Promise<boolean> | boolean,
): Promise<boolean> {
  const start = performance.now()
  for (;;) {
    const isOver = command.hasEnded() || performance.now() - start > LIMIT_MS
    if (await holds()) return true
    if (isOver) return false
    await sleep(POLL_MS)
  }
}
