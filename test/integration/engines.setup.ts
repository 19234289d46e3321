import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers'
import type { TestProject } from 'vitest/node'
import { migrate } from '#src/platform/clients/migrations.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { readConfig } from '#src/platform/config.ts'
import { OPENSEARCH_VERSION } from '#src/platform/engines/downloads.ts'
import { withLock } from '#src/platform/engines/file-lock.ts'
import { leaseEngines } from '#src/platform/engines/lease.ts'
import { showEngineProgress } from '#src/platform/engines/progress.ts'
import { lockFile } from '#src/platform/engines/protocol.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    opensearchUrl: string
    databaseUrl: string
    /** The name of its migrated, empty database, which tests copy. */
    migratedDatabase: string
    /** The folder for files that test files of a run share. */
    runFolder: string
  }
}

type Servers = { opensearchUrl: string; databaseUrl: string; stop(): Promise<void> }
type Run = Servers & { folder: string }

// A Docker engine on this machine responds in milliseconds; its absence must not delay a test run.
const DOCKER_LIMIT_MS = 3_000

// Each project of a run loads this file again, in one process.
const run = globalThis as { testServers?: { servers: Promise<Run>; users: number } }

const MIGRATED = 'tests_migrated'

/**
 * Starts and stops the servers for the tests of a run, shared by its projects: TEST_OPENSEARCH_URL
 * and TEST_DATABASE_URL if both are set, else containers if a Docker engine responds, else embedded
 * engines.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.testServers ??= { servers: openServers(), users: 0 }
  const shared = run.testServers
  shared.users += 1
  const { opensearchUrl, databaseUrl, folder, stop } = await shared.servers
  project.provide('opensearchUrl', opensearchUrl)
  project.provide('databaseUrl', databaseUrl)
  project.provide('migratedDatabase', MIGRATED)
  project.provide('runFolder', folder)
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    await stop()
    await rm(folder, { recursive: true })
  }
}

async function openServers(): Promise<Run> {
  const servers = givenServers() ?? ((await hasDocker()) ? await startContainers() : await embed())
  await makeMigrated(servers.databaseUrl)
  return { ...servers, folder: await mkdtemp(join(tmpdir(), 'nonprofit-run-')) }
}

/** Runs the migrations once, and drops what an earlier run on the same server prepared. */
async function makeMigrated(databaseUrl: string): Promise<void> {
  const admin = createPostgres({ url: databaseUrl })
  const left = await admin.query<{ datname: string }>(
    "select datname from pg_database where datname = $1 or datname like 'tests_prepared_%'",
    [MIGRATED],
  )
  for (const { datname } of left) await admin.query(`drop database ${datname} with (force)`)
  await admin.query(`create database ${MIGRATED}`)
  await admin.close()
  await migrate(Object.assign(new URL(databaseUrl), { pathname: `/${MIGRATED}` }).toString())
}

function givenServers(): Servers | undefined {
  const { TEST_OPENSEARCH_URL: opensearchUrl, TEST_DATABASE_URL: databaseUrl } = process.env
  if (!opensearchUrl && !databaseUrl) return undefined
  if (!opensearchUrl || !databaseUrl) {
    throw new Error('Set both TEST_OPENSEARCH_URL and TEST_DATABASE_URL, or neither.')
  }
  return { opensearchUrl, databaseUrl, stop: async () => {} }
}

async function hasDocker(): Promise<boolean> {
  const answered = getContainerRuntimeClient().then(
    () => true,
    () => false,
  )
  const limit = new Promise<boolean>((resolve) => setTimeout(resolve, DOCKER_LIMIT_MS, false))
  return Promise.race([answered, limit])
}

async function startContainers(): Promise<Servers> {
  const search = new GenericContainer(`opensearchproject/opensearch:${OPENSEARCH_VERSION}`)
    .withEnvironment({
      'discovery.type': 'single-node',
      DISABLE_SECURITY_PLUGIN: 'true',
      OPENSEARCH_JAVA_OPTS: '-Xms1g -Xmx1g',
    })
    .withExposedPorts(9200)
    .withWaitStrategy(Wait.forHttp('/_cluster/health', 9200))
    .withStartupTimeout(180_000)
  const store = new GenericContainer('postgres:18')
    .withEnvironment({ POSTGRES_USER: 'tests', POSTGRES_PASSWORD: 'tests', POSTGRES_DB: 'tests' })
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'full_page_writes=off'])
    .withExposedPorts(5432)
    // The image starts the server once to create the database, then permanently.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
  const [opensearch, postgres] = await Promise.all([search.start(), store.start()])
  const place = `${postgres.getHost()}:${postgres.getMappedPort(5432)}`
  return {
    opensearchUrl: `http://${opensearch.getHost()}:${opensearch.getMappedPort(9200)}`,
    databaseUrl: `postgresql://tests:tests@${place}/tests`,
    stop: async () => {
      await Promise.all([opensearch.stop(), postgres.stop()])
    },
  }
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
      // The supervisor holds the lock until the engines have stopped.
      await withLock(
        lockFile(folder),
        () => {},
        () => rm(folder, { recursive: true }),
      )
    },
  }
}
