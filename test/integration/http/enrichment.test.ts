import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { CharityPage } from '#src/api/a/page/route.ts'
import type { profileRoute } from '#src/api/b/profile/route.ts'
import { PNG, putSite } from '#test/integration/indexer/websites.ts'
import { opened } from '#test/integration/opened.ts'
import { codeOf, readA } from './answers-a.ts'
import { openEnriched } from './enriched-world.ts'
import { resolveSource } from './resolve-source.ts'

// Republican River Health System, a 990 filer with a mission, placed by hand in the demo.
const EIN = '290000118'
const RIVERMADE = 'https://www.instagram.com/rivermade'
const LINKS = `<a href="${RIVERMADE}/">us</a>`

const world = opened(() => openEnriched('enrichment'))
/** A filer of postcards, which have no text. */
let small: string

beforeAll(async () => {
  const [row] = await world.postgres.query<{ ein: string }>(
    `select o.ein from organization o join filing f on f.object_id = o.latest_object_id
     where o.primary_form = '990N' and f.facts ? 'website' order by o.ein limit 1`,
  )
  small = row?.ein ?? ''
})

async function open(ein = EIN) {
  const { body, headers } = await world.get<CharityPage>(`/api/v2/charity/${ein}/page`)
  return { page: body, etag: String(headers.etag) }
}

const section = (ref: string, ein = EIN) =>
  `/api/v2/charity/${ein}/sections/Leadership?EvidenceRef=${encodeURIComponent(ref)}`
const resolve = (ref: string, ein?: string) =>
  readA<{ Section: { Summary: string }; Data: Record<string, unknown> }>(world, section(ref, ein))

type Found = {
  Hits: { EIN: string; EvidenceTier: string; WhyMatched?: Record<string, unknown>[] }[]
}
const discover = async (query: string) =>
  (await world.get<Found>(`/api/v2/search?Mode=Discovery&Limit=50&Query=${query}`)).body.Hits

describe('an organization whose website was read', () => {
  let first: Awaited<ReturnType<typeof open>>
  let before: Awaited<ReturnType<typeof open>>

  beforeAll(async () => {
    await world.reindex()
    before = await open()
    putSite(world.web, 'river.example', 'Kayak ambulances of the river', { links: LINKS })
    await world.refile(EIN, 'http://river.example')
    await world.enrich(EIN)
    first = await open()
  })

  test('shows when it was read, and its accounts and icon with evidence, and offers more', () => {
    const [{ Hero }, { Hero: filed }] = [first.page, before.page]
    const none = { Enrichment: { State: 'NotEnriched' }, CTA: 'EnhanceProfile' }
    expect(filed).toMatchObject(none)
    expect(filed).not.toHaveProperty('BrandAssets')
    expect(Hero).toMatchObject({
      ...{ Website: 'http://river.example/', CTA: 'RequestDeeperDiligence' },
      Enrichment: { State: 'Enriched', CapturedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
      BrandAssets: { Icon: `/api/v2/charity/${EIN}/brand-icon`, MediaType: 'image/png' },
      Contact: { SocialLinks: [{ Network: 'Instagram', URL: RIVERMADE }] },
    })
    expect(Hero.EvidenceRefs['BrandAssets.Icon']).toEqual({
      Ref: expect.stringMatching(new RegExp(`^web:${EIN}:[0-9a-f]{16}:Icon$`)),
      ...{ Collection: 'enrichment', SourcePath: 'Icon', SourceDocument: 'http://river.example/' },
      Citation: `Website river.example, as read on ${Hero.Enrichment.CapturedAt?.slice(0, 10)}`,
    })
    const [account] = Hero.Contact?.SocialLinks ?? []
    expect(Hero.EvidenceRefs['Contact.SocialLinks.0']?.Ref).toBe(account?.EvidenceRef)
    expect(first.page.SEO).toMatchObject({ JsonLd: { sameAs: [RIVERMADE] } })
  })

  test("shows its filed texts before its website's text, in a new release", () => {
    const [shown, filed] = [first, before].map(({ page }) => page.Hero)
    expect(shown?.Description).toBe(filed?.Description)
    expect(shown?.EvidenceRefs.Description).toEqual(filed?.EvidenceRefs.Description)
    expect(first.etag).not.toBe(before.etag)
    expect(first.page.CompiledAt).not.toBe(before.page.CompiledAt)
  })

  const refOf = (field: string) =>
    String(first.page.Hero.EvidenceRefs['BrandAssets.Icon']?.Ref).replace('Icon', field)

  test('resolves each Ref to the snapshot', async () => {
    expect(await resolve(refOf('Description'))).toMatchObject({
      Section: { Summary: expect.stringMatching(/^Website river\.example, /) },
      Data: { Value: 'We are Kayak ambulances of the river.' },
    })
    const contents = ['SocialLinks[1]', 'Icon'].map(async (one) => (await resolve(refOf(one))).Data)
    expect(await Promise.all(contents)).toMatchObject([
      { Content: { Network: 'Instagram', URL: RIVERMADE } },
      { Content: { URL: 'http://river.example/icon.png', MediaType: 'image/png' } },
    ])
    const none = ['SocialLinks[2]', 'SocialLinks', 'Title[1]', 'Nothing'].map(refOf)
    const other = refOf('Title').replace(/[0-9a-f]{16}/, '0'.repeat(16))
    // A snapshot of another organization is not its evidence.
    const own = [...none, other].map((ref) => section(ref))
    for (const url of [...own, section(refOf('Title'), small)]) {
      expect(await codeOf(world, url), url).toBe('404 EvidenceNotFound')
    }
    for (const malformed of ['', 'constructor', 'Title.length']) {
      expect(await codeOf(world, section(refOf(malformed)))).toBe('400 InvalidEvidenceRef')
    }
  })

  test('shows it on surface B, attributed to the website', async () => {
    const { body } = await world.get<{ data: z.output<typeof profileRoute.data> }>(
      `/api/v2/charity/${EIN}/profile`,
    )
    const { data } = body
    expect(data.enrichment).toMatchObject({
      url: 'http://river.example/',
      description: { value: 'We are Kayak ambulances of the river.' },
      social_links: [{ network: 'Instagram' }],
      icon: { path: `/api/v2/charity/${EIN}/brand-icon`, media_type: 'image/png' },
    })
    const key = resolveSource(data, 'enrichment.description')
    expect(data.evidence.sources[key ?? '']).toEqual({ collection: 'enrichment', source: 'web' })
    expect(resolveSource(data, 'enrichment.social_links.0.url')).toBe(key)
    expect(resolveSource(data, 'mission.statement')).toBe('f990')
  })

  test('is found by words of its website, and says so, once changes are indexed', async () => {
    expect((await discover('kayak+ambulances')).some(isPassage)).toBe(false)
    await world.reindex()
    const hits = await discover('kayak+ambulances')
    expect(hits[0]).toMatchObject({ EIN, EvidenceTier: 'OfficialWebsite' })
    const reason = hits[0]?.WhyMatched?.find(({ Kind }) => Kind === 'Passage')
    expect(reason).toMatchObject({
      Passage: 'Website',
      Text: expect.stringMatching(/<em>Kayak<\/em>/),
      EvidenceRef: expect.stringMatching(new RegExp(`^web:${EIN}:`)),
    })
    await resolve(String(reason?.EvidenceRef))
    const only = await discover('kayak+ambulances&EvidenceTier=OfficialWebsite')
    expect(only.map((hit) => hit.EIN)).toEqual([EIN])
  })

  const isPassage = ({ WhyMatched = [] }: Found['Hits'][number]) =>
    WhyMatched.some(({ Passage }) => Passage === 'Website')
})

test('an organization without filed text is described by its website, and the Ref says so', async () => {
  const before = await open(small)
  expect(before.page.Hero).not.toHaveProperty('Description')
  putSite(world.web, 'postcards.example', 'Friends of the footbridge')
  await world.refile(small, 'http://postcards.example')
  await world.enrich(small)
  const { page } = await open(small)
  expect(page.Hero.Description).toBe('We are Friends of the footbridge.')
  const { Ref } = page.Hero.EvidenceRefs.Description ?? { Ref: '' }
  expect(Ref).toMatch(/^web:.*:Description$/)
  expect((await resolve(Ref, small)).Data).toMatchObject({ Value: page.Hero.Description })
})

test('Refs of text removed from a website still open, but the page no longer shows it', async () => {
  const { page } = await open(small)
  const old = page.Hero.EvidenceRefs.Description?.Ref ?? ''
  putSite(world.web, 'postcards.example', 'Keepers of the footbridge')
  await world.enrich(small)
  const { Hero } = (await open(small)).page
  expect(Hero.Description).toBe('We are Keepers of the footbridge.')
  const Value = 'We are Friends of the footbridge.'
  expect((await resolve(old, small)).Data).toMatchObject({ Value })
  // A newly filed website replaces it at once, before any run.
  await world.refile(small, 'http://elsewhere.example')
  const refiled = (await open(small)).page.Hero
  expect(refiled).toMatchObject({ Enrichment: { State: 'NotEnriched' }, CTA: 'EnhanceProfile' })
  expect(refiled).not.toHaveProperty('Description')
  await resolve(old, small)
})

describe('the icon of an organization', () => {
  const ask = (ein: string, headers: Record<string, string> = {}) =>
    world.app.inject({
      url: `/api/v2/charity/${ein}/brand-icon`,
      headers: { ...world.keyed, ...headers },
    })

  test('is the fetched image, and can only be an image', async () => {
    const response = await ask(EIN, { 'accept-encoding': 'gzip, br' })
    expect(response.statusCode).toBe(200)
    expect(response.rawPayload.equals(PNG)).toBe(true)
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=86400',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    })
    expect(response.headers).not.toHaveProperty('content-encoding')
  })

  test('is not sent again to a client that has it, and its ETag changes with its bytes', async () => {
    const etag = String((await ask(EIN)).headers.etag)
    const known = await ask(EIN, { 'if-none-match': etag })
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', etag])
    const icon = Buffer.from(PNG)
    icon[icon.length - 20] = 7
    putSite(world.web, 'river.example', 'Kayak ambulances of the river', { icon })
    await world.enrich(EIN)
    const changed = await ask(EIN, { 'if-none-match': etag })
    expect([changed.statusCode, changed.rawPayload.equals(icon)]).toEqual([200, true])
  })

  test('is 404 if no website was read or the organization is unknown', async () => {
    const codeFor = (ein: string) => codeOf(world, `/api/v2/charity/${ein}/brand-icon`, world.keyed)
    expect(await codeFor('080000102')).toBe('404 IconNotFound')
    expect(await codeFor('970000000')).toBe('404 ProfileNotFound')
  })

  test('is 404 if the site serves a page as an image', async () => {
    const body = '<!doctype html><script>alert(1)</script>'
    world.web.pages.set('river.example/icon.png', { type: 'image/png', body })
    await world.enrich(EIN)
    expect((await ask(EIN)).statusCode).toBe(404)
    const { Hero } = (await open()).page
    expect(Hero).not.toHaveProperty('BrandAssets')
    expect(Hero).toMatchObject({ Enrichment: { State: 'Enriched' } })
  })

  test("cannot have a type other than a raster image's, or changed bytes", async () => {
    const keep = (type: string, sha256: string) =>
      world.postgres.query(`insert into web_icon values (${sha256}, $1, 'x')`, [type])
    await expect(keep('image/svg+xml', `sha256('x')`)).rejects.toThrow()
    await expect(keep('image/png', `sha256('y')`)).rejects.toThrow()
  })
})
