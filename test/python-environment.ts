import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The Python of an environment, or the reason why it is missing. */
export type PythonEnvironment = { python: string } | { missing: string }

// The largest needs a minute over a slow line; one that hangs must not block its caller.
const LONGEST_INSTALL_MS = 300_000

/**
 * Returns a python3 environment with exactly these packages (`name==version`), created once in the
 * cache folder, or the reason there is none, so that tests can be skipped by name. Throws instead if
 * REQUIRE_PYTHON is set.
 */
export async function findPython(
  cacheDir: string,
  name: string,
  requirements: readonly string[],
): Promise<PythonEnvironment> {
  const versions = createHash('sha256').update(requirements.join('\n')).digest('hex').slice(0, 12)
  const folder = join(cacheDir, 'python', `${name}-${versions}`)
  const python = join(folder, 'bin', 'python')
  if (existsSync(join(folder, 'complete'))) return { python }
  try {
    await rm(folder, { recursive: true, force: true })
    await run('python3', ['-m', 'venv', folder])
    const install = ['-m', 'pip', 'install', '--quiet', '--retries', '1', ...requirements]
    await run(python, install, { timeout: LONGEST_INSTALL_MS })
    await writeFile(join(folder, 'complete'), '')
    return { python }
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    const missing = `python3 with ${requirements[0]} (${reason})`
    if (process.env.REQUIRE_PYTHON) throw new Error(`There is no ${missing}.`, { cause: error })
    return { missing }
  }
}
