import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { TSX } from '#src/platform/engines/tsx.ts'
import { OperatorError } from '#src/platform/errors.ts'

const START = join(import.meta.dirname, '../src/cli/start.ts')

/** A service that was started as `npm start` does, and says where it listens. */
export type Service = { address: string; pid: number; close: () => Promise<void> }

// As fine as any time from a start to a first answer is read.
const POLL_MS = 20

/**
 * Starts the service and waits until it greets. Its log goes to a file: read here, it would take
 * time from what is measured. Throws OperatorError with the log when it ends instead.
 */
export async function startService(env: NodeJS.ProcessEnv, log: string): Promise<Service> {
  const file = openSync(log, 'w')
  const child = spawn(process.execPath, [...TSX, START], { env, stdio: ['ignore', file, file] })
  closeSync(file)
  const ended = once(child, 'exit')
  try {
    for (;;) {
      const text = readFileSync(log, 'utf8')
      const address = /^Nonprofit Research Service: (\S+)/m.exec(text)?.[1]
      const close = async () => {
        child.kill('SIGTERM')
        await ended
      }
      if (address && child.pid) return { address, pid: child.pid, close }
      if (child.exitCode !== null) throw new OperatorError(`The service did not start: ${text}`)
      await sleep(POLL_MS)
    }
  } catch (error) {
    child.kill('SIGTERM')
    throw error
  }
}
