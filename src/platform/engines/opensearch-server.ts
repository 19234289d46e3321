import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../errors.ts'
import { OPENSEARCH_VERSION } from './artifacts.ts'
import type { Engine, Folders } from './engine.ts'
import { findEngineUser, launchAs, makeEngineFolder } from './engine-user.ts'
import { type Guarded, spawnGuarded } from './guard.ts'
import type { Java } from './java.ts'
import { buildJavaArguments, buildOpenSearchSettings, LOG4J } from './opensearch-settings.ts'
import { requireFreePort } from './ports.ts'
import { awaitEnd } from './running.ts'

export type OpenSearchOrder = {
  home: string
  java: Java
  heapMb: number
  port?: number | undefined
}

const POLL_MS = 100
// 10 s on two idle cores; many shards to recover on a busy machine take minutes.
const START_LIMIT_MS = 300_000
// Twice what the guard (guard.ts) gives an engine to stop in order.
const END_LIMIT_MS = 60_000

/** Starts OpenSearch on the data folder, made at first use. Throws OperatorError. */
export async function startOpenSearch(
  folders: Folders,
  { home, java, heapMb, port = 0 }: OpenSearchOrder,
  signal: AbortSignal,
): Promise<Engine> {
  const user = findEngineUser()
  const pidFile = join(folders.opensearch, 'opensearch.pid')
  await awaitEnd(pidFile, folders.opensearch, END_LIMIT_MS)
  if (port > 0) await requireFreePort('OpenSearch', port)
  const own = prepareFolders(folders.opensearch, user)
  const settings = buildOpenSearchSettings(own, { http: port, transport: 0 })
  writeFileSync(join(own.config, 'opensearch.yml'), JSON.stringify(settings, null, 2))
  writeFileSync(join(own.config, 'log4j2.properties'), LOG4J)
  const args = [...buildJavaArguments(home, java, heapMb, own), '--pidfile', pidFile]
  const command = join(java.home, 'bin/java')
  const process = spawnGuarded({
    launch: launchAs(user, [folders.opensearch, home, java.home], command, args),
    cwd: home,
    logFile: logOf(folders),
    signal: 'TERM',
  })
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

const logOf = (folders: Folders) => join(folders.logs, 'opensearch.log')

async function waitUntilReady(
  process: Guarded,
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
  await process.stop()
  return undefined
}

// Yellow: every primary shard is there. A node alone has no place for replicas.
async function answers(port: number): Promise<boolean> {
  const url = `http://127.0.0.1:${port}/_cluster/health?wait_for_status=yellow&timeout=5s`
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  )
}

async function failure(process: Guarded, folders: Folders): Promise<OperatorError> {
  const how = await process.ended
  const words = process.complaint()
  const log = logOf(folders)
  // Lucene and the node's state file name their version when a newer server wrote them.
  if (/cannot (up|down)grade a node|IndexFormatToo(New|Old)/.test(words)) {
    return new OperatorError(
      `${folders.opensearch} was written by another version of OpenSearch than ${OPENSEARCH_VERSION} ("${words}"); set DATA_DIR to a new folder or remove ${folders.opensearch} and reindex.`,
    )
  }
  return new OperatorError(
    `OpenSearch did not start (${how}): "${words}". See ${log} and correct the cause.`,
  )
}
