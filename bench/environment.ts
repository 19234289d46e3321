import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPostgres, type Postgres } from '#src/platform/clients/postgres.ts'
import { readConfig } from '#src/platform/config.ts'
import { takeLock } from '#src/platform/engines/file-lock.ts'
import { leaseEngines } from '#src/platform/engines/lease.ts'
import { showEngineProgress } from '#src/platform/engines/progress.ts'
import { lockFile } from '#src/platform/engines/state.ts'
import { TSX } from '#src/platform/engines/tsx.ts'
import { OperatorError } from '#src/platform/errors.ts'

/** Started engines with their data folder, a temporary folder, and the environment of commands. */
export type Place = {
  files: string
  dataDir: string
  opensearchUrl: string
  databaseUrl: string
  env: NodeJS.ProcessEnv
}

/** Settings that docs/running/sizing.md recommends for the whole country. */
export const COUNTRY_SETTINGS = { OPENSEARCH_HEAP_MB: '4096' }

// Starts and stops take seconds.
const POLL_MS = 100

type Setup = {
  /** A data folder to keep; otherwise the data is deleted at the end. */
  dataDir?: string
  /** Whether services that are not stopped use its engines, too. */
  isShared?: boolean
  names?: ('opensearch' | 'postgres')[]
  settings?: Record<string, string>
}

/** Runs `work` with started engines, so that their start is not timed. No other data is touched. */
export async function withEngines<T>(
  work: (place: Place) => Promise<T>,
  { dataDir, isShared = false, names = ['opensearch', 'postgres'], settings = {} }: Setup = {},
): Promise<T> {
  const files = await mkdtemp(join(tmpdir(), 'nonprofit-bench-'))
  const data = dataDir ?? join(files, 'data')
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATA_DIR: data,
    DEMO: 'off',
    PORT: '0',
    HOST: '127.0.0.1',
    OPENSEARCH_URL: '',
    DATABASE_URL: '',
    INDEX_PREFIX: '',
    ...settings,
  }
  try {
    const lease = await leaseEngines(readConfig(env), names, showEngineProgress())
    const { opensearchUrl = '', databaseUrl = '' } = lease
    const urls = { OPENSEARCH_URL: opensearchUrl, DATABASE_URL: databaseUrl }
    const place = { files, dataDir: data, opensearchUrl, databaseUrl, env: { ...env, ...urls } }
    return await work(place).finally(async () => {
      await lease.release()
      // The watchdog holds the lock until the engines have stopped.
      if (!isShared) (await takeLock(lockFile(data))).release()
    })
  } finally {
    await rm(files, { recursive: true, force: true })
  }
}

/** Runs `work` with a connection to a store, whose statements may take any time. */
export async function withPostgres<T>(url: string, work: (db: Postgres) => Promise<T>): Promise<T> {
  const db = createPostgres({ url, statementTimeoutMs: 0 })
  return await work(db).finally(db.close)
}

const START = join(import.meta.dirname, '../src/cli/start.ts')

/**
 * Runs `work` with the address of a service, started as `npm start` starts it. Lists need no key, and
 * a client's address comes from the request, because limits count by address. The log goes to a file,
 * because reading it here would slow the measurement. Throws OperatorError with the log if the service
 * ends instead.
 */
export async function withService<T>(
  { files, env }: Place,
  work: (address: string) => Promise<T>,
): Promise<T> {
  const log = join(files, 'service.log')
  const file = openSync(log, 'w')
  const child = spawn(process.execPath, [...TSX, START], {
    env: { ...env, TRUST_PROXY: 'loopback', ACCESS: 'open' },
    stdio: ['ignore', file, file],
  })
  closeSync(file)
  const ended = once(child, 'exit')
  try {
    for (;;) {
      const output = readFileSync(log, 'utf8')
      const address = /^Nonprofit Research Service: (\S+)/m.exec(output)?.[1]
      if (address) return await work(address)
      if (child.exitCode !== null) throw new OperatorError(`The service did not start: ${output}`)
      await sleep(POLL_MS)
    }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}
