import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../errors.ts'
import { OPENSEARCH_VERSION } from './downloads.ts'
import { type Engine, type Folders, requireFreePort } from './engine.ts'
import { findEngineUser, launchAs, makeEngineFolder } from './engine-user.ts'
import type { Java } from './java.ts'
import { type EngineProcess, endAbandoned, spawnEngine } from './process.ts'

/** Returns opensearch.yml as JSON, which is valid YAML. With port 0, the kernel chooses. */
export function buildOpenSearchSettings(
  folders: { data: string; logs: string },
  ports: { http: number; transport: number },
): Record<string, string | number | boolean> {
  return {
    'cluster.name': 'nonprofits',
    'discovery.type': 'single-node',
    'network.host': '127.0.0.1',
    'http.port': ports.http,
    'transport.port': ports.transport,
    // The chosen ports are written to files in path.logs.
    'node.portsfile': true,
    'path.data': folders.data,
    'path.logs': folders.logs,
    // The default thresholds (85, 90, 95 % full) would stop a laptop with 50 GB free. Below the
    // last amount, writes are rejected, because Lucene needs room to close its files in order.
    'cluster.routing.allocation.disk.watermark.low': '1gb',
    'cluster.routing.allocation.disk.watermark.high': '750mb',
    'cluster.routing.allocation.disk.watermark.flood_stage': '500mb',
  }
}

/**
 * One log on standard output, which the watchdog writes to a file. The factory of hybrid rankings logs
 * every discovery at level info, which only fills the log.
 */
export const LOG4J = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%-5p][%-25c{1.}]%marker %m%n
rootLogger.level = info
rootLogger.appenderRef.console.ref = console
logger.fusion.name = org.opensearch.neuralsearch.processor.factory.NormalizationProcessorFactory
logger.fusion.level = warn
`

/**
 * Returns the arguments of Java that OpenSearch 3.6's start script finds by starting two more JVMs,
 * but without its heap dumps (a gigabyte each) and without touching the whole heap at startup.
 */
export function buildJavaArguments(
  home: string,
  java: Java,
  heapMb: number,
  folders: { config: string; temporary: string },
): string[] {
  return [
    `-Xms${heapMb}m`,
    `-Xmx${heapMb}m`,
    `-XX:MaxDirectMemorySize=${Math.floor(heapMb / 2)}m`,
    '-XX:+UseG1GC',
    '-XX:G1ReservePercent=25',
    '-XX:InitiatingHeapOccupancyPercent=30',
    '-Xss1m',
    '-XX:-OmitStackTraceInFastThrow',
    ...(java.version >= 25 ? ['-XX:+UseCompactObjectHeaders'] : []),
    '--add-modules=jdk.incubator.vector',
    '--add-opens=java.base/java.nio=org.apache.arrow.memory.core,ALL-UNNAMED',
    `-javaagent:${home}/agent/opensearch-agent.jar`,
    ...Object.entries(PROPERTIES).map(([name, value]) => `-D${name}=${value}`),
    `-Djava.io.tmpdir=${folders.temporary}`,
    `-XX:ErrorFile=${folders.temporary}/hs_err_pid%p.log`,
    `-Dopensearch.path.home=${home}`,
    `-Dopensearch.path.conf=${folders.config}`,
    '-Dopensearch.distribution.type=zip',
    '-Dopensearch.bundled_jdk=false',
    '-cp',
    `${home}/lib/*`,
    'org.opensearch.bootstrap.OpenSearch',
  ]
}

const PROPERTIES = {
  'opensearch.networkaddress.cache.ttl': '60',
  'opensearch.networkaddress.cache.negative.ttl': '10',
  'java.awt.headless': 'true',
  'java.locale.providers': 'SPI,CLDR',
  'file.encoding': 'UTF-8',
  'jna.nosys': 'true',
  'io.netty.noUnsafe': 'true',
  'io.netty.noKeySetOptimization': 'true',
  'io.netty.recycler.maxCapacityPerThread': '0',
  'io.netty.allocator.numDirectArenas': '0',
  'log4j.shutdownHookEnabled': 'false',
  'log4j2.disable.jmx': 'true',
  'org.apache.lucene.store.MMapDirectory.sharedArenaMaxPermits': '1',
}

type OpenSearchOrder = {
  home: string
  java: Java
  heapMb: number
  port?: number | undefined
}

const POLL_MS = 100
// 10 s on two idle cores; recovering many shards on a busy machine takes minutes.
const START_LIMIT_MS = 300_000

/** Starts OpenSearch on the data folder, which it creates if needed. Throws OperatorError. */
export async function startOpenSearch(
  folders: Folders,
  { home, java, heapMb, port = 0 }: OpenSearchOrder,
  signal: AbortSignal,
): Promise<Engine> {
  const user = findEngineUser()
  const pidFile = join(folders.opensearch, 'opensearch.pid')
  const files = openSearchProcess(folders)
  await endAbandoned(pidFile, folders.opensearch, files)
  if (port > 0) await requireFreePort('OpenSearch', port)
  const own = prepareFolders(folders.opensearch, user)
  const settings = buildOpenSearchSettings(own, { http: port, transport: 0 })
  writeFileSync(join(own.config, 'opensearch.yml'), JSON.stringify(settings, null, 2))
  writeFileSync(join(own.config, 'log4j2.properties'), LOG4J)
  const args = [...buildJavaArguments(home, java, heapMb, own), '--pidfile', pidFile]
  const command = join(java.home, 'bin/java')
  const launch = launchAs(user, [folders.opensearch, home, java.home], command, args)
  const process = spawnEngine({ launch, cwd: home, ...files })
  const chosen = await waitUntilReady(process, own.logs, signal)
  if (chosen !== undefined) return { url: `http://127.0.0.1:${chosen}`, port: chosen, process }
  signal.throwIfAborted()
  throw await failure(process, folders)
}

function prepareFolders(folder: string, user: ReturnType<typeof findEngineUser>) {
  const own = {
    data: join(folder, 'data'),
    config: join(folder, 'config'),
    logs: join(folder, 'logs'),
    temporary: join(folder, 'temporary'),
  }
  rmSync(own.temporary, { recursive: true, force: true })
  rmSync(own.logs, { recursive: true, force: true })
  makeEngineFolder(folder, user)
  for (const path of Object.values(own)) makeEngineFolder(path, user)
  return own
}

/** Its log, and the signal for an orderly stop. */
export const openSearchProcess = (folders: Folders) => ({
  logFile: join(folders.logs, 'opensearch.log'),
  signal: 'SIGTERM' as const,
})

async function waitUntilReady(
  process: EngineProcess,
  logs: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const limit = Date.now() + START_LIMIT_MS
  const portsFile = join(logs, 'http.ports')
  while (Date.now() < limit && !process.hasEnded() && !signal.aborted) {
    const line = existsSync(portsFile) ? readFileSync(portsFile, 'utf8').split('\n')[0] : ''
    const port = Number(/:(\d+)$/.exec(line ?? '')?.[1] ?? 0)
    if (port > 0 && (await answers(port))) return port
    await sleep(POLL_MS)
  }
  await process.stop(`not ready within ${START_LIMIT_MS / 1_000} seconds`)
  return undefined
}

// Yellow: every primary shard is available. A single node cannot hold replicas.
async function answers(port: number): Promise<boolean> {
  const url = `http://127.0.0.1:${port}/_cluster/health?wait_for_status=yellow&timeout=5s`
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  )
}

async function failure(process: EngineProcess, folders: Folders): Promise<OperatorError> {
  const how = await process.ended
  const words = process.complaint()
  const log = openSearchProcess(folders).logFile
  // Lucene and the node's state file state the version if a newer server wrote them.
  if (/cannot (up|down)grade a node|IndexFormatToo(New|Old)/.test(words)) {
    return new OperatorError(
      `${folders.opensearch} contains data from a version of OpenSearch other than ${OPENSEARCH_VERSION} ("${words}"). Set DATA_DIR to a new folder, or remove ${folders.opensearch} and run npm run refresh.`,
    )
  }
  return new OperatorError(
    `OpenSearch did not start (${how}): "${words}". See ${log} and correct the cause.`,
  )
}
