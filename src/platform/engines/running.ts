import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../errors.ts'

const POLL_MS = 50

/**
 * Waits until the engine that wrote `pidFile` on `folder` has ended, then removes the file: its
 * guard is stopping it. The caller holds the data folder's lock, so no other program starts one.
 * Throws OperatorError when the engine still runs after `limitMs`.
 */
export async function awaitEnd(pidFile: string, folder: string, limitMs: number): Promise<void> {
  const limit = Date.now() + limitMs
  const read = () => (existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : 0)
  // The number may belong to another process by now, whose command line does not name the folder.
  for (let pid = read(); pid > 0 && commandLine(pid).includes(folder); pid = read()) {
    if (Date.now() > limit) {
      throw new OperatorError(
        `Process ${pid}, an engine of an earlier run on ${folder}, does not stop. End it and start again.`,
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
