import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { OperatorError } from '../errors.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs one of the project's scripts as a process on this terminal and waits for its end; a
 * signal to stop is passed on, and it ends with this process however that ends. Throws
 * OperatorError when it fails; its own words stand above.
 */
export async function runScript(script: string, args: string[], stop: AbortSignal): Promise<void> {
  stop.throwIfAborted()
  // Nothing is sent over the channel: its closing tells the script to end (runCommand). Otherwise
  // a reindex that outlived its start would hold the lock the next start needs.
  const child = spawn(process.execPath, [`${ROOT}${script}`, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const passOn = () => child.kill('SIGTERM')
  stop.addEventListener('abort', passOn, { once: true })
  const [code] = await once(child, 'exit')
  stop.removeEventListener('abort', passOn)
  stop.throwIfAborted()
  if (code !== 0) {
    const command = [script, ...args].join(' ')
    throw new OperatorError(
      `\`node ${command}\` failed; mend what it says above and start again, which goes on from there.`,
    )
  }
}
