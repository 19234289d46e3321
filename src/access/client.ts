import { isIP, isIPv6, SocketAddress } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../platform/errors.ts'
import { isOwnRequest } from './own-requests.ts'
import { keyClient } from './usage.ts'

// Some proxies forward the port, too.
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\]):\d+$/
// A trusted proxy may forward any text, and a closed connection has no address. All of these are
// one client.
const NO_ADDRESS = 'unknown'
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/

/** Returns what counts as one client: an IPv4 address, or the /64 network of an IPv6 address. */
export function clientOf(forwarded: string | undefined = ''): string {
  const [, v4, v6] = WITH_PORT.exec(forwarded) ?? []
  const ip = v4 ?? v6 ?? forwarded
  const [address = ''] = ip.split('%')
  if (!isIPv6(address)) return isIP(ip) === 0 ? NO_ADDRESS : ip
  // An IPv6 address has many spellings; this is one of them.
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address
  const mapped = MAPPED_IPV4.exec(canonical)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = canonical.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(0, gap)).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
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
    allowList: () => isOwnRequest(),
    keyGenerator: ({ ip }) => clientOf(ip),
    errorResponseBuilder: (_, { ttl }) =>
      new ApiError('RateLimited', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1_000)) }),
  })
