import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '#src/platform/clients/migrations.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { openServers, type Servers } from './servers.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    opensearchUrl: string
    databaseUrl: string
    /** The name of its migrated, empty database, which tests copy. */
    migratedDatabase: string
  }
}

// Each project of a run loads this file again, in one process.
const run = globalThis as { testServers?: { servers: Promise<Servers>; users: number } }

/** Identifies the code that makes the prepared stores, so that they are kept until it changes. */
const VERSION = ['src', 'indexer', 'mappings']
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
  .concat('package-lock.json')
  .sort()
  .reduce((hash, file) => hash.update(readFileSync(file)), createHash('sha256'))
  .digest('hex')
  .slice(0, 8)
const MIGRATED = `tests_${VERSION}`

/** Starts and stops the servers for the tests of a run, which its projects share. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.testServers ??= { servers: prepare(), users: 0 }
  const shared = run.testServers
  shared.users += 1
  const { opensearchUrl, databaseUrl, stop } = await shared.servers
  project.provide('opensearchUrl', opensearchUrl)
  project.provide('databaseUrl', databaseUrl)
  project.provide('migratedDatabase', MIGRATED)
  return async () => {
    shared.users -= 1
    if (shared.users === 0) await stop()
  }
}

async function prepare(): Promise<Servers> {
  const servers = await openServers()
  await makeMigrated(servers.databaseUrl)
  return servers
}

/** Runs the migrations once, and drops what other versions of the code prepared on the server. */
async function makeMigrated(databaseUrl: string): Promise<void> {
  const admin = createPostgres({ url: databaseUrl, statementTimeoutMs: 0 })
  await admin.withLock('tests', async () => {
    const databases = await admin.query<{ datname: string }>(
      "select datname from pg_database where datname ~ '^tests_[0-9a-f]{8}'",
    )
    const names = databases.map(({ datname }) => datname)
    for (const name of names.filter((one) => !one.startsWith(MIGRATED))) {
      await admin.query(`drop database if exists ${name} with (force)`)
    }
    if (names.includes(MIGRATED)) return
    const part = `${MIGRATED}_part`
    await admin.query(`drop database if exists ${part} with (force)`)
    await admin.query(`create database ${part}`)
    await migrate(Object.assign(new URL(databaseUrl), { pathname: `/${part}` }).toString())
    await admin.query(`alter database ${part} rename to ${MIGRATED}`)
  })
  await admin.close()
}
