import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Launch } from './engine-user.ts'
import { boundLog } from './logs.ts'

/** An engine's process under its guard. */
export type Guarded = {
  /** Resolves with how it ended, as part of a sentence: "exit code 1". Never rejects. */
  ended: Promise<string>
  hasEnded(): boolean
  /** Requests an orderly stop and resolves when the process is gone. */
  stop(): Promise<void>
  /** Returns the line of its log since the start that explains a failure best. */
  complaint(): string
  /** Returns the last line of its log. */
  lastWords(): string
}

type Order = { launch: Launch; cwd: string; logFile: string; signal: 'INT' | 'TERM' }

// Both engines write their state within a second or two; an engine that takes this long is hung.
// Recovery at the next start loses nothing that was acknowledged.
const STOP_SECONDS = 30
// Enough for a stack trace and the line before it.
const TAIL_BYTES = 16_384
// Lines are quoted inside a sentence.
const LINE_LENGTH = 300

// Passed as text, because the engines' user may not be able to read the checkout.
const GUARD = readFileSync(join(import.meta.dirname, 'guard.sh'), 'utf8')

/**
 * Starts a process that ends when this process ends, in any way: a small shell between them stops it
 * when the pipe to this process closes. Its output goes to a log file.
 */
export function spawnGuarded({ launch, cwd, logFile, signal }: Order): Guarded {
  boundLog(logFile)
  const log = openSync(logFile, 'a', 0o644)
  const { command, args, ...user } = launch
  const startOfLog = statSync(logFile).size
  const script = ['-c', GUARD, 'guard', signal, String(STOP_SECONDS)]
  const child = spawn('/bin/sh', [...script, command, ...args], {
    cwd,
    stdio: ['pipe', log, log],
    detached: true,
    ...user,
  })
  closeSync(log)
  // After the guard is killed, the pipe can only be closed.
  child.stdin?.on('error', () => child.stdin?.destroy())
  let gone = false
  const ended = new Promise<string>((resolve) => {
    const finish = (how: string) => {
      gone = true
      // A killed guard leaves its watcher behind, which stops the engine when this closes.
      child.stdin?.destroy()
      resolve(how)
    }
    child.on('error', (error) => finish(error.message))
    child.on('exit', (code, signalName) => finish(describeEnd(code, signalName)))
  })
  return {
    ended,
    hasEnded: () => gone,
    stop: async () => {
      child.stdin?.end()
      await ended
    },
    complaint: () => readComplaint(logFile, startOfLog),
    lastWords: () => readTail(logFile, startOfLog).at(-1) ?? '',
  }
}

// A shell reports a signal as 128 plus its number.
function describeEnd(code: number | null, signal: string | null): string {
  if (code === null) return `signal ${signal}`
  return code > 128 ? `signal ${code - 128}` : `exit code ${code}`
}

// Postgres writes FATAL or PANIC; a Java exception's line says more than the ERROR above it.
const TELLING = [/FATAL|PANIC/, /Exception: \S/, /ERROR|Error:|error:/]

/** Returns the line of a log since `start` that explains a failure best; '' if there is none. */
export function readComplaint(file: string, start = 0): string {
  const lines = readTail(file, start)
  const telling = TELLING.map((pattern) => lines.find((line) => pattern.test(line)))
  return telling.find((line) => line !== undefined) ?? lines.at(-1) ?? ''
}

function readTail(file: string, start: number): string[] {
  const end = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  // The log has been emptied since then, so its whole content is new.
  const since = start > end ? 0 : start
  const from = Math.max(since, end - TAIL_BYTES)
  if (end <= from) return []
  const buffer = Buffer.alloc(end - from)
  const log = openSync(file, 'r')
  readSync(log, buffer, 0, buffer.length, from)
  closeSync(log)
  const lines = buffer.toString('utf8').split('\n')
  return lines.map((line) => line.trim().slice(0, LINE_LENGTH)).filter((line) => line !== '')
}
