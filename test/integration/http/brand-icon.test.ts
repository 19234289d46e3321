import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PNG, putSite } from '#test/integration/indexer/websites.ts'
import { type EnrichedWorld, openEnriched } from './enriched-world.ts'

const EIN = '290000118'
let world: EnrichedWorld

beforeAll(async () => {
  world = await openEnriched('brand_icon')
  putSite(world.web, 'river.example', 'Kayak ambulances of the river')
  await world.refile(EIN, 'http://river.example')
  await world.enrich(EIN)
})
afterAll(() => world.close())

const ask = (ein: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  world.app.inject({
    method,
    url: `/api/v2/charity/${ein}/brand-icon`,
    headers: { ...world.keyed, ...headers },
  })
const codeOf = (response: Awaited<ReturnType<typeof ask>>) => response.json().detail.ErrorCode

describe('the icon of an organization', () => {
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
    expect(known.statusCode).toBe(304)
    expect(known.rawPayload).toHaveLength(0)
    expect(known.headers.etag).toBe(etag)
    expect((await ask(EIN, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    const head = await ask(EIN, {}, 'HEAD')
    expect(head.statusCode).toBe(200)
    expect(head.headers).toMatchObject({ etag, 'content-type': 'image/png' })
    expect(head.rawPayload).toHaveLength(0)
    const other = Buffer.from(PNG)
    other[other.length - 20] = 7
    putSite(world.web, 'river.example', 'Kayak ambulances of the river', { icon: other })
    await world.enrich(EIN)
    const changed = await ask(EIN, { 'if-none-match': etag })
    expect(changed.statusCode).toBe(200)
    expect(changed.rawPayload.equals(other)).toBe(true)
  })

  test('is 404 if no website was read or the organization is unknown', async () => {
    const [row] = await world.postgres.query<{ ein: string }>(
      `select ein from organization where latest_object_id is not null and ein <> $1
       order by ein limit 1`,
      [EIN],
    )
    const none = await ask(row?.ein ?? '')
    expect([none.statusCode, codeOf(none)]).toEqual([404, 'IconNotFound'])
    const unknown = await ask('970000000')
    expect([unknown.statusCode, codeOf(unknown)]).toEqual([404, 'ProfileNotFound'])
  })

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['nothing', ''],
  ])('is 404 if the site serves %s as an image', async (_, body) => {
    world.web.pages.set('river.example/icon.png', { type: 'image/png', body })
    await world.enrich(EIN)
    expect((await ask(EIN)).statusCode).toBe(404)
    const { body: page } = await world.get<{ Hero: object }>(`/api/v2/charity/${EIN}/page`)
    expect(page.Hero).not.toHaveProperty('BrandAssets')
    expect(page.Hero).toMatchObject({ Enrichment: { State: 'Enriched' } })
  })

  test("cannot have a type other than a raster image's, or changed bytes", async () => {
    const keep = (type: string, sha256: string) =>
      world.postgres.query(`insert into web_icon values (${sha256}, $1, 'x')`, [type])
    await expect(keep('image/svg+xml', `sha256('x')`)).rejects.toThrow()
    await expect(keep('image/png', `sha256('y')`)).rejects.toThrow()
  })

  test('is documented as bytes of six types', async () => {
    const { paths } = (await world.app.inject('/openapi.json')).json()
    const { responses } = paths['/api/v2/charity/{ein}/brand-icon'].get
    expect(Object.keys(responses['200'].content)).toEqual([
      'image/avif',
      'image/gif',
      'image/jpeg',
      'image/png',
      'image/webp',
      'image/x-icon',
    ])
    expect(responses['200'].content['image/png'].schema).toMatchObject({
      type: 'string',
      format: 'binary',
    })
    expect(responses).toHaveProperty('304')
    expect(responses['200'].headers).toHaveProperty('ETag')
  })
})
