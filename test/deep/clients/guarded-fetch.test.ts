import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isPublicAddress } from '#src/platform/clients/address-guard.ts'
import {
  createGuardedFetch,
  FETCH_LIMITS,
  type GuardedFetch,
} from '#src/platform/clients/guarded-fetch.ts'
import {
  loopback,
  makeIdentity,
  PRIVATE,
  PUBLIC,
  type Site,
  startRawSite,
  startSite,
} from './sites.ts'

// Short, so that the tests are fast: the slow responses here never end.
const LIMITS = { ...FETCH_LIMITS, totalMs: 600, connectMs: 300 }
const opened: Site[] = []
const keep = async (site: Promise<Site>) => {
  opened.push(await site)
  return site
}
afterAll(async () => {
  await Promise.all(opened.map((site) => site.close()))
})

type Options = Parameters<typeof createGuardedFetch>[0]
const ask = (url: string, options: Options) =>
  createGuardedFetch({ limits: LIMITS, ...options })(url)
/** Returns the status and body, or the kind of the rejection. */
async function outcome(url: string, options: Options): Promise<string> {
  const answer = await ask(url, options)
  return answer.kind === 'Fetched' ? `${answer.status} ${answer.body}` : answer.kind
}
const packed =
  (coding: string, body: Buffer): RequestListener =>
  (_request, response) =>
    response.setHeader('content-encoding', coding).end(body)
const SITE = 'http://site.example/'
const INSIDE = 'http://inside.example/'

/** Addresses that are rejected without a lookup, by the kind of their rejection. */
const REJECTED: Record<string, string[]> = {
  IpLiteral: [
    ...['http://127.0.0.1/', 'http://2130706433/', 'http://0x7f.1/', 'http://0177.0.0.1/'],
    ...['http://127.1/', 'http://0/', 'http://169.254.169.254/latest/meta-data/'],
    ...['http://[::1]/', 'http://[::ffff:127.0.0.1]/', 'http://[fe80::1]/', 'http://[fd00::1]/'],
    // Even public IP addresses are rejected.
    ...['http://93.184.216.34/', 'http://[2606:4700::1111]/'],
  ],
  Userinfo: ['http://user@site.example/', 'http://user:secret@site.example/'],
  Port: [...['http://site.example:8080/', 'http://site.example:443/', 'https://site.example:22/']],
  Scheme: [
    ...['file:///etc/passwd', 'ftp://site.example/', 'gopher://site.example/_x'],
    ...['data:text/html,hello', 'javascript:alert(1)'],
  ],
  Host: [
    ...['http://localhost/', 'http://LOCALHOST/', 'http://localhost./', 'http://app.localhost/'],
    ...['http://printer.local/', 'http://metadata.google.internal/', 'http://intranet/'],
    'http://under_score.example/',
  ],
  Url: [
    ...[`http://site.example/${'x'.repeat(2_000)}`, 'http://[fe80::1%25eth0]/'],
    ...['http://999.1.1.1/', 'nonsense'],
  ],
}

describe('an address that is not on a public website', () => {
  let site: Site
  let redirects: Site
  let target = ''
  beforeAll(async () => {
    site = await keep(startSite((_request, response) => response.end('secret')))
    redirects = await keep(
      startSite((_request, response) => response.writeHead(302, { location: target }).end()),
    )
  })

  const cases = Object.entries(REJECTED).flatMap(([kind, urls]) =>
    urls.map((url): [string, string] => [url, kind]),
  )
  test.each(cases)('%s is rejected as %s before its host is looked up', async (url, kind) => {
    const network = loopback({ http: site, https: site }, () => true)
    const refusal = await ask(url, { network })
    expect(refusal).toMatchObject({ kind, reason: expect.stringMatching(/\w.*\.$/) })
    expect(JSON.stringify(refusal)).not.toContain('secret@')
    expect(network.lookups).toEqual([])
    expect(site.hits).toEqual([])
  })

  // A text that is not a full address is a path on the redirecting host.
  const absolute = cases.filter(([url]) => url !== 'nonsense')
  test.each(absolute)('a redirect to %s is rejected', async (url, kind) => {
    target = url
    const network = loopback({ http: redirects, https: site }, () => true)
    const result = await outcome('http://moved.example/', { network })
    // There was an address, but it could not be parsed.
    expect(result).toBe(kind === 'Url' && !URL.canParse(url) ? 'Redirect' : kind)
    expect(network.lookups).toEqual(['moved.example'])
    expect(site.hits).toEqual([])
  })
})

describe('a host without a public address', () => {
  let open: Site
  let secret: Site
  const moved: RequestListener = (request, response) => {
    if (request.headers.host !== 'moved.example') response.end('public')
    else response.writeHead(307, { location: 'http://inside.example/admin' }).end()
  }
  beforeAll(async () => {
    open = await keep(startSite(moved))
    secret = await keep(
      startSite((_request, response) => response.end('s'), { address: PRIVATE, port: open.port }),
    )
  })

  const forbidden = [
    ...['127.0.0.2', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...['0.0.0.0', '0.1.2.3', '192.0.0.8', '192.0.2.1', '198.18.0.1', '198.51.100.1'],
    ...['203.0.113.1', '192.88.99.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:93.184.216.34', '::ffff:0:7f00:1'],
    ...['2001:470::5efe:10.0.0.1', '2001:470::200:5efe:10.0.0.1', '168.63.129.16'],
    ...['64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001:0:1::1', '2001:db8::1'],
    ...['2001:2::1', '2001:10::1', '2001:20::1', '3fff::1', '5f00::1', '100::1', 'fc00::1'],
    ...['fd12::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '4000::1', 'nonsense', ''],
  ]
  const inside = (...lookups: string[][]) =>
    loopback({ http: open }, isPublicAddress, { 'inside.example': lookups })

  test.each(forbidden)('at %s is rejected, also after a redirect', async (address) => {
    const network = inside([address])
    const reason = expect.stringContaining(address)
    expect(await ask(INSIDE, { network })).toEqual({ kind: 'Address', url: INSIDE, reason })
    expect(await outcome('http://moved.example/', { network })).toBe('Address')
    expect(network.lookups).toEqual(['inside.example', 'moved.example', 'inside.example'])
  })
  test.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111', '2a00:1450:4001::1'])(
    'but %s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  test('a host with a public and a private address is rejected', async () => {
    for (const network of [inside([PUBLIC, PRIVATE]), inside([PRIVATE, PUBLIC])]) {
      expect(await outcome(INSIDE, { network })).toBe('Address')
    }
  })

  test('a host whose second lookup differs is reached at the checked address', async () => {
    const network = inside([PUBLIC], [PRIVATE])
    expect(await outcome(INSIDE, { network })).toBe('200 public')
    expect(network.lookups).toEqual(['inside.example'])
    // A second fetch, or a redirect to itself, looks it up and checks it again.
    expect(await outcome(INSIDE, { network })).toBe('Address')
  })

  test('is also checked by the socket before anything is sent', async () => {
    const verdicts = [true, false]
    const network = { ...inside(), allow: () => !!verdicts.shift() }
    const before = open.hits.length
    const reason = expect.stringContaining('reached')
    expect(await ask(SITE, { network })).toMatchObject({ kind: 'Address', reason })
    expect(open.hits).toHaveLength(before)
  })

  test('a host without an address is rejected', async () => {
    expect(await outcome(INSIDE, { network: inside([]) })).toBe('Dns')
  })

  test('nothing reaches the private server', () => expect(secret.hits).toEqual([]))

  test('by default, loopback is rejected', async () => {
    const network = { ...inside(), allow: isPublicAddress }
    const before = open.hits.length
    expect(await createGuardedFetch({ network })(SITE)).toMatchObject({ kind: 'Address' })
    // These need no name server.
    for (const url of ['http://localhost/', `http://127.0.0.1:${open.port}/`]) {
      expect((await createGuardedFetch()(url)).kind).toMatch(/Host|Port/)
    }
    expect(open.hits).toHaveLength(before)
  })
})

describe('a public website', () => {
  let site: Site
  let fetch: GuardedFetch
  const seen: Record<string, unknown>[] = []
  const PAGES: Record<string, RequestListener> = {
    '/': (_request, response) => response.setHeader('content-type', 'text/html').end('home'),
    '/moved': (_request, response) =>
      response.writeHead(301, { location: '/#top', 'set-cookie': 'a=1' }).end('x'),
    '/circle': (_request, response) => response.writeHead(302, { location: '/circle' }).end(),
    '/gzip': packed('gzip', gzipSync('packed')),
    '/br': packed('BR', brotliCompressSync('packed')),
    '/deflate': packed('deflate', deflateSync('packed')),
    '/no-location': (_request, response) => response.writeHead(302).end('stay'),
  }
  beforeAll(async () => {
    site = await keep(
      startSite((request, response) => {
        seen.push({ ...request.headers, method: request.method })
        const page = PAGES[request.url ?? ''] ?? ((_q, r) => r.writeHead(404).end('none'))
        page(request, response)
      }),
    )
    const network = loopback({ http: site }, isPublicAddress)
    fetch = createGuardedFetch({ limits: LIMITS, network })
  })

  test('is fetched with its Host, an honest User-Agent, and nothing about the client', async () => {
    expect(await fetch(SITE)).toEqual({
      ...{ kind: 'Fetched', status: 200, url: SITE, contentType: 'text/html' },
      body: Buffer.from('home'),
    })
    expect(seen.at(-1)).toEqual({
      method: 'GET',
      host: 'site.example',
      accept: '*/*',
      'accept-encoding': 'gzip, br, deflate',
      connection: expect.any(String),
      'user-agent': expect.stringMatching(/^nonprofit-research-service\/.*robots\.txt/),
    })
  })
  test('may redirect once, and does not get its cookie back', async () => {
    expect(await fetch('http://site.example/moved')).toMatchObject({ url: SITE })
    expect(seen.at(-1)).not.toHaveProperty('cookie')
  })
  test('is reached at its second address when the first one is silent', async () => {
    // Accepts connections and never answers TLS, because one host has two addresses with the same
    // port.
    const silent = await keep(startRawSite(() => undefined))
    const hosts = { 'site.example': [[PUBLIC, PRIVATE]] }
    const network = loopback({ https: silent }, (address) => address === PRIVATE, hosts)
    const patient = { ...LIMITS, totalMs: 2_000 }
    const refusal = await ask('https://site.example/', { network, limits: patient })
    // Nothing listens at the second address; the error shows that it was tried.
    const reason = expect.stringContaining('REFUSED')
    expect(refusal).toMatchObject({ kind: 'Connection', reason })
    expect(silent.hits).toEqual(['connection'])
  })
  test('may not redirect forever', async () => {
    const before = site.hits.length
    expect(await fetch('http://site.example/circle')).toMatchObject({ kind: 'Redirect' })
    expect(site.hits.length - before).toBe(LIMITS.maxRedirects + 1)
  })
  test.each(['/gzip', '/br', '/deflate'])('may compress its pages: %s', async (path) => {
    const answer = await fetch(`http://site.example${path}`)
    expect(answer).toMatchObject({ body: Buffer.from('packed') })
  })
  test('reports its status unchanged', async () => {
    expect(await fetch('http://site.example/other')).toMatchObject({ status: 404 })
    expect(await fetch('http://site.example/no-location')).toMatchObject({ status: 302 })
  })
  test('is cut if the caller wants only the beginning', async () => {
    const answer = await fetch(SITE, { maxBytes: 2, cut: true })
    expect(answer).toMatchObject({ body: Buffer.from('ho') })
  })
  test('is not fetched if the caller disallows the request, redirects included', async () => {
    const asked: string[] = []
    const answer = await fetch('http://site.example/moved', {
      around: async (url, go) => {
        asked.push(url.pathname)
        if (url.pathname === '/moved') return go()
        return { kind: 'Disallowed', url: url.href, reason: 'Not this one.' }
      },
    })
    expect(answer).toMatchObject({ kind: 'Disallowed' })
    expect(asked).toEqual(['/moved', '/'])
  })
  test('is not fetched when its time is over or the caller disconnects', async () => {
    const signal = AbortSignal.abort()
    expect(await fetch(SITE, { signal })).toMatchObject({ kind: 'Canceled' })
  })
  test('is reached directly, even if the environment sets a proxy', async () => {
    const proxy = await keep(startSite((_request, response) => response.end('proxy')))
    const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`
    const answer = await fetch(SITE)
    for (const name of names) delete process.env[name]
    expect(answer).toMatchObject({ body: Buffer.from('home') })
    expect(proxy.hits).toEqual([])
  })
  test('gets its full time limit, no matter how long the caller waits for a slot', async () => {
    const answer = await fetch('http://site.example/moved', {
      around: async (_url, go) => {
        await new Promise((resolve) => setTimeout(resolve, LIMITS.totalMs / 1.5))
        return go()
      },
    })
    expect(answer).toMatchObject({ status: 200 })
  })
})

describe('a hostile server', () => {
  const MEGABYTE = Buffer.alloc(1024 * 1024)
  const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024))
  const sendMuch: RequestListener = (_request, response) => {
    for (let sent = 0; sent < 3; sent += 1) response.write(MEGABYTE)
    response.end()
  }
  const sendSlowly: RequestListener = (_request, response) => {
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  }
  const sendPart: RequestListener = (_request, response) =>
    void response.setHeader('content-encoding', 'gzip').write(bomb.subarray(0, 12))
  const sendLess: RequestListener = (_request, response) => {
    response.setHeader('content-length', 50).write('short')
    setTimeout(() => response.destroy(), 20)
  }
  const moveSlowly: RequestListener = (_request, response) =>
    void setTimeout(() => response.writeHead(302, { location: '/' }).end(), 200)
  const answers: [string, string, RequestListener][] = [
    ['sends 100 MB of zeros, compressed', 'TooLarge', packed('gzip', bomb)],
    ['compresses it with brotli', 'TooLarge', packed('br', brotliCompressSync(Buffer.alloc(9e6)))],
    ['compresses the bomb twice', 'Encoding', packed('gzip, gzip', gzipSync(bomb))],
    ['compresses the bomb in two ways', 'Encoding', packed('gzip, br', brotliCompressSync(bomb))],
    ['names an unknown encoding', 'Encoding', packed('constructor', Buffer.from('x'))],
    ['names the wrong encoding', 'Encoding', packed('gzip', Buffer.from('plain'))],
    ['truncates data', 'Encoding', packed('gzip', gzipSync('x'.repeat(999)).subarray(0, 20))],
    ['sends more than 2 MiB', 'TooLarge', sendMuch],
    ['sends a byte at a time', 'Timeout', sendSlowly],
    ['sends compressed data without end', 'Timeout', sendPart],
    ['never answers', 'Timeout', () => undefined],
    ['announces more than it sends', 'Protocol', sendLess],
    ['redirects slowly, again and again', 'Timeout', moveSlowly],
  ]
  const reach = async (site: Promise<Site>) =>
    outcome(SITE, { network: loopback({ http: await keep(site) }, isPublicAddress) })
  test.each(answers)('that %s is cut off: %s', async (_what, kind, answer) => {
    expect(await reach(startSite(answer))).toBe(kind)
  })

  const drip = (text: string, then: string) => (socket: Socket) => {
    socket.write(text)
    const timer = setInterval(() => socket.write(then), 20)
    socket.on('close', () => clearInterval(timer))
  }
  const ok = (header: string, body: string) => (socket: Socket) =>
    socket.end(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n${body}`)
  const raw: [string, string | RegExp, (socket: Socket) => void][] = [
    ['sends headers slowly', 'Timeout', drip('HTTP/1.1 200 OK\r\n', 'x: y\r\n')],
    ['sends an endless header', 'TooLarge', drip('HTTP/1.1 200 OK\r\nx: ', 'y'.repeat(9_000))],
    ['sends endless headers', 'TooLarge', drip('HTTP/1.1 200 OK\r\n', 'x: yyyyy\r\n'.repeat(900))],
    ['sends early hints forever', 'Timeout', drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
    ['does not speak HTTP', 'Protocol', (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')],
    ['hangs up', /^(Connection|Protocol)$/, (socket) => socket.destroy()],
    ['sends an invalid chunk size', 'Protocol', ok('transfer-encoding: chunked', 'zz\r\nbody')],
    ['sends two lengths', 'Protocol', ok('content-length: 2\r\ncontent-length: 3', 'abc')],
  ]
  test.each(raw)('that %s is cut off: %s', async (_what, kind, answer) => {
    expect(await reach(startRawSite(answer))).toMatch(kind)
  })

  test('that does not exist is distinguished from one that refuses connections', async () => {
    const network = loopback({}, isPublicAddress)
    expect(await outcome(SITE, { network })).toBe('Connection')
  })
  test('with an unreachable first address is reached at the second', async () => {
    const site = await keep(startSite((_request, response) => response.end('here')))
    const hosts = { 'site.example': [['127.0.0.3', PUBLIC]] }
    const network = loopback({ http: site }, (address) => address === '127.0.0.3', hosts)
    expect(await outcome(SITE, { network })).toBe('200 here')
  })
  test('is abandoned if its name lookup takes too long', async () => {
    const network = {
      ...loopback({}, isPublicAddress),
      resolve: (_host: string, signal: AbortSignal) =>
        new Promise<string[]>((resolve) => signal.addEventListener('abort', () => resolve([]))),
    }
    expect(await outcome(SITE, { network })).toBe('Timeout')
  })
})

const identity = makeIdentity('site.example')
describe.skipIf(!identity)('a website with TLS (needs openssl)', () => {
  const { key, cert } = identity ?? { key: '', cert: '' }
  let site: Site
  let plain: Site
  beforeAll(async () => {
    const answer: RequestListener = (request, response) => {
      if (request.url === '/down') response.writeHead(301, { location: SITE })
      response.end('safe')
    }
    site = await keep(startSite(answer, { identity: { key, cert } }))
    plain = await keep(startSite((_request, response) => response.end('plain')))
  })
  const network = (ca?: string) =>
    loopback({ https: site, http: plain, ...(ca && { ca }) }, isPublicAddress)

  test.each<[says: string, path: string, result: string, ca?: string]>([
    ['is fetched when its certificate is valid for its name', '', '200 safe', cert],
    ['is rejected without a certificate from a trusted authority', '', 'Tls'],
    ['may not redirect to a website without TLS', 'down', 'Downgrade', cert],
  ])('%s, regardless of the environment', async (_says, path, result, ca) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await outcome(`https://site.example/${path}`, { network: network(ca) })).toBe(result)
    expect(plain.hits).toEqual([])
  })
  test('is rejected when the certificate has another name', async () => {
    const before = site.hits.length
    const refusal = await ask('https://other.example/', { network: network(cert) })
    expect(refusal).toMatchObject({ kind: 'Tls', reason: expect.stringContaining('ALTNAME') })
    expect(site.hits).toHaveLength(before)
  })
  test('is rejected if the server does not use TLS', async () => {
    const own = loopback({ https: plain, ca: cert }, isPublicAddress)
    expect(await outcome('https://site.example/', { network: own })).toBe('Tls')
  })
})
