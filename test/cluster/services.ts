import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readConfig } from '#src/platform/config.ts'
import { type EngineProcess, spawnEngine } from '#src/platform/engines/process.ts'
import { TSX } from '#src/platform/engines/tsx.ts'
import { findFreePorts } from './nodes.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** An API process, whose address stays the same. */
export type Service = {
  address: string
  /** Starts it, and resolves when it is ready. */
  start(): Promise<void>
  /** Sends `kill -9`, and resolves when it is gone. */
  kill(): Promise<void>
  /** Sends SIGTERM, and resolves when it is gone. */
  stop(): Promise<void>
}

type Stores = { DATA_DIR: string; DATABASE_URL: string; OPENSEARCH_URL: string }

const ATTEMPTS = 5

const isReady = (address: string) =>
  fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Starts API processes on the same stores, which the first one fills with the demo. `more` are other
 * settings. Logs go to `folder`. Throws, and ends all, if one ends before it is ready.
 */
export async function startServices(
  count: number,
  folder: string,
  stores: Stores,
  more: Record<string, string | number> = {},
): Promise<Service[]> {
  const ports = await findFreePorts(count)
  const services = ports.map((port, at) => {
    const own = { ...stores, ACCESS: 'open', LOG_LEVEL: 'warn', ...more, PORT: port }
    return prepareService(join(folder, `service-${at + 1}.log`), own)
  })
  try {
    // One after another, because starts use all cores.
    for (const service of services) await service.start()
    return services
  } catch (error) {
    await Promise.all(services.map((service) => service.kill()))
    throw error
  }
}

function prepareService(logFile: string, settings: Stores & { PORT: number }): Service {
  const all = { ...settings, CACHE_DIR: readConfig().cacheDir }
  const words = Object.entries(all).map(([name, value]) => `${name}=${value}`)
  const address = `http://127.0.0.1:${settings.PORT}`
  const args = [...words, process.execPath, ...TSX, 'src/cli/start.ts']
  let running: EngineProcess | undefined
  return {
    address,
    start: async () => {
      // Like a process manager, which starts it again if a busy machine made it give up.
      for (let attempts = 1; !(await isReady(address)); await sleep(200)) {
        if (running && !running.hasEnded()) continue
        if (attempts > ATTEMPTS) throw new Error(`The service ended: ${running?.complaint()}`)
        attempts += 1
        running = spawnEngine({
          launch: { command: 'env', args },
          cwd: ROOT,
          logFile,
          signal: 'SIGTERM',
        })
      }
    },
    kill: async () => {
      if (running && !running.hasEnded()) process.kill(running.pid, 'SIGKILL')
      await running?.ended
    },
    stop: async () => await running?.stop(),
  }
}

const CHECK_MS = 500

/**
 * Opens a round-robin proxy, which asks `/readyz` twice a second. Like nginx by default, it repeats a
 * request on the next service if the first refuses the connection, or breaks it before it answers a
 * GET.
 */
export async function openBalancer(addresses: readonly string[]) {
  let ready = [...addresses]
  let next = 0
  const check = async () => {
    const states = await Promise.all(addresses.map(isReady))
    const up = addresses.filter((_, at) => states[at])
    // If none is ready, their own errors say more than a 502.
    ready = up.length > 0 ? up : [...addresses]
  }
  const timer = setInterval(check, CHECK_MS)
  const pass = (
    incoming: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    left: number,
  ) => {
    next += 1
    const address = ready[next % ready.length]
    if (address === undefined || left === 0) return response.writeHead(502).end()
    const { method, headers } = incoming
    const outgoing = request(
      address + incoming.url,
      { method, headers, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
        answer.on('error', () => response.destroy())
      },
    )
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (response.headersSent) response.destroy()
      else if (method === 'GET' || error.code === 'ECONNREFUSED') {
        pass(incoming, response, body, left - 1)
      } else response.writeHead(502).end()
    })
    outgoing.end(body)
  }
  const server = createServer(async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray())
    pass(incoming, response, body, addresses.length)
  })
  const [port = 0] = await findFreePorts(1)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${port}`
  return {
    address,
    close: () => {
      clearInterval(timer)
      server.close()
      server.closeAllConnections()
    },
  }
}
