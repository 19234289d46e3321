import { isIP } from 'node:net'
import type { FastifyServerOptions } from 'fastify'

type TrustProxy = NonNullable<FastifyServerOptions['trustProxy']>

/** Names of address ranges that the framework knows. */
const RANGES = new Set(['loopback', 'linklocal', 'uniquelocal'])

/**
 * Which proxies TRUST_PROXY names, as the framework takes it: `true`, `false`, a number of hops, or
 * addresses, CIDR ranges and names of ranges between commas. Throws RangeError for all else; what
 * follows the slash of a range is the framework's to check.
 */
export function toTrustProxy(text: string | undefined): TrustProxy {
  if (text === undefined || text === 'false') return false
  if (text === 'true') return true
  if (/^\d+$/.test(text)) return (_, hop) => hop < Number(text)
  // The framework would also take short forms of addresses: 1.5 is 1.0.0.5 to it.
  const isAddress = (part: string) => isIP(part.replace(/\/.*$/, '')) !== 0 || RANGES.has(part)
  if (text.split(',').every((part) => isAddress(part.trim()))) return text
  throw new RangeError(`${JSON.stringify(text)} names no proxies.`)
}
