import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#src/platform/config.ts'
import { takeLock } from '#src/platform/engines/file-lock.ts'
import { leaseEngines } from '#src/platform/engines/lease.ts'
import { showEngineProgress } from '#src/platform/engines/progress.ts'
import { lockFile } from '#src/platform/engines/state.ts'

export type Servers = { opensearchUrl: string; databaseUrl: string; stop(): Promise<void> }

/** Returns TEST_OPENSEARCH_URL and TEST_DATABASE_URL if both are set, else embedded engines. */
export const openServers = async (): Promise<Servers> => givenServers() ?? (await embed())

function givenServers(): Servers | undefined {
  const { TEST_OPENSEARCH_URL: opensearchUrl, TEST_DATABASE_URL: databaseUrl } = process.env
  if (!opensearchUrl && !databaseUrl) return undefined
  if (!opensearchUrl || !databaseUrl) {
    throw new Error('Set both TEST_OPENSEARCH_URL and TEST_DATABASE_URL, or neither.')
  }
  return { opensearchUrl, databaseUrl, stop: async () => {} }
}

async function embed(): Promise<Servers> {
  const folder = await mkdtemp(join(tmpdir(), 'nonprofit-tests-'))
  const config = readConfig({
    ...process.env,
    DATA_DIR: folder,
    OPENSEARCH_URL: '',
    DATABASE_URL: '',
  })
  const lease = await leaseEngines(config, ['opensearch', 'postgres'], showEngineProgress(), {
    durable: false,
  })
  const { opensearchUrl, databaseUrl } = lease
  if (opensearchUrl === undefined || databaseUrl === undefined) throw new Error('no engines')
  return {
    opensearchUrl,
    databaseUrl,
    stop: async () => {
      await lease.release()
      // The watchdog holds the lock until the engines have stopped.
      const lock = await takeLock(lockFile(folder))
      await rm(folder, { recursive: true })
      lock.release()
    },
  }
}
