import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { displayName } from '#src/domain/display-name.ts'
import { describeShare } from '#src/domain/money.ts'
import { readA, walkPages } from '#test/integration/http/answers-a.ts'
import { opened } from '#test/integration/opened.ts'
import { openIndexed } from '#test/world/indexed.ts'
import { hrefsOf, openPage } from './section-page.ts'

const FOUNDATION = '490000181'
const GRANTEE = '890000154'
const FOOD_BANK = '080000102'

const world = opened(() => openIndexed('grants_pages'))

const api = <Body>(path: string) => readA<Body>(world, `/api/v2/${path}`)
const open = (url: string, status?: number) => openPage(world.app, url, status)
type Row = Record<string, string | number | null>
const TURKANA = '/charity/070000101'

test.each<[path: string, row: Row]>([
  [`${TURKANA}/money`, { 'Tax year': 2023, Revenue: 3_271_023, Expenses: 3_002_648 }],
  [`${TURKANA}/money?Form=990&Year=2022`, { Line: 'Total revenue', 'How it counts': 'Total' }],
  [`${TURKANA}/rating`, { Metric: 'Program ratio', Value: 0.798, 'Rank, 100% is best': 0.81 }],
  [`${TURKANA}/sections/Programs`, { 'Description note': '4a', Expenses: 1_330_780 }],
  [
    '/charity/190000112/filings',
    {
      Received: '2024-11-21',
      Status: 'Current, amended return',
      'Object ID': '202423269349303737',
    },
  ],
  ['/sector', { 'Tax year': 2022, Organizations: 98, 'Total revenue': 1_403_885_134 }],
  // A year without a return is unknown.
  [`/compare?EINs=${FOOD_BANK},080000103`, { 2022: 20_836_580, 2023: null, '2023 link': null }],
])('the tables of %s are a file, with exact figures and their sources', async (path, row) => {
  const at = (format: string) => path.replace(/(?=\?|$)/, `.${format}`)
  const { $ } = await open(path)
  expect(
    $('.download a')
      .get()
      .map((link) => $(link).attr('href')),
  ).toEqual(['csv', 'json', 'md'].map(at))
  const rows: Row[] = JSON.parse((await open(at('json'))).html)
  expect(rows).toContainEqual(expect.objectContaining(row))
  const lines = $('main table tr:has(td[data-label], th[scope=row])')
  expect(rows).toHaveLength(lines.not('.group, .detail').length)
  const linked = rows.flatMap((one) =>
    Object.keys(one).map((key) => `${one[key]} ${one[`${key} link`]}`.replace(/http:..[^/]*/, '')),
  )
  for (const figure of $('main td.number > a.figure:only-child').get()) {
    const { title = '', href } = figure.attribs
    const [, dollars] = /^(-?\$[\d,]+): /.exec(title) ?? []
    if (dollars) expect(linked).toContain(`${dollars.replaceAll(/[$,]/g, '')} ${href}`)
  }
  const csvRows: Record<string, string>[] = parse((await open(at('csv'))).html, { columns: true })
  for (const [n, one] of rows.entries()) {
    expect(csvRows[n]).toMatchObject(
      Object.fromEntries(Object.entries(one).map(([key, value]) => [key, String(value ?? '')])),
    )
  }
})

test('a file of tables has one of them on request, and is not found without a table', async () => {
  const table = 'Revenue and expenses'
  const { html } = await open(`${TURKANA}/money.json?Table=${encodeURIComponent(table)}`)
  const tables = (JSON.parse(html) as Row[]).map(({ Table }) => Table)
  expect(new Set(tables)).toEqual(new Set([table]))
  await open(`${TURKANA}.csv`, 404)
  const { $ } = await open(TURKANA)
  expect($('.download a').attr('href')).toBe(`${TURKANA}.md`)
})

/** Returns the rows of a CSV file, which are those of the JSON beside it. */
const csv = async (url: string): Promise<Record<string, string>[]> => {
  const { html, headers } = await open(url)
  expect(headers['content-type']).toMatch(/^text\/csv/)
  const rows: Record<string, string>[] = parse(html, { columns: true })
  const json = JSON.parse((await open(url.replace('.csv', '.json'))).html) as object[]
  expect(
    json.map((row) => Object.entries(row).map(([name, value]) => [name, String(value)])),
  ).toEqual(rows.map((row) => Object.entries(row).filter(([, value]) => value !== '')))
  return rows
}

type Cell = { TaxYear: number; Amount?: number; GrantCount: number; EvidenceRefs: string[] }
type Counterparty = {
  EIN?: string
  Name: string
  TotalAmount?: number
  GrantCount: number
  Years: Cell[]
}
type ByYear = {
  Years: { TaxYear: number; RowCount: number; TotalAmount?: number; IdentifiedShare?: number }[]
  Counterparties: Counterparty[]
  Found: number
}
type Grants = { Grants: { TaxYear: number; Amount?: number; EvidenceRef: string }[] }

const byYear = (ein: string, query: string) => api<ByYear>(`charity/${ein}/grants-by-year?${query}`)

describe.each([
  ['Outgoing', FOUNDATION],
  ['Incoming', FOOD_BANK],
])('grants by year, %s', (direction, ein) => {
  test('add up to the rows of the listed grants, each with its Ref', async () => {
    const { Grants } = await api<Grants>(`charity/${ein}/grants?Direction=${direction}&Limit=200`)
    const { Counterparties, Years } = await byYear(ein, `Direction=${direction}&Limit=200`)
    const cells = Counterparties.flatMap(({ Years }) => Years)
    const refs = cells.flatMap(({ EvidenceRefs }) => EvidenceRefs)
    expect(new Set(refs)).toEqual(new Set(Grants.map(({ EvidenceRef }) => EvidenceRef)))
    for (const { TaxYear, RowCount, TotalAmount } of Years) {
      const rows = Grants.filter((grant) => grant.TaxYear === TaxYear)
      const amount = rows.reduce((sum, { Amount = 0 }) => sum + Amount, 0)
      expect([TaxYear, RowCount, TotalAmount]).toEqual([TaxYear, rows.length, amount])
      const own = cells.filter((cell) => cell.TaxYear === TaxYear)
      expect(own.reduce((sum, { Amount = 0 }) => sum + Amount, 0)).toBe(amount)
    }
  })

  test.each(['Total', 'Name', 'GrantCount', 'LatestYear', '2021'])(
    'a walk by %s meets each counterparty once, in the order of one page',
    async (sort) => {
      const query = `Direction=${direction}&Sort=${sort}`
      const { Counterparties } = await byYear(ein, `${query}&Limit=200`)
      const url = `charity/${ein}/grants-by-year?${query}&Limit=3`
      const walked = await walkPages<Counterparty>(api, url, 'Counterparties')
      expect(walked.map(({ Name }) => Name)).toEqual(Counterparties.map(({ Name }) => Name))
    },
  )
})

test('counterparties are found by a part of the name, by EIN, and by year', async () => {
  const named = await byYear(FOUNDATION, 'Direction=Outgoing&Within=narragansett')
  expect(named.Counterparties.map(({ EIN }) => EIN)).toEqual([GRANTEE])
  const { Found } = await byYear(FOUNDATION, `Direction=Outgoing&Within=${GRANTEE}`)
  expect(Found).toBe(1)
  const { Counterparties } = await byYear(FOUNDATION, 'Direction=Outgoing&Year=2021&Limit=200')
  expect(Counterparties.length).toBeGreaterThan(2)
  for (const { Years } of Counterparties) {
    expect(Years.map(({ TaxYear }) => TaxYear)).toContain(2021)
  }
})

test.each([
  ['Outgoing', FOUNDATION, true],
  ['Incoming', FOOD_BANK, false],
])(
  'the totals of grants, %s, show what was matched only for givers',
  async (direction, ein, isShown) => {
    const { $ } = await open(`/charity/${ein}/grants?Direction=${direction}`)
    const heads = $('th').text()
    expect(heads).toContain('Listed by name')
    for (const head of ['Matched to an organization', 'Rows not matched'])
      expect(heads.includes(head)).toBe(isShown)
  },
)

test('the page shows the same counterparties, and its file too', async () => {
  const { Counterparties, Years } = await byYear(FOUNDATION, 'Direction=Outgoing&Limit=200')
  const { $ } = await open(`/charity/${FOUNDATION}/grants`)
  expect($('.data-table').first().find('tbody tr').length).toBe(Counterparties.length)
  expect($('th[aria-sort=descending]').text()).toContain('Total')
  const share = describeShare(Years[0]?.IdentifiedShare ?? 0)
  expect($('main').text()).toContain(share)
  const rows = await csv(`/charity/${FOUNDATION}/grants.csv?Direction=Outgoing`)
  expect(rows.map(({ Name, Total }) => [Name, Total])).toEqual(
    Counterparties.map(({ Name, TotalAmount }) => [displayName(Name), String(TotalAmount ?? '')]),
  )
  const year = Counterparties[0]?.Years.find(({ TaxYear }) => TaxYear === 2021)
  expect(rows[0]?.['2021Refs']).toBe(year?.EvidenceRefs.join(' '))
  const { $: sorted } = await open(`/charity/${FOUNDATION}/grants?Sort=2021&Order=asc&Within=`)
  expect(sorted('th[aria-sort=ascending]').text()).toContain('2021')
})

test.each([
  ['Outgoing', FOUNDATION, GRANTEE],
  ['Incoming', GRANTEE, FOUNDATION],
])('the number of grants, %s, opens the search for them', async (direction, ein, other) => {
  const { Counterparties } = await byYear(ein, `Direction=${direction}&Limit=200`)
  const party = Counterparties.find(({ EIN }) => EIN === other)
  const { $ } = await open(`/charity/${ein}/grants?Direction=${direction}`)
  const query = `Funder=${FOUNDATION}&Recipient=${GRANTEE}`
  expect($(`a[href="/grants?${query}"]`).text()).toContain(String(party?.GrantCount))
  const { Found } = await api<{ Found: number }>(`grants?${query}`)
  expect(Found).toBe(party?.GrantCount)
})

type Peers = { EIN: string; Explanation?: string }[]
type PeerFunder = { EIN: string; TotalAmount?: number; PeerCount: number; Peers: Peers }

test('funders of peers support two or more of them, and not the organization', async () => {
  type Found = { Peers: Peers; Funders: PeerFunder[] }
  const found = await api<Found>(`charity/${FOOD_BANK}/peer-funders`)
  expect(found.Funders.length).toBeGreaterThan(0)
  const peers = found.Peers.map(({ EIN }) => EIN)
  // A text with little in common is no reason to share funders.
  for (const peer of found.Peers) expect(peer.Explanation).not.toContain('a little in common')
  type Funders = { Funders: { EIN: number; RecipientCount: number; Amount?: number }[] }
  const own = await api<Funders>(`charity/${FOOD_BANK}/funders?Limit=200`)
  const known = own.Funders.map(({ EIN }) => String(EIN).padStart(9, '0'))
  const cohort = await api<Funders>(`funders/for-cohort?EINs=${peers.join(',')}&Limit=200`)
  for (const { EIN, PeerCount, Peers, TotalAmount } of found.Funders) {
    expect(known).not.toContain(EIN)
    expect(PeerCount).toBeGreaterThan(1)
    for (const peer of Peers) expect(peers).toContain(peer.EIN)
    const same = cohort.Funders.find((one) => one.EIN === Number(EIN))
    expect(same).toMatchObject({ RecipientCount: PeerCount, Amount: TotalAmount })
  }
  const rows = await csv(`/charity/${FOOD_BANK}/peer-funders.csv`)
  expect(rows.map(({ EIN }) => EIN)).toEqual(found.Funders.map(({ EIN }) => EIN))
})

test('the search for grants reads words as the API does, and its file has all rows', async () => {
  const words = 'food programs over $10,000'
  const query = new URLSearchParams({ Query: words })
  const { Found } = await api<{ Found: number }>(`grants?${query}`)
  const { $ } = await open(`/grants?${query}`)
  expect($('.found').text()).toContain(Found.toLocaleString('en-US'))
  expect($('.results .chips').text()).toContain('over $10,000')
  expect(await csv(`/grants.csv?${query}`)).toHaveLength(Found)
  const { $: faulty } = await open('/grants?Query=food&State=Ohoi', 422)
  expect(faulty('[role=alert]')).toHaveLength(1)
})

test('the funders behind a search link to their rows, and the file has all of them', async () => {
  const query = new URLSearchParams({ Query: 'who funds food banks in Ohio' })
  type Totals = { Parties: { EIN: string; GrantCount: number }[]; PartyCount: number }
  const { Parties, PartyCount } = await api<Totals>(`grants/totals?${query}&Limit=50`)
  const { $ } = await open(`/grants/funders?${query}`)
  expect($('.found').text()).toContain(`${PartyCount} funders`)
  expect($('.facet[aria-current=true]').text()).toContain('Ohio')
  const [first] = Parties
  const rows = await open(`/grants?${query}&Funder=${first?.EIN}`)
  expect($(`a[href="/grants?${query}&Funder=${first?.EIN}"]`)).toHaveLength(1)
  expect(rows.$('.found').text()).toMatch(new RegExp(`^${first?.GrantCount} row`))
  const eins = (await csv(`/grants/funders.csv?${query}`)).map(({ EIN }) => EIN)
  expect(eins).toEqual(Parties.map(({ EIN }) => EIN))
})

test('a search for grants without rows shows another spelling, or searches with rows', async () => {
  const { $ } = await open('/grants?Query=yuoth+programms')
  expect($('.search-page').prev().text()).toMatch(/Showing results for youth program/)
})

test.each([
  '/grants?Query=food+zzqxv&State=OH&MinYear=2020',
  '/grants?Query=animal+shelters+in+Tennessee',
  '/grants?Query=zzqx+since+2022',
  '/people?Query=doctors+in+Alaska',
])('%s has no rows, and leads to searches with rows that keep its filters', async (path) => {
  const none = await open(path)
  const links = hrefsOf(none.$, '.results li > a:not(.chip), .results p > a[href*="?"]')
  expect(links[0]).toMatch(/State=|MinYear=/)
  for (const link of links) {
    const { $: other } = await open(link)
    expect(other('tbody tr').length).toBeGreaterThan(0)
  }
})

test('people are found by a misspelled cause, and places abroad are no links', async () => {
  const { $ } = await open('/people?Query=ceo+of+food+bnaks')
  expect($('.search-page').prev().text()).toContain('Showing results for ceo of food bank')
  const { $: all } = await open('/people?Sort=Pay')
  for (const href of hrefsOf(all, '.facet[href*="State="]'))
    expect(new URL(href, 'http://a').searchParams.get('State')).toMatch(/^[A-Z]{2}$/)
})

test.each([
  ['median salary of CFOs?', /median pay \$/, '/people?Query='],
  [
    'who gives to food banks in Ohio?',
    /11 funders/,
    '/grants/funders?Query=who+gives+to+food+banks+in+Ohio',
  ],
])('the answer to “%s” links to the search', async (q, says, path) => {
  const { $ } = await open(`/ask?${new URLSearchParams({ q })}`)
  expect($('.turn').text()).toMatch(says)
  expect($(`.turn a[href^="${path}"]`)).toHaveLength(1)
})

test('a file of foundations that accept applications says how to apply', async () => {
  const { html } = await open('/search.csv?AcceptsApplications=true')
  const rows: Record<string, string>[] = parse(html, { columns: true })
  expect(rows.length).toBeGreaterThan(0)
  for (const { ApplyTo, ApplyAddress, ApplicationRestrictions, ApplicationRef } of rows) {
    expect([ApplyTo, ApplyAddress, ApplicationRestrictions].every(Boolean)).toBe(true)
    expect(ApplicationRef).toMatch(/^990PF:/)
  }
})

test('all grants by year keep the year', async () => {
  const { $ } = await open(`/charity/${FOOD_BANK}?Year=2021`)
  expect($('a:contains("All grants by year")').attr('href')).toContain('Year=2021')
})

test('the search for organizations hands a question to the search for grants', async () => {
  const { $ } = await open('/?Query=who+funds+food+banks&State=OH')
  expect($('.not-understood a').attr('href')).toBe('/grants?Query=who+funds+food+banks&State=OH')
})

test('people are found with their pay, and the file has the same', async () => {
  const { $ } = await open('/people?Name=Jorgensson+Noor')
  expect($('tbody th[scope=row]').first().text()).toContain('Noor Jorgensson')
  const rows = await csv('/people.csv?EIN=070000101')
  const { Found } = await api<{ Found: number }>('people?EIN=070000101')
  expect(rows).toHaveLength(Found)
  const { $: paid } = await open('/people?Query=highest+paid+CEO')
  expect(paid('.pay-summary').text()).toMatch(/chief executives.*median \$/)
  const { $: none } = await open('/people?State=GU&Title=CEO')
  const href = none('a:contains("the pay of")').attr('href') ?? ''
  expect((await open(href)).$('.pay-summary').text()).toContain('median')
  await open('/people')
})
