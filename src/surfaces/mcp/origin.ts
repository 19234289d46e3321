import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const ADDRESS = /^(\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])$/i

/**
 * Whether a request may come from where its Origin says, as the MCP specification asks against DNS
 * rebinding: a page whose own name was made to lead here. To a browser such a page is of this
 * host, so its Origin and the Host it asks for are one, and a name. That is refused unless the
 * name is ours. Pages of other sites may ask, as they may ask the rest of the API: they send no
 * credential that the user has not given them. Where no keys are asked for (ACCESS=open) whoever
 * reaches the host is let in, so that only pages of this machine and of PUBLIC_URL may.
 */
export function isTrustedOrigin(
  { headers: { origin, host } }: Pick<FastifyRequest, 'headers'>,
  { access, publicUrl }: Pick<Config, 'access'> & Partial<Pick<Config, 'publicUrl'>>,
): boolean {
  // Agents that are no browsers send none.
  if (origin === undefined) return true
  const url = URL.parse(origin)
  if (url && publicUrl && url.origin === new URL(publicUrl).origin) return true
  if (url && LOOPBACK.has(url.hostname)) return true
  if (access === 'open') return false
  // A sandboxed page has the Origin "null", and is of no host.
  if (origin === 'null') return true
  return url !== null && (url.host !== host?.toLowerCase() || ADDRESS.test(url.hostname))
}
