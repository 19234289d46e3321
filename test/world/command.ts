import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { TSX } from '#src/platform/engines/tsx.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

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

const GREETING = /Service: (http:\S+)\n[\s\S]*(?:limit=3'|npm run refresh\.)\n/

/** Returns true if the output of a start shows that it serves. */
export const hasGreeted = (start: Command): boolean => GREETING.test(start.said())

/** Returns the address that a start prints when it serves; throws its output otherwise. */
export async function untilGreeted(start: Command): Promise<string> {
  if (!(await meanwhile(start, () => hasGreeted(start)))) {
    throw new Error(`npm start does not serve, and said: ${start.said()}`)
  }
  return GREETING.exec(start.said())?.[1] ?? ''
}
