import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readEnrichmentStatus } from '#indexer/enrich/due.ts'
import { type EnrichOptions, enrichOrganizations } from '#indexer/enrich/run.ts'
import { openLoads } from '#test/integration/indexer/loads.ts'
import {
  openWebsites,
  PNG,
  putSite,
  readThrough,
  type Websites,
} from '#test/integration/indexer/websites.ts'
import { addFilers } from '#test/integration/indices/store.ts'

const made = openLoads('enrich_test')
let web: Websites
/** The clock of the runs. */
let now = new Date()
const days = (count: number) => {
  now = new Date(now.getTime() + count * 86_400_000)
}

beforeEach(async () => {
  now = new Date('2026-11-22T09:00:00Z')
  web = await openWebsites()
  await made.query(
    'truncate organization, filing, release, web_capture, web_icon, enrichment cascade',
  )
})
afterEach(() => web.close())

const einOf = (number: number) => `17${String(number).padStart(7, '0')}`

/** Organizations numbered 1, 2, … whose latest filings name these websites. */
async function fileWebsites(...filed: (string | undefined)[]): Promise<void> {
  await addFilers(made.store.db, 1, filed.length)
  for (const [place, website] of filed.entries()) await refile(place + 1, website)
}

async function refile(number: number, website: string | undefined): Promise<void> {
  await made.query(
    `update filing f set facts = case when $2::text is null then facts - 'website'
       else jsonb_set(facts, '{website}',
         jsonb_build_object('value', $2::text, 'path', '/IRS990/WebsiteAddressTxt')) end
     from organization o where o.ein = $1 and o.latest_object_id = f.object_id`,
    [einOf(number), website ?? null],
  )
}

const run = (options: Partial<EnrichOptions> = {}) =>
  enrichOrganizations(made.store.db, {
    fetchWebsite: web.fetchWebsite,
    now: () => now,
    ...options,
  })

const stored = () =>
  made.query<{ content: string | null; failures: number }>(
    `select e.ein, website, website_ref as ref, e.content_id as content, fields ->> 'Title' as title,
       failures, failure_kind as kind, release
     from enrichment e left join web_capture using (ein, content_id) order by e.ein`,
  )
const countRows = async (table: 'web_capture' | 'web_icon') =>
  (await made.query(`select from ${table}`)).length

const DISALLOW = { type: 'text/plain', body: 'User-agent: *\nDisallow: /' }
const PARKED = {
  body: '<title>x</title>This domain is for sale. Buy this domain today, it is yours within the hour.',
}
const clubs = (count: number) => {
  const hosts = Array.from({ length: count }, (_, place) => `club-${place}.example`)
  for (const host of hosts) putSite(web, host, `Club of ${host}`)
  return fileWebsites(...hosts.map((host) => `http://${host}`))
}

describe('a first run', () => {
  test('reads each filed website once and stores its content, with a release', async () => {
    const links = '<a href="https://www.instagram.com/millmenders/">Instagram</a>'
    putSite(web, 'mill.example', 'Mill Menders', { links })
    await fileWebsites('HTTP://MILL.EXAMPLE', 'http://mill.example/', 'N/A', undefined)
    const result = await run()
    expect(result).toMatchObject({ due: 2, enriched: 2, changed: 2, refused: 0, failed: 0 })
    expect(result.release).toMatch(/^\d{8}t\d{9}z$/)
    expect(web.hitsOf('mill.example')).toHaveLength(3)
    expect(await stored()).toMatchObject([
      {
        ein: einOf(1),
        website: 'http://mill.example/',
        ref: '990:2022:202303199349300001:/IRS990/WebsiteAddressTxt',
        content: expect.stringMatching(/^[0-9a-f]{16}$/),
        title: 'Mill Menders',
        release: result.release,
      },
      { ein: einOf(2), title: 'Mill Menders', release: result.release },
    ])
    const sql = 'select fields, url from web_capture where ein = $1'
    const fields = {
      Description: 'We are Mill Menders.',
      Text: expect.stringContaining('mend what is broken'),
      SocialLinks: [{ Network: 'Instagram', URL: expect.stringContaining('millmenders') }],
      Icon: { URL: 'http://mill.example/icon.png', MediaType: 'image/png' },
    }
    const captured = { url: 'http://mill.example/', fields }
    expect(await made.query(sql, [einOf(1)])).toMatchObject([captured])
    web.site.hits.length = 0
    expect(await run()).toMatchObject({ due: 0, enriched: 0, release: undefined })
    expect(web.site.hits).toEqual([])
  })

  test('reads no website filed by more than five organizations, in any spelling', async () => {
    putSite(web, 'five.example', 'Five Halls')
    const fives = Array.from({ length: 5 }, () => 'http://five.example')
    const six = ['http://national.example', 'HTTP://WWW.NATIONAL.EXAMPLE/', 'national.example.']
    await fileWebsites(...six, ...six, ...fives)
    const reasons = [{ state: 'Refused', kind: 'SharedWebsite', count: 6 }]
    expect(await run()).toMatchObject({ due: 11, enriched: 5, refused: 6, reasons })
    expect(web.hitsOf('national.example')).toEqual([])
  })

  test('reports its progress and stores why it could not read a website', async () => {
    putSite(web, 'mill.example', 'Mill Menders')
    web.pages.set('closed.example/robots.txt', DISALLOW)
    web.pages.set('parked.example/', PARKED)
    web.pages.set('away.example/', { status: 503, body: 'later' })
    const hosts = ['mill', 'closed', 'parked', 'away']
    await fileWebsites(...hosts.map((host) => `http://${host}.example`))
    const reported: object[] = []
    const counts = { enriched: 1, refused: 2, failed: 1 }
    const result = await run({ onProgress: (progress) => reported.push(progress) })
    expect(result).toMatchObject(counts)
    expect(reported[0]).toMatchObject({ done: 0, total: 4 })
    expect(reported.at(-1)).toMatchObject({ done: 4, total: 4, ...counts })
    const sql =
      'select ein, failure_kind as kind from enrichment where failure is not null order by ein'
    expect(await made.query(sql)).toEqual([
      { ein: einOf(2), kind: 'Disallowed' },
      { ein: einOf(3), kind: 'Parked' },
      { ein: einOf(4), kind: 'Status' },
    ])
    expect(await readEnrichmentStatus(made.store.db)).toMatchObject({ enriched: 1, notRead: 3 })
  })

  test('can be limited, and continues with websites never read; or to one organization', async () => {
    await clubs(3)
    expect(await run({ limit: 2 })).toMatchObject({ due: 2, enriched: 2 })
    expect(await run({ limit: 2 })).toMatchObject({ due: 1, enriched: 1 })
    expect(await run({ ein: einOf(2) })).toMatchObject({ due: 1, enriched: 1, changed: 0 })
    await expect(run({ ein: '999999999' })).rejects.toThrow('999999999')
  })
})

describe('a website read before', () => {
  beforeEach(async () => {
    putSite(web, 'mill.example', 'Mill Menders')
    await fileWebsites('http://mill.example')
    await run()
  })

  test('is read again after 90 days or on request, without a release if nothing changed', async () => {
    expect(await run({ again: true })).toMatchObject({ due: 1, enriched: 1, changed: 0 })
    days(89)
    expect((await run()).due).toBe(0)
    days(1)
    expect(await run()).toMatchObject({ due: 1, enriched: 1, changed: 0, release: undefined })
  })

  test('keeps its earlier content after a change, and the image only while it is shown', async () => {
    const [before] = await stored()
    const other = Buffer.from(PNG)
    // A different image: one byte of pixel data, whose checksum is not verified.
    other[other.length - 20] = 7
    putSite(web, 'mill.example', 'Mill Keepers', { icon: other })
    days(90)
    const { changed, release } = await run()
    expect(changed).toBe(1)
    const [after] = await stored()
    expect(after).toMatchObject({ title: 'Mill Keepers', release })
    expect(after?.content).not.toBe(before?.content)
    expect([await countRows('web_capture'), await countRows('web_icon')]).toEqual([2, 1])
  })

  test('is retried at longer intervals while it fails, and is shown for a month', async () => {
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

  test("keeps its icon while only the icon's host is down, and loses it once it is gone", async () => {
    web.pages.set('mill.example/icon.png', { status: 503, body: 'later' })
    days(90)
    expect(await run()).toMatchObject({ enriched: 1, changed: 0, release: undefined })
    expect(await countRows('web_icon')).toBe(1)
    web.pages.delete('mill.example/icon.png')
    days(90)
    expect(await run()).toMatchObject({ enriched: 1, changed: 1 })
    expect(await countRows('web_icon')).toBe(0)
  })

  test.each([
    ['its robots.txt forbids it', 'robots.txt', DISALLOW, 'Disallowed'],
    ['the domain is for sale', '', PARKED, 'Parked'],
    ['it is gone', '', { status: 410, body: 'gone' }, 'Status'],
  ])('is no longer shown once %s', async (_, path, answer, kind) => {
    web.pages.set(`mill.example/${path}`, answer)
    days(90)
    // The next run does not reuse the robots.txt of an earlier run.
    const result = await run({ fetchWebsite: readThrough(web.site.port) })
    expect(result).toMatchObject({ enriched: 0, changed: 1, release: expect.any(String) })
    expect(await stored()).toMatchObject([{ content: null, kind, release: result.release }])
    expect([await countRows('web_capture'), await countRows('web_icon')]).toEqual([1, 0])
  })

  test('is no longer shown once more than five organizations file it', async () => {
    await addFilers(made.store.db, 2, 6)
    for (const number of [2, 3, 4, 5, 6]) await refile(number, 'mill.example')
    expect(await run({ limit: 6 })).toMatchObject({ due: 6, refused: 6, changed: 1 })
    expect((await stored())[0]).toMatchObject({ content: null, kind: 'SharedWebsite' })
  })

  test('is replaced by a newly filed one, and removed if none is filed', async () => {
    putSite(web, 'brook.example', 'Brook Wardens')
    await refile(1, 'http://brook.example')
    expect(await run()).toMatchObject({ due: 1, lost: 1, enriched: 1, release: expect.any(String) })
    expect(await stored()).toMatchObject([{ title: 'Brook Wardens' }])
    await refile(1, 'NONE')
    const result = await run()
    expect(result).toMatchObject({ due: 0, lost: 1, release: expect.any(String) })
    expect(await stored()).toMatchObject([{ content: null, release: result.release }])
    expect(await run()).toMatchObject({ lost: 0, release: undefined })
    await made.query('delete from organization')
    await run()
    expect(await stored()).toEqual([])
    expect(await countRows('web_icon')).toBe(0)
  })
})

test('a run fails if another is using the store, or if the store fails', async () => {
  await clubs(1)
  await expect(made.store.db.withLock('enrich', () => run())).rejects.toThrow()
  await made.query('alter table web_capture rename to web_capture_away')
  await expect(run()).rejects.toThrow()
  await made.query('alter table web_capture_away rename to web_capture')
  expect(await run({ again: true })).toMatchObject({ due: 1, enriched: 1 })
})
