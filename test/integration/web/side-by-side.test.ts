import type { CheerioAPI } from 'cheerio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { switchAlias } from '#indexer/index/build/engine-index.ts'
import { deleteIndices } from '#indexer/index/catalog.ts'
import { organizationsIndex } from '#mappings/organizations.ts'
import { createKey } from '#src/access/keys.ts'
import type { Comparison } from '#src/api/a/compare.ts'
import type { Stats } from '#src/api/a/stats.ts'
import { formatValue, shortenValue } from '#src/web/components/formats.ts'
import { openDemo } from '#test/integration/http/profiles-world.ts'
import { keyed } from '#test/integration/http/sector-world.ts'
import { buildIndex, RELEASE, sketchDocument } from '#test/integration/http/world.ts'
import { buildAllCompanions } from '#test/integration/indices/companions.ts'
import { insertRows } from '#test/integration/indices/store.ts'
import { opened } from '#test/integration/opened.ts'
import { addEligible } from '#test/integration/sector/made-sector.ts'
import { expectRecorded } from '#test/recorded.ts'
import { hrefsOf, linkedRefs, openPage, readPage, textOf, textsOf } from './section-page.ts'

const FOOD_BANK = '080000102'
const OTHER = '080000103'
const SHORT_YEAR = '290000115'
const FOUNDATION = '490000181'
const HOSTILE = `"><script>alert(1)</script>' onload=x \u202Eeert`
const PREFIX = 'profiles-side-by-side-'

const world = opened(() => openDemo('side_by_side'))
/** Listed by the IRS, revoked, and never filed. */
let REVOKED: string
const index = organizationsIndex(PREFIX, RELEASE)

beforeAll(async () => {
  for (let n = 1; n <= 12; n += 1) await addEligible(world.postgres, { n })
  await world.postgres.query('update organization set name = $1 where ein = any($2)', [
    HOSTILE,
    [SHORT_YEAR, '190000012'],
  ])
  REVOKED = await addRevoked()
  const { opensearch } = world.deps
  type Named = Parameters<typeof sketchDocument>[0]
  const named = await world.postgres.query<Named>(
    'select ein, name, primary_form as form from organization where primary_form is not null',
  )
  await buildIndex(opensearch, PREFIX, named.map(sketchDocument))
  await buildAllCompanions(opensearch, world.postgres, { index, release: RELEASE })
  await switchAlias(opensearch, PREFIX, index)
})
afterAll(() => deleteIndices(world.deps.opensearch, [index]))

async function addRevoked(): Promise<string> {
  const [{ ein = '' } = {}] = await world.postgres.query<{ ein: string }>(
    `update organization set is_revoked = true
      where ein = (select o.ein from organization o join bmf using (ein)
                    where not exists (select from filing f where f.ein = o.ein)
                      and not exists (select from revocation r where r.ein = o.ein)
                    order by o.ein limit 1)
      returning ein`,
  )
  const dates = { revoked_on: '2021-05-15', posted_on: '2021-06-01', as_of: '2022-01-10' }
  const named = { name: 'OF THE LIST', city: 'Akron', country: 'US' }
  const row = { ein, ...dates, ...named, source_file: 'made', source_row: 1 }
  await insertRows(world.postgres, 'revocation', [row])
  return ein
}

const read = async (url: string) => {
  const page = await openPage(world.app, url)
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  return page
}

const compare = (...eins: string[]) => read(`/compare?EINs=${eins.join(',')}`)
const columns = 'table.compare thead th:not(:first-child)'

test('texts of comparisons, lists, and sums are recorded', async () => {
  const { $ } = await compare(FOOD_BANK, FOUNDATION)
  const several = await read(`/compare?EINs=${FOOD_BANK},nonsense,${OTHER}&Year=soon&Form=1040`)
  const revoked = await compare(FOOD_BANK, REVOKED)
  const sector = await read('/sector')
  const shown = await readPage(world.app, `/charity/${REVOKED}`)
  await expectRecorded('pages-side-by-side', {
    'other forms': textOf($, '.notice'),
    'unknown figures': [...new Set(textsOf($, 'table.compare td .unknown'))],
    'invalid parts': textOf(several.$, '.notice'),
    'an EIN without a filing': textOf((await compare(FOOD_BANK, '979999999')).$, '.notice'),
    'a revoked organization': textOf(revoked.$, '.notice'),
    'names without a match': textOf((await read('/compare?Name=Zyxwvut+Qqqq')).$, '.who'),
    'the method of sums': textOf(sector.$, 'details.method'),
    'the page of a revoked organization': textOf(shown.$),
  })
})

describe('/compare', () => {
  test('shows every figure that the API returns, and links it to its evidence', async () => {
    const { $ } = await compare(FOOD_BANK, OTHER, FOUNDATION)
    const url = `/api/v2/compare?EINs=${[FOOD_BANK, OTHER, FOUNDATION]}`
    const { body } = await world.get<Comparison>(url)
    expect(hrefsOf($, 'a.removable')[0]).toBe(`/compare?EINs=${OTHER},${FOUNDATION}`)
    const linked = linkedRefs($)
    let shown = 0
    for (const { EIN, Figures = [], Governance = [], Rating } of body.Organizations) {
      for (const { Key, Value, Unit, EvidenceRef } of [...Figures, ...Governance]) {
        if (EvidenceRef === undefined || Value === undefined) continue
        expect(linked.get(EvidenceRef), `${EIN} ${Key}`).toBe(EIN)
        const ref = encodeURIComponent(EvidenceRef).replaceAll("'", '%27')
        expect(textsOf($, `a[href*="Ref=${ref}"]`), Key).toContain(shortenValue(Value, Unit))
        shown += 1
      }
      if (Rating?.EvidenceRef) expect(linked.has(Rating.EvidenceRef)).toBe(true)
    }
    expect(shown).toBeGreaterThan(50)
  })

  test('has no rows for lines of forms that are not compared', async () => {
    const hasLine = ({ $ }: Awaited<ReturnType<typeof compare>>) =>
      /qualifying distributions/i.test($('table.compare').text())
    expect(hasLine(await compare(FOOD_BANK, OTHER))).toBe(false)
    expect(hasLine(await compare(FOOD_BANK, FOUNDATION))).toBe(true)
  })

  test('shows a hostile filed name only as text', async () => {
    const { $, html } = await compare(FOOD_BANK, SHORT_YEAR)
    expect(html).not.toContain('<script>alert')
    expect($('script')).toHaveLength(1)
    expect($('[onload], [style]')).toHaveLength(0)
    expect($('table.compare thead bdi').text()).toContain('<script>alert(1)</script>')
  })

  test('offers the tax years for which all organizations filed', async () => {
    const { $ } = await compare(FOOD_BANK, OTHER)
    expect($('footer strong time')).toHaveLength(1)
    const [year = ''] = hrefsOf($, 'nav.years a:contains("2021")')
    const { body } = await world.get<Comparison>(`/api/v2${year}`)
    expect(body.Organizations.map(({ Filing }) => Filing?.TaxYear)).toEqual([2021, 2021])
    const page = await read(year)
    expect(page.$('nav.years').first().find('[aria-current]').text()).toBe('2021')
  })
})

test('an organization without a filing shows the facts of lists, each with its evidence', async () => {
  const { status, $, headers } = await readPage(world.app, `/charity/${REVOKED}`)
  expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
  expect($('main').text()).not.toContain('/api/')
  const links = hrefsOf($, 'main a[href*="/evidence?"]')
  expect(links.length).toBeGreaterThan(2)
  for (const link of links) await read(link)
})

describe('/compare by names', () => {
  test('asks for names if there are none', async () => {
    const { $ } = await read('/compare')
    expect($('input[name=Name]')).toHaveLength(3)
    // The demo is made up, so search engines must not index its pages.
    expect($('meta[name=robots]').attr('content')).toBe('noindex')
  })

  test('accepts names that match one organization, and EINs in any spelling', async () => {
    const query = 'Name=Hocking+Hills+Food+Bank&Name=08-0000103&utm_source=letter'
    const { status, headers } = await readPage(world.app, `/compare?${query}`)
    expect([status, headers.location]).toEqual([303, `/compare?EINs=${OTHER},${FOOD_BANK}`])
  })

  test.each([
    // As a form without scripts sends them.
    `EINs=${FOOD_BANK}&EINs=${OTHER}&Name=`,
    // Invalid parts are reported, and the rest is kept.
    `EINs=${FOOD_BANK},nonsense,${OTHER}&Year=soon&Form=1040`,
  ])('compares two of %s', async (query) => {
    expect((await read(`/compare?${query}`)).$(columns)).toHaveLength(2)
  })

  test('offers candidates if a name matches several or none exactly', async () => {
    const { $ } = await read(`/compare?EINs=${FOOD_BANK}&Name=Mamee+Valey+Food+Bank`)
    expect(hrefsOf($, '.who a')).toContain(`/compare?EINs=${FOOD_BANK},${OTHER}`)
    const none = await read('/compare?Name=Zyxwvut+Qqqq&Name=%3Cb%3Exyzzy%3C/b%3E')
    expect(none.$('.who').text()).toContain('Zyxwvut Qqqq')
    expect(none.$('main b')).toHaveLength(0)
  })

  test('keeps other names open while one is resolved', async () => {
    const { $ } = await read('/compare?Name=Mamee+Valey+Food+Bank&Name=Hoking+Hils+Food+Bank')
    const choice = `/compare?EINs=${OTHER}&Name=Hoking+Hils+Food+Bank`
    expect(hrefsOf($, '.who:first li a')).toContain(choice)
    const next = await read(choice)
    expect(hrefsOf(next.$, '.who a')).toContain(`/compare?EINs=${OTHER},${FOOD_BANK}`)
    const kept = next.$('form.compare-form input[type=hidden][name=Name]').val()
    expect(kept).toBe('Hoking Hils Food Bank')
  })

  test('costs one data read, and is a page, too, when no allowance remains', async () => {
    const { key } = await createKey(world.postgres, { tier: 'Paid', owner: 'pages', dataLimit: 1 })
    const headers = { accept: 'text/html', 'x-service-api-key': key }
    expect((await world.app.inject({ url: '/compare', headers })).statusCode).toBe(200)
    const refused = await world.app.inject({ url: '/sector', headers })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['content-type']).toContain('text/html')
  })
})

/** Returns the body of the API with a key, which is surface A. */
const askA = async <Body>(url: string) =>
  (await world.get<Body>(url, await keyed(world.postgres, 'Internal'))).body

describe('/sector', () => {
  test('shows the sums of the API, by year and by exemption', async () => {
    const { SectorRevenue = 0, ...body } = await askA<Stats>('/api/v2/stats')
    const { $ } = await read('/sector')
    for (const count of [body.Charities, body.Filings]) {
      expect($('.totals').text()).toContain(formatValue(count))
    }
    const total = $(`[title="${formatValue(SectorRevenue, 'USD')}"]`).text()
    expect(total).toContain(shortenValue(SectorRevenue, 'USD'))
    for (const { TaxYear, Revenue } of body.SectorOverview?.Years ?? []) {
      if (Revenue?.Total === undefined) continue
      const whole = `[title="${formatValue(Revenue.Total, 'USD')}"]`
      expect(rowOf($, TaxYear).find(whole), String(TaxYear)).not.toHaveLength(0)
    }
    const exemptions = $('section[aria-labelledby=exemption] table').text()
    for (const { Label, Organizations } of body.SectorComposition?.Groups ?? []) {
      expect(exemptions).toContain(`${Label}${formatValue(Organizations)}`)
    }
  })

  const rowOf = ($: CheerioAPI, year: number) =>
    $('table.sector-years tbody tr').filter((_, one) =>
      $(one).find('th').text().startsWith(String(year)),
    )

  test('marks partial years', async () => {
    const { $ } = await read('/sector')
    type B = { data: { sector_overview: { years: { tax_year: number; partial?: boolean }[] } } }
    const { years } = (await world.get<B>('/api/v2/stats')).body.data.sector_overview
    expect(years.length).toBeGreaterThan(3)
    for (const { tax_year: year, partial } of years) {
      expect(rowOf($, year).find('.tone-caution').length, String(year)).toBe(partial ? 1 : 0)
    }
  })

  test('links a cause to its organizations, and programs, but no crawlers, to the data', async () => {
    const { $ } = await read('/sector')
    const links = $('main a[href^="/api/"]')
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter('[rel~=nofollow]').length).toBe(links.length)
    const [href = ''] = hrefsOf($, 'section[aria-labelledby=cause] th a')
    expect((await read(href)).$('.hit').length).toBeGreaterThan(0)
  })
})
