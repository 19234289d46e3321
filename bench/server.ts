import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { TSX } from '#src/platform/engines/tsx.ts'
import { OperatorError } from '#src/platform/errors.ts'

const START = join(import.meta.dirname, '../src/cli/start.ts')

/** A service started as `npm start` starts it, with its address. */
export type Service = { address: string; pid: number; close: () => Promise<void> }

// The resolution of every measured start time.
const POLL_MS = 20

/**
 * Starts the service and waits for its startup message. The log goes to a file, because reading it
 * here would slow the measurement. Throws OperatorError with the log if the service ends instead.
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
