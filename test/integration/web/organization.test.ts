import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CheerioAPI, load } from 'cheerio'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { todayInUtc } from '#src/domain/days.ts'
import { displayName } from '#src/domain/display-name.ts'
import { readDiligence } from '#src/organizations/diligence/diligence.ts'
import { formatValue, formatWhole, shortenValue } from '#src/web/components/formats.ts'
import { organizationTexts } from '#src/web/texts/organization.tsx'
import { sectionTexts } from '#src/web/texts/section.tsx'
import { openProfiles, type ProfilesWorld } from '#test/integration/http/profiles-world.ts'
import { makeReturn } from '#test/unit/indexer/made-return.ts'
import { demoFolder } from '#test/world/prepared.ts'
import { linkedRefs, shownValue } from './section-page.ts'

/** A number, an amount, a share, or an answer; the other links are texts. */
const FIGURE = /^(-?\$?[\d,.]+( \w+|%)?|Yes|No)$/

/** Returns the ways in which pages may write an evidence value, in each unit. */
function spellings(value: string): string[] {
  if (value === 'true' || value === 'false') return [formatValue(value === 'true')]
  const units = [undefined, 'USD', 'ratio', 'months', 'hours']
  return [value, ...units.map((unit) => formatWhole(Number(value), unit))]
}

const LARGE = '290000118'
const FOUNDATION = '490000181'
const AMENDED = '190000112'
const DEFICIT = '790000144'
const RESTRICTED = '080000172'
const REGISTRY_ONLY = '970000163'
const HOSTILE = '070009901'

/** The pages of an organization that show figures. */
const TABS = ['', '/money', '/grants', '/people', '/rating'] as const

const HOSTILE_NAME = '&lt;script&gt;alert(1)&lt;/script&gt; "Aid" &#x202E;ecila'
const hostileReturn = makeReturn({
  header: `<ReturnTs>2023-05-12T10:11:12-05:00</ReturnTs>
    <TaxPeriodEndDt>2022-12-31</TaxPeriodEndDt><ReturnTypeCd>990</ReturnTypeCd>
    <TaxPeriodBeginDt>2022-01-01</TaxPeriodBeginDt>
    <Filer><EIN>${HOSTILE}</EIN><BusinessName><BusinessNameLine1Txt>${HOSTILE_NAME}</BusinessNameLine1Txt>
    </BusinessName></Filer><TaxYr>2022</TaxYr>`,
  data: `<IRS990 documentId="R1">
    <WebsiteAddressTxt>javascript:alert(1)</WebsiteAddressTxt>
    <ActivityOrMissionDesc>&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt; &lt;b style="x"&gt;</ActivityOrMissionDesc>
    <CYTotalRevenueAmt>100</CYTotalRevenueAmt><CYContributionsGrantsAmt>120</CYContributionsGrantsAmt>
    <CYInvestmentIncomeAmt>-20</CYInvestmentIncomeAmt><CYTotalExpensesAmt>130</CYTotalExpensesAmt>
    <Form990PartVIISectionAGrp><PersonNm>&lt;svg onload=alert(1)&gt;</PersonNm>
      <TitleTxt>"&gt;&lt;script&gt;</TitleTxt></Form990PartVIISectionAGrp>
    </IRS990>`,
})

type PageBody = {
  Hero: {
    Name: string
    Chips: { Label: string; EvidenceRef: string }[]
    Financials?: Record<string, number>
    EvidenceRefs: Record<string, { Ref: string }>
  }
  Verdict: { BottomLine: string; Score?: number }
  Sections: { Id: string; Summary: string }[]
  SEO: { Title: string; Description: string; CanonicalPath: string; JsonLd: object }
}

describe("an organization's page", () => {
  let world: ProfilesWorld
  let folder: string
  let asked = 0

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'organization-'))
    await writeFile(join(folder, '202341329349399901_public.xml'), hostileReturn)
    world = await openProfiles('web_organization', [await demoFolder(), folder])
  })
  afterAll(async () => {
    await world.close()
    await rm(folder, { recursive: true })
  })

  /**
   * Requests like a browser, each time from another address, to leave the allowance to other tests.
   */
  const ask = async (url: string, headers: Record<string, string> = {}) => {
    asked += 1
    const response = await world.app.inject({
      url,
      headers: { accept: 'text/html', ...headers },
      remoteAddress: `10.9.${asked >> 8}.${asked & 255}`,
    })
    const { statusCode: status, body, headers: sent } = response
    return { status, body, headers: sent, $: load(body) }
  }
  const open = async (url: string): Promise<CheerioAPI> => {
    const { status, body, $ } = await ask(url)
    expect(status, `${url}: ${body.slice(0, 300)}`).toBe(200)
    return $
  }
  const api = async (ein: string, path = 'page', query = '') =>
    (await world.get<PageBody>(`/api/v2/charity/${ein}/${path}${query}`)).body

  const refOf = (href = ''): string | null => new URL(href, 'http://x').searchParams.get('Ref')
  const textOf = ($: CheerioAPI, selector = 'main'): string =>
    $(selector).text().replaceAll(/\s+/g, ' ')

  test.each([
    ['29-0000118', '/charity/290000118'],
    ['70000101', '/charity/070000101'],
    ['29-0000118?Form=990&Year=2022', '/charity/290000118?Form=990&Year=2022'],
  ])('is redirected to from %s', async (spelt, path) => {
    const { status, headers } = await ask(`/charity/${spelt}`)
    expect({ status, location: headers.location }).toEqual({ status: 301, location: path })
  })

  test('of a foundation links to the recipients of its rows, and shows how certain each match is', async () => {
    const $ = await open(`/charity/${FOUNDATION}/sections/Grants`)
    const noteOn = (filed: string) => {
      const row = $('tbody tr').filter((_, one) => $(one).find('.figure').text().startsWith(filed))
      const note = row.first().find('.row-note')
      const text = note.text().replaceAll(/\s+/g, ' ')
      return { count: row.length, text, href: note.find('a').attr('href') }
    }
    expect(noteOn('PROVIDENCE PLAYERS GUILD')).toMatchObject({
      text: 'Narragansett Stage Company matched by name and city (strong)',
      href: '/charity/890000154',
    })
    expect(noteOn('OPEN DOOR FAMILY CTR')).toMatchObject({
      text: 'EIN 09-0000151: Open Door Family Center in Seattle, WA, matched by name and state (strong)',
      href: '/charity/090000151',
    })
    expect(noteOn('SEE ATTACHED LIST')).toEqual({
      count: 1,
      text: sectionTexts.recipient.none,
      href: undefined,
    })
    expect(textOf($)).toContain(
      'Strong, by name and state: no organization in the filed city has this name',
    )
  })

  test('of an organization that lists grants with EINs shows the same', async () => {
    const $ = await open(`/charity/490000183/sections/Grants`)
    const note = $('.row-note').filter(
      (_, one) => $(one).find('a[href="/charity/080000102"]').length > 0,
    )
    expect(note.first().text()).toContain('matched by the filed EIN (authoritative)')
  })

  test.each([LARGE, FOUNDATION, AMENDED, DEFICIT, RESTRICTED, '970000161', '490000122'])(
    'shows the same facts about %s as the API',
    async (ein) => {
      const $ = await open(`/charity/${ein}`)
      const { Hero, Verdict, Sections, SEO } = await api(ein)
      expect($('h1').text()).toBe(displayName(Hero.Name))
      expect(textOf($, '.verdict')).toContain(Verdict.BottomLine)
      const chips = $('.hero .chip').toArray()
      expect(chips.map((chip) => [$(chip).text(), refOf($(chip).attr('href'))])).toEqual(
        Hero.Chips.map(({ Label, EvidenceRef }) => [Label, EvidenceRef]),
      )
      const sections = $('.sections a').toArray()
      expect(sections.map((link) => $(link).attr('href'))).toEqual(
        Sections.map(({ Id }) => `/charity/${ein}/sections/${Id}`),
      )
      const lower = (text = '') => text.toLowerCase()
      expect(lower($('title').text())).toBe(lower(SEO.Title))
      const description = $('meta[name=description]').attr('content')
      expect(lower(description)).toBe(lower(SEO.Description))
      expect(JSON.parse($('script[type="application/ld+json"]').text())).toEqual(SEO.JsonLd)
      const $money = await open(`/charity/${ein}/money`)
      for (const [name, tile] of [
        ['Revenue', 'Total revenue'],
        ['Expense', 'Total expenses'],
        ['Assets', 'Total assets'],
        ['Liabilities', 'Total liabilities'],
      ] as const) {
        const amount = Hero.Financials?.[name]
        const link = $money(`.tiles a[aria-label^="${tile}:"]`)
        expect(link.length).toBe(amount === undefined ? 0 : 1)
        if (amount === undefined) continue
        const whole = `${amount < 0 ? '-' : ''}$${Math.abs(amount).toLocaleString('en-US')}`
        expect(link.attr('title')).toBe(`${whole}: see the filing`)
        expect(refOf(link.attr('href'))).toBe(Hero.EvidenceRefs[`Financials.${name}`]?.Ref)
      }
    },
  )

  test.each([LARGE, FOUNDATION, AMENDED, RESTRICTED, '970000161'])(
    'lists on paper the source of every value that the page of %s links to',
    async (ein) => {
      const $ = await open(`/charity/${ein}`)
      const listed = $('.printed-sources li span').toArray()
      expect(new Set(listed.map((one) => refOf($(one).text())))).toEqual(
        new Set(linkedRefs($).keys()),
      )
      expect(textOf($, '.printed-sources > p')).toMatch(/start with http:\/\/127\.0\.0\.1:8080\./)
      const labels = $('.printed-sources li bdi').toArray()
      expect(
        labels
          .map((one) => $(one).text())
          .filter((text) => /^([a-z]|(Name|Title|Program)$)/.test(text)),
      ).toEqual([])
      for (const chip of $('.hero .chip').toArray()) {
        expect($(chip).attr('data-source'), $(chip).text()).toMatch(/^\d+$/)
      }
    },
  )

  test('shows the verdict and the reasons of the diligence summary', async () => {
    const eins = [LARGE, RESTRICTED, DEFICIT, '970000161']
    for (const { ein, found } of await readDiligence(world, eins, todayInUtc(world.deps))) {
      const text = textOf(await open(`/charity/${ein}`), '.attention')
      expect(text).toContain(found?.readiness.label)
      for (const reason of found?.readiness.reviewReasons ?? []) expect(text).toContain(reason)
    }
  })

  type FlowLine = { Value: number; EvidenceRef: string }

  test('shows the lines of the money flow with their evidence, and a chart of them', async () => {
    for (const ein of [LARGE, FOUNDATION, DEFICIT]) {
      const $ = await open(`/charity/${ein}/money`)
      const { Data } = (
        await world.get<{ Data: Record<string, Record<string, FlowLine>> }>(
          `/api/v2/charity/${ein}/sections/MoneyFlow`,
        )
      ).body
      const lines = [...Object.values(Data.Revenues ?? {}), ...Object.values(Data.Expenses ?? {})]
      expect(lines.length).toBeGreaterThan(5)
      const linked = new Set(
        $('details a.figure')
          .toArray()
          .map((a) => refOf($(a).attr('href'))),
      )
      expect(lines.filter(({ EvidenceRef }) => !linked.has(EvidenceRef))).toEqual([])
      expect($(`svg[role=group][aria-label^="${organizationTexts.flow.chart}"]`).length).toBe(2)
    }
  })

  test('links every figure to an evidence page', async () => {
    const hrefs = new Set<string>()
    for (const tab of TABS) {
      const $ = await open(`/charity/${LARGE}${tab}`)
      for (const link of $('main a[href*="/evidence?Ref="]').toArray())
        hrefs.add($(link).attr('href') ?? '')
    }
    expect(hrefs.size).toBeGreaterThan(80)
    for (const href of hrefs) expect((await ask(href)).status, href).toBe(200)
  })

  /** Returns a page's figures that link to a different value, and how many were compared. */
  async function compareFigures(url: string): Promise<{ compared: number; others: string[] }> {
    const $ = await open(url)
    const links = $('main a.figure[title]')
      .toArray()
      .map((link) => [$(link).attr('href') ?? '', $(link).attr('title') ?? ''] as const)
    const shown = new Map<string, string | undefined>()
    for (const href of new Set(links.map(([to]) => to).filter((to) => to.includes('/evidence?')))) {
      shown.set(href, shownValue(await open(href)))
    }
    const linked = links.flatMap(([href, title]) => {
      const value = shown.get(href)
      const figure = title.replace(/: see the \w+$/, '')
      return value !== undefined && FIGURE.test(figure) ? [{ href, figure, value }] : []
    })
    const others = linked.filter(({ figure, value }) => !spellings(value).includes(figure))
    return {
      compared: linked.length,
      others: others.map(({ href, figure, value }) => `${figure} links to ${value}: ${href}`),
    }
  }

  test.each([LARGE, FOUNDATION])('links every figure of %s to exactly that value', async (ein) => {
    const tabs = await Promise.all(TABS.map((tab) => compareFigures(`/charity/${ein}${tab}`)))
    expect(tabs.flatMap(({ others }) => others)).toEqual([])
    expect(tabs.reduce((sum, { compared }) => sum + compared, 0)).toBeGreaterThan(20)
  })

  test('links the amount of each funder and grantee to one of its rows', async () => {
    const $ = await open('/charity/080000102')
    const rows = $('h2#grants').parent().find('tbody tr').toArray()
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) {
      const href = $(row).find('td a[href*="/evidence?Ref="]').attr('href') ?? ''
      const [, counted] = $(row).find('td.number').toArray()
      const grants = Number($(counted).text())
      expect(grants).toBeGreaterThan(0)
      if (grants > 1) expect($(row).text()).toContain(organizationTexts.grants.largestRow(grants))
      expect((await ask(href)).status, $(row).text()).toBe(200)
    }
  })

  test.each([
    ['funder_ein', 'recipient_ein', organizationTexts.grants.funders],
    ['recipient_ein', 'funder_ein', organizationTexts.grants.grantees],
  ])(
    'says which part of the sums by %s is based on EINs next to another name',
    async (other, own, title) => {
      const weak = await world.postgres.query<{ ein: string; amount: number; rows: number }>(
        `select ${own} as ein, sum(amount) as amount, count(*)::integer as rows from money_edge
       where exists (select from organization o where o.ein = ${own})
         and match_confidence = 'Weak' and is_counted and category in ('ScheduleI', 'FoundationPaid')
       group by 1 having count(distinct ${other}) = 1 and sum(amount) > 0 order by 1 limit 3`,
      )
      expect(weak.length).toBeGreaterThan(0)
      for (const { ein, amount } of weak) {
        const $ = await open(`/charity/${ein}`)
        const shown = $('h3')
          .filter((_, one) => $(one).text() === title)
          .parent()
        const part = [shortenValue(amount, 'USD'), 'all of it'].map(
          (words) => `${words} is based on uncertain matches`,
        )
        const says = (place: string) =>
          part.some((words) => shown.find(place).text().includes(words))
        expect([says('p.quiet'), says('td .below')], shown.text()).toEqual([true, true])
        expect(textOf($)).toContain(organizationTexts.grants.uncertain)
      }
    },
  )

  test("reads a score's sources once, however many of its inputs are computed", async () => {
    const $ = await open(`/charity/${LARGE}`)
    const href = $('.score a.figure').attr('href') ?? ''
    const query = vi.spyOn(world.postgres, 'query')
    const inputs = (await open(href))('main table tbody tr').length
    const statements = query.mock.calls.map(([sql]) => sql)
    query.mockRestore()
    expect(inputs).toBeGreaterThan(15)
    expect(statements.filter((sql) => sql.includes('narrative')).length).toBe(1)
    expect(statements.length).toBeLessThanOrEqual(8)
  })

  test('draws charts with a size, and without styles, scripts, or IDs', async () => {
    const { body, $, headers } = await ask(`/charity/${LARGE}/money`)
    expect(body).not.toMatch(/<style|\sstyle=|ecmeta|class="zr/)
    expect(headers['content-security-policy']).toContain("style-src 'self'")
    for (const svg of $('svg[role=group]').toArray()) {
      expect($(svg).attr('width')).toMatch(/^\d+$/)
      expect($(svg).attr('height')).toMatch(/^\d+$/)
      expect($(svg).attr('viewbox') ?? $(svg).attr('viewBox')).toBeTruthy()
    }
    const ids = $('[id]')
      .toArray()
      .map((one) => $(one).attr('id'))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('has headings in order, and rows and columns with headers', async () => {
    for (const ein of [LARGE, FOUNDATION, '970000161']) {
      const $ = await open(`/charity/${ein}`)
      const levels = $('main :is(h1, h2, h3, h4)')
        .toArray()
        .map((one) => Number(one.tagName[1]))
      expect(levels[0]).toBe(1)
      const skipped = levels.filter((level, at) => level - (levels[at - 1] ?? 0) > 1)
      expect(skipped).toEqual([])
      expect(
        $('main table')
          .toArray()
          .every((one) => $(one).find('caption').text() !== ''),
      ).toBe(true)
      expect($('main th:not([scope])').length).toBe(0)
    }
  })

  test('says that another form or year is shown, and links to the latest filing', async () => {
    const $ = await open(`/charity/${LARGE}?Form=990&Year=2021`)
    expect(textOf($)).toContain('This is not the latest filing.')
    expect($('.notice a').attr('href')).toBe(`/charity/${LARGE}`)
    expect($('.filing-switch [aria-current=page]').text()).toBe('2021')
    expect($('.sections a').first().attr('href')).toContain('Form=990&Year=2021')
    expect(textOf(await open(`/charity/${LARGE}`))).not.toContain('not the latest filing')
  })

  test('reports returns that a later one superseded', async () => {
    const text = textOf(await open(`/charity/${AMENDED}`))
    expect(text).toContain('It replaces')
    expect(textOf(await open(`/charity/${AMENDED}/filings`))).toContain('Superseded')
  })

  test('says that a postcard reports no figures, and shows none', async () => {
    const $ = await open('/charity/970000161')
    expect(textOf($)).toContain('reports no figures')
    expect($('.tiles, .chart').length).toBe(0)
  })

  test('counts figures that are not filed as not reported', async () => {
    const $ = await open('/charity/890000145/money')
    expect(textOf($)).toContain('not reported')
  })

  test.each([
    ['/charity/abc', 422, 'EIN'],
    [`/charity/${LARGE}?Form=991`, 422, 'Form'],
    [`/charity/${LARGE}?Year=last`, 422, 'Year'],
    [`/charity/${LARGE}?Year=1999`, 404, 'available tax years: 2020'],
    [`/charity/${LARGE}?Form=990PF`, 404, 'available forms: 990'],
    ['/charity/999999999', 404, ''],
    [`/charity/${REGISTRY_ONLY}`, 404, 'Lackawanna Main Street'],
  ])('explains on a page what is wrong with %s', async (url, status, words) => {
    const answer = await ask(url)
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(textOf(answer.$).toLowerCase()).toContain(words.toLowerCase())
  })

  test('ignores tracking tags in its address', async () => {
    await open(`/charity/${LARGE}?utm_source=letter`)
  })

  test('is not sent again while it is unchanged', async () => {
    const { headers } = await ask(`/charity/${LARGE}`)
    const again = await ask(`/charity/${LARGE}`, { 'if-none-match': String(headers.etag) })
    expect([again.status, again.body]).toEqual([304, ''])
  })

  test('shows hostile names, missions, and websites as text', async () => {
    const { body, $ } = await ask(`/charity/${HOSTILE}`)
    expect($('h1').text()).toContain('<script>alert(1)</script> "Aid"')
    expect($('main script, main img, main [onload], main [onerror]').length).toBe(0)
    expect(body).not.toContain('href="javascript:')
    expect(body.match(/<script/g)).toHaveLength(2)
    expect(() => JSON.parse($('script[type="application/ld+json"]').text())).not.toThrow()
    // A name that reverses the text direction is isolated from the text next to it.
    expect($('h1 > bdi').length).toBe(1)
  })

  test('lists negative amounts, which a flow cannot show', async () => {
    const text = textOf(await open(`/charity/${HOSTILE}/money`))
    expect(text).toContain('omits negative amounts')
    expect(text).toContain('-$20')
  })

  test('fails as a whole if a part cannot be read, and never shows the part as empty', async () => {
    await world.postgres.query('alter table subaward rename to subaward_away')
    try {
      const { status, $ } = await ask(`/charity/${LARGE}/money`)
      expect(status).toBeGreaterThanOrEqual(500)
      expect(textOf($)).not.toContain('None among')
    } finally {
      await world.postgres.query('alter table subaward_away rename to subaward')
    }
  })
})
