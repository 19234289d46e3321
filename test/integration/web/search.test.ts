import type { load } from 'cheerio'
import { describe, expect, test } from 'vitest'
import { buildApp } from '#src/app.ts'
import { displayName } from '#src/domain/display-name.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import { readA } from '#test/integration/http/answers-a.ts'
import { ORGANIZATIONS, openWorld, sketchDocument } from '#test/integration/http/world.ts'
import { opened } from '#test/integration/opened.ts'
import { expectRecorded } from '#test/recorded.ts'
import { cases } from '#test/unit/cases.ts'
import { hrefsOf, readPage, textOf, textsOf } from './section-page.ts'

const HOSTILE = '"><script>alert(1)</script>\u202Egnp.<em>\'&amp;'
const ALIEN = sketchDocument({
  ...{ ein: '070000009', name: `Hostile Pantry ${HOSTILE}`, state: 'OH', form: '990' },
  ...{ revenue: 9_000_000, program: `Feeds families ${HOSTILE}` },
})
const RATED = sketchDocument({
  ...{ ein: '070000010', name: 'Rated Harvest Kitchen', state: 'MI', form: '990' },
  program: 'Cooks what is harvested.',
})
Object.assign(RATED.display, {
  isRevoked: true,
  names: [{ value: 'Old Orchard Table', kind: 'former', ref: 'bmf:2020-01:070000010:NAME' }],
  rating: {
    ...{ score: 71.6, band: 'Good', taxYear: 2024, policyVersion: 'rating-1' },
    ref: 'derived:rating:070000010:2024',
    filing: '990:2024:202513199349301234:/ReturnHeader',
  },
})
Object.assign(RATED.query, { alias: ['old orchard table'], aliasKey: ['old orchard table'] })

const world = opened(() => openWorld('search_page', {}, [...ORGANIZATIONS, ALIEN, RATED]))

const open = (url: string) => readPage(world.app, url)
// biome-ignore lint/suspicious/noExplicitAny: http/search.test.ts checks the schema.
const askA = (query: Record<string, string>): Promise<any> =>
  readA(world, `/api/v2/search?${new URLSearchParams(query)}`)
const names = ($: ReturnType<typeof load>) => textsOf($, '.hits h3 a')

test('the first page shows the number of organizations, and links to causes and states', async () => {
  const { status, $, headers } = await open('/')
  expect(status).toBe(200)
  expect($('.extent').text()).toContain(String(ORGANIZATIONS.length + 2))
  expect($('footer time').attr('datetime')).toBe('2026-03-01T04:05:06.789Z')
  expect($('.browse a[href="/?State=OH"]').text()).toBe('Ohio')
  expect($('meta[name=robots]')).toHaveLength(0)
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect(headers).not.toHaveProperty('x-robots-tag')
})

test('three misspelled words find their organization', async () => {
  const { $ } = await open(`/?Query=${encodeURIComponent('cuyahgoa havrest panty')}`)
  expect(names($)[0]).toBe('Cuyahoga Harvest Pantry')
})

test('search.json has the rows of search.csv', async () => {
  const [csv, json] = await Promise.all(
    ['csv', 'json'].map((format) => world.app.inject(`/search.${format}?Query=pantry`)),
  )
  const rows: Record<string, unknown>[] = json?.json() ?? []
  expect(csv?.body.trimEnd().split('\r\n')).toHaveLength(rows.length + 1)
  expect(rows).toContainEqual(expect.objectContaining({ EIN: '070000001', City: 'Akron' }))
  expect((await world.app.inject('/search.json?State=AK')).json()).toEqual([])
})

test('crawlers get robots.txt at no cost, and data responses are not listed', async () => {
  const { statusCode, headers, body } = await world.app.inject('/robots.txt')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body).toContain('User-agent: *')
  expect(headers).not.toHaveProperty('ratelimit')
  for (const url of ['/suggest?Query=cuy', '/api/v2/search?Query=cuy', '/api/v2/none']) {
    expect((await world.app.inject(url)).headers['x-robots-tag'], url).toBe('noindex')
  }
})

test('texts of results and of what is wrong are recorded', async () => {
  const texts: Record<string, string> = {}
  for (const url of [
    '/',
    '/?Query=food+pantries+in+Ohio+over+%241M',
    '/?Query=Old+Orchard+Table',
    '/?Query=Cuyahoga+Harvest+Pantry&Mode=Identity&State=AK',
    '/?Query=pantry&Mode=Identity&Cursor=9',
    '/?Query=pantry&Cursor=1001',
  ]) {
    const { $ } = await open(url)
    if (url !== '/') $('form.search-form').remove()
    texts[url] = textOf($)
  }
  const { $ } = await open('/?Query=choir&State=Ohoi&MinRevenue=lots&Sort=Fame')
  texts['invalid values'] = textOf($, '[id^=fault-]')
  await expectRecorded('pages-search', texts)
})

describe('results', () => {
  test.each([
    [{ Query: 'harvest pantry', Mode: 'Identity' }],
    [{ Query: 'food for families', Mode: 'Discovery', State: 'OH' }],
    [{ Query: 'pantry', Mode: 'Identity', Sort: 'Revenue', Limit: '2', Cursor: '2' }],
  ])('are those that surface A returns for %o', async (query) => {
    const { $ } = await open(`/?${new URLSearchParams(query)}`)
    const { Hits } = await askA(query)
    expect(Hits.length).toBeGreaterThan(0)
    expect(names($)).toEqual(Hits.map(({ Name }: { Name: string }) => displayName(Name)))
    expect($('meta[name=robots]').attr('content')).toBe('noindex')
  })

  test('have the facet counts of surface A, each a link that keeps the other criteria', async () => {
    const query = { Query: 'pantry', Mode: 'Identity', State: 'OH' }
    const { $ } = await open(`/?${new URLSearchParams(query)}`)
    const { Facets } = await askA({ ...query, Facets: 'true' })
    const counts = $('#facet-State').parent().find('.count').toArray()
    const shown = counts.map((one) => Number($(one).text()))
    expect(shown).toEqual(Facets.State.map(({ Count }: { Count: number }) => Count))
    expect($('a[href="/?Query=pantry&Mode=Identity&State=TX"]').text()).toContain('Texas')
    expect($('.facets [aria-current]').attr('href')).toBe('/?Query=pantry&Mode=Identity')
  })

  test('link every figure to its leaf, and mark unknown values as unknown', async () => {
    const { $ } = await open('/?Query=Cuyahoga+Harvest+Pantry')
    const figure = $('.hit').first().find('a.figure')
    expect([figure.text(), figure.attr('title')?.includes('$2,000,000')]).toEqual(['$2M', true])
    const link = new URL(figure.attr('href') ?? '', 'http://made.example')
    expect(link.pathname).toBe('/charity/070000001/evidence')
    const ref = '990:2024:202513199349301234:/IRS990/CYTotalRevenueAmt'
    expect(link.searchParams.get('Ref')).toBe(ref)
    const { $: unknown } = await open('/?Query=Whitcombe+Family+Foundation')
    expect(unknown('.hit-figures').first().text()).not.toContain('$')
  })

  test('show the other name that matched, the rating, and a revoked exemption', async () => {
    const card = (await open('/?Query=Old+Orchard+Table')).$('.hit').first()
    expect(card.text()).toContain('Old Orchard Table')
    expect(card.find('a.chip').text()).toMatch(/72 · Good/)
    expect(card.text()).toMatch(/revoked/)
  })

  test('show how plain words were read; each can be removed or read differently', async () => {
    const { $ } = await open('/?Query=food+pantries+in+Ohio+over+%241M&EvidenceTier=FiledProgram')
    const links = hrefsOf($, '.read-as a.chip').map((href) => new URL(href, 'http://made.example'))
    expect(links.map((link) => link.searchParams.get('Query'))).toContain('food pantries over $1M')
    // As a name, it drops filters that apply only to an intent.
    const [href = ''] = hrefsOf($, '.read-as p a')
    expect(href).toContain('Mode=Identity')
    expect((await open(href)).status).toBe(200)
    const { $: cause } = await open('/?Query=food+banks+in+Ohio')
    const chip = cause('.read-as .chip').filter((_, one) => cause(one).text().includes('K31'))
    expect(chip.attr('href')).toBe('/?Query=in+Ohio')
  })

  test('are all organizations that pass the filters if there are no words', async () => {
    const { $ } = await open('/?State=Ohio&Sort=Revenue')
    expect($('.found').text()).toMatch(/^3 /)
    expect(names($)[1]).toBe('Cuyahoga Harvest Pantry')
  })

  // Words, an order that the API's export does not have, and several causes at once.
  test.each([
    '/?State=Ohio&Sort=Revenue',
    '/?Query=pantry&Mode=Identity',
    '/?Query=food+banks+in+Ohio',
    '/?Query=food&Mode=Discovery&Sort=Rating',
  ])('of %s download as a file with the same organizations in the same order', async (path) => {
    const { $ } = await open(`${path}&Limit=50`)
    const [url = ''] = hrefsOf($, '.result-tools a[download]')
    expect(url).toMatch(/^\/search\.csv\?/)
    const { statusCode, body, headers } = await world.app.inject({ url })
    expect(statusCode, body).toBe(200)
    expect(headers['content-type']).toContain('text/csv')
    const listed = hrefsOf($, '.hit h3 a').map((href) => href.split('/').at(-1))
    expect(listed.length).toBeGreaterThan(0)
    const [, ...lines] = body.trim().split('\r\n')
    expect(lines.map((line) => line.split(',')[1])).toEqual(listed)
  })

  test('with a faulty filter lead from the file back to the page', async () => {
    const { statusCode, headers } = await world.app.inject({ url: '/search.csv?State=Ohoi' })
    expect([statusCode, headers.location]).toEqual([303, '/?State=Ohoi'])
  })

  test('have one form for choosing what to compare, unless there is only one', async () => {
    const { $ } = await open('/?Query=pantry')
    expect($('form#compare').attr('action')).toBe('/compare')
    expect($('input[name=EINs][form=compare]').length).toBeGreaterThan(1)
    const { $: single } = await open('/?Query=Cuyahoga+Harvest+Pantry&State=OH&Limit=1')
    expect(single('.hit')).toHaveLength(1)
    expect(single('form#compare, input[name=EINs]')).toHaveLength(0)
  })
})

test('pages contain each organization once, up to the 10,000th organization', async () => {
  const met: string[] = []
  let next: string | undefined = '/?Sort=Revenue&Limit=2'
  while (next !== undefined && met.length < 20) {
    const { $ }: { $: ReturnType<typeof load> } = await open(next)
    met.push(...names($))
    next = $('a[rel=next]').attr('href')
  }
  expect(met).toHaveLength(ORGANIZATIONS.length + 2)
  expect(new Set(met).size).toBe(met.length)
  const { status, $ } = await open('/?Query=pantry&Cursor=1001')
  expect([status, $('input[name=Query]').val()]).toEqual([422, 'pantry'])
})

describe('an invalid search', () => {
  test('is reported at its field with suggestions, and keeps what was typed', async () => {
    const { status, $ } = await open('/?Query=choir&State=Ohoi&MinRevenue=lots')
    expect([status, $('input[name=State]').val()]).toEqual([422, 'Ohoi'])
    expect($('#fault-State a').attr('href')).toBe('/?Query=choir&State=OH&MinRevenue=lots')
    expect($('input[name=MinRevenue]').attr('aria-describedby')).toBe('fault-MinRevenue')
    expect($('#fault-MinRevenue')).toHaveLength(1)
    const { $: country } = await open('/?Query=clean+water&State=Kenya')
    expect(hrefsOf(country, '#fault-State a')).toEqual(['/?Query=clean+water+in+Kenya'])
    // A parameter without a field is not sent again.
    const { $: other } = await open('/?Query=choir&Sort=Fame&Limit=20')
    expect(other('#fault-Sort')).toHaveLength(1)
    expect(other('form.search-form input[type=hidden]').attr('name')).toBe('Limit')
  })

  test.each([
    'Query=Cuyahoga+Harvest+Pantry&Mode=Identity&State=AK',
    'Query=Cuyahoga+Harvest+Pantry&Mode=Identity&State=AK&PrimaryForm=990PF',
    'Query=99-9999999',
    'State=AK&AcceptsApplications=true',
    'Query=foundations+that+accept+applications+in+Ohio',
    'Query=qzxwv&Mode=Identity&State=OH',
  ])('without results proposes others that have some, but drops no filter: %s', async (asked) => {
    const { $ } = await open(`/?${asked}`)
    expect($('.hit')).toHaveLength(0)
    const proposed = hrefsOf($, '.resolution li a')
    expect(proposed.length).toBeGreaterThan(0)
    const found = await Promise.all(
      proposed.map(async (href) => [href, (await open(href)).$('.hit').length > 0]),
    )
    expect(found).toEqual(proposed.map((href) => [href, true]))
  })
})

test('without an index the front page works, and a search explains why it fails', async () => {
  const bare = await openWorld('search_page_bare')
  const front = await readPage(bare.app, '/')
  expect([front.status, front.$('input[name=Query]').length]).toEqual([200, 1])
  const search = await readPage(bare.app, '/?Query=pantry')
  expect(search.status).toBe(503)
  expect(search.headers['content-type']).toContain('text/html')
  await bare.close()
})

test.each(['text/html', 'application/json'])(
  'errors are not cached, and vary by what the client accepts: %s',
  async (accept) => {
    const headersOf = async (url: string) => {
      const { headers } = await world.app.inject({ url, headers: { accept } })
      return [headers['cache-control'], headers.vary]
    }
    expect(await headersOf('/no-such-page')).toEqual(['no-store', 'accept, accept-encoding'])
    expect(await headersOf('/api/v2/none')).toEqual(['no-store', 'accept-encoding'])
  },
)

describe('hostile names and texts', () => {
  test.each(['/?Query=hostile+pantry', '/?Query=feeds+families&Mode=Discovery'])(
    'are shown only as text: %s',
    async (url) => {
      const { html, $ } = await open(url)
      expect(html).not.toContain('<script>alert')
      expect($('script:not([src])')).toHaveLength(0)
      expect(names($)).toContain(ALIEN.display.name)
    },
  )

  test('do not reverse the direction of the text next to them', async () => {
    const { $ } = await open('/?Query=hostile+pantry')
    expect(textsOf($, '.hits bdi, .resolution bdi').join()).toContain('\u202E')
    $('bdi, .hidden').remove()
    expect($('.results').text()).not.toContain('\u202E')
    expect((await open('/?Query=%E2%80%AEegna')).$('title').text()).not.toContain('\u202E')
  })
})

describe('suggestions', () => {
  const suggest = async (Query: string) => {
    const response = await world.app.inject({ url: '/suggest', query: { Query } })
    const { statusCode: status, headers } = response
    return { status, headers, found: response.json().Suggestions }
  }

  // No name begins with the last text, but one nearly does.
  test.each(cases<[string, string | null]>('texts and their suggestion'))(
    'of %s begin with %s',
    async (typed, ein) => {
      expect((await suggest(typed)).found[0]?.EIN ?? null).toBe(ein)
    },
  )

  test('have the name, place, form, and page, and the other name that matched', async () => {
    const { found, headers } = await suggest('old orch')
    const named = { Name: 'Rated Harvest Kitchen', OtherName: 'Old Orchard Table' }
    const more = { Location: 'Akron, MI', PrimaryForm: '990', Path: '/charity/070000010' }
    expect(found).toEqual([{ EIN: '070000010', ...named, ...more }])
    expect(headers['cache-control']).toBe('private, max-age=60')
    expect(headers).not.toHaveProperty('ratelimit')
  })

  test.each(['', 'a', 'x'.repeat(101)])('reject %s', async (typed) => {
    expect((await suggest(typed)).status).toBe(422)
  })

  test('use few slots, and never wait for one', async () => {
    // An engine that is called only after a delay, so that requests overlap.
    const search: OpenSearch['search'] = async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      return world.opensearch.search(request)
    }
    const app = await buildApp({ ...world.deps, opensearch: { ...world.opensearch, search } })
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        app.inject({ url: '/suggest?Query=cuy', remoteAddress: `10.2.0.${n}` }),
      ),
    )
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([...Array(4).fill(200), ...Array(8).fill(429)])
    expect((await app.inject('/suggest?Query=cuy')).statusCode).toBe(200)
    await app.close()
  })

  test('end at their own limit and cost no data read', async () => {
    const ask = (url: string) => world.app.inject({ url, remoteAddress: '10.9.9.9' })
    // Rejected requests count, too, but do not reach the engine.
    for (let n = 0; n < 300; n += 1) await ask('/suggest?Query=')
    expect((await ask('/suggest?Query=cuy')).statusCode).toBe(429)
    expect((await ask('/api/v2/search?Query=cuy')).headers.ratelimit).toContain('r=999')
  })
})
