import { isIP, isIPv6, SocketAddress } from 'node:net'
import { keyClient } from './usage.ts'

// Some proxies name the port, too, in what they forward.
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\]):\d+$/
/**
 * A proxy that is trusted may forward anything, and a connection that was cut has no address any
 * more: all that is none is one client.
 */
const NO_ADDRESS = 'unknown'
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/

/** What counts as one client (decisions part 3): an IPv4 address, or the /64 of an IPv6 one. */
export function clientOf(forwarded: string | undefined = ''): string {
  const [, v4, v6] = WITH_PORT.exec(forwarded) ?? []
  const ip = v4 ?? v6 ?? forwarded
  const [address = ''] = ip.split('%')
  if (!isIPv6(address)) return isIP(ip) === 0 ? NO_ADDRESS : ip
  // One spelling of the many an IPv6 address has.
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

/** Whoever asks, by one name: the key that was sent, else what counts as its address. */
export const askerOf = ({ apiKey, ip }: { apiKey: { id: number } | null; ip: string }): string =>
  apiKey ? keyClient(apiKey.id) : clientOf(ip)
