import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DERIVED_VERSION } from '../domain/facts/catalogue.ts'
import { type Postgres, readValue } from '../platform/clients/postgres.ts'
import type { Config } from '../platform/config.ts'
import { TSX } from '../platform/engines/tsx.ts'
import { OperatorError } from '../platform/errors.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs one of the project's scripts as a process on this terminal and waits until it ends. It
 * receives stop signals and always ends with this process. Throws OperatorError when it fails.
 */
async function runScript(script: string, args: string[], stop: AbortSignal): Promise<void> {
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
      `\`node --import tsx ${command}\` failed. Correct the cause shown above and start again. The next start continues where this one stopped.`,
    )
  }
}

/**
 * Fills an empty store with the demo and builds its index, unless `DEMO=off`. It continues after a
 * killed start, because loading the same files twice changes nothing. If several starts share one
 * store, the others wait for the first. Returns whether it loaded anything.
 */
export async function loadFirstData(
  config: Config,
  db: Postgres,
  stop: AbortSignal,
): Promise<boolean> {
  if (!config.demo) return false
  return await db.withLock('first data', async () => {
    // Exists until the index is built; until then the data may be incomplete.
    const unfinished = join(config.dataDir, 'demo-unfinished')
    if (!existsSync(unfinished) && !(await isEmpty(db))) return false
    await mkdir(config.dataDir, { recursive: true })
    await writeFile(unfinished, '')
    console.log(
      'The store is empty, so demo data is loaded once. To leave the store empty, set DEMO=off.',
    )
    await runScript('indexer/cli.ts', ['load', `${ROOT}indexer/demo/files`], stop)
    await runScript('indexer/cli.ts', ['rate'], stop)
    await runScript('indexer/cli.ts', ['reindex'], stop)
    await rm(unfinished)
    return true
  })
}

/** Returns whether the store has no filings and no organizations. */
export async function isEmpty(db: Postgres): Promise<boolean> {
  const sql = `select not exists (select from filing) and not exists (select from bmf)
    and not exists (select from pub78) and not exists (select from revocation)`
  return (await readValue(db, sql)) ?? false
}

/**
 * Derives the filings that an earlier version loaded again, in a separate process while the service
 * runs. After a failure, the next start continues.
 */
export async function deriveFilings(
  db: Pick<Postgres, 'query'>,
  stop: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  try {
    const waiting = 'select from filing where derived_version < $1 limit 1'
    if ((await db.query(waiting, [DERIVED_VERSION])).length === 0) return
    console.log('Updating filings that an earlier version loaded, while the service runs:')
    await runScript('indexer/cli.ts', ['derive'], stop)
  } catch (error) {
    if (!stop.aborted) onFailure(error)
  }
}
