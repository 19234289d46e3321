import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readEnrichmentStatus } from '#indexer/enrich/due.ts'
import {
  type EnrichOptions,
  type EnrichProgress,
  enrichOrganizations,
  type NotRead,
} from '#indexer/enrich/run.ts'
import { countOrganizations } from '#indexer/index/build/read-organizations.ts'
import { withResolvers } from '#src/domain/es2024.ts'
import { TSX } from '#src/platform/engines/tsx.ts'
import {
  openWebsites,
  PNG,
  putSite,
  readThrough,
  type Websites,
} from '#test/integration/indexer/websites.ts'
import { addFilers } from '#test/integration/indices/store.ts'
import { createStore, type Store } from '#test/world/store.ts'

let store: Store
let web: Websites
/** The clock of the runs. */
let now = new Date()
const days = (count: number) => {
  now = new Date(now.getTime() + count * 86_400_000)
}

beforeAll(async () => {
  store = await createStore('enrich_test')
})
afterAll(() => store.drop())
beforeEach(async () => {
  now = new Date('2026-11-22T09:00:00Z')
  web = await openWebsites()
  await store.db.query(
    'truncate organization, filing, release, web_capture, web_icon, enrichment cascade',
  )
})
afterEach(() => web.close())

const einOf = (number: number) => `17${String(number).padStart(7, '0')}`

/** Organizations numbered 1, 2, … whose latest filings name these websites. */
async function fileWebsites(...filed: (string | undefined)[]): Promise<void> {
  await addFilers(store.db, 1, filed.length)
  for (const [place, website] of filed.entries()) await refile(place + 1, website)
}

async function refile(number: number, website: string | undefined): Promise<void> {
  await store.db.query(
    `update filing f set facts = case when $2::text is null then facts - 'website'
       else jsonb_set(facts, '{website}',
         jsonb_build_object('value', $2::text, 'path', '/IRS990/WebsiteAddressTxt')) end
     from organization o where o.ein = $1 and o.latest_object_id = f.object_id`,
    [einOf(number), website ?? null],
  )
}

const run = (options: Partial<EnrichOptions> = {}) =>
  enrichOrganizations(store.db, {
    fetchWebsite: web.fetchWebsite,
    now: () => now,
    ...options,
  })

type Stored = {
  ein: string
  website: string
  ref: string
  content: string | null
  title: string | null
  failures: number
  kind: string | null
  release: string | null
}
const stored = () =>
  store.db.query<Stored>(
    `select e.ein, website, website_ref as ref, e.content_id as content, fields ->> 'Title' as title,
       failures, failure_kind as kind, release
     from enrichment e left join web_capture using (ein, content_id) order by e.ein`,
  )
const countRows = async (table: 'web_capture' | 'web_icon' | 'release') => {
  const [row] = await store.db.query<{ count: number }>(`select count(*) from ${table}`)
  return row?.count
}

describe('a first run', () => {
  test('reads each filed website and stores its content, with a release', async () => {
    putSite(web, 'mill.example', 'Mill Menders', {
      links: '<a href="https://www.instagram.com/millmenders/">Instagram</a>',
    })
    putSite(web, 'brook.example', 'Brook Wardens')
    await fileWebsites('HTTP://MILL.EXAMPLE', 'http://brook.example/', 'N/A', undefined)
    const result = await run()
    expect(result).toMatchObject({ due: 2, enriched: 2, changed: 2, refused: 0, failed: 0 })
    expect(result.release).toMatch(/^\d{8}t\d{9}z$/)
    const rows = await stored()
    expect(rows).toMatchObject([
      {
        ein: einOf(1),
        website: 'http://mill.example/',
        ref: '990:2022:202303199349300001:/IRS990/WebsiteAddressTxt',
        content: expect.stringMatching(/^[0-9a-f]{16}$/),
        title: 'Mill Menders',
        release: result.release,
      },
      { ein: einOf(2), title: 'Brook Wardens', release: result.release },
    ])
    const [capture] = await store.db.query<{ fields: Record<string, unknown>; url: string }>(
      'select fields, url from web_capture where ein = $1',
      [einOf(1)],
    )
    expect(capture).toMatchObject({
      url: 'http://mill.example/',
      fields: {
        Description: 'We are Mill Menders.',
        Text: expect.stringContaining('mend what is broken'),
        SocialLinks: [{ Network: 'Instagram', URL: expect.stringContaining('millmenders') }],
        Icon: { URL: 'http://mill.example/icon.png', MediaType: 'image/png' },
      },
    })
    expect(await countRows('web_icon')).toBe(1)
    expect(await countOrganizations(store.db, { changedAfter: '20260101t000000000z' })).toBe(2)
  })

  test('is followed by one that sends no request and creates no release', async () => {
    putSite(web, 'mill.example', 'Mill Menders')
    await fileWebsites('http://mill.example')
    await run()
    web.site.hits.length = 0
    expect(await run()).toMatchObject({ due: 0, enriched: 0, release: undefined })
    expect(web.site.hits).toEqual([])
  })

  test('reads a website filed by several organizations once for all of them', async () => {
    putSite(web, 'union.example', 'Union of Mills')
    await fileWebsites('http://union.example', 'http://UNION.example', 'http://union.example/')
    expect(await run()).toMatchObject({ enriched: 3 })
    expect(web.hitsOf('union.example')).toHaveLength(3)
    expect(await stored()).toHaveLength(3)
  })

  test('reads no website filed by more than five organizations, in any spelling', async () => {
    putSite(web, 'national.example', 'National Society')
    putSite(web, 'five.example', 'Five Halls')
    const fives = Array.from({ length: 5 }, () => 'http://five.example')
    const written = ['http://national.example', 'HTTP://WWW.NATIONAL.EXAMPLE/', 'national.example.']
    await fileWebsites(...written, ...written, ...fives)
    const notRead: NotRead[] = []
    const result = await run({ onNotRead: (one) => notRead.push(one) })
    expect(result).toMatchObject({ due: 11, enriched: 5, refused: 6 })
    expect(new Set(notRead.map(({ kind }) => kind))).toEqual(new Set(['SharedWebsite']))
    expect(web.hitsOf('national.example')).toEqual([])
  })

  test('reports its progress and what it could not read, with the reason', async () => {
    putSite(web, 'mill.example', 'Mill Menders')
    web.pages.set('closed.example/robots.txt', {
      type: 'text/plain',
      body: 'User-agent: *\nDisallow: /',
    })
    putSite(web, 'closed.example', 'Closed Club')
    web.pages.set('parked.example/', {
      body: '<title>x</title>This domain is for sale. Buy this domain today, it is yours within the hour.',
    })
    web.pages.set('away.example/', { status: 503, body: 'later' })
    await fileWebsites(
      'http://mill.example',
      'http://closed.example',
      'http://parked.example',
      'http://away.example',
    )
    const reported: EnrichProgress[] = []
    const notRead: NotRead[] = []
    const result = await run({
      onProgress: (progress) => reported.push(progress),
      onNotRead: (one) => notRead.push(one),
    })
    expect(result).toMatchObject({ enriched: 1, refused: 2, failed: 1 })
    expect(reported[0]).toMatchObject({ done: 0, total: 4 })
    expect(reported.at(-1)).toMatchObject({ done: 4, total: 4, enriched: 1, refused: 2, failed: 1 })
    expect(notRead.toSorted((a, b) => (a.ein < b.ein ? -1 : 1))).toMatchObject([
      { ein: einOf(2), website: 'http://closed.example/', state: 'Refused', kind: 'Disallowed' },
      { ein: einOf(3), website: 'http://parked.example/', state: 'Refused', kind: 'Parked' },
      { ein: einOf(4), website: 'http://away.example/', state: 'Failed', kind: 'Status' },
    ])
    for (const { reason } of notRead) expect(reason).toMatch(/^\w.*\.$/)
    // Robots.txt forbids it, so the page itself is not requested.
    expect(web.hitsOf('closed.example')).toEqual(['closed.example /robots.txt'])
    expect(await readEnrichmentStatus(store.db)).toMatchObject({ enriched: 1, notRead: 3 })
  })

  test('can be limited, and continues with websites never read', async () => {
    for (const host of ['a', 'b', 'c']) putSite(web, `${host}.example`, `Club of ${host}`)
    await fileWebsites('http://a.example', 'http://b.example', 'http://c.example')
    expect(await run({ limit: 2 })).toMatchObject({ due: 2, enriched: 2 })
    expect(await run({ limit: 2 })).toMatchObject({ due: 1, enriched: 1 })
  })

  test('can be limited to one organization, due or not', async () => {
    for (const host of ['a', 'b']) putSite(web, `${host}.example`, `Club of ${host}`)
    await fileWebsites('http://a.example', 'http://b.example')
    expect(await run({ ein: einOf(2) })).toMatchObject({ due: 1, enriched: 1, changed: 1 })
    expect(await run({ ein: einOf(2) })).toMatchObject({ due: 1, enriched: 1, changed: 0 })
    expect((await stored()).map(({ ein }) => ein)).toEqual([einOf(2)])
    await expect(run({ ein: '999999999' })).rejects.toThrow(
      'No organization with the EIN 999999999 is loaded.',
    )
  })
})

describe('a website read before', () => {
  beforeEach(async () => {
    putSite(web, 'mill.example', 'Mill Menders')
    await fileWebsites('http://mill.example')
    await run()
  })

  test('is read again after 90 days, without a release if nothing changed', async () => {
    days(89)
    expect((await run()).due).toBe(0)
    days(1)
    expect(await run()).toMatchObject({ due: 1, enriched: 1, changed: 0, release: undefined })
    const [row] = await store.db.query<{ at: Date; first: Date }>(
      `select e.captured_at as at, c.captured_at as first
       from enrichment e join web_capture c using (ein, content_id)`,
    )
    expect(row).toEqual({ at: now, first: new Date('2026-11-22T09:00:00Z') })
  })

  test('keeps its earlier content after a change, and the image only while it is shown', async () => {
    const [before] = await stored()
    const other = Buffer.from(PNG)
    // A different image: one byte of pixel data, whose checksum is not verified.
    other[other.length - 20] = 7
    putSite(web, 'mill.example', 'Mill Keepers', { icon: other })
    days(90)
    const result = await run()
    expect(result).toMatchObject({ changed: 1, release: expect.any(String) })
    const [after] = await stored()
    expect(after?.title).toBe('Mill Keepers')
    expect(after?.content).not.toBe(before?.content)
    expect(after?.release).toBe(result.release)
    expect(await countRows('web_capture')).toBe(2)
    expect(await countRows('web_icon')).toBe(1)
  })

  test('is retried the next day, then at longer intervals while it fails, and is shown for a month', async () => {
    const [before] = await stored()
    web.pages.set('mill.example/', { status: 500, body: 'broken' })
    days(90)
    for (const [place, wait] of [1, 2, 4, 8, 16, 32, 64, 90, 90].entries()) {
      const failures = place + 1
      expect(await run()).toMatchObject({ due: 1, failed: 1, changed: failures === 6 ? 1 : 0 })
      const content = failures < 6 ? before?.content : null
      expect(await stored()).toMatchObject([{ content, failures, kind: 'Status' }])
      days(wait - 1 / 24)
      expect((await run()).due).toBe(0)
      days(1 / 24)
    }
    expect(await countRows('web_icon')).toBe(0)
    putSite(web, 'mill.example', 'Mill Menders')
    expect(await run()).toMatchObject({ enriched: 1, changed: 1, release: expect.any(String) })
    expect(await stored()).toMatchObject([{ content: before?.content, failures: 0, kind: null }])
  })

  test.each([404, 410])(
    'is no longer shown after status %i, and retried on the next day',
    async (status) => {
      web.pages.set('mill.example/', { status, body: 'gone' })
      days(90)
      expect(await run()).toMatchObject({ failed: 1, changed: 1, release: expect.any(String) })
      expect(await stored()).toMatchObject([{ content: null, kind: 'Status' }])
      days(1)
      expect(await run()).toMatchObject({ due: 1, changed: 0 })
    },
  )

  test('is no longer shown as soon as more than five organizations file it', async () => {
    const everyone = Array.from({ length: 5 }, () => 'mill.example')
    await addFilers(store.db, 2, 6)
    for (const [place, website] of everyone.entries()) await refile(place + 2, website)
    const result = await run({ limit: 6 })
    expect(result).toMatchObject({ due: 6, refused: 6, changed: 1, release: expect.any(String) })
    expect((await stored())[0]).toMatchObject({ content: null, kind: 'SharedWebsite' })
  })

  test("keeps its icon while only the icon's host is down, and loses it once it is gone", async () => {
    const [before] = await stored()
    web.pages.set('mill.example/icon.png', { status: 503, body: 'later' })
    days(90)
    expect(await run()).toMatchObject({ enriched: 1, changed: 0, release: undefined })
    expect(await stored()).toMatchObject([{ content: before?.content }])
    expect(await countRows('web_icon')).toBe(1)
    web.pages.delete('mill.example/icon.png')
    days(90)
    expect(await run()).toMatchObject({ enriched: 1, changed: 1 })
    expect(await countRows('web_icon')).toBe(0)
  })

  test.each([
    [
      'its robots.txt forbids it',
      'mill.example/robots.txt',
      'User-agent: *\nDisallow: /',
      'Disallowed',
    ],
    [
      'the domain is for sale',
      'mill.example/',
      'This domain is for sale. Buy this domain today, it is yours within the hour.',
      'Parked',
    ],
  ])('is no longer shown once %s', async (_, address, body, kind) => {
    web.pages.set(address, { type: address.endsWith('.txt') ? 'text/plain' : 'text/html', body })
    days(90)
    // The next run does not reuse the robots.txt of an earlier run.
    const result = await run({ fetchWebsite: readThrough(web.site.port) })
    expect(result).toMatchObject({ refused: 1, changed: 1, release: expect.any(String) })
    expect(await stored()).toMatchObject([{ content: null, kind, release: result.release }])
    expect(await countRows('web_icon')).toBe(0)
    expect(await countRows('web_capture')).toBe(1)
  })

  test('is replaced at once by a newly filed one', async () => {
    putSite(web, 'brook.example', 'Brook Wardens')
    await refile(1, 'http://brook.example')
    const result = await run()
    expect(result).toMatchObject({ due: 1, lost: 1, enriched: 1, release: expect.any(String) })
    expect(await stored()).toMatchObject([
      { website: 'http://brook.example/', title: 'Brook Wardens' },
    ])
  })

  test('is removed with a release if none is filed anymore', async () => {
    await refile(1, 'NONE')
    const result = await run()
    expect(result).toMatchObject({ due: 0, lost: 1, release: expect.any(String) })
    expect(await stored()).toMatchObject([{ content: null, release: result.release }])
    expect(await run()).toMatchObject({ lost: 0, release: undefined })
    // It cannot become due, however old its last attempt, until it is filed again.
    await store.db.query("update enrichment set next_try_at = '2020-01-01'")
    expect(await readEnrichmentStatus(store.db)).toEqual({ enriched: 0, notRead: 0, due: 0 })
    await refile(1, 'http://mill.example')
    expect(await run()).toMatchObject({ due: 1, enriched: 1 })
  })

  test('is removed with its organization', async () => {
    await store.db.query('delete from organization')
    await run()
    expect(await stored()).toEqual([])
    expect(await countRows('web_icon')).toBe(0)
  })

  test('is read again at once on request', async () => {
    expect(await run({ again: true })).toMatchObject({ due: 1, enriched: 1, changed: 0 })
  })
})

describe('an interrupted run', () => {
  test('continues after a kill with the websites that were not read', async () => {
    const hosts = Array.from({ length: 60 }, (_, place) => `site-${place}.example`)
    let asked = 0
    let stall: () => void = () => undefined
    const stalled = new Promise<void>((resolve) => {
      stall = resolve
    })
    const slow = await openWebsites(async () => {
      asked += 1
      // Three requests a site, so somewhat over half of the sites are done.
      if (asked > 100 && asked < 1_000) {
        stall()
        await new Promise(() => undefined)
      }
    })
    for (const host of hosts) putSite(slow, host, `Club of ${host}`)
    await fileWebsites(...hosts.map((host) => `http://${host}`))
    const script = fileURLToPath(new URL('enrich-child.ts', import.meta.url))
    const child = spawn(process.execPath, [...TSX, script, store.url, String(slow.site.port)], {
      stdio: 'inherit',
    })
    await stalled
    child.kill('SIGKILL')
    await once(child, 'exit')
    await vi.waitFor(isLockFree, 10_000)
    const before = await stored()
    expect(before.length).toBeGreaterThan(0)
    expect(before.length).toBeLessThan(hosts.length)
    // They have no release yet.
    expect(before.every(({ release }) => release === null)).toBe(true)
    asked = 1_000
    slow.site.hits.length = 0
    const result = await run({ fetchWebsite: readThrough(slow.site.port), now: () => new Date() })
    await slow.close()
    expect(result.due).toBe(hosts.length - before.length)
    expect(result.enriched).toBe(result.due)
    for (const { website } of before) expect(slow.hitsOf(new URL(website).host)).toEqual([])
    const after = await stored()
    expect(after).toHaveLength(hosts.length)
    expect(new Set(after.map(({ release }) => release))).toEqual(new Set([result.release]))
  })

  test('reports the end of the store, and requests no further website', async () => {
    putSite(web, 'mill.example', 'Mill Menders')
    await fileWebsites('http://mill.example', 'http://brook.example')
    await store.db.query('alter table web_capture rename to web_capture_away')
    try {
      await expect(run()).rejects.toThrow()
    } finally {
      await store.db.query('alter table web_capture_away rename to web_capture')
    }
    expect(await run({ again: true })).toMatchObject({ due: 2, enriched: 1, failed: 1 })
  })

  test('does not count a network outage against the websites', async () => {
    const hosts = Array.from({ length: 90 }, (_, place) => `site-${place}.example`)
    await fileWebsites(...hosts.map((host) => `http://${host}`))
    await web.close()
    const result = await run()
    expect(result).toMatchObject({ isOffline: true, enriched: 0, release: undefined })
    expect(result.failed).toBeLessThan(hosts.length)
    web = await openWebsites()
    for (const host of hosts) putSite(web, host, 'Club')
    expect(await run()).toMatchObject({ due: 90, enriched: 90, isOffline: false })
  })

  test('detects an outage during the run, and does not store unasked rejections', async () => {
    putSite(web, 'site-0.example', 'Club')
    const hosts = Array.from({ length: 120 }, (_, place) => `site-${place}.example`)
    const filed = hosts.map((host, place) => `http://${host}${place % 10 === 9 ? ':8080' : ''}`)
    await fileWebsites(...filed)
    const first = withResolvers<boolean>()
    const result = await run({
      fetchWebsite: readThrough(
        web.site.port,
        (host) => host === 'site-0.example' || first.promise,
      ),
      onProgress: ({ enriched }) => enriched > 0 && first.resolve(false),
    })
    expect(result).toMatchObject({ isOffline: true, enriched: 1 })
    expect(result.refused + result.failed).toBeLessThan(100)
    expect((await stored()).filter(({ kind }) => kind === 'Dns')).toEqual([])
    expect(result.forgiven).toBe(result.failed)
  })

  test('reports an outage with few websites, too, and the next run retries them at once', async () => {
    putSite(web, 'mill.example', 'Mill Menders')
    await fileWebsites('http://mill.example', 'http://brook.example', 'http://a.example:8080')
    const dead = readThrough(web.site.port, () => false)
    for (const choice of [{ limit: 1 }, { ein: einOf(2) }, {}]) {
      const result = await run({ fetchWebsite: dead, ...choice })
      expect(result).toMatchObject({ isOffline: true, forgiven: result.failed })
    }
    expect(await readEnrichmentStatus(store.db)).toMatchObject({ enriched: 0, due: 0 })
    expect(await run()).toMatchObject({ enriched: 1, failed: 1, isOffline: false, forgiven: 0 })
    expect(await run({ fetchWebsite: dead })).toMatchObject({ due: 0, isOffline: false })
    // Failures during an outage keep a website's earlier content.
    await run({ fetchWebsite: dead, again: true })
    expect(await stored()).toMatchObject([{ failures: 0 }, { failures: 1 }, { kind: 'Port' }])
  })

  test('stores nothing while all websites are silent', async () => {
    await fileWebsites(...Array.from({ length: 20 }, (_, place) => `http://away-${place}.example`))
    let silent = 0
    const seen = withResolvers<void>()
    const stop = withResolvers<boolean>()
    const stopped = run({
      fetchWebsite: readThrough(web.site.port, (host) =>
        host === 'away-19.example' ? stop.promise : false,
      ),
      onNotRead: () => {
        silent += 1
        if (silent === 19) seen.resolve()
      },
    })
    await seen.promise
    expect(await stored()).toEqual([])
    stop.resolve(false)
    expect(await stopped).toMatchObject({ isOffline: true, forgiven: 20 })
  })

  test('does not count as offline if most due websites were already down the last time', async () => {
    putSite(web, 'mill.example', 'Mill Menders')
    const away = Array.from({ length: 60 }, (_, place) => `http://away-${place}.example`)
    await fileWebsites('http://mill.example', ...away)
    const fetchWebsite = readThrough(web.site.port, (host) => host === 'mill.example')
    await run({ fetchWebsite, limit: 40 })
    days(90)
    await run({ fetchWebsite })
    const failing = (await stored()).filter(({ failures }) => failures > 0)
    expect(failing).toHaveLength(60)
    days(90)
    expect(await run({ fetchWebsite })).toMatchObject({ enriched: 1, failed: 60, isOffline: false })
  })
})

/** The server notices a disconnected client after a moment. */
async function isLockFree(): Promise<void> {
  const { isHeld } = await store.db.tryWithLock('enrich', async () => undefined)
  expect(isHeld).toBe(true)
}

test('of two runs at once, the second says that it must wait', async () => {
  let go: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  const slow = await openWebsites(() => gate)
  putSite(slow, 'mill.example', 'Mill Menders')
  await fileWebsites('http://mill.example')
  const first = run({ fetchWebsite: slow.fetchWebsite })
  while (slow.site.hits.length === 0) await new Promise(setImmediate)
  await expect(run()).rejects.toThrow(/Another npm run enrich is using this store\. Wait/)
  go()
  expect(await first).toMatchObject({ enriched: 1 })
  await slow.close()
})
