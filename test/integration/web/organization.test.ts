import { expect, test } from 'vitest'
import type { CharityPage } from '#src/api/a/page/route.ts'
import { displayName } from '#src/domain/display-name.ts'
import { formatValue, formatWhole, shortenValue } from '#src/web/components/formats.ts'
import { openFiles } from '#test/integration/http/profiles-world.ts'
import { toHeader } from '#test/integration/indexer/made-lists.ts'
import { opened } from '#test/integration/opened.ts'
import { expectRecorded } from '#test/recorded.ts'
import { makeReturn } from '#test/unit/indexer/made-return.ts'
import { demoFolder } from '#test/world/prepared.ts'
import { hrefsOf, openPage, readPage, shownValue, textOf, textsOf } from './section-page.ts'

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
const POSTCARD = '970000161'
const REGISTRY_ONLY = '970000163'
const HOSTILE = '070009901'

/** The pages of an organization that show figures. */
const TABS = ['', '/money', '/grants', '/people', '/rating'] as const

const HOSTILE_NAME = '&lt;script&gt;alert(1)&lt;/script&gt; "Aid" &#x202E;ecila'
const hostileReturn = makeReturn({
  header: toHeader({ ein: HOSTILE, name: HOSTILE_NAME, year: 2022 }),
  data: `<IRS990 documentId="R1">
    <WebsiteAddressTxt>javascript:alert(1)</WebsiteAddressTxt>
    <ActivityOrMissionDesc>&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt; &lt;b style="x"&gt;</ActivityOrMissionDesc>
    <CYTotalRevenueAmt>100</CYTotalRevenueAmt><CYContributionsGrantsAmt>120</CYContributionsGrantsAmt>
    <CYInvestmentIncomeAmt>-20</CYInvestmentIncomeAmt><CYTotalExpensesAmt>130</CYTotalExpensesAmt>
    <Form990PartVIISectionAGrp><PersonNm>&lt;svg onload=alert(1)&gt;</PersonNm>
      <TitleTxt>"&gt;&lt;script&gt;</TitleTxt></Form990PartVIISectionAGrp>
    </IRS990>`,
})

const files = { '202341329349399901_public.xml': hostileReturn }
const world = opened(async () => openFiles('web_organization', files, [await demoFolder()]))

const ask = (url: string) => readPage(world.app, `/charity/${url}`)
const open = async (url: string) => (await openPage(world.app, `/charity/${url}`)).$
const refOf = (href = ''): string | null => new URL(href, 'http://x').searchParams.get('Ref')

test.each([
  ['29-0000118', '/charity/290000118'],
  ['70000101', '/charity/070000101'],
  ['29-0000118?Form=990&Year=2022', '/charity/290000118?Form=990&Year=2022'],
])('is redirected to from %s', async (spelt, path) => {
  const { status, headers } = await ask(spelt)
  expect({ status, location: headers.location }).toEqual({ status: 301, location: path })
})

test('has recorded texts for each kind of organization', async () => {
  const texts: Record<string, string> = {}
  for (const url of [FOUNDATION, RESTRICTED, POSTCARD, REGISTRY_ONLY, `${AMENDED}/filings`]) {
    texts[url] = textOf((await ask(url)).$)
  }
  const latest = await open(`${LARGE}?Form=990&Year=2021`)
  texts['another year'] = textOf(latest, '.notice')
  const flow = await open(`${HOSTILE}/money`)
  expect(textOf(flow)).toContain('-$20')
  expect((await open('890000145/money'))('.unknown').length).toBeGreaterThan(0)
  const $ = await open(`${FOUNDATION}/sections/Grants`)
  const notes = new Set(textsOf($, '.row-note').map((note) => note.replaceAll(/\s+/g, ' ').trim()))
  await expectRecorded('pages-organization', { ...texts, 'notes on recipients': [...notes] })
})

test.each([
  [FOUNDATION, 'PROVIDENCE PLAYERS GUILD', '890000154'],
  [FOUNDATION, 'OPEN DOOR FAMILY CTR', '090000151'],
  [FOUNDATION, 'SEE ATTACHED LIST', undefined],
  ['490000183', 'HOCKING', '080000102'],
])('section Grants of %s links %s to the recipient of the row', async (ein, filed, other) => {
  const $ = await open(`${ein}/sections/Grants`)
  const rows = $('tbody tr').filter((_, one) => $(one).text().toUpperCase().includes(filed))
  const href = rows.first().find('.row-note a').attr('href')
  expect([rows.length > 0, href]).toEqual([true, other && `/charity/${other}`])
})

test.each([LARGE, FOUNDATION, AMENDED, DEFICIT, RESTRICTED, POSTCARD, '490000122'])(
  'shows the same facts about %s as the API',
  async (ein) => {
    const $ = await open(ein)
    const { body } = await world.get<CharityPage>(`/api/v2/charity/${ein}/page`)
    const { Hero, Verdict, Sections, SEO } = body
    expect($('h1').text()).toBe(displayName(Hero.Name))
    expect($('.verdict').text()).toContain(Verdict.BottomLine)
    const chips = $('.hero [aria-label=Status] .chip').toArray()
    const shown = chips.map((one) => [$(one).text(), refOf($(one).attr('href'))])
    expect(shown).toEqual(Hero.Chips?.map(({ Label, EvidenceRef }) => [Label, EvidenceRef]))
    for (const { Id } of Sections) {
      const { status, headers } = await ask(`${ein}/sections/${Id}`)
      const tab = String(headers.location).replace('/charity/', '')
      const shown = status === 301 ? await open(tab) : await open(`${ein}/sections/${Id}`)
      const place = Id === 'Schedules' ? 'article.return' : `h2#${Id}`
      expect(shown(place), `${Id} on ${tab}`).toHaveLength(1)
    }
    const head = [$('title').text(), $('meta[name=description]').attr('content')].join()
    expect(head.toLowerCase()).toBe([SEO?.Title, SEO?.Description].join().toLowerCase())
    expect(JSON.parse($('script[type="application/ld+json"]').text())).toEqual(SEO?.JsonLd)
    const $money = await open(`${ein}/money`)
    for (const name of ['Revenue', 'Expense', 'Assets', 'Liabilities'] as const) {
      const amount = Hero.Financials?.[name]
      const link = $money(`.tiles a[aria-label^="Total ${name.toLowerCase()}" i]`)
      expect(link.length).toBe(amount === undefined ? 0 : 1)
      if (amount === undefined) continue
      const whole = `${amount < 0 ? '-' : ''}$${Math.abs(amount).toLocaleString('en-US')}`
      expect(link.attr('title')?.startsWith(`${whole}:`)).toBe(true)
      expect(refOf(link.attr('href'))).toBe(Hero.EvidenceRefs[`Financials.${name}`]?.Ref)
    }
  },
)

test('shows the lines of the money flow with their evidence, and charts of them', async () => {
  type Lines = Record<string, Record<string, { Value: number; EvidenceRef: string }>>
  for (const ein of [LARGE, FOUNDATION, DEFICIT]) {
    const $ = await open(`${ein}/money`)
    const { body } = await world.get<{ Data: Lines }>(`/api/v2/charity/${ein}/sections/MoneyFlow`)
    const { Revenues = {}, Expenses = {} } = body.Data
    const lines = [...Object.values(Revenues), ...Object.values(Expenses)]
    expect(lines.length).toBeGreaterThan(5)
    const linked = new Set(hrefsOf($, '.lines a.figure').map(refOf))
    expect(lines.filter(({ EvidenceRef }) => !linked.has(EvidenceRef))).toEqual([])
    expect($('.columns .bars')).toHaveLength(2)
  }
})

test.each([LARGE, FOUNDATION])('links every figure of %s to exactly that value', async (ein) => {
  const shown = new Map<string, string | undefined>()
  const others: string[] = []
  let compared = 0
  for (const tab of TABS) {
    const $ = await open(`${ein}${tab}`)
    for (const href of hrefsOf($, 'main a[href*="/evidence?Ref="]')) {
      if (!shown.has(href)) shown.set(href, shownValue(await open(href.replace('/charity/', ''))))
    }
    for (const link of $('main a.figure[title]').toArray()) {
      const { href = '', title = '' } = link.attribs
      const value = shown.get(href)
      const figure = title.replace(/: see the \w+$/, '')
      if (value === undefined || !FIGURE.test(figure)) continue
      compared += 1
      if (!spellings(value).includes(figure)) others.push(`${figure} links to ${value}: ${href}`)
    }
  }
  expect(others).toEqual([])
  expect(compared).toBeGreaterThan(20)
  expect(shown.size).toBeGreaterThan(ein === LARGE ? 80 : 20)
})

test.each([
  ['funder_ein', 'recipient_ein', ' gave it '],
  ['recipient_ein', 'funder_ein', 'It gave '],
])(
  'says which part of the sums by %s is based on EINs next to another name',
  async (other, own, words) => {
    const weak = await world.postgres.query<{ ein: string; amount: number }>(
      `select ${own} as ein, sum(amount) filter (where match_confidence = 'Weak') as amount
       from money_edge where exists (select from organization o where o.ein = ${own})
         and is_counted and category in ('ScheduleI', 'FoundationPaid')
       group by 1 having count(distinct ${other}) filter (where match_confidence = 'Weak') = 1
         and sum(amount) filter (where match_confidence = 'Weak') > 0 order by 1 limit 3`,
    )
    expect(weak.length).toBeGreaterThan(0)
    for (const { ein, amount } of weak) {
      const $ = await open(ein)
      const text = textsOf($, '.band:has(#grants) > p').find((one) => one.includes(words)) ?? ''
      const short = shortenValue(amount, 'USD')
      expect(text.includes(short) || text.includes('all of it'), `${ein}: ${text}`).toBe(true)
    }
  },
)

test('has headings in order, and rows and columns with headers', async () => {
  for (const ein of [LARGE, FOUNDATION, POSTCARD]) {
    const $ = await open(ein)
    const headings = $('main :is(h1, h2, h3, h4)').toArray()
    const levels = headings.map((one) => Number(one.tagName[1]))
    expect(levels[0]).toBe(1)
    expect(levels.filter((level, at) => level - (levels[at - 1] ?? 0) > 1)).toEqual([])
    expect($('main table')).toHaveLength($('main table > caption').length)
    expect($('main th:not([scope])')).toHaveLength(0)
  }
})

test('links from another year to the latest filing, and keeps the year in its sections', async () => {
  const $ = await open(`${LARGE}?Form=990&Year=2021`)
  expect($('.notice a').attr('href')).toBe(`/charity/${LARGE}`)
  expect($('.years [aria-current]').last().text()).toBe('2021')
  expect($('.tabs a').eq(1).attr('href')).toContain('Form=990&Year=2021')
  expect((await open(`${LARGE}?utm_source=letter`))('.notice a')).toHaveLength(0)
})

test.each([
  ['abc', 422, 'EIN'],
  [`${LARGE}?Form=991`, 422, 'Form'],
  [`${LARGE}?Year=last`, 422, 'Year'],
  [`${LARGE}?Year=1999`, 404, '2020'],
  [`${LARGE}?Form=990PF`, 404, '990'],
  ['999999999', 404, ''],
  [REGISTRY_ONLY, 404, 'Lackawanna Main Street'],
])('explains on a page what is wrong with %s', async (url, status, word) => {
  const page = await ask(url)
  expect(page.status).toBe(status)
  expect(page.headers['content-type']).toContain('text/html')
  expect(textOf(page.$).toLowerCase()).toContain(word.toLowerCase())
})

test('is not sent again while it is unchanged', async () => {
  const { headers } = await ask(LARGE)
  const again = await world.app.inject({
    url: `/charity/${LARGE}`,
    headers: { accept: 'text/html', 'if-none-match': String(headers.etag) },
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('shows hostile names, missions, and websites as text', async () => {
  const { html, $ } = await ask(HOSTILE)
  expect($('h1').text()).toContain('<script>alert(1)</script> "Aid"')
  expect($('main script, main img, main [onload], main [onerror]')).toHaveLength(0)
  expect(html).not.toContain('href="javascript:')
  expect(html.match(/<script/g)).toHaveLength(2)
  expect(() => JSON.parse($('script[type="application/ld+json"]').text())).not.toThrow()
  // A name that reverses the text direction is isolated from the text next to it.
  expect($('h1 > bdi')).toHaveLength(1)
})

test('fails as a whole if one part is unreadable, and never shows it as empty', async () => {
  await world.postgres.query('alter table subaward rename to subaward_away')
  const { status, $ } = await ask(`${LARGE}/money`)
  await world.postgres.query('alter table subaward_away rename to subaward')
  expect(status).toBeGreaterThanOrEqual(500)
  expect($('main table')).toHaveLength(0)
})

test('its payout is linked in the return with its applications', async () => {
  const $ = await open(`${FOUNDATION}?Year=2021`)
  expect(hrefsOf($, '.more a[href*=Foundation]').join()).toBe(
    `/charity/${FOUNDATION}/money?Form=990PF&Year=2021#Foundation`,
  )
})
