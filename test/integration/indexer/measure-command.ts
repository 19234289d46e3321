import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { TSX } from '#src/platform/engines/tsx.ts'

const CLI = fileURLToPath(new URL('../../../indexer/cli.ts', import.meta.url))

/** The limit for a load of any size (indexer/load/README.md, Memory). */
export const MAX_MIB = 1_024

/** `peakMib` is the process's peak memory; undefined without /proc. */
export type Measured = { output: string; peakMib: number | undefined }

/** Runs a command of the indexer as a process and expects it to succeed. */
export async function measureCommand(env: NodeJS.ProcessEnv, args: string[]): Promise<Measured> {
  const child = spawn(process.execPath, [...TSX, CLI, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const status = `/proc/${child.pid}/status`
  let peakMib: number | undefined
  while (child.exitCode === null && child.signalCode === null) {
    const field = existsSync(status) && /VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))
    if (field) peakMib = Number(field[1]) / 1_024
    await sleep(50)
  }
  const [output, errors, [code]] = await ended
  expect(code, `${args.join(' ')}: ${errors}`).toBe(0)
  return { output, peakMib }
}
