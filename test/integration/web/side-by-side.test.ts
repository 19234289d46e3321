import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { switchAlias } from '#indexer/index/build/build-index.ts'
import { deleteIndices } from '#indexer/index/catalog/index-catalog.ts'
import { organizationsIndex } from '#mappings/organizations.ts'
import { createKey } from '#src/access/keys.ts'
import type { Comparison } from '#src/api/a/compare.ts'
import type { Stats } from '#src/api/a/stats.ts'
import type { TopLists } from '#src/api/a/top-lists.ts'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'
import { formatValue, shortenValue } from '#src/web/components/formats.ts'
import type { ProfilesWorld } from '#test/integration/http/profiles-world.ts'
import { openDemo } from '#test/integration/http/profiles-world.ts'
import { keyed } from '#test/integration/http/sector-world.ts'
import { buildIndex, RELEASE, sketchDocument } from '#test/integration/http/world.ts'
import { buildAllCompanions } from '#test/integration/indices/companions.ts'
import { addEligible } from '#test/integration/sector/made-sector.ts'
import { linkedRefs, readPage, shownValue } from './section-page.ts'

const [FOOD_BANK, OTHER_FOOD_BANK, SHORT_YEAR, FOUNDATION] = [
  '080000102',
  '080000103',
  '290000115',
  '490000181',
]
const HOSTILE = `"><script>alert(1)</script>' onload=x \u202Eeert`
const PREFIX = 'profiles-side-by-side-'

let world: ProfilesWorld
let opensearch: OpenSearch
/** Listed by the IRS, revoked, and never filed. */
let REVOKED: string
const index = organizationsIndex(PREFIX, RELEASE)

beforeAll(async () => {
  world = await openDemo('side_by_side')
  for (let n = 1; n <= 12; n += 1) await addEligible(world.postgres, { n })
  await world.postgres.query('update organization set name = $1 where ein = $2', [
    HOSTILE,
    SHORT_YEAR,
  ])
  await world.postgres.query('update organization set name = $1 where ein = $2', [
    HOSTILE,
    '190000012',
  ])
  REVOKED = await addRevoked()
  opensearch = createOpenSearch({ url: inject('opensearchUrl') })
  const named = await world.postgres.query<{
    ein: string
    name: string
    form: '990' | '990N' | '990PF'
  }>(`select ein, name, primary_form as form from organization where primary_form is not null`)
  await buildIndex(
    opensearch,
    PREFIX,
    named.map((one) => sketchDocument(one)),
  )
  await buildAllCompanions(opensearch, world.postgres, { index, release: RELEASE })
  await switchAlias(opensearch, PREFIX, index, index)
})
afterAll(async () => {
  await deleteIndices(opensearch, [index])
  await opensearch.close()
  await world.close()
})

async function addRevoked(): Promise<string> {
  const [{ ein = '' } = {}] = await world.postgres.query<{ ein: string }>(
    `update organization set is_revoked = true
      where ein = (select o.ein from organization o join bmf using (ein)
                    where not exists (select from filing f where f.ein = o.ein)
                      and not exists (select from revocation r where r.ein = o.ein)
                    order by o.ein limit 1)
      returning ein`,
  )
  await world.postgres.query(
    `insert into revocation (ein, revoked_on, posted_on, as_of, name, city, country,
       source_file, source_row)
     values ($1, '2021-05-15', '2021-06-01', '2022-01-10', 'OF THE LIST', 'Akron', 'US', 'made', 1)`,
    [ein],
  )
  return ein
}

const read = async (url: string) => {
  const page = await readPage(world.app, url)
  expect(page.status, `${url}: ${page.$('main').text()}`).toBe(200)
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  return page
}

const compare = (...eins: string[]) => read(`/compare?EINs=${eins.join(',')}`)

describe('/compare', () => {
  test('shows every figure that the API returns, and links it to its evidence', async () => {
    const { $ } = await compare(FOOD_BANK, OTHER_FOOD_BANK, FOUNDATION)
    const { body } = await world.get<Comparison>(
      `/api/v2/compare?EINs=${[FOOD_BANK, OTHER_FOOD_BANK, FOUNDATION]}`,
    )
    const linked = linkedRefs($)
    let shown = 0
    for (const { EIN, Figures = [], Governance = [], Rating } of body.Organizations) {
      const fields = [...Figures, ...Governance]
      for (const { Key, Value, Unit, EvidenceRef } of fields) {
        if (EvidenceRef === undefined || Value === undefined) continue
        expect(linked.get(EvidenceRef), `${EIN} ${Key}`).toBe(EIN)
        const link = $(`a[href*="Ref=${encodeURIComponent(EvidenceRef).replaceAll("'", '%27')}"]`)
        expect(
          link.toArray().map((one) => $(one).text()),
          Key,
        ).toContain(shortenValue(Value, Unit))
        shown += 1
      }
      if (Rating?.EvidenceRef) expect(linked.has(Rating.EvidenceRef)).toBe(true)
    }
    expect(shown).toBeGreaterThan(50)
  })

  test('links a figure to the page that shows its value', async () => {
    const { $ } = await compare(FOOD_BANK, OTHER_FOOD_BANK)
    for (const link of $('table.compare a.figure[href*="/evidence"]').toArray().slice(0, 12)) {
      const href = $(link).attr('href') ?? ''
      const page = await read(href)
      const value = shownValue(page.$)
      expect(value, href).toBeDefined()
    }
  })

  test('explains each unknown figure', async () => {
    const { $ } = await compare(FOOD_BANK, FOUNDATION)
    const words = $('table.compare td .unknown').text()
    expect(words).toMatch(/not on this form/)
    expect(words).toMatch(/has no line for this/)
    expect($('.notice').text()).toContain('The organizations file different forms')
    // Lines of forms that are not compared have no rows.
    const other = await compare(FOOD_BANK, OTHER_FOOD_BANK)
    expect(other.$('table.compare').text()).not.toContain('Qualifying distributions')
    expect($('table.compare').text()).toMatch(/qualifying distributions/i)
  })

  test('labels rows and columns, and can be scrolled with the keyboard', async () => {
    const { $ } = await compare(FOOD_BANK, OTHER_FOOD_BANK)
    expect($('table.compare thead th[scope=col]')).toHaveLength(2)
    expect($('table.compare tbody tr:not(.group)').length).toBe(
      $('table.compare tbody th[scope=row]').length,
    )
    const scrolled = $('table.compare').closest('.scroll')
    expect(scrolled.attr('tabindex')).toBe('0')
    expect(scrolled.attr('aria-label')).toBe('Figures side by side')
    expect($('h1')).toHaveLength(1)
  })

  test('says on a phone that the table scrolls, and repeats the column headings in each group', async () => {
    const { $ } = await compare(FOOD_BANK, OTHER_FOOD_BANK)
    expect($('.sideways').text()).toContain('scrolls sideways')
    const heads = $('table.compare thead th[scope=col]').length
    for (const group of $('table.compare tr.group').toArray()) {
      expect($(group).find('td[aria-hidden=true]')).toHaveLength(heads)
    }
    expect((await compare(FOOD_BANK)).$('.sideways')).toHaveLength(0)
  })

  test('lists on paper where each figure was filed', async () => {
    const { $ } = await compare(FOOD_BANK, OTHER_FOOD_BANK)
    const addresses = $('.printed-sources li span').toArray()
    const listed = addresses.map((one) => new URL($(one).text(), 'http://made.example'))
    expect(new Set(listed.map(({ searchParams }) => searchParams.get('Ref')))).toEqual(
      new Set(linkedRefs($).keys()),
    )
    for (const { pathname, search } of listed.slice(0, 5)) {
      expect(shownValue((await read(`${pathname}${search}`)).$)).toBeDefined()
    }
  })

  test('shows a hostile filed name only as text', async () => {
    const { $, html } = await compare(FOOD_BANK, SHORT_YEAR)
    expect(html).not.toContain('<script>alert')
    expect($('script')).toHaveLength(1)
    expect($('[onload]')).toHaveLength(0)
    expect($('table.compare thead bdi').text()).toContain('<script>alert(1)</script>')
    expect($('[style]')).toHaveLength(0)
  })

  test('says how old the figures are, and which filings they are from', async () => {
    const { $ } = await compare(FOOD_BANK, OTHER_FOOD_BANK)
    expect($('footer strong').text()).toMatch(/^Data loaded /)
    expect($('footer').text()).toMatch(/filings on Form 990 for periods that ended/)
  })

  test('offers the tax years for which all organizations filed', async () => {
    const { $ } = await compare(FOOD_BANK, OTHER_FOOD_BANK)
    const year = $('nav.years a:contains("2021")').attr('href') ?? ''
    const { body } = await world.get<Comparison>(`/api/v2${year}`)
    expect(body.Organizations.map(({ Filing }) => Filing?.TaxYear)).toEqual([2021, 2021])
    const page = await read(year)
    expect(page.$('nav.years').first().find('[aria-current]').text()).toBe('2021')
  })

  test('adds and removes organizations through its address', async () => {
    const { $ } = await compare(FOOD_BANK, OTHER_FOOD_BANK, FOUNDATION)
    const less = $('.chosen a').first().attr('href')
    expect(less).toBe(`/compare?EINs=${OTHER_FOOD_BANK},${FOUNDATION}`)
    expect($('form.compare-form input[name=EINs]').attr('value')).toBe(
      [FOOD_BANK, OTHER_FOOD_BANK, FOUNDATION].join(','),
    )
  })
})

test('an organization without a filing shows the facts of lists, each with its evidence', async () => {
  const { status, $, headers } = await readPage(world.app, `/charity/${REVOKED}`)
  expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
  const known = await world.postgres.query<{ name: string }>(
    'select name from organization where ein = $1',
    [REVOKED],
  )
  expect($('h1 bdi').attr('title')).toBe(known[0]?.name)
  expect($('main').text()).toContain('No filings: registered only')
  expect($('.notice').text()).toContain('revoked its exemption on May 15, 2021')
  expect($('main').text()).not.toContain('/api/')
  const links = $('main a[href*="/evidence?"]').toArray()
  expect(links.length).toBeGreaterThan(2)
  for (const link of links) await read($(link).attr('href') ?? '')
  const unknown = await readPage(world.app, '/charity/979999999')
  expect([unknown.status, unknown.$('h1').text()]).toEqual([
    404,
    'EIN 97-9999999 is not in our data',
  ])
})

describe('/compare by names', () => {
  const go = (query: string) =>
    world.app.inject({ url: `/compare?${query}`, headers: { accept: 'text/html' } })

  test('asks for names if there are none', async () => {
    const { $ } = await read('/compare')
    expect($('input[name=Name]')).toHaveLength(3)
    // The demo is made up, so search engines must not index its pages.
    expect($('meta[name=robots]').attr('content')).toBe('noindex')
  })

  test('accepts names that match one organization, and EINs in any spelling', async () => {
    const { statusCode, headers } = await go(
      'Name=Hocking+Hills+Food+Bank&Name=08-0000103&utm_source=letter',
    )
    expect([statusCode, headers.location]).toEqual([
      303,
      `/compare?EINs=${OTHER_FOOD_BANK},${FOOD_BANK}`,
    ])
  })

  test('accepts EINs as a form without scripts sends them', async () => {
    const { $ } = await read(`/compare?EINs=${FOOD_BANK}&EINs=${OTHER_FOOD_BANK}&Name=`)
    expect($('table.compare thead th[scope=col]')).toHaveLength(2)
  })

  test('offers candidates if a name matches several or none exactly', async () => {
    const { $ } = await read(`/compare?EINs=${FOOD_BANK}&Name=Mamee+Valey+Food+Bank`)
    const links = $('.who a')
      .toArray()
      .map((link) => $(link).attr('href'))
    expect(links).toContain(`/compare?EINs=${FOOD_BANK},${OTHER_FOOD_BANK}`)
    const none = await read('/compare?Name=Zyxwvut+Qqqq&Name=%3Cb%3Exyzzy%3C/b%3E')
    expect(none.$('.who').text()).toContain('No organization is named “Zyxwvut Qqqq”')
    expect(none.$('main b')).toHaveLength(0)
  })

  test('reports invalid parts, and keeps the rest', async () => {
    const { $ } = await read(
      `/compare?EINs=${FOOD_BANK},nonsense,${OTHER_FOOD_BANK}&Year=soon&Form=1040`,
    )
    const notice = $('.notice').first().text()
    for (const word of [
      /“nonsense” is not a nine-digit EIN/,
      /Year: expected a tax year/,
      /Form: expected one of 990/,
    ]) {
      expect(notice).toMatch(word)
    }
    expect($('table.compare thead th[scope=col]')).toHaveLength(2)
  })

  test('says why an organization is not compared', async () => {
    const { $ } = await compare(FOOD_BANK, '979999999')
    expect($('.notice').text()).toMatch(/EIN 97-9999999 is not compared: /)
  })

  test('still shows the known facts about an organization that is not compared', async () => {
    const { $ } = await compare(FOOD_BANK, REVOKED)
    const { body } = await world.get<Comparison>(`/api/v2/compare?EINs=${FOOD_BANK},${REVOKED}`)
    const { Readiness } = body.Organizations[1] ?? {}
    expect(Readiness?.Label).toBe('Compliance issue flagged')
    expect($('.notice .chip').text()).toBe(Readiness?.Label)
    for (const reason of Readiness?.ReviewReasons ?? []) {
      expect($('.notice details li').text()).toContain(reason)
    }
    expect($('.notice').text()).not.toContain('/api/')
    expect($(`.notice a[href="/charity/${REVOKED}"]`)).toHaveLength(1)
  })

  test('keeps other names open while one is resolved', async () => {
    const { $ } = await read('/compare?Name=Mamee+Valey+Food+Bank&Name=Hoking+Hils+Food+Bank')
    const choices = $('.who').first().find('li a').toArray()
    const hrefs = choices.map((link) => $(link).attr('href'))
    expect(hrefs).toContain(`/compare?EINs=${OTHER_FOOD_BANK}&Name=Hoking+Hils+Food+Bank`)
    const next = await read(`/compare?EINs=${OTHER_FOOD_BANK}&Name=Hoking+Hils+Food+Bank`)
    expect(
      next
        .$('.who a')
        .toArray()
        .map((link) => next.$(link).attr('href')),
    ).toContain(`/compare?EINs=${OTHER_FOOD_BANK},${FOOD_BANK}`)
    expect(next.$('form.compare-form input[type=hidden][name=Name]').val()).toBe(
      'Hoking Hils Food Bank',
    )
  })

  test('costs one data read, and says on a page when the daily allowance is used up', async () => {
    const limits = { advancedLimit: null, dataLimit: 1 }
    const { key } = await createKey(world.postgres, { tier: 'Paid', owner: 'pages', ...limits })
    const headers = { accept: 'text/html', 'x-service-api-key': key }
    const ask = (url: string) => world.app.inject({ url, headers })
    expect((await ask('/compare')).statusCode).toBe(200)
    const refused = await ask('/sector')
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['content-type']).toContain('text/html')
    expect(refused.body).toContain('<h1>')
  })
})

describe('/top-lists', () => {
  test('shows the lists of the API in its order, each figure with its filing', async () => {
    const { body } = await world.get<TopLists>(
      '/api/v2/top-lists',
      await keyed(world.postgres, 'Internal'),
    )
    const { $ } = await read('/top-lists')
    expect($('main').text()).toContain(`week ${body.Week} of `)
    expect(
      $('section.top-list h2')
        .toArray()
        .map((one) => $(one).text()),
    ).toEqual(body.Lists.map(({ Title }) => Title))
    for (const { Title, Organizations } of body.Lists) {
      const section = $('section.top-list').filter((_, one) => $(one).find('h2').text() === Title)
      const rows = section.find('tbody tr').toArray()
      expect(rows.map((row) => $(row).find('th a').attr('href'))).toEqual(
        Organizations.map(({ EIN }) => `/charity/${EIN}`),
      )
      for (const [at, row] of rows.entries()) {
        expect($(row).text()).toContain(shortenValue(Organizations[at]?.Revenue ?? '', 'USD'))
        expect($(row).find('a.figure')).toHaveLength(2)
      }
    }
    for (const link of $('nav.jump a').toArray()) {
      expect($($(link).attr('href') ?? '')).toHaveLength(1)
    }
  })

  test('can be ordered by prominence as on surface B, and explains what is left out', async () => {
    const { body } = await world.get<{
      data: { lists: { organizations: { ein: string }[] }[] }
    }>('/api/v2/top-lists')
    const { $ } = await read('/top-lists?Order=Prominence')
    expect(
      $('section.top-list')
        .first()
        .find('th a')
        .toArray()
        .map((one) => $(one).attr('href')),
    ).toEqual(body.data.lists[0]?.organizations.map(({ ein }) => `/charity/${ein}`))
    expect($('details.method').text()).toMatch(/log10.*exclude:.*Postcard filers/s)
  })

  test('keeps a hostile name harmless', async () => {
    const { $, html } = await read('/top-lists')
    expect(html).not.toContain('<script>alert')
    expect($('section.top-list').text()).toContain('<script>alert(1)</script>')
  })
})

describe('/sector', () => {
  test('shows the sums of the API, by year and by exemption', async () => {
    const { body } = await world.get<Stats>(
      '/api/v2/stats',
      await keyed(world.postgres, 'Internal'),
    )
    const { $ } = await read('/sector')
    expect($('.totals').text()).toContain(formatValue(body.Charities))
    expect($('.totals').text()).toContain(formatValue(body.Filings))
    expect($(`[title="${formatValue(body.SectorRevenue ?? 0, 'USD')}"]`).text()).toContain(
      shortenValue(body.SectorRevenue ?? 0, 'USD'),
    )
    const years = $('table.sector-years tbody tr').toArray()
    expect(years.length).toBeGreaterThan(3)
    for (const { TaxYear, Revenue } of body.SectorOverview?.Years ?? []) {
      const row = years.find((one) => $(one).find('th').text().startsWith(String(TaxYear)))
      const whole = Revenue?.Total === undefined ? undefined : formatValue(Revenue.Total, 'USD')
      if (whole) expect($(row).find(`[title="${whole}"]`), String(TaxYear)).not.toHaveLength(0)
    }
    for (const { Label, Organizations } of body.SectorComposition?.Groups ?? []) {
      expect($('section[aria-labelledby=exemption] table').text()).toContain(
        `${Label}${formatValue(Organizations)}`,
      )
    }
  })

  test('marks partial years, and explains each sum', async () => {
    const { $ } = await read('/sector')
    const { body } = await world.get<{
      data: { sector_overview: { years: { tax_year: number; partial?: boolean }[] } }
    }>('/api/v2/stats')
    for (const { tax_year: year, partial } of body.data.sector_overview.years) {
      const row = $('table.sector-years tbody tr').filter((_, one) =>
        $(one).find('th').text().startsWith(String(year)),
      )
      expect(row.find('.tone-caution').length, String(year)).toBe(partial ? 1 : 0)
    }
    expect($('details.method').text()).toContain('Sum of Form 990, Part I, line 12')
  })

  test('links to the same data for programs, but not for crawlers', async () => {
    for (const url of ['/sector', '/sources']) {
      const { $ } = await read(url)
      const links = $('main a[href^="/api/"]')
      expect(links.length, url).toBeGreaterThan(0)
      expect(links.filter('[rel~=nofollow]').length, url).toBe(links.length)
    }
  })

  test('links a cause to its organizations', async () => {
    const { $ } = await read('/sector')
    const link = $('section[aria-labelledby=cause] td, section[aria-labelledby=cause] th a').first()
    const href = $('section[aria-labelledby=cause] th a').first().attr('href') ?? ''
    expect(link).toHaveLength(1)
    const page = await read(href)
    expect(page.$('main').text()).toContain('Food')
  })
})

test('without sums, the pages say what is missing', async () => {
  await deleteIndices(opensearch, [index])
  for (const url of ['/top-lists', '/sector']) {
    const { status, $ } = await readPage(world.app, url)
    expect(status, url).toBe(200)
    expect($('h1')).toHaveLength(1)
    expect($('main').text()).toMatch(/There are no (lists|totals) yet/)
  }
})
