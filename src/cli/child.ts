import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { TSX } from '../platform/engines/tsx.ts'
import { OperatorError } from '../platform/errors.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs one of the project's scripts as a process on this terminal and waits until it ends. It receives
 * stop signals and always ends with this process. Throws OperatorError when it fails.
 */
export async function runScript(script: string, args: string[], stop: AbortSignal): Promise<void> {
  stop.throwIfAborted()
  // The script ends when this channel closes (runCommand). Otherwise a reindex could outlive its start
  // and hold the lock that the next start needs.
  const child = spawn(process.execPath, [...TSX, `${ROOT}${script}`, ...args], {
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
      `\`node --import tsx ${command}\` failed; mend what it says above and start again, which goes on from there.`,
    )
  }
}
