import { Resolver } from 'node:dns/promises'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isPublicAddress, isSameAddress } from './address-guard.ts'
import { Refused } from './refusal.ts'

/**
 * The network that the guard uses. The service has only PUBLIC_INTERNET, which no variable changes;
 * tests pass their own loopback network.
 */
export type Network = {
  /** Returns all addresses of a host; empty if it has none. */
  resolve(host: string, signal: AbortSignal): Promise<string[]>
  allow(address: string): boolean
  /** The port to use for a scheme's default one. */
  ports: { 'http:': number; 'https:': number }
  /** Certificates to trust instead of the system's. */
  ca?: string
}

// Name servers responded that there is none. Other codes mean that they did not respond.
const NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA'])

// Two queries of two seconds each; a slower name leaves no time for its page.
const DNS_LIMITS = { timeout: 2_000, tries: 2 }

/**
 * Asks the name servers directly: without search domains and the hosts file, and with a query that
 * can be canceled, unlike the system's lookup. Throws Refused `Dns` if none responds.
 */
async function resolvePublic(host: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver(DNS_LIMITS)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    // IPv4 first, because many machines have no route to IPv6.
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    const codes = answers.flatMap((one) =>
      one.status === 'rejected' ? String(one.reason.code) : [],
    )
    const silent = codes.find((code) => !NO_ADDRESS.has(code))
    if (addresses.length > 0 || silent === undefined) return addresses
    throw new Refused('Dns', `The DNS lookup of ${host} failed (${silent}).`)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

export const PUBLIC_INTERNET: Network = {
  resolve: resolvePublic,
  allow: isPublicAddress,
  ports: { 'http:': 80, 'https:': 443 },
}

// A load balancer may have more; a site whose first four are down is down.
const MAX_ADDRESSES = 4

/**
 * Returns the addresses of a host if all of them are allowed. Throws Refused `Dns` or `Address`.
 */
export async function resolveAllowed(
  network: Network,
  host: string,
  signal: AbortSignal,
): Promise<string[]> {
  const addresses = await network.resolve(host, signal)
  signal.throwIfAborted()
  if (addresses.length === 0) throw new Refused('Dns', `${host} has no address.`)
  // One forbidden address rejects the host: otherwise a second lookup might return it.
  const forbidden = addresses.find((address) => !network.allow(address))
  if (forbidden !== undefined) {
    throw new Refused('Address', `${host} resolves to ${forbidden}, which is not a public address.`)
  }
  return addresses.slice(0, MAX_ADDRESSES)
}

/**
 * Connects to one of the given addresses, without a lookup. Throws Refused `Address` if the socket
 * is connected to a different one; otherwise throws the error of the last attempt.
 */
export async function connectAllowed(
  network: Network,
  url: URL,
  addresses: string[],
  { signal, connectMs }: { signal: AbortSignal; connectMs: number },
): Promise<Socket> {
  let failure: unknown
  for (const address of addresses) {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(connectMs)])
    try {
      return await open(network, url, address, patience)
    } catch (error) {
      signal.throwIfAborted()
      // A wrong socket concerns the whole host; a silent address concerns only itself.
      if (error instanceof Refused && error.kind === 'Address') throw error
      failure = error
    }
  }
  throw failure
}

async function open(
  network: Network,
  url: URL,
  host: string,
  signal: AbortSignal,
): Promise<Socket> {
  const isTls = url.protocol === 'https:'
  const socket = isTls
    ? connectTls({
        host,
        port: network.ports['https:'],
        servername: url.hostname,
        ALPNProtocols: ['http/1.1'],
        // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 would disable it.
        rejectUnauthorized: true,
        ...(network.ca !== undefined && { ca: network.ca }),
      })
    : connectTcp({ host, port: network.ports['http:'] })
  await opened(socket, isTls ? 'secureConnect' : 'connect', signal)
  const remote = socket.remoteAddress ?? ''
  if (isSameAddress(remote, host) && network.allow(host)) return socket
  socket.destroy()
  throw new Refused(
    'Address',
    `The connection to ${host} reached "${remote}", not the allowed address.`,
  )
}

function opened(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => socket.destroy(new Refused('Timeout', 'The host did not respond in time.'))
    const settle = () => signal.removeEventListener('abort', giveUp)
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
    socket.once(event, () => {
      settle()
      resolve()
    })
    // Stays attached: an error event without a listener ends the process.
    socket.on('error', (error) => {
      settle()
      reject(error)
    })
    socket.once('close', () => reject(new Error('the connection was closed')))
  })
}
