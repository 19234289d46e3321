import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { createFetchWebsite, isCaptured } from '#indexer/enrich/fetch/fetch-website.ts'
import { openHostTurns } from '#indexer/enrich/fetch/host-turns.ts'
import { openReader, sharedReader } from '#indexer/enrich/read-page/reader.ts'
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
  read = sharedReader(),
) {
  const site = await startSite((request, response) => answerFrom(pages, request, response))
  opened.push(site)
  const slept: number[] = []
  const network = loopback({ http: site }, isPublicAddress, hosts)
  const turns = openHostTurns({ now: () => 0, sleep: async (ms) => void slept.push(ms) })
  const fetchWebsite = createFetchWebsite(
    createGuardedFetch({ network, limits: { ...FETCH_LIMITS, totalMs: 2_000 } }),
    { turns, read },
  )
  return { fetchWebsite, slept, hits: site.hits }
}

test('robots.txt, the home page, and the icon are requested in this order and with pauses', async () => {
  const icon = makePng(180)
  const run = await openRun({ 'a.example/': HOME, 'a.example/i.png': icon })
  expect(await run.fetchWebsite('http://a.example/')).toEqual({
    url: 'http://a.example/',
    fields: { Title: 'Harbor and Hearth', Text: PROSE },
    icon: { url: 'http://a.example/i.png', mediaType: 'image/png', content: icon },
  })
  expect(run.hits).toEqual(['a.example /robots.txt', 'a.example /', 'a.example /i.png'])
  expect(run.slept).toEqual([1_000, 1_000])
})

test('robots.txt is remembered for the run, and its pause obeyed', async () => {
  const run = await openRun({
    'a.example/robots.txt': 'User-agent: *\nCrawl-delay: 7',
    'a.example/': HOME,
    'a.example/i.png': makePng(),
  })
  await Promise.all([1, 2].map(() => run.fetchWebsite('http://a.example/')))
  expect(run.hits.filter((hit) => hit.endsWith('robots.txt'))).toHaveLength(1)
  expect(run.slept).toEqual([7_000, 7_000, 7_000, 7_000])
})

const forward = (to: string) => `<meta http-equiv="refresh" content="0;url=${to}">`
const header =
  (name: string, value: string | string[], body = HOME): RequestListener =>
  (_request, response) =>
    response.setHeader(name, value).end(body)
const disallow = (path: string) => `User-agent: *\nDisallow: ${path}`

const SALE = '<title>a.example</title>This domain is for sale! Make an offer.'
const CIRCLE = { '/robots.txt': status(302, '/robots.txt') }
const ELSEWHERE = {
  '/': status(301, 'http://b.example/home'),
  'b.example/robots.txt': disallow('/home'),
}

test.each<[kind: string, hits: string, pages: Pages]>([
  ['Disallowed', '/robots.txt', { '/': HOME, '/robots.txt': disallow('/') }],
  ['Disallowed', '/robots.txt / b.example/robots.txt', ELSEWHERE],
  ['RobotsUnread', '/robots.txt', CIRCLE],
  ['RobotsUnread', '/robots.txt', { '/robots.txt': header('content-encoding', 'unknown') }],
  ['Empty', '/robots.txt / /1', { '/': forward('/1'), '/1': forward('/2') }],
  ['IpLiteral', '/robots.txt /', { '/': forward('http://127.0.0.1/') }],
  ['NoIndex', '/robots.txt /', { '/': header('x-robots-tag', ['noarchive', 'noindex']) }],
  ['Status', '/robots.txt /', { '/': status(500) }],
  ['NotHtml', '/robots.txt /', { '/': header('content-type', 'application/pdf', '%PDF-') }],
  ['Parked', '/robots.txt /', { '/': SALE }],
])(
  'a page is %s after requests for %s, and nothing else is requested',
  async (kind, hits, pages) => {
    const inFull = Object.entries(pages).map(([at, page]) => [
      at.replace(/^\//, 'a.example/'),
      page,
    ])
    const run = await openRun(Object.fromEntries(inFull))
    expect(await run.fetchWebsite('http://a.example/')).toMatchObject({ kind })
    const asked = new Set(run.hits.map((hit) => hit.replace('a.example ', '').replace(' ', '')))
    expect([...asked].join(' ')).toBe(hits)
  },
)

test('a page that redirects once is followed', async () => {
  const run = await openRun({ 'a.example/': forward('/home'), 'a.example/home': HOME })
  expect(await run.fetchWebsite('http://a.example/')).toMatchObject({
    url: 'http://a.example/home',
  })
})

test.each([
  [404, true],
  [403, true],
  [429, false],
  [500, false],
])('with robots.txt returning %i the page may be read: %s', async (code, mayGoOn) => {
  const run = await openRun({ 'a.example/robots.txt': status(code), 'a.example/': HOME })
  const outcome = await run.fetchWebsite('http://a.example/')
  expect(isCaptured(outcome)).toBe(mayGoOn)
  expect(run.hits.includes('a.example /')).toBe(mayGoOn)
})

test('hosts without a public address, and shared hosts, are not requested', async () => {
  const run = await openRun({}, { 'gone.example': [[]], 'inside.example': [['10.0.0.1']] })
  for (const [host, kind] of [
    ['gone.example', 'Dns'],
    ['inside.example', 'Address'],
    ['gmail.com', 'SharedHost'],
  ]) {
    expect(await run.fetchWebsite(`http://${host}/`)).toMatchObject({ kind })
  }
  expect(run.hits).toEqual([])
})

test('a page is not followed from https to http', async () => {
  const asked: string[] = []
  const fetchWebsite = createFetchWebsite(
    async (url) => {
      asked.push(url)
      const found = { kind: 'Fetched', status: 200, url, contentType: 'text/html' } as const
      const body = Buffer.from(forward('http://a.example/home'))
      return { ...found, robotsTag: undefined, body }
    },
    { turns: openHostTurns({ pauseMs: 0 }) },
  )
  expect(await fetchWebsite('https://a.example/')).toMatchObject({ kind: 'Downgrade' })
  expect(asked).toEqual(['https://a.example/'])
})

test('only the page that cannot be read to its end is lost', async () => {
  const thread = new URL('../enrich/hostile-thread.ts', import.meta.url)
  const reader = openReader({ thread, deadlineMs: 500 })
  const run = await openRun({ 'a.example/': 'loop', 'b.example/': HOME }, {}, reader)
  const [lost, read] = await Promise.all([
    run.fetchWebsite('http://a.example/'),
    run.fetchWebsite('http://b.example/'),
  ])
  expect(isCaptured(lost)).toBe(false)
  expect(read).toMatchObject({ url: 'http://b.example/' })
})

// test/unit/enrich/icon.test.ts has what is not an icon.
test.each<[what: string, answer: Answer, failure: string | undefined]>([
  ['SVG', SVG, undefined],
  ['more than 256 KiB', Buffer.concat([makePng(), Buffer.alloc(256 * 1024)]), undefined],
  ['gone', status(410), undefined],
  ['unavailable', status(503), 'passing'],
  ['rate-limited', status(429), 'passing'],
  ['cut off', (_request, response) => response.destroy(), 'passing'],
])('a site is stored without its icon if that is %s', async (_what, answer, failure) => {
  const image: Answer =
    typeof answer === 'function' ? answer : header('content-type', 'image/png', answer as string)
  const run = await openRun({ 'a.example/': HOME, 'a.example/i.png': image })
  const outcome = await run.fetchWebsite('http://a.example/')
  expect(outcome).toHaveProperty('fields')
  expect(outcome).not.toHaveProperty('icon')
  expect(isCaptured(outcome) && outcome.iconFailure).toBe(failure)
})

test('the next icon is tried, and identified by its bytes; none of a private host', async () => {
  const page = `${HOME}<link rel=icon sizes=64x64 href="http://inside.example/i.png">`
  const run = await openRun(
    { 'a.example/': page, 'a.example/i.png': SVG, 'a.example/favicon.ico': makeJpeg(48) },
    { 'inside.example': [['169.254.169.254']] },
  )
  expect(await run.fetchWebsite('http://a.example/')).toMatchObject({
    icon: { url: 'http://a.example/favicon.ico', mediaType: 'image/jpeg' },
  })
  expect(run.hits.join()).not.toContain('inside')
})

test('reading ends with the run', async () => {
  const leave = new AbortController()
  const page: RequestListener = (_request, response) => {
    leave.abort()
    response.end(HOME)
  }
  const run = await openRun({ 'a.example/': page })
  expect(await run.fetchWebsite('http://a.example/', leave.signal)).toMatchObject({
    kind: 'Canceled',
  })
  expect(run.hits).not.toContain('a.example /i.png')
})
