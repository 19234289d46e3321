import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { charityPage } from '#src/api/a/page/schema.ts'
import type { ProfileData } from '#src/api/b/profile/schema.ts'
import { putSite } from '#test/integration/indexer/websites.ts'
import { type EnrichedWorld, openEnriched } from './enriched-world.ts'
import { resolveSource } from './resolve-source.ts'

// Republican River Health System, a 990 filer with a mission, placed by hand in the demo.
const EIN = '290000118'
const LINKS = '<a href="https://www.instagram.com/rivermade/">us</a>'

let world: EnrichedWorld
/** A filer of postcards, which have no text. */
let small: string

beforeAll(async () => {
  world = await openEnriched('enrichment')
  const [row] = await world.postgres.query<{ ein: string }>(
    `select o.ein from organization o join filing f on f.object_id = o.latest_object_id
     where o.primary_form = '990N' and f.facts ? 'website' order by o.ein limit 1`,
  )
  small = row?.ein ?? ''
})
afterAll(() => world.close())

async function open(ein = EIN) {
  const { status, body, headers } = await world.get(`/api/v2/charity/${ein}/page`)
  expect(status, JSON.stringify(body)).toBe(200)
  return { page: charityPage.parse(body), etag: String(headers.etag) }
}

type Target = { Section: { Summary: string }; Data: Record<string, unknown> }
const resolve = (ref: string, ein = EIN) =>
  world.get<Target>(
    `/api/v2/charity/${ein}/sections/Leadership?EvidenceRef=${encodeURIComponent(ref)}`,
  )

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
    expect(before.page.Hero).toMatchObject({
      Enrichment: { State: 'NotEnriched' },
      CTA: 'EnhanceProfile',
    })
    expect(before.page.Hero).not.toHaveProperty('BrandAssets')
    const { Hero } = first.page
    expect(Hero).toMatchObject({
      Website: 'http://river.example/',
      Enrichment: { State: 'Enriched', CapturedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
      CTA: 'RequestDeeperDiligence',
      BrandAssets: { Icon: `/api/v2/charity/${EIN}/brand-icon`, MediaType: 'image/png' },
      Contact: {
        SocialLinks: [{ Network: 'Instagram', URL: 'https://www.instagram.com/rivermade' }],
      },
    })
    const evidence = Hero.EvidenceRefs['BrandAssets.Icon']
    const day = Hero.Enrichment.CapturedAt?.slice(0, 10)
    expect(evidence).toEqual({
      Ref: expect.stringMatching(new RegExp(`^web:${EIN}:[0-9a-f]{16}:Icon$`)),
      Collection: 'enrichment',
      SourcePath: 'Icon',
      SourceDocument: 'http://river.example/',
      Citation: `Website river.example, as read on ${day}`,
    })
    expect(Hero.EvidenceRefs['Contact.SocialLinks.0']?.Ref).toBe(
      Hero.Contact?.SocialLinks?.[0]?.EvidenceRef,
    )
    expect(first.page.SEO).toMatchObject({
      JsonLd: { sameAs: ['https://www.instagram.com/rivermade'] },
    })
  })

  test("shows its filed texts before its website's text", () => {
    expect(first.page.Hero.Description).toBe(before.page.Hero.Description)
    expect(first.page.Hero.EvidenceRefs.Description).toEqual(
      before.page.Hero.EvidenceRefs.Description,
    )
  })

  test('is a new response and release for a client that revalidates', async () => {
    expect(first.etag).not.toBe(before.etag)
    expect(first.page.CompiledAt).not.toBe(before.page.CompiledAt)
    const headers = { 'if-none-match': before.etag }
    expect((await world.get(`/api/v2/charity/${EIN}/page`, headers)).status).toBe(200)
  })

  test('resolves each Ref to the snapshot', async () => {
    const refOf = (field: string) =>
      String(first.page.Hero.EvidenceRefs['BrandAssets.Icon']?.Ref).replace('Icon', field)
    expect((await resolve(refOf('Description'))).body).toMatchObject({
      Section: { Summary: expect.stringMatching(/^Website river\.example, as read on /) },
      Data: { Value: 'We are Kayak ambulances of the river.' },
    })
    expect((await resolve(refOf('SocialLinks[1]'))).body.Data).toMatchObject({
      Content: { Network: 'Instagram', URL: 'https://www.instagram.com/rivermade' },
    })
    expect((await resolve(refOf('Icon'))).body.Data).toMatchObject({
      Content: { URL: 'http://river.example/icon.png', MediaType: 'image/png' },
    })
    for (const nothing of ['SocialLinks[2]', 'SocialLinks', 'Title[1]', 'Nothing']) {
      expect((await resolve(refOf(nothing))).status, nothing).toBe(404)
    }
    expect((await resolve(refOf('Title').replace(/[0-9a-f]{16}/, '0'.repeat(16)))).status).toBe(404)
    for (const malformed of ['', 'constructor', 'Title.length']) {
      expect((await resolve(refOf(malformed))).status, malformed).toBe(400)
    }
    // A snapshot of another organization is not its evidence.
    expect((await resolve(refOf('Title'), small)).status).toBe(404)
  })

  test('shows it on surface B, attributed to the website', async () => {
    const { body } = await world.get<{ data: ProfileData }>(`/api/v2/charity/${EIN}/profile`)
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
    expect(await world.reindex()).toMatchObject({ written: 1 })
    const hits = await discover('kayak+ambulances')
    expect(hits[0]).toMatchObject({ EIN, EvidenceTier: 'OfficialWebsite' })
    const reason = hits[0]?.WhyMatched?.find(({ Kind }) => Kind === 'Passage')
    expect(reason).toMatchObject({
      Passage: 'Website',
      Text: expect.stringMatching(/<em>Kayak<\/em>/),
      EvidenceRef: expect.stringMatching(new RegExp(`^web:${EIN}:`)),
    })
    expect((await resolve(String(reason?.EvidenceRef))).status).toBe(200)
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
  expect((await resolve(Ref, small)).body.Data).toMatchObject({ Value: page.Hero.Description })
})

test('Refs of text removed from a website still open, but the page no longer shows it', async () => {
  const { page } = await open(small)
  const old = page.Hero.EvidenceRefs.Description?.Ref ?? ''
  putSite(world.web, 'postcards.example', 'Keepers of the footbridge')
  await world.enrich(small)
  const after = await open(small)
  expect(after.page.Hero.Description).toBe('We are Keepers of the footbridge.')
  expect((await resolve(old, small)).body.Data).toMatchObject({
    Value: 'We are Friends of the footbridge.',
  })
  // A newly filed website replaces it at once, before any run.
  await world.refile(small, 'http://elsewhere.example')
  const refiled = await open(small)
  expect(refiled.page.Hero).toMatchObject({
    Enrichment: { State: 'NotEnriched' },
    CTA: 'EnhanceProfile',
  })
  expect(refiled.page.Hero).not.toHaveProperty('Description')
  expect((await resolve(old, small)).status).toBe(200)
})
