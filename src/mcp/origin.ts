import type { FastifyRequest } from 'fastify'
import type { Config } from '../platform/config.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const ADDRESS = /^(\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])$/i

/**
 * Returns whether the Origin of a request is allowed. The MCP specification requires this check
 * against DNS rebinding. A page whose own host name resolves to this server has an Origin equal to
 * its Host, and that host is a name. Such a page is rejected unless the name is in PUBLIC_URL.
 * Pages of other sites are allowed, as in the rest of the API, because they send no credentials of
 * the user. With ACCESS=open, everyone who can reach the host has access, so only pages of this
 * machine and of PUBLIC_URL are allowed.
 */
export function isTrustedOrigin(
  { headers: { origin, host } }: Pick<FastifyRequest, 'headers'>,
  { access, publicUrl }: Pick<Config, 'access'> & Partial<Pick<Config, 'publicUrl'>>,
): boolean {
  // Only browsers send an Origin.
  if (origin === undefined) return true
  const url = URL.parse(origin)
  if (url && publicUrl && url.origin === new URL(publicUrl).origin) return true
  if (url && LOOPBACK.has(url.hostname)) return true
  if (access === 'open') return false
  // A sandboxed page has the Origin "null".
  if (origin === 'null') return true
  return url !== null && (url.host !== host?.toLowerCase() || ADDRESS.test(url.hostname))
}
