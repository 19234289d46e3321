import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { TSX } from '#src/platform/engines/tsx.ts'
import { OperatorError } from '#src/platform/errors.ts'

const CLI = fileURLToPath(new URL('../../indexer/cli.ts', import.meta.url))

/** The limit for a load of any size (indexer/load/README.md, Memory). */
export const MAX_MIB = 1_024

/** The duration of the whole process and its peak memory, which is undefined without /proc. */
export type Measured = { output: string; seconds: number; peakMib: number | undefined }

// Starts and stops take seconds, and the kernel keeps the peak of memory.
const POLL_MS = 50

/**
 * Runs a command of the indexer as a process, without npm, which takes 0.3 s. Throws OperatorError
 * with its output if it fails.
 */
export async function measureCommand(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  stop?: AbortSignal,
): Promise<Measured> {
  const started = performance.now()
  const child = spawn(process.execPath, [...TSX, CLI, ...args], {
    env: { ...process.env, ...env },
    signal: stop,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const status = `/proc/${child.pid}/status`
  let peakMib: number | undefined
  const timer = setInterval(() => {
    const field = existsSync(status) && /VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))
    if (field) peakMib = Number(field[1]) / 1_024
  }, POLL_MS)
  const [output, errors, [code]] = await ended.finally(() => clearInterval(timer))
  const seconds = (performance.now() - started) / 1_000
  if (code !== 0) throw new OperatorError(`${args.join(' ')} failed: ${errors}${output}`)
  return { output, seconds, peakMib }
}
