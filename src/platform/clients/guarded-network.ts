import { Resolver } from 'node:dns/promises'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isPublicAddress, isSameAddress } from './address-guard.ts'
import { Refused } from './refusal.ts'

/**
 * The network as the guard meets it. The service knows PUBLIC_INTERNET alone, and no variable of
 * the environment alters it; tests bring a loopback of their own.
 */
export type Network = {
  /** All addresses of a host; empty when it has none. */
  resolve(host: string, signal: AbortSignal): Promise<string[]>
  allow(address: string): boolean
  /** What port stands behind the default one of a scheme. */
  ports: { 'http:': number; 'https:': number }
  /** Certificates to trust instead of the system's. */
  ca?: string
}

// The name servers' word that there is none; with any other code they have not answered.
const NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA'])

const toAnswer = (question: Promise<string[]>): Promise<{ value?: string[]; code?: string }> =>
  question.then(
    (value) => ({ value }),
    (error) => ({ code: String(error.code) }),
  )

// Two questions of two seconds each: a name that needs longer leaves no time for its page.
const DNS_PATIENCE = { timeout: 2_000, tries: 2 }

/**
 * Asks the name servers themselves: no search domains, no hosts file, and a question that can be
 * given up, which the system's lookup cannot. Throws Refused `Dns` when none of them answers.
 */
async function resolvePublic(host: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver(DNS_PATIENCE)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    // IPv4 first: many machines have no route to IPv6 and do not know it.
    const questions = [resolver.resolve4(host), resolver.resolve6(host)]
    const answers = await Promise.all(questions.map(toAnswer))
    const addresses = answers.flatMap((answer) => answer.value ?? [])
    const silent = answers.find(({ code }) => code !== undefined && !NO_ADDRESS.has(code))
    if (addresses.length > 0 || silent === undefined) return addresses
    throw new Refused('Dns', `${host} could not be looked up (${silent.code}).`)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

export const PUBLIC_INTERNET: Network = {
  resolve: resolvePublic,
  allow: isPublicAddress,
  ports: { 'http:': 80, 'https:': 443 },
}

// More are a balancer's; a site whose first four are away is away.
const MOST_ADDRESSES = 4

/** The addresses of a host, each of them allowed. Throws Refused: `Dns`, `Address`. */
export async function resolveAllowed(
  network: Network,
  host: string,
  signal: AbortSignal,
): Promise<string[]> {
  const addresses = await network.resolve(host, signal)
  signal.throwIfAborted()
  if (addresses.length === 0) throw new Refused('Dns', `${host} has no address.`)
  // One forbidden address condemns all: a host that answers both wants to be asked again.
  const forbidden = addresses.find((address) => !network.allow(address))
  if (forbidden !== undefined) {
    throw new Refused('Address', `${host} is at ${forbidden}, which is not public.`)
  }
  return addresses.slice(0, MOST_ADDRESSES)
}

/**
 * Connects to one of the addresses given and to nothing else: no name is looked up on the way.
 * Throws Refused `Address` when the socket ended elsewhere, and what the last attempt threw.
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
      // Where a socket ended is told of the host; that an address fell silent only of it.
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
        // Said aloud, because NODE_TLS_REJECT_UNAUTHORIZED=0 would turn it off.
        rejectUnauthorized: true,
        ...(network.ca !== undefined && { ca: network.ca }),
      })
    : connectTcp({ host, port: network.ports['http:'] })
  await opened(socket, isTls ? 'secureConnect' : 'connect', signal)
  const remote = socket.remoteAddress ?? ''
  if (isSameAddress(remote, host) && network.allow(host)) return socket
  socket.destroy()
  throw new Refused('Address', `The connection to ${host} ended at "${remote}".`)
}

function opened(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => socket.destroy(new Refused('Timeout', 'The host did not answer in time.'))
    const settle = () => signal.removeEventListener('abort', giveUp)
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
    socket.once(event, () => {
      settle()
      resolve()
    })
    // Stays: a socket whose error nobody hears ends the process.
    socket.on('error', (error) => {
      settle()
      reject(error)
    })
    socket.once('close', () => reject(new Error('the connection was closed')))
  })
}
