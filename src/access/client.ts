import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import { ApiError } from '../platform/errors.ts'
import { keyClient } from './usage.ts'

// Some proxies forward the port, too.
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\]):\d+$/
// A trusted proxy may forward any text, and a closed connection has no address. All of these are
// one client.
const NO_ADDRESS = 'unknown'

/** Returns what counts as one client: an IPv4 address, or the /64 network of an IPv6 address. */
export function clientOf(forwarded: string | undefined = ''): string {
  const [, v4, v6] = WITH_PORT.exec(forwarded) ?? []
  const [address = ''] = (v4 ?? v6 ?? forwarded).split('%')
  if (isIP(address) === 0) return NO_ADDRESS
  // An IPv6 address has many spellings, and may be a mapped IPv4 address.
  const parsed = ipaddr.process(address)
  if (!('parts' in parsed)) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

/** Returns the name a client is counted under: its key, otherwise its address. */
export const askerOf = ({ apiKey, ip }: { apiKey: { id: number } | null; ip: string }): string =>
  apiKey ? keyClient(apiKey.id) : clientOf(ip)

/**
 * Returns an `onRequest` hook that allows a client `max` requests per minute and rejects more with
 * 429 RateLimited. A hook counts GET and its HEAD together; a limit in a route's `config` does not.
 */
export const limitPerMinute = (app: Pick<FastifyInstance, 'rateLimit'>, max: number) =>
  app.rateLimit({
    max,
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => clientOf(ip),
    errorResponseBuilder: (_, { ttl }) =>
      new ApiError('RateLimited', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1_000)) }),
  })
