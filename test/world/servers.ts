import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers'
import { readConfig } from '#src/platform/config.ts'
import { OPENSEARCH_VERSION } from '#src/platform/engines/downloads.ts'
import { withLock } from '#src/platform/engines/file-lock.ts'
import { leaseEngines } from '#src/platform/engines/lease.ts'
import { showEngineProgress } from '#src/platform/engines/progress.ts'
import { lockFile } from '#src/platform/engines/protocol.ts'

export type Servers = { opensearchUrl: string; databaseUrl: string; stop(): Promise<void> }

// A Docker engine on this machine responds in milliseconds; its absence must not delay a test run.
const DOCKER_LIMIT_MS = 3_000

/**
 * Returns the servers for tests: TEST_OPENSEARCH_URL and TEST_DATABASE_URL if both are set, else
 * containers if a Docker engine responds, else embedded engines.
 */
export const openServers = async (): Promise<Servers> =>
  givenServers() ?? ((await hasDocker()) ? await startContainers() : await embed())

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
