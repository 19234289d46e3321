import { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Client } from 'undici'
import { findAddressFault } from './address-guard.ts'
import { connectAllowed, type Network, PUBLIC_INTERNET, resolveAllowed } from './guarded-network.ts'
import { type RefusalKind, Refused, toRefused } from './refusal.ts'

/** Fetched bytes after all redirects. */
export type Fetched = {
  kind: 'Fetched'
  status: number
  /** The final address. */
  url: string
  contentType: string | undefined
  /** X-Robots-Tag; several values are joined by commas. */
  robotsTag: string | undefined
  /** The decoded body. */
  body: Buffer
}

/** Why nothing was fetched: a kind for metrics, the address, and a sentence for operators. */
export type FetchRefusal = { kind: RefusalKind; url: string; reason: string }

/** One request and its response; `Moved` is a redirect. */
type Hop = Fetched | { kind: 'Moved'; to: string } | FetchRefusal

export type FetchOptions = {
  accept?: string
  maxBytes?: number
  /** Keeps the first `maxBytes` of a longer body instead of rejecting it. */
  cut?: boolean
  signal?: AbortSignal
  /**
   * Wraps each request, after its address is checked and before its host is looked up: to wait for
   * a turn, or to reject it. Waiting here does not count as the host's time.
   */
  around?: (url: URL, go: () => Promise<Hop>) => Promise<Hop>
}

/** Fetches a web address with GET. Never throws: failures are returned. */
export type GuardedFetch = (url: string, options?: FetchOptions) => Promise<Fetched | FetchRefusal>

/** The project's name in requests, by which site owners can identify and reject it. */
export const AGENT_NAME = 'nonprofit-research-service'
const USER_AGENT = `${AGENT_NAME}/1.0 (reads the home pages that nonprofits list on IRS Form 990; obeys robots.txt)`

type FetchLimits = {
  /** Lookups, connections, redirects, and the whole body together. */
  totalMs: number
  /** One connection, including TLS, so that a second address can be tried. */
  connectMs: number
  maxBytes: number
  maxHeaderBytes: number
  maxRedirects: number
}

// Ten seconds and 2 MiB are enough for a home page. Node's own client accepts 16 KiB of headers.
// RFC 9309 tells robots to follow five redirects.
export const FETCH_LIMITS: FetchLimits = {
  totalMs: 10_000,
  connectMs: 4_000,
  maxBytes: 2 * 1024 * 1024,
  maxHeaderBytes: 16 * 1024,
  maxRedirects: 5,
}

type Guard = { network: Network; limits: FetchLimits }

/**
 * Opens a client that fetches only public web addresses: names, ports 80 and 443, hosts with only
 * public addresses, and a connection to exactly the checked address. Each redirect is checked again.
 */
export function createGuardedFetch({
  network = PUBLIC_INTERNET,
  limits = FETCH_LIMITS,
}: Partial<Guard> = {}): GuardedFetch {
  return (url, options = {}) => follow({ network, limits }, url, options)
}

async function follow(
  guard: Guard,
  first: string,
  options: FetchOptions,
): Promise<Fetched | FetchRefusal> {
  const around = options.around ?? ((_url, go) => go())
  const clock = new HostTime(guard.limits.totalMs)
  let at = first
  for (let redirects = 0; redirects <= guard.limits.maxRedirects; redirects += 1) {
    const url = parseFit(at)
    if (!(url instanceof URL)) return url
    const hop = await guarded(at, options.signal, () =>
      around(url, () => clock.run((ms) => request(guard, url, ms, options))),
    )
    if (hop.kind !== 'Moved') return hop
    const fault = findDowngrade(url, hop.to)
    if (fault) return fault
    at = hop.to
  }
  const reason = `The host redirects more than ${guard.limits.maxRedirects} times.`
  return { kind: 'Redirect', url: shownUrl(first), reason }
}

function parseFit(text: string): URL | FetchRefusal {
  const url = URL.parse(text)
  if (url === null) {
    return { kind: 'Url', url: shownUrl(text), reason: 'This is not a web address.' }
  }
  const fault = findAddressFault(url)
  return fault ? { ...fault, url: shownUrl(url.href) } : url
}

/** Rejects a redirect from https to http, where others could alter the page. */
function findDowngrade(from: URL, to: string): FetchRefusal | undefined {
  if (from.protocol !== 'https:' || URL.parse(to)?.protocol !== 'http:') return undefined
  const reason = `${from.host} redirects from https to http.`
  return { kind: 'Downgrade', url: shownUrl(to), reason }
}

async function guarded(
  url: string,
  signal: AbortSignal | undefined,
  go: () => Promise<Hop>,
): Promise<Hop> {
  try {
    return await go()
  } catch (error) {
    const given = signal?.aborted && new Refused('Canceled', 'The fetch was canceled.')
    const { kind, message } = given || toRefused(error)
    return { kind, url: shownUrl(url), reason: message }
  }
}

// Enough to find the address in a log, without user and password; a hostile redirect could fill the
// log.
const shownUrl = (url: string): string => url.replace(/\/\/[^/@]*@/, '//…@').slice(0, 300)

/** Measures the time of hosts over all redirects of a fetch; waiting for a turn does not count. */
class HostTime {
  private left: number
  constructor(totalMs: number) {
    this.left = totalMs
  }
  async run<T>(go: (ms: number) => Promise<T>): Promise<T> {
    const began = performance.now()
    try {
      return await go(Math.max(0, Math.ceil(this.left)))
    } finally {
      this.left -= performance.now() - began
    }
  }
}

async function request(
  { network, limits }: Guard,
  url: URL,
  ms: number,
  options: FetchOptions,
): Promise<Hop> {
  const patience = AbortSignal.timeout(ms)
  const signal = options.signal ? AbortSignal.any([options.signal, patience]) : patience
  const limit = { maxBytes: options.maxBytes ?? limits.maxBytes, cut: options.cut ?? false }
  try {
    const addresses = await resolveAllowed(network, url.hostname, signal)
    return await exchange(url, limits, { signal, limit, accept: options.accept }, () =>
      connectAllowed(network, url, addresses, { signal, connectMs: limits.connectMs }),
    )
  } catch (error) {
    if (!patience.aborted || options.signal?.aborted) throw error
    throw new Refused('Timeout', `The fetch took longer than ${limits.totalMs / 1_000} seconds.`)
  }
}

type Exchange = { signal: AbortSignal; limit: BodyLimit; accept: string | undefined }

async function exchange(
  url: URL,
  limits: FetchLimits,
  { signal, limit, accept = '*/*' }: Exchange,
  connect: () => ReturnType<typeof connectAllowed>,
): Promise<Hop> {
  // One client per request: hosts share nothing, and no proxy from the environment, cookie, or
  // credential is used.
  const client = new Client(url.origin, {
    connect: (_options, done) => {
      connect().then(
        (socket) => done(null, socket),
        (error) => done(error, null),
      )
    },
    allowH2: false,
    maxHeaderSize: limits.maxHeaderBytes,
    // The signal limits the total time.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  try {
    const { statusCode, headers, body } = await client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: { 'user-agent': USER_AGENT, accept, 'accept-encoding': 'gzip, br, deflate' },
      signal,
    })
    body.on('error', () => undefined)
    const target = isRedirect(statusCode) ? single(headers.location) : undefined
    if (target !== undefined) return moved(url, target)
    const content = await readBody(body, single(headers['content-encoding']), limit)
    const contentType = single(headers['content-type'])
    const robotsTag = headers['x-robots-tag']?.toString()
    return {
      kind: 'Fetched',
      status: statusCode,
      url: url.href,
      contentType,
      robotsTag,
      body: content,
    }
  } finally {
    await client.destroy()
  }
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

// If a header is repeated, the first one counts.
const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

function moved(from: URL, target: string): Hop {
  const to = URL.parse(target, from.href)
  if (to === null) throw new Refused('Redirect', 'The host redirects to an invalid address.')
  // Servers never receive the fragment.
  to.hash = ''
  return { kind: 'Moved', to: to.href }
}

type BodyLimit = {
  /** Limits both the transferred and the decoded bytes. */
  maxBytes: number
  /** Keeps the first `maxBytes` instead of rejecting a longer body. */
  cut: boolean
}

const DECODERS: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
}

/**
 * Reads and decodes a body. Counts bytes while inflating, so that a zip bomb stops at the limit.
 * Throws Refused `TooLarge` or `Encoding`, and the errors of the connection.
 */
async function readBody(
  body: Readable,
  encoding: string | undefined,
  limit: BodyLimit,
): Promise<Buffer> {
  const coding = (encoding ?? '').trim().toLowerCase()
  if (coding === '' || coding === 'identity') return collect(body, limit)
  // One encoding only: a body compressed twice is an attack.
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined
  if (decoder === undefined) {
    throw new Refused('Encoding', `The body has the unsupported encoding "${coding.slice(0, 40)}".`)
  }
  return decode(body, decoder(), limit)
}

async function decode(
  body: Readable,
  decoder: ReturnType<typeof createGunzip>,
  limit: BodyLimit,
): Promise<Buffer> {
  let lineError: unknown
  const packed = Readable.from(bounded(body, limit))
  packed.once('error', (error) => {
    lineError = error
    decoder.destroy(error)
  })
  try {
    return await collect(packed.pipe(decoder), limit)
  } catch (error) {
    if (error instanceof Refused || lineError !== undefined) throw lineError ?? error
    throw new Refused('Encoding', 'The body cannot be decoded with the encoding in its header.')
  } finally {
    packed.destroy()
    decoder.destroy()
  }
}

async function* bounded(body: Readable, limit: BodyLimit): AsyncGenerator<Buffer> {
  let count = 0
  for await (const chunk of body) {
    count += chunk.length
    // Compressed bytes cannot be cut, because the rest would not decompress.
    if (count > limit.maxBytes) throw tooLarge(limit)
    yield chunk
  }
}

async function collect(stream: Readable, limit: BodyLimit): Promise<Buffer> {
  const chunks: Buffer[] = []
  let count = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    count += chunk.length
    if (count <= limit.maxBytes) continue
    if (!limit.cut) throw tooLarge(limit)
    break
  }
  return Buffer.concat(chunks).subarray(0, limit.maxBytes)
}

const tooLarge = ({ maxBytes }: BodyLimit) =>
  new Refused('TooLarge', `The body is larger than ${maxBytes} bytes.`)
