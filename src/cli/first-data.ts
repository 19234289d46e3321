import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Postgres } from '../platform/clients/postgres.ts'
import type { Config } from '../platform/config.ts'
import { runScript } from './child.ts'

/**
 * Fills an empty store with the demo and builds its index, unless `DEMO=off`. It continues after a
 * killed start, because loading the same files twice changes nothing. Several starts on one store wait
 * for the first. Returns whether it loaded anything.
 */
export async function loadFirstData(
  config: Config,
  db: Postgres,
  stop: AbortSignal,
): Promise<boolean> {
  if (!config.demo) return false
  return await db.withLock('first data', async () => {
    const folder = join(config.dataDir, 'demo')
    // Exists until the index is built; until then the data may be incomplete.
    const unfinished = join(config.dataDir, 'demo-unfinished')
    if (!existsSync(unfinished) && !(await isEmpty(db))) return false
    await mkdir(config.dataDir, { recursive: true })
    await writeFile(unfinished, '')
    console.log('Filling the empty store with demo data, once (DEMO=off leaves it empty):')
    await generate(folder, stop)
    await runScript('indexer/cli.ts', ['load', folder], stop)
    await runScript('indexer/cli.ts', ['rate'], stop)
    await runScript('indexer/cli.ts', ['reindex'], stop)
    await rm(unfinished)
    return true
  })
}

// The folder is renamed when complete, so that a killed start begins again.
async function generate(folder: string, stop: AbortSignal): Promise<void> {
  if (existsSync(folder)) return
  const part = `${folder}.part`
  await rm(part, { recursive: true, force: true })
  await runScript('indexer/demo/cli.ts', [part], stop)
  await rename(part, folder)
}

async function isEmpty(db: Postgres): Promise<boolean> {
  const [row] = await db.query<{ isEmpty: boolean }>(
    `select not exists (select from filing) and not exists (select from bmf)
       and not exists (select from pub78) and not exists (select from revocation) as "isEmpty"`,
  )
  return row?.isEmpty ?? false
}
