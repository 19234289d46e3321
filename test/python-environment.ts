import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

// The largest needs a minute over a slow line; one that hangs must not block its caller.
const LONGEST_INSTALL_MS = 300_000

/**
 * Returns the Python of an environment with exactly these packages (`name==version`), created once
 * in the cache folder; undefined if it cannot be created, so that tests are skipped.
 */
export async function findPython(
  cacheDir: string,
  name: string,
  requirements: readonly string[],
): Promise<string | undefined> {
  const versions = createHash('sha256').update(requirements.join('\n')).digest('hex').slice(0, 12)
  const folder = join(cacheDir, 'python', `${name}-${versions}`)
  const python = join(folder, 'bin', 'python')
  if (existsSync(join(folder, 'complete'))) return python
  try {
    await rm(folder, { recursive: true, force: true })
    await run('python3', ['-m', 'venv', folder])
    const install = ['-m', 'pip', 'install', '--quiet', '--retries', '1', ...requirements]
    await run(python, install, { timeout: LONGEST_INSTALL_MS })
    await writeFile(join(folder, 'complete'), '')
    return python
  } catch (error) {
    console.warn(`There is no python3 with ${requirements[0]}:`, error)
    return undefined
  }
}
