import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from './app.ts'
import type { Config } from './platform/config.ts'
import { OperatorError } from './platform/errors.ts'
import { listeningAddress } from './platform/listening-address.ts'

export type Server = {
  /** `http://127.0.0.1:8080` */
  address: string
  app: FastifyInstance
  /** Stops listening and waits for running requests; cuts off those that take too long. */
  close(): Promise<void>
}

/**
 * How long closing waits for requests; load balancers and Docker wait 10 s before they kill the
 * process.
 */
const CLOSE_LIMIT_MS = 8_000

/**
 * Throws OperatorError if the address is not free, so that a start fails before it starts engines
 * and loads data.
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

// Connections that wait to be accepted. With a full backlog, the system makes clients retry after
// one, two, and four seconds and then resets them, instead of sending a 429 at once. Node's default
// of 511 filled in a second; this is Linux's default maximum.
const BACKLOG = 4_096

/** Builds the application and listens. Throws OperatorError if the port is taken or not allowed. */
export async function listen(
  config: Pick<Config, 'host' | 'port'>,
  deps: AppDeps,
): Promise<Server> {
  const { buildApp } = await import('./app.ts')
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
    EADDRINUSE: `Port ${port} is in use. Stop the program that uses it, or set PORT to a different port.`,
    EACCES: `Port ${port} is not allowed for this user. Set PORT to a port above 1023.`,
    EADDRNOTAVAIL: `This machine does not have the address ${host}. Set HOST to an address of this machine.`,
    ENOTFOUND: `HOST ${host} has no address. Set HOST to a name or address of this machine.`,
  }[code ?? '']
  return sentence === undefined ? error : new OperatorError(sentence, { cause: error })
}
