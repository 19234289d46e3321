import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#src/platform/config.ts'
import { findEngineUser, launchAs, makeEngineFolder } from '#src/platform/engines/engine-user.ts'
import { findJava } from '#src/platform/engines/java.ts'
import { ensureOpenSearchHome } from '#src/platform/engines/opensearch-home.ts'
import {
  buildJavaArguments,
  buildOpenSearchSettings,
  LOG4J,
} from '#src/platform/engines/opensearch-server.ts'
import { type EngineProcess, spawnEngine } from '#src/platform/engines/process.ts'
import { findProcess, OPENSEARCH } from '#test/deep/engines/holders.ts'

/** A node of the cluster, which outlives this process if it is killed. */
export type Node = {
  name: string
  url: string
  start(): void
  /** Sends `kill -9` to its Java process, and resolves when it is gone. */
  kill(): Promise<void>
  stop(): Promise<void>
}

const NAMES = ['node-1', 'node-2', 'node-3']
const HEAP_MB = 512

/** Makes three nodes on loopback, each with a folder below `folder`; does not start them. */
export async function prepareNodes(folder: string): Promise<Node[]> {
  const java = findJava(readConfig())
  const home = await ensureOpenSearchHome(readConfig(), java)
  const ports = await findFreePorts(2 * NAMES.length)
  const transports = ports.slice(NAMES.length)
  const discovery = {
    'discovery.seed_hosts': transports.map((port) => `127.0.0.1:${port}`),
    'cluster.initial_cluster_manager_nodes': NAMES,
  }
  const user = findEngineUser()
  return NAMES.map((name, at) => {
    const [http = 0, transport = 0] = [ports[at], transports[at]]
    const own = makeFolders(join(folder, name), user)
    const { 'discovery.type': _, ...settings } = buildOpenSearchSettings(own, { http, transport })
    const all = { ...settings, ...discovery, 'node.name': name }
    writeFileSync(join(own.config, 'opensearch.yml'), JSON.stringify(all))
    writeFileSync(join(own.config, 'log4j2.properties'), LOG4J)
    const args = buildJavaArguments(home, java, HEAP_MB, own)
    const command = join(java.home, 'bin/java')
    let engine: EngineProcess | undefined
    return {
      name,
      url: `http://127.0.0.1:${http}`,
      start: () => {
        engine = spawnEngine({
          launch: launchAs(user, [own.root, home, java.home], command, args),
          cwd: home,
          logFile: join(folder, `${name}.log`),
          signal: 'SIGTERM',
        })
      },
      kill: async () => {
        process.kill(findProcess(own.root, OPENSEARCH), 'SIGKILL')
        await engine?.ended
      },
      stop: async () => await engine?.stop(),
    }
  })
}

function makeFolders(root: string, user: ReturnType<typeof findEngineUser>) {
  const own = {
    root,
    data: join(root, 'data'),
    config: join(root, 'config'),
    logs: join(root, 'logs'),
    temporary: join(root, 'temporary'),
  }
  for (const path of Object.values(own)) makeEngineFolder(path, user)
  return own
}

export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  const ports: number[] = []
  for (const server of servers) {
    if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    if (address !== null && typeof address === 'object') ports.push(address.port)
  }
  for (const server of servers) server.close()
  return ports
}

type Shard = { index: string; prirep: 'p' | 'r'; node: string }

/** Returns the nodes with a primary of one of our indices, and the elected cluster manager. */
export async function readRoles({ url }: Node): Promise<{ primaries: string[]; manager: string }> {
  const get = async <Row>(path: string): Promise<Row[]> =>
    (await (await fetch(`${url}/_cat/${path}?format=json`)).json()) as Row[]
  const shards = await get<Shard>('shards/*organizations-*,*sector-*')
  const [manager] = await get<{ node: string }>('cluster_manager')
  const primaries = shards.filter(({ prirep }) => prirep === 'p').map(({ node }) => node)
  return { primaries, manager: manager?.node ?? '' }
}

/** Waits until all nodes have joined and every copy of every shard is there. */
export async function waitForGreen({ url }: Node): Promise<void> {
  const nodes = `wait_for_nodes=${NAMES.length}`
  const wanted = `wait_for_status=green&${nodes}&wait_for_no_relocating_shards=true&timeout=10s`
  for (;;) {
    const isGreen = await fetch(`${url}/_cluster/health?${wanted}`).then(
      (response) => response.ok,
      () => false,
    )
    if (isGreen) return
    await sleep(500)
  }
}
