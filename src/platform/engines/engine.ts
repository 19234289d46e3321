import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../errors.ts'
import type { Guarded } from './guard.ts'

/** A running engine. */
export type Engine = { url: string; port: number; process: Guarded }

/** The paths of one data folder. */
export type Folders = {
  dataDir: string
  logs: string
  postgres: string
  postgresPassword: string
  opensearch: string
}

/** Returns a loopback port that was free a moment ago. */
export const findFreePort = (): Promise<number> => probe(0)

/** Throws OperatorError if another program listens on the port that an engine's clients use. */
export async function requireFreePort(name: string, port: number): Promise<void> {
  try {
    await probe(port)
  } catch (cause) {
    throw new OperatorError(
      `Running programs expect ${name} on port ${port}, but an unrelated program uses that port. End the unrelated program, or restart the service to use a different port.`,
      { cause },
    )
  }
}

function probe(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

const POLL_MS = 50

/**
 * Waits until the engine that wrote `pidFile` in `folder` has ended (its guard is stopping it),
 * then removes the file. The caller holds the data folder's lock, so no other program starts one.
 * Throws OperatorError if the engine still runs after `limitMs`.
 */
export async function awaitEnd(pidFile: string, folder: string, limitMs: number): Promise<void> {
  const limit = Date.now() + limitMs
  const read = () => (existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : 0)
  // Another process may have the number by now; its command line does not contain the folder.
  for (let pid = read(); pid > 0 && commandLine(pid).includes(folder); pid = read()) {
    if (Date.now() > limit) {
      throw new OperatorError(
        `Process ${pid}, an engine from an earlier run in ${folder}, did not stop. End the process, then start again.`,
      )
    }
    await sleep(POLL_MS)
  }
  rmSync(pidFile, { force: true })
}

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
