import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type AppDeps, buildApp } from './app.ts'
import type { Config } from './config.ts'
import { OperatorError } from './errors.ts'
import { listeningAddress } from './listening-address.ts'

export type Server = {
  /** `http://127.0.0.1:8080` */
  address: string
  app: FastifyInstance
  /** Stops listening, lets running requests finish, cuts those that take too long. */
  close(): Promise<void>
}

/** How long running requests may still take; balancers and Docker wait 10 s before they kill. */
const CLOSE_LIMIT_MS = 8_000

/**
 * Throws OperatorError when `listen` could not have the address now, so that a start says so
 * before it starts engines and loads data. Another may still take it in between.
 */
export async function requireFreePort(config: Pick<Config, 'host' | 'port'>): Promise<void> {
  const probe = createServer().listen({ host: config.host, port: config.port })
  try {
    await once(probe, 'listening')
  } catch (error) {
    throw toOperatorError(error, config)
  }
  probe.close()
  await once(probe, 'close')
}

// Connections that wait to be taken. Beyond these the system lets clients knock again after one, two,
// four seconds and in the end resets them, where a busy service would have told them 429 at once.
// Linux takes no more than this unless it is set up for it; Node's own 511 ran over in a second.
const BACKLOG = 4_096

/**
 * Listens with the application. Throws OperatorError when the port is taken or not allowed.
 */
export async function listen(
  config: Pick<Config, 'host' | 'port'>,
  deps: AppDeps,
): Promise<Server> {
  const app = await buildApp(deps)
  try {
    await app.listen({ host: config.host, port: config.port, backlog: BACKLOG })
  } catch (error) {
    await app.close()
    throw toOperatorError(error, config)
  }
  const address = listeningAddress(app.server, config)
  return { app, address, close: () => closeWithin(app, CLOSE_LIMIT_MS) }
}

async function closeWithin(app: FastifyInstance, milliseconds: number): Promise<void> {
  const limit = new AbortController()
  const cut = delay(milliseconds, undefined, { signal: limit.signal }).then(
    () => app.server.closeAllConnections(),
    () => undefined,
  )
  await app.close()
  limit.abort()
  await cut
}

function toOperatorError(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): unknown {
  const { code } = error as { code?: string }
  const sentence = {
    EADDRINUSE: `Port ${port} is taken; stop what uses it or set PORT to another.`,
    EACCES: `Port ${port} is not allowed for this user; set PORT to one above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${host}; set HOST to one it has.`,
    ENOTFOUND: `HOST ${host} names no address; set HOST to one of this machine.`,
  }[code ?? '']
  return sentence === undefined ? error : new OperatorError(sentence, { cause: error })
}
