import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers'
import type { TestProject } from 'vitest/node'
import { migrate } from '#src/clients/migrations.ts'
import { createPostgres } from '#src/clients/postgres.ts'
import { readConfig } from '#src/config.ts'
import { OPENSEARCH_VERSION } from '#src/engines/artifacts.ts'
import { withLock } from '#src/engines/file-lock.ts'
import { leaseEngines } from '#src/engines/lease.ts'
import { showEngineProgress } from '#src/engines/progress.ts'
import { lockFile } from '#src/engines/protocol.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    opensearchUrl: string
    databaseUrl: string
    /** Name of the database on it that is migrated and empty, to be copied. */
    migratedDatabase: string
  }
}

type Servers = { opensearchUrl: string; databaseUrl: string; stop(): Promise<void> }

// A Docker engine on this machine answers in milliseconds; none must not cost a test run.
const DOCKER_LIMIT_MS = 3_000

// Each project of a run loads this file anew, in one process.
const run = globalThis as { testServers?: { servers: Promise<Servers>; users: number } }

const MIGRATED = 'tests_migrated'

/**
 * Servers for the tests of a run, and their end, shared by its projects: TEST_OPENSEARCH_URL and
 * TEST_DATABASE_URL when both are given, else containers where a Docker engine answers, else
 * embedded engines.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.testServers ??= { servers: openServers(), users: 0 }
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

async function openServers(): Promise<Servers> {
  const servers = givenServers() ?? ((await hasDocker()) ? await startContainers() : await embed())
  await makeMigrated(servers.databaseUrl)
  return servers
}

/** Runs the migrations once, where each store of a test would run them again. */
async function makeMigrated(databaseUrl: string): Promise<void> {
  const admin = createPostgres({ url: databaseUrl })
  await admin.query(`drop database if exists ${MIGRATED} with (force)`)
  await admin.query(`create database ${MIGRATED}`)
  await admin.close()
  await migrate(Object.assign(new URL(databaseUrl), { pathname: `/${MIGRATED}` }).toString())
}

function givenServers(): Servers | undefined {
  const { TEST_OPENSEARCH_URL: opensearchUrl, TEST_DATABASE_URL: databaseUrl } = process.env
  if (!opensearchUrl && !databaseUrl) return undefined
  if (!opensearchUrl || !databaseUrl) {
    throw new Error('Give both TEST_OPENSEARCH_URL and TEST_DATABASE_URL, or neither.')
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
    // The image starts the server once to make the database, then for good.
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
