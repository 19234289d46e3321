import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { TSX } from '#src/platform/engines/tsx.ts'
import { OperatorError } from '#src/platform/errors.ts'

const ROOT = join(import.meta.dirname, '..')

/** A finished command's output, duration and peak memory. */
export type Finished = { output: string; seconds: number; peakMiB: number }

// The kernel keeps the peak; polling ten times a second misses only the last moment.
const SAMPLE_MS = 100

/**
 * Runs one of the project's scripts and times the whole process, without npm, which takes 0.3 s.
 * Throws OperatorError with its output if it fails.
 */
export async function measureCommand(
  script: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  stop: AbortSignal,
): Promise<Finished> {
  const started = performance.now()
  const child = spawn(process.execPath, [...TSX, join(ROOT, script), ...args], {
    env,
    signal: stop,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let peakMiB = 0
  const timer = setInterval(() => {
    if (child.pid) peakMiB = Math.max(peakMiB, residentMiB(child.pid).peak)
  }, SAMPLE_MS)
  try {
    const ended = once(child, 'close')
    const [output, complaint, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      ended,
    ])
    const seconds = (performance.now() - started) / 1_000
    if (code !== 0) throw new OperatorError(`${script} ${args[0]} failed: ${complaint}${output}`)
    return { output, seconds, peakMiB }
  } finally {
    clearInterval(timer)
  }
}

/** Returns a process's resident memory, current and peak; zeros if unknown. */
export function residentMiB(pid: number): { now: number; peak: number } {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return { now: 0, peak: 0 }
  const status = readFileSync(file, 'utf8')
  const mebibytes = (field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1_024
  return { now: mebibytes('VmRSS'), peak: mebibytes('VmHWM') }
}
