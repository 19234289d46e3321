import { load } from 'cheerio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#src/app.ts'
import { displayName } from '#src/domain/display-name.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'

import { searchTexts } from '#src/web/texts/search.tsx'
import {
  buildIndex,
  ORGANIZATIONS,
  openWorld,
  sketchDocument,
  type World,
} from '#test/integration/http/world.ts'

const HOSTILE = '"><script>alert(1)</script>\u202Egnp.<em>\'&amp;'
const ALIEN = sketchDocument({
  ein: '070000009',
  name: `Hostile Pantry ${HOSTILE}`,
  state: 'OH',
  form: '990',
  revenue: 9_000_000,
  program: `Feeds families ${HOSTILE}`,
})
const RATED = sketchDocument({
  ein: '070000010',
  name: 'Rated Harvest Kitchen',
  state: 'MI',
  form: '990',
  program: 'Cooks what is harvested.',
})
RATED.display = {
  ...RATED.display,
  isRevoked: true,
  names: [{ value: 'Old Orchard Table', kind: 'former', ref: 'bmf:2020-01:070000010:NAME' }],
  rating: {
    score: 71.6,
    band: 'Good',
    taxYear: 2024,
    policyVersion: 'rating-1',
    ref: 'derived:rating:070000010:2024',
    filing: '990:2024:202513199349301234:/ReturnHeader',
  },
}
RATED.query = { ...RATED.query, alias: ['old orchard table'], aliasKey: ['old orchard table'] }

let world: World
beforeAll(async () => {
  world = await openWorld('search_page')
  await buildIndex(world.opensearch, world.deps.indexPrefix, [...ORGANIZATIONS, ALIEN, RATED])
})
afterAll(() => world.close())

let asked = 0
/** Returns the page at an address, each time as a different client. */
async function open(url: string) {
  asked += 1
  const response = await world.app.inject({
    url,
    headers: { accept: 'text/html' },
    remoteAddress: `10.1.0.${asked}`,
  })
  return { status: response.statusCode, html: response.body, $: load(response.body), response }
}

async function askA(query: Record<string, string>) {
  const response = await world.app.inject({ url: '/api/v2/search', query })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

/** An engine that is called only after a delay, so that requests overlap. */
const slowed = (engine: OpenSearch): OpenSearch => ({
  ...engine,
  search: async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    return engine.search(request)
  },
})

const names = ($: ReturnType<typeof load>) =>
  $('.hits h3 a')
    .toArray()
    .map((one) => $(one).text())

describe('the first page', () => {
  test('shows the number of organizations, and links to causes and states', async () => {
    const { status, $, response } = await open('/')
    expect(status).toBe(200)
    expect($('.extent').text()).toContain(String(ORGANIZATIONS.length + 2))
    expect($('.extent').text()).toContain('not counted yet')
    expect($('footer time').attr('datetime')).toBe('2026-03-01T04:05:06.789Z')
    expect($('.browse a[href="/?State=OH"]').text()).toBe('Ohio')
    expect($('meta[name=robots]')).toHaveLength(0)
    expect(response.headers['content-security-policy']).toContain("script-src 'self'")
  })
})

describe('crawlers', () => {
  test('get robots.txt at no cost, and data responses are not listed', async () => {
    const robots = await world.app.inject('/robots.txt')
    expect(robots.statusCode).toBe(200)
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(robots.body).toContain('User-agent: *')
    expect(robots.headers).not.toHaveProperty('ratelimit')
    for (const url of ['/suggest?Query=cuy', '/api/v2/search?Query=cuy', '/api/v2/none']) {
      const { headers } = await world.app.inject(url)
      expect(headers['x-robots-tag'], url).toBe('noindex')
    }
    expect((await open('/')).response.headers).not.toHaveProperty('x-robots-tag')
  })
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
    const shown = $('#facet-State')
      .parent()
      .find('.count')
      .toArray()
      .map((one) => Number($(one).text()))
    expect(shown).toEqual(Facets.State.map(({ Count }: { Count: number }) => Count))
    expect($('a[href="/?Query=pantry&Mode=Identity&State=TX"]').text()).toContain('Texas')
    expect($('.facets [aria-current]').attr('href')).toBe('/?Query=pantry&Mode=Identity')
  })

  test('have a heading that shows the query, also on paper', async () => {
    const { $ } = await open('/?Query=food+pantries')
    expect($('h1').text()).toBe('Search results for food pantries')
    expect((await open('/?State=OH')).$('h1').text()).toBe('Search results')
  })

  test('link every figure to its leaf, and mark unknown values as unknown', async () => {
    const { $ } = await open('/?Query=Cuyahoga+Harvest+Pantry')
    const figure = $('.hit').first().find('a.figure')
    expect(figure.text()).toBe('$2.0M')
    expect(figure.attr('title')).toContain('$2,000,000')
    const link = new URL(figure.attr('href') ?? '', 'http://made.example')
    expect(link.pathname).toBe('/charity/070000001/evidence')
    expect(link.searchParams.get('Ref')).toBe(
      '990:2024:202513199349301234:/IRS990/CYTotalRevenueAmt',
    )
    const { $: unknown } = await open('/?Query=Whitcombe+Family+Foundation')
    expect(unknown('.hit-figures').first().text()).toContain('none on record')
  })

  test('show the other name that matched, the rating, and a revoked exemption', async () => {
    const { $ } = await open('/?Query=Old+Orchard+Table')
    const card = $('.hit').first()
    expect(card.text()).toContain('Matches its former name Old Orchard Table')
    expect(card.find('a.chip').text()).toContain('Rating 72 · Good')
    expect(card.text()).toContain('Tax exemption revoked')
  })

  test('show how plain words were read; each can be removed or read differently', async () => {
    const { $ } = await open('/?Query=food+pantries+in+Ohio+over+%241M')
    expect($('.read-as').text()).toContain('Searched by what organizations do.')
    const links = $('.read-as a.chip')
      .toArray()
      .map((one) => new URL($(one).attr('href') ?? '', 'http://made.example'))
    expect(links.map((link) => link.searchParams.get('Query'))).toContain('food pantries over $1M')
    expect($('.read-as p a').attr('href')).toContain('Mode=Identity')
  })

  test('drop filters that apply only to an intent when the words are read as a name', async () => {
    const { $ } = await open('/?Query=food+pantries+in+Ohio&EvidenceTier=FiledProgram')
    const href = $('.read-as p a').attr('href') ?? ''
    expect(href).toContain('Mode=Identity')
    expect((await open(href)).status).toBe(200)
  })

  test('are all organizations that pass the filters if there are no words', async () => {
    const { $ } = await open('/?State=Ohio&Sort=Revenue')
    expect($('.found').text()).toBe('3 organizations.')
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
    const href = $('.result-tools a[download]').attr('href') ?? ''
    expect(href).toMatch(/^\/search\.csv\?/)
    const { statusCode, body, headers } = await world.app.inject({ url: href })
    expect(statusCode, body).toBe(200)
    expect(headers['content-type']).toContain('text/csv')
    const listed = $('.hit h3 a')
      .toArray()
      .map((link) => $(link).attr('href')?.split('/').at(-1))
    expect(listed.length).toBeGreaterThan(0)
    const [, ...lines] = body.trim().split('\r\n')
    expect(lines.map((line) => line.split(',')[1])).toEqual(listed)
  })

  test('with a faulty filter lead from the file back to the page', async () => {
    const { statusCode, headers } = await world.app.inject({ url: '/search.csv?State=Ohoi' })
    expect([statusCode, headers.location]).toEqual([303, '/?State=Ohoi'])
  })

  test('have one form for choosing what to compare, which works without scripts', async () => {
    const { $ } = await open('/?Query=pantry')
    expect($('form#compare').attr('action')).toBe('/compare')
    expect($('input[name=EINs][form=compare]').length).toBeGreaterThan(1)
    expect($('form#compare').text()).toContain('to compare')
  })

  test('have no form for comparing a single organization, but still show the order', async () => {
    const { $ } = await open('/?Query=Cuyahoga+Harvest+Pantry&State=OH&Limit=1&Sort=Revenue')
    expect($('.hit')).toHaveLength(1)
    expect($('form#compare, input[name=EINs]')).toHaveLength(0)
    expect($('.sorts [aria-current]').text()).toBe('Revenue')
  })

  test('link a cause that words name to the search without it', async () => {
    const { $ } = await open('/?Query=food+banks+in+Ohio')
    const chip = $('.read-as .chip').filter((_, one) => $(one).text().includes('K31'))
    expect(chip.attr('href')).toBe('/?Query=in+Ohio')
  })
})

describe('pages', () => {
  test('contain each organization once', async () => {
    const met: string[] = []
    let next: string | undefined = '/?Sort=Revenue&Limit=2'
    while (next !== undefined && met.length < 20) {
      const { $ } = await open(next)
      met.push(...names($))
      next = $('a[rel=next]').attr('href')
    }
    expect(met).toHaveLength(ORGANIZATIONS.length + 2)
    expect(new Set(met).size).toBe(met.length)
  })

  test('beyond the last one link back', async () => {
    const { $ } = await open('/?Query=pantry&Mode=Identity&Cursor=9')
    expect($('.results').text()).toContain('no page 9')
  })

  test('beyond the 10,000th organization say what to do', async () => {
    const { status, $ } = await open('/?Query=pantry&Cursor=1001')
    expect(status).toBe(422)
    expect($('h1').text()).toContain('10,000th')
    expect($('input[name=Query]').val()).toBe('pantry')
  })
})

describe('an invalid search', () => {
  test('is reported at its field with suggestions, and keeps what was typed', async () => {
    const { status, $ } = await open('/?Query=choir&State=Ohoi&MinRevenue=lots')
    expect(status).toBe(422)
    expect($('input[name=State]').val()).toBe('Ohoi')
    expect($('#fault-State').text()).toContain('Did you mean Ohio')
    expect($('#fault-State a').attr('href')).toBe('/?Query=choir&State=OH&MinRevenue=lots')
    expect($('input[name=MinRevenue]').attr('aria-describedby')).toBe('fault-MinRevenue')
    expect($('#fault-MinRevenue').text()).toContain('digits')
  })

  test('in a parameter without a field is reported, and not sent again', async () => {
    const { status, $ } = await open('/?Query=choir&Sort=Fame&Limit=20')
    expect(status).toBe(422)
    expect($('#fault-Sort').text()).toContain('Sort order must be')
    expect(
      $('form.search-form input[type=hidden]')
        .toArray()
        .map((one) => $(one).attr('name')),
    ).toEqual(['Limit'])
  })

  test('with a country as the state links to the search for that country', async () => {
    const { $ } = await open('/?Query=clean+water&State=Kenya')
    expect($('#fault-State').text()).not.toContain('Kentucky')
    expect($('#fault-State a').attr('href')).toBe('/?Query=clean+water+in+Kenya')
  })

  test('a search without results proposes others', async () => {
    const { $ } = await open('/?Query=Cuyahoga+Harvest+Pantry&Mode=Identity&State=AK')
    expect($('.found').text()).toBe('No organizations found.')
    const proposed = $('.resolution a').toArray()
    expect(proposed.map((one) => $(one).text())).toContain('Cuyahoga Harvest Pantry')
    expect(proposed.map((one) => $(one).text())).toContain('Remove all filters')
  })

  test('no proposed search drops a filter silently', async () => {
    const { $ } = await open(
      '/?Query=Cuyahoga+Harvest+Pantry&Mode=Identity&State=AK&PrimaryForm=990PF',
    )
    expect($('.found').text()).toBe('No organizations found.')
    expect($('.resolution').text()).not.toContain(searchTexts.others)
    expect($('.resolution').text()).toContain('Remove all filters')
  })
})

test('without an index the front page works, and a search explains why it fails', async () => {
  const bare = await openWorld('search_page_bare')
  try {
    const ask = (url: string) => bare.app.inject({ url, headers: { accept: 'text/html' } })
    const front = await ask('/')
    expect(front.statusCode).toBe(200)
    expect(load(front.body)('input[name=Query]')).toHaveLength(1)
    const search = await ask('/?Query=pantry')
    expect(search.statusCode).toBe(503)
    expect(search.headers['content-type']).toContain('text/html')
    expect(load(search.body)('h1').text()).toBe('Not ready yet')
  } finally {
    await bare.close()
  }
})

test('errors are not cached, and vary by what the client accepts', async () => {
  const headersOf = async (url: string, accept: string) => {
    const { headers } = await world.app.inject({ url, headers: { accept } })
    return [headers['cache-control'], headers.vary]
  }
  for (const accept of ['text/html', 'application/json']) {
    expect(await headersOf('/no-such-page', accept)).toEqual([
      'no-store',
      'accept, accept-encoding',
    ])
    expect(await headersOf('/api/v2/none', accept)).toEqual(['no-store', 'accept-encoding'])
  }
})

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
    const isolated = $('.hits bdi, .resolution bdi').toArray()
    expect(isolated.map((one) => $(one).text()).join()).toContain('\u202E')
    $('bdi, .hidden').remove()
    expect($('.results').text()).not.toContain('\u202E')
    expect((await open('/?Query=%E2%80%AEegna')).$('title').text()).not.toContain('\u202E')
  })

  test('include the words of the search', async () => {
    const { html, $ } = await open(`/?${new URLSearchParams({ Query: HOSTILE })}`)
    expect(html).not.toContain('<script>alert')
    expect($('input[name=Query]').val()).toBe(HOSTILE)
    expect($('title').text()).toContain('<script>')
    expect($('title').text()).not.toContain('\u202E')
  })
})

describe('suggestions', () => {
  const suggest = async (typed: string) => {
    const response = await world.app.inject({ url: '/suggest', query: { Query: typed } })
    return { status: response.statusCode, body: response.json(), response }
  }
  const suggested = async (typed: string): Promise<string[]> =>
    (await suggest(typed)).body.Suggestions.map(({ EIN }: { EIN: string }) => EIN)

  test.each([
    ['cuy', '070000001'],
    ['Harvest Pan', '070000002'],
    ['pantry tex', '070000002'],
    ['07-0000003', '070000003'],
    ['7000003', undefined],
    ['70000003', '070000003'],
    ['whitcombe fam fdn', '070000003'],
    ['old orch', '070000010'],
    // No name begins with this text, but one nearly does.
    ['Cuyahga', '070000001'],
  ])('of %s begin with %s', async (typed, ein) => {
    expect((await suggested(typed))[0]).toBe(ein)
  })

  test('have the name, place, form, and page, and the other name that matched', async () => {
    const { body, response } = await suggest('old orch')
    expect(body.Suggestions).toEqual([
      {
        EIN: '070000010',
        Name: 'Rated Harvest Kitchen',
        OtherName: 'Old Orchard Table',
        Location: 'Akron, MI',
        PrimaryForm: '990',
        Path: '/charity/070000010',
      },
    ])
    expect(response.headers['cache-control']).toBe('private, max-age=60')
    expect(response.headers).not.toHaveProperty('ratelimit')
  })

  test.each(['', 'a', 'x'.repeat(101)])('reject %s', async (typed) => {
    const { status, body } = await suggest(typed)
    expect(status).toBe(422)
    expect(body.detail[0].msg).toBe('must be 2 to 100 characters long')
  })

  test('use few slots, and never wait for one', async () => {
    const app = await buildApp({ ...world.deps, opensearch: slowed(world.opensearch) })
    try {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          app.inject({ url: '/suggest?Query=cuy', remoteAddress: `10.2.0.${n}` }),
        ),
      )
      const statuses = answers.map(({ statusCode }) => statusCode).sort()
      expect(statuses).toEqual([...Array(4).fill(200), ...Array(8).fill(429)])
      expect((await app.inject('/suggest?Query=cuy')).statusCode).toBe(200)
    } finally {
      await app.close()
    }
  })

  test('end at their own limit and cost no data read', async () => {
    const ask = (url: string) => world.app.inject({ url, remoteAddress: '10.9.9.9' })
    // Rejected requests count, too, but do not reach the engine.
    for (let n = 0; n < 300; n += 1) await ask('/suggest?Query=')
    const refused = await ask('/suggest?Query=cuy')
    expect(refused.statusCode).toBe(429)
    const { headers } = await ask('/api/v2/search?Query=cuy')
    expect(headers.ratelimit).toContain('r=999')
  })
})
