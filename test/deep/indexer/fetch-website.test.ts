import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { createFetchWebsite, isCaptured } from '#indexer/enrich/fetch/fetch-website.ts'
import { openHostTurns } from '#indexer/enrich/fetch/host-turns.ts'
import { openReaders, sharedReaders } from '#indexer/enrich/read-page/readers.ts'
import { isPublicAddress } from '#src/platform/clients/address-guard.ts'
import { createGuardedFetch, FETCH_LIMITS } from '#src/platform/clients/guarded-fetch.ts'
import { loopback, type Site, startSite } from '#test/deep/clients/sites.ts'
import { makeJpeg, makePng } from '#test/unit/enrich/made-icons.ts'

type Answer = string | Buffer | RequestListener
/** The response of each "host/path"; everything else is 404. */
type Pages = Record<string, Answer>

const PROSE = 'We shelter families who have lost their home until they have found another one.'
const HOME = `<title>Harbor and Hearth</title><link rel=icon href=/i.png><p>${PROSE}`
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

const opened: Site[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((site) => site.close()))
})

function answerFrom(pages: Pages, request: IncomingMessage, response: ServerResponse): void {
  const answer = pages[`${request.headers.host}${request.url}`]
  if (answer === undefined) response.writeHead(404).end('none')
  else if (typeof answer === 'function') answer(request, response)
  else {
    const isText = typeof answer === 'string' && !request.url?.endsWith('.png')
    response.setHeader('content-type', isText ? 'text/html' : 'image/png').end(answer)
  }
}

const status =
  (code: number, location?: string): RequestListener =>
  (_request, response) =>
    response.writeHead(code, location === undefined ? {} : { location }).end()

/** Runs over these pages without waiting; `slept` lists the pauses. */
async function openRun(
  pages: Pages,
  hosts: Record<string, string[][]> = {},
  readers = sharedReaders(),
) {
  const site = await startSite((request, response) => answerFrom(pages, request, response))
  opened.push(site)
  const [slept, refused]: [number[], string[]] = [[], []]
  const network = loopback({ http: site }, isPublicAddress, hosts)
  const turns = openHostTurns({ now: () => 0, sleep: async (ms) => void slept.push(ms) })
  const fetchWebsite = createFetchWebsite(
    createGuardedFetch({ network, limits: { ...FETCH_LIMITS, totalMs: 2_000 } }),
    { turns, readers, onRefusal: ({ kind, url }) => refused.push(`${kind} ${url}`) },
  )
  return { fetchWebsite, slept, refused, hits: site.hits }
}

describe('reading a website', () => {
  test('requests robots.txt, the home page, and the icon, in this order and with pauses', async () => {
    const icon = makePng(180)
    const run = await openRun({ 'a.example/': HOME, 'a.example/i.png': icon })
    expect(await run.fetchWebsite('http://a.example/')).toEqual({
      url: 'http://a.example/',
      fields: { Title: 'Harbor and Hearth', Text: PROSE },
      icon: { url: 'http://a.example/i.png', mediaType: 'image/png', content: icon },
    })
    expect(run.hits).toEqual(['a.example /robots.txt', 'a.example /', 'a.example /i.png'])
    expect(run.slept).toEqual([1_000, 1_000])
    expect(run.refused).toEqual([])
  })

  test('remembers robots.txt for the run and obeys its pause', async () => {
    const run = await openRun({
      'a.example/robots.txt': 'User-agent: *\nCrawl-delay: 7',
      'a.example/': HOME,
      'a.example/i.png': makePng(),
    })
    await Promise.all([1, 2].map(() => run.fetchWebsite('http://a.example/')))
    expect(run.hits.filter((hit) => hit.endsWith('robots.txt'))).toHaveLength(1)
    expect(run.slept.length).toBe(4)
    expect(new Set(run.slept)).toEqual(new Set([7_000]))
  })

  test('reads nothing that robots.txt forbids, neither page nor icon', async () => {
    const run = await openRun({
      'closed.example/robots.txt': 'User-agent: *\nDisallow: /',
      'closed.example/': HOME,
      'icon.example/robots.txt': 'User-agent: *\nDisallow: /*.png\nDisallow: /*.ico',
      'icon.example/': HOME,
      'icon.example/i.png': makePng(),
    })
    expect(await run.fetchWebsite('http://closed.example/')).toEqual({
      kind: 'Disallowed',
      reason: 'robots.txt of closed.example disallows this address.',
    })
    expect(await run.fetchWebsite('http://icon.example/')).not.toHaveProperty('icon')
    expect(run.hits).toEqual([
      'closed.example /robots.txt',
      'icon.example /robots.txt',
      'icon.example /',
    ])
    expect(run.refused).toContain('Disallowed http://icon.example/i.png')
  })

  test('requests the robots.txt of each host in a redirect', async () => {
    const run = await openRun({
      'a.example/': status(301, 'http://b.example/home'),
      'b.example/robots.txt': 'User-agent: nonprofit-research-service\nDisallow: /home',
      'b.example/home': HOME,
    })
    expect(await run.fetchWebsite('http://a.example/')).toMatchObject({ kind: 'Disallowed' })
    expect(run.hits).toEqual(['a.example /robots.txt', 'a.example /', 'b.example /robots.txt'])
  })

  test.each([
    [404, true],
    [403, true],
    [429, false],
    [500, false],
    [503, false],
  ])('with robots.txt returning %i it may continue: %s', async (code, mayGoOn) => {
    const run = await openRun({ 'a.example/robots.txt': status(code), 'a.example/': HOME })
    const outcome = await run.fetchWebsite('http://a.example/')
    expect(isCaptured(outcome)).toBe(mayGoOn)
    if (!mayGoOn) expect(outcome).toMatchObject({ kind: 'RobotsUnread' })
    expect(run.hits.includes('a.example /')).toBe(mayGoOn)
  })

  test('stops if robots.txt cannot be fetched, and says why', async () => {
    const run = await openRun(
      {
        'b.example/robots.txt': status(302, 'http://inside.example/'),
        'c.example/robots.txt': status(302, '/robots.txt'),
        'd.example/robots.txt': (_request, response) =>
          response.setHeader('content-encoding', 'unknown').end('User-agent: *'),
      },
      { 'gone.example': [[]], 'inside.example': [['10.0.0.1']] },
    )
    expect(await run.fetchWebsite('http://gone.example/')).toEqual({
      kind: 'Dns',
      reason: 'robots.txt of gone.example could not be read: gone.example has no address.',
    })
    expect(await run.fetchWebsite('http://inside.example/')).toMatchObject({ kind: 'Address' })
    // None of these is a refusal by the site.
    for (const host of ['b.example', 'c.example', 'd.example']) {
      const outcome = await run.fetchWebsite(`http://${host}/`)
      expect(outcome).toMatchObject({ kind: 'RobotsUnread' })
    }
    expect(run.refused.slice(0, 2)).toEqual([
      'Dns http://gone.example/',
      'Address http://inside.example/',
    ])
  })

  test('follows a page that only redirects, once', async () => {
    const forward = (to: string) => `<meta http-equiv="refresh" content="0;url=${to}">`
    const run = await openRun({
      'a.example/': forward('/home.html'),
      'a.example/home.html': HOME,
      'b.example/': forward('/1'),
      'b.example/1': forward('/2'),
      'c.example/': forward('http://127.0.0.1/'),
    })
    expect(await run.fetchWebsite('http://a.example/')).toMatchObject({
      url: 'http://a.example/home.html',
    })
    expect(await run.fetchWebsite('http://b.example/')).toMatchObject({ kind: 'Empty' })
    expect(await run.fetchWebsite('http://c.example/')).toMatchObject({ kind: 'IpLiteral' })
    expect(run.hits).not.toContain('b.example /2')
  })

  test('requests nothing from a shared host', async () => {
    const run = await openRun({ 'gmail.com/': HOME })
    expect(await run.fetchWebsite('http://gmail.com/')).toMatchObject({ kind: 'SharedHost' })
    expect(run.hits).toEqual([])
  })

  test('ignores a page whose header forbids reading', async () => {
    const run = await openRun({
      'a.example/': (_request, response) =>
        response.writeHead(200, { 'x-robots-tag': ['noarchive', 'noindex'] }).end(HOME),
    })
    expect(await run.fetchWebsite('http://a.example/')).toMatchObject({ kind: 'NoIndex' })
  })

  test('follows no page from https to http', async () => {
    const forward = '<meta http-equiv=refresh content="0;url=http://a.example/home">'
    const asked: string[] = []
    const fetchWebsite = createFetchWebsite(
      async (url) => {
        asked.push(url)
        const found = { kind: 'Fetched', status: 200, url, contentType: 'text/html' } as const
        return { ...found, robotsTag: undefined, body: Buffer.from(forward) }
      },
      { turns: openHostTurns({ pauseMs: 0 }) },
    )
    expect(await fetchWebsite('https://a.example/')).toMatchObject({ kind: 'Downgrade' })
    expect(asked).toEqual(['https://a.example/'])
  })

  test('loses only the page that cannot be read to its end', async () => {
    const thread = new URL('../../unit/enrich/hostile-thread.ts', import.meta.url)
    const readers = openReaders({ thread, deadlineMs: 500 })
    const run = await openRun({ 'a.example/': 'loop', 'b.example/': HOME }, {}, readers)
    const [lost, read] = await Promise.all([
      run.fetchWebsite('http://a.example/'),
      run.fetchWebsite('http://b.example/'),
    ])
    expect(lost).toMatchObject({ kind: 'Unreadable' })
    expect(read).toHaveProperty('fields')
  })

  test('accepts no other response as a home page', async () => {
    const run = await openRun({
      'a.example/': status(500),
      'b.example/': (_request, response) =>
        response.setHeader('content-type', 'application/pdf').end('%PDF-'),
      'c.example/': '<title>c.example</title>This domain is for sale! Make an offer.',
    })
    const kindOf = async (host: string) => run.fetchWebsite(`http://${host}/`)
    expect(await kindOf('a.example')).toMatchObject({ kind: 'Status' })
    expect(await kindOf('b.example')).toMatchObject({ kind: 'NotHtml' })
    expect(await kindOf('c.example')).toMatchObject({ kind: 'Parked' })
    expect(await kindOf('d.example')).toMatchObject({ kind: 'Status', status: 404 })
    // A site that is not evidence gets no request for its icon.
    expect(run.hits.filter((hit) => /ico|png/.test(hit))).toEqual([])
  })

  test.each([
    ['SVG', SVG],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['an image of gigabytes', makePng(60_000)],
    ['more than 256 KiB', Buffer.concat([makePng(), Buffer.alloc(256 * 1024)])],
  ])('stores a site without its icon when that is %s posing as PNG', async (_what, content) => {
    const posing: RequestListener = (_request, response) =>
      response.setHeader('content-type', 'image/png').end(content)
    const run = await openRun({ 'a.example/': HOME, 'a.example/i.png': posing })
    const outcome = await run.fetchWebsite('http://a.example/')
    expect(outcome).toHaveProperty('fields')
    expect(outcome).not.toHaveProperty('icon')
    expect(run.refused).toEqual([
      expect.stringMatching(/(?:Icon|Large) http:\/\/a\.example\/i\.png/),
    ])
  })

  test('tries the next icon, and identifies each by its bytes', async () => {
    const icon = makeJpeg(48)
    const run = await openRun({
      'a.example/': HOME,
      'a.example/i.png': SVG,
      'a.example/favicon.ico': icon,
    })
    expect(await run.fetchWebsite('http://a.example/')).toMatchObject({
      icon: { url: 'http://a.example/favicon.ico', mediaType: 'image/jpeg' },
    })
  })

  test.each([
    ['is temporarily unavailable', status(503), 'passing'],
    ['is rate-limited', status(429), 'passing'],
    ['is cut off', ((_request, response) => response.destroy()) as RequestListener, 'passing'],
    ['is gone', status(410), undefined],
    ['is not an image', SVG, undefined],
  ])('distinguishes an icon that %s from a missing one', async (_what, answer, iconFailure) => {
    const run = await openRun({ 'a.example/': HOME, 'a.example/i.png': answer })
    const outcome = await run.fetchWebsite('http://a.example/')
    expect(outcome).not.toHaveProperty('icon')
    expect(isCaptured(outcome) && outcome.iconFailure).toBe(iconFailure)
  })

  test('never requests an icon from a private host', async () => {
    const page = `${HOME}<link rel=icon sizes=64x64 href="http://inside.example/i.png">`
    const run = await openRun({ 'a.example/': page }, { 'inside.example': [['169.254.169.254']] })
    expect(await run.fetchWebsite('http://a.example/')).not.toHaveProperty('icon')
    expect(run.refused).toEqual(['Address http://inside.example/i.png'])
    expect(run.hits.join()).not.toContain('inside')
  })

  test('ends with the run', async () => {
    const leave = new AbortController()
    const run = await openRun({
      'a.example/': (_request, response) => {
        leave.abort()
        response.end(HOME)
      },
    })
    const outcome = await run.fetchWebsite('http://a.example/', leave.signal)
    expect(outcome).toEqual({ kind: 'Canceled', reason: expect.any(String) })
    expect(run.hits).not.toContain('a.example /i.png')
  })
})
