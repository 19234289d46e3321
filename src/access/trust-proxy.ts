import { isIP } from 'node:net'
import type { FastifyServerOptions } from 'fastify'

type TrustProxy = NonNullable<FastifyServerOptions['trustProxy']>

/** Names of address ranges that Fastify recognizes. */
const RANGES = new Set(['loopback', 'linklocal', 'uniquelocal'])

/**
 * Returns TRUST_PROXY as Fastify's `trustProxy`: `true`, `false`, a number of hops, or a list of
 * addresses, CIDR ranges, and range names. Throws RangeError for anything else; Fastify checks the
 * part after the slash of a range.
 */
export function toTrustProxy(text: string | undefined): TrustProxy {
  if (text === undefined || text === 'false') return false
  if (text === 'true') return true
  if (/^\d+$/.test(text)) return (_, hop) => hop < Number(text)
  // Fastify also accepts short forms of addresses, such as 1.5 for 1.0.0.5.
  const isAddress = (part: string) => isIP(part.replace(/\/.*$/, '')) !== 0 || RANGES.has(part)
  if (text.split(',').every((part) => isAddress(part.trim()))) return text
  throw new RangeError(`${JSON.stringify(text)} is not a list of proxies.`)
}
