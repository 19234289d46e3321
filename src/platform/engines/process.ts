import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Launch } from './engine-user.ts'
import { boundLog } from './logs.ts'

/** An engine's process. */
export type EngineProcess = {
  pid: number
  /** Resolves with how it ended, as part of a sentence: "exit code 1". Never rejects. */
  ended: Promise<string>
  hasEnded(): boolean
  /**
   * Requests an orderly stop and resolves when the process is gone. `ended` then resolves
   * with `why`, unless the process had already ended.
   */
  stop(why?: string): Promise<void>
  /** Returns the line of its log since the start that explains a failure best. */
  complaint(): string
  /** Returns the last line of its log. */
  lastWords(): string
}

/** `signal` requests an orderly stop. */
type Order = { launch: Launch; cwd: string; logFile: string; signal: 'SIGINT' | 'SIGTERM' }

// Both engines write their state within a second or two; an engine that takes this long is hung.
// Recovery at the next start loses nothing that was acknowledged.
const STOP_MS = 30_000
// Delays the restart of an engine that this process did not start.
const POLL_MS = 100
// Enough for a stack trace and the line before it.
const TAIL_BYTES = 16_384
// Lines are quoted inside a sentence.
const LINE_LENGTH = 300

/** Starts a process that outlives this one. Its output goes to a log file. */
export function spawnEngine({ launch, cwd, logFile, signal }: Order): EngineProcess {
  boundLog(logFile)
  const log = openSync(logFile, 'a', 0o644)
  const startOfLog = statSync(logFile).size
  const { command, args, ...user } = launch
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', log, log],
    // A terminal's Ctrl-C must not reach it.
    detached: true,
    // JAVA_TOOL_OPTIONS, PGDATA and similar would change the engine. UTF-8, so that Java can open a
    // folder with an accent in its name.
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    ...user,
  })
  closeSync(log)
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, name) =>
      resolve(code === null ? `signal ${name}` : `exit code ${code}`),
    )
  })
  return describe(child.pid ?? 0, ended, { logFile, startOfLog, signal })
}

/** Takes over an engine that another process started. `folder` is in its command line. */
export const adoptEngine = (
  pid: number,
  folder: string,
  { logFile, signal }: Pick<Order, 'logFile' | 'signal'>,
): EngineProcess => {
  const startOfLog = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  return describe(pid, untilGone(pid, folder), { logFile, startOfLog, signal })
}

async function untilGone(pid: number, folder: string): Promise<string> {
  while (isEngine(pid, folder)) await sleep(POLL_MS)
  return 'exit code unknown'
}

function describe(
  pid: number,
  gone: Promise<string>,
  { logFile, startOfLog, signal }: Pick<Order, 'logFile' | 'signal'> & { startOfLog: number },
): EngineProcess {
  let isGone = false
  let reason: string | undefined
  const ended = gone.then((how) => {
    isGone = true
    return reason ?? how
  })
  const send = (name: NodeJS.Signals) => {
    if (!isGone && isAlive(pid)) process.kill(pid, name)
  }
  return {
    pid,
    ended,
    hasEnded: () => isGone,
    stop: async (why) => {
      if (!isGone) reason ??= why
      send(signal)
      const late = setTimeout(send, STOP_MS, 'SIGKILL')
      await ended
      clearTimeout(late)
    },
    complaint: () => readComplaint(logFile, startOfLog),
    lastWords: () => readTail(logFile, startOfLog).at(-1) ?? '',
  }
}

/**
 * Stops the engine that wrote `pidFile`, if an earlier watchdog left it behind, and removes the file.
 * The caller holds the data folder's lock, so no other program starts one.
 */
export async function endAbandoned(
  pidFile: string,
  folder: string,
  order: Pick<Order, 'logFile' | 'signal'>,
): Promise<void> {
  const pid = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : 0
  if (isEngine(pid, folder)) await adoptEngine(pid, folder, order).stop()
  rmSync(pidFile, { force: true })
}

/** Returns whether a process exists, which may have ended without its parent having noticed. */
function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Returns whether a process runs with `part`, a folder or script, in its command line: another program
 * may have the number by now, and a process that has ended has no command line.
 */
export const isEngine = (pid: number, part: string): boolean =>
  isAlive(pid) && commandLine(pid).includes(part)

function commandLine(pid: number): string {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    } catch {
      return ''
    }
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
}

// Postgres writes FATAL or PANIC; a Java exception's line says more than the ERROR above it.
const TELLING = [/FATAL|PANIC/, /Exception: \S/, /ERROR|Error:|error:/]

/** Returns the line after byte `start` of a log that explains a failure best, or '' for an empty log. */
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
