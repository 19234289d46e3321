import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '#src/platform/config.ts'
import { leaseEngines } from '#src/platform/engines/lease.ts'
import { showEngineProgress } from '#src/platform/engines/progress.ts'
import { untilEnginesStop } from './processes.ts'

/** Makes a temporary folder for files to measure with; it is removed at the end. */
export async function withFiles<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'nonprofit-bench-files-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Makes a data folder, which is removed once its engines have stopped. */
export async function withDataFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nonprofit-bench-'))
  try {
    return await work(dataDir)
  } finally {
    await untilEnginesStop(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Returns the environment of a benchmark's commands: this one's, but with embedded engines on its own
 * folder, so that no other data is touched.
 */
export const environmentOf = (
  dataDir: string,
  more: Record<string, string> = {},
): NodeJS.ProcessEnv => ({
  ...process.env,
  DATA_DIR: dataDir,
  DEMO: 'off',
  PORT: '0',
  HOST: '127.0.0.1',
  OPENSEARCH_URL: '',
  DATABASE_URL: '',
  INDEX_PREFIX: '',
  ...more,
})

/** Returns the configuration of those commands. */
export const configOf = (dataDir: string, more: Record<string, string> = {}): Config =>
  readConfig(environmentOf(dataDir, more))

export type Engines = { opensearchUrl: string; databaseUrl: string }

/** Runs `work` with both engines started, so that their start is not timed. */
export async function withEngines<T>(
  dataDir: string,
  work: (engines: Engines) => Promise<T>,
  more: Record<string, string> = {},
): Promise<T> {
  const lease = await leaseEngines(
    configOf(dataDir, more),
    ['opensearch', 'postgres'],
    showEngineProgress(),
  )
  try {
    const { opensearchUrl = '', databaseUrl = '' } = lease
    return await work({ opensearchUrl, databaseUrl })
  } finally {
    await lease.release()
  }
}

/** Runs `work` with only Postgres and its data folder. */
export const withPostgres = <T>(
  work: (dataDir: string, databaseUrl: string) => Promise<T>,
): Promise<T> =>
  withDataFolder(async (dataDir) => {
    const lease = await leaseEngines(configOf(dataDir), ['postgres'], showEngineProgress())
    try {
      return await work(dataDir, lease.databaseUrl ?? '')
    } finally {
      await lease.release()
    }
  })
