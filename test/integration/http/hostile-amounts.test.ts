import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'cheerio'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { reindex } from '#indexer/index/build/reindex.ts'
import { deleteIndices, listIndices } from '#indexer/index/catalog/index-catalog.ts'
import { countWarnings, writeRejectReport } from '#indexer/load/reject-report.ts'
import { findNetworkFaults } from '#indexer/network/check.ts'
import { resolveNetwork } from '#indexer/network/run.ts'
import { deriveWaiting } from '#indexer/pipeline/derive.ts'
import { rateOrganizations } from '#indexer/rate/run.ts'
import { createKey } from '#src/access/keys.ts'
import { presentGrants } from '#src/api/a/grants/present.ts'
import { answerLeadership } from '#src/assistant/planner/answers/profiles.ts'
import { startWork } from '#src/assistant/planner/answers/work.ts'
import { readFunders, readGrantees } from '#src/network/counterparties.ts'
import { readGrants } from '#src/network/grants.ts'
import { readMoneyNetwork } from '#src/network/money-network.ts'
import { readConfig } from '#src/platform/config.ts'
import { createEmbedder, type Embedder } from '#src/platform/embedding/embedder.ts'
import { evidencePath } from '#src/web/links.ts'
import { callOf } from '#test/integration/mcp/mcp-world.ts'
import { openSections, type SectionsWorld, times } from './sections-world.ts'

// Fictional organizations.
const HUGE = '070000031'
const LONG = '070000032'
const GOOD = '170000033'
const GIVER = '170000034'
const TAKER = '170000035'
const UNREAD = '170000036'
const MOST = 999_999_999_999_999
const ROWS = 10_000
// Together with the giver's, one more than a sum can represent.
const FULL = Array.from({ length: 9 }, (_, at) => `28000004${at}`)

const idOf = (ein: string, year: number) => `${year + 1}41329349${ein.slice(0, 2)}${ein.slice(-4)}`
const made = (ein: string, name: string, data: string, year = 2022) => ({
  ein,
  name,
  id: idOf(ein, year),
  year,
  data,
})
const summary = (revenue: string | number) =>
  `<IRS990><CYTotalRevenueAmt>${revenue}</CYTotalRevenueAmt><CYTotalExpensesAmt>90</CYTotalExpensesAmt>` +
  '<TotalAssetsEOYAmt>500</TotalAssetsEOYAmt></IRS990>'
const unreadable =
  '<IRS990><CYTotalRevenueAmt>9999999999999999</CYTotalRevenueAmt><CYTotalExpensesAmt>90</CYTotalExpensesAmt>' +
  '<TotalAssetsEOYAmt>500</TotalAssetsEOYAmt><TotalLiabilitiesEOYAmt>100</TotalLiabilitiesEOYAmt>' +
  '<NetAssetsOrFundBalancesEOYAmt>SEE ATTACHED</NetAssetsOrFundBalancesEOYAmt></IRS990>'
const everything = `<IRS990>
  <PYTotalRevenueAmt>1</PYTotalRevenueAmt><CYContributionsGrantsAmt>${MOST}</CYContributionsGrantsAmt>
  <CYProgramServiceRevenueAmt>${MOST}</CYProgramServiceRevenueAmt>
  <CYOtherRevenueAmt>-${MOST}</CYOtherRevenueAmt><CYTotalRevenueAmt>${MOST}</CYTotalRevenueAmt>
  <CYTotalExpensesAmt>1</CYTotalExpensesAmt><CYRevenuesLessExpensesAmt>-${MOST}</CYRevenuesLessExpensesAmt>
  <TotalAssetsEOYAmt>${MOST}</TotalAssetsEOYAmt><TotalLiabilitiesEOYAmt>-${MOST}</TotalLiabilitiesEOYAmt>
  ${times(
    12,
    (n) => `<Form990PartVIISectionAGrp><PersonNm>Person ${n}</PersonNm>
      <ReportableCompFromOrgAmt>${MOST}</ReportableCompFromOrgAmt></Form990PartVIISectionAGrp>`,
  )}
  <TotalFunctionalExpensesGrp><TotalAmt>1</TotalAmt><ProgramServicesAmt>${MOST}</ProgramServicesAmt></TotalFunctionalExpensesGrp>
  </IRS990>`
const gift = (amount: string | number, noncash = '') => `<RecipientTable><RecipientBusinessName>
  <BusinessNameLine1Txt>Taker of Gifts</BusinessNameLine1Txt></RecipientBusinessName>
  <RecipientEIN>${TAKER}</RecipientEIN><CashGrantAmt>${amount}</CashGrantAmt>${noncash}</RecipientTable>`
const person = (
  name: string,
  pay: string,
) => `<Form990PartVIISectionAGrp><PersonNm>${name}</PersonNm>
  <ReportableCompFromOrgAmt>${pay}</ReportableCompFromOrgAmt></Form990PartVIISectionAGrp>`
const unreadableRows = `<IRS990><CYTotalRevenueAmt>1000</CYTotalRevenueAmt><CYContributionsGrantsAmt>1</CYContributionsGrantsAmt>
  <CYInvestmentIncomeAmt>lots</CYInvestmentIncomeAmt>
  ${person('Ann Read', '700')}${person('Bo Long', '6666666666666666666')}${person('Cy Text', 'lots')}
  <TotalReportableCompFromOrgAmt>90000</TotalReportableCompFromOrgAmt></IRS990>
  <IRS990ScheduleI>${gift('5555555555555555555', '<NonCashAssistanceAmt>0</NonCashAssistanceAmt>')}</IRS990ScheduleI>`

const FILINGS = [
  made(HUGE, 'Huge Loss Circle', summary('-99999999999999999999999999')),
  made(LONG, 'Long Digits Fund', summary(700), 2021),
  made(LONG, 'Long Digits Fund', unreadable),
  made(GOOD, 'Good Lantern Kitchen', summary(1_000)),
  made(TAKER, 'Taker of Gifts', summary(2_000)),
  made(UNREAD, 'Unread Amounts Fund', unreadableRows),
  made(GIVER, 'Boundless Giver', summary(1), 2021),
  made(
    GIVER,
    'Boundless Giver',
    `${everything}<IRS990ScheduleI>${times(ROWS, () => gift(MOST))}${gift('RESTRICTED')}</IRS990ScheduleI>`,
  ),
  ...FULL.map((ein) => made(ein, `Full Chest ${ein}`, everything)),
]
const ORGANIZATIONS = new Set(FILINGS.map(({ ein }) => ein)).size
const REVENUE = '/IRS990/CYTotalRevenueAmt'
const NET_ASSETS = '/IRS990/NetAssetsOrFundBalancesEOYAmt'

let world: SectionsWorld
let embedder: Embedder
let folder: string

const build = async (changed: boolean) => {
  const { postgres: db, opensearch, indexPrefix: prefix } = world.deps
  const quiet = { onNote: () => undefined, onProgress: () => undefined }
  return await reindex({ db, opensearch, embedder, prefix, ...quiet }, changed)
}
const nameFound = async (query: string) => {
  const { body } = await world.get<{ Hits: { EIN: string }[] }>(`/api/v2/search?Query=${query}`)
  return body.Hits.map(({ EIN }) => EIN)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-amounts-'))
  embedder = await createEmbedder(readConfig({}), undefined, 2)
  world = await openSections('hostile_amounts', FILINGS)
  await resolveNetwork(world.postgres)
})
afterAll(async () => {
  const { opensearch, indexPrefix } = world.deps
  const indices = await listIndices(opensearch, indexPrefix)
  await deleteIndices(
    opensearch,
    indices.map(({ name }) => name),
  )
  await Promise.all([world.close(), embedder.close(), rm(folder, { recursive: true })])
})

describe('a text instead of an amount', () => {
  test('is a warning of the load with its file and path, and counted by path', async () => {
    const sources = await world.postgres.query<{ id: number }>('select id from load_source')
    const ids = sources.map(({ id }) => id)
    expect(await countWarnings(world.postgres, ids)).toEqual([
      { code: 'SumTooLarge /IRS990/Form990PartVIISectionAGrp', count: 10 },
      { code: `NotAnAmount ${REVENUE}`, count: 2 },
      { code: 'NotAnAmount /IRS990/Form990PartVIISectionAGrp/ReportableCompFromOrgAmt', count: 2 },
      { code: 'NotAnAmount /IRS990ScheduleI/RecipientTable/CashGrantAmt', count: 2 },
      { code: 'NotAnAmount /IRS990/CYInvestmentIncomeAmt', count: 1 },
      { code: `NotAnAmount ${NET_ASSETS}`, count: 1 },
      { code: 'SumTooLarge /IRS990ScheduleI/RecipientTable', count: 1 },
    ])
    const leftOut = { rejected: [], unknown: [] }
    const report = await readFile(
      await writeRejectReport(world.postgres, ids, leftOut, folder),
      'utf8',
    )
    const lines = report.split('\n').filter((line) => line.includes(`NotAnAmount ${REVENUE}`))
    expect(lines).toHaveLength(2)
    for (const ein of [HUGE, LONG]) {
      expect(lines.join('\n')).toContain(`${idOf(ein, 2022)}_public.xml`)
    }
    expect(report).toContain(`/IRS990ScheduleI/RecipientTable[${ROWS + 1}]/CashGrantAmt`)
  })

  test.each([
    [HUGE, '-99999999999999999999999999'],
    [LONG, '9999999999999999'],
  ])('in %s is shown as filed with its Ref, and is not a figure', async (ein, filed) => {
    const ref = `990:2022:${idOf(ein, 2022)}:${REVENUE}`
    const { Data, EvidenceRefs } = await world.open(ein, 'FinancialStatements')
    const { Facts } = Data as { Facts: Record<string, unknown> }
    expect(Facts.TotalRevenue).toEqual({
      Label: 'Total revenue',
      Value: filed,
      EvidenceRef: ref,
    })
    expect(EvidenceRefs.map(({ Ref }) => Ref)).toContain(ref)
    const target = await world.open(
      ein,
      'FinancialStatements',
      `EvidenceRef=${encodeURIComponent(ref)}`,
    )
    expect(target.Data).toEqual({ EvidenceRef: ref, Label: 'Total revenue', Value: filed })
    const compared = await world.get<{ Organizations: { Figures: { Key: string }[] }[] }>(
      `/api/v2/compare?EINs=${ein},${GOOD}`,
    )
    const figures = compared.body.Organizations[0]?.Figures
    expect(figures?.find(({ Key }) => Key === 'Revenue')).toMatchObject({
      Unknown: 'NotReadable',
      Why: 'This line of the Form 990 contains text instead of an amount.',
      EvidenceRef: ref,
    })
    const page = await world.app.inject(`/charity/${ein}/money`)
    expect(page.body).toContain('not readable')
    const { body } = await world.get<{ Hero: object }>(`/api/v2/charity/${ein}/page`)
    expect(body.Hero).toMatchObject({ Financials: { Expense: 90, Assets: 500 } })
    expect(body.Hero).not.toHaveProperty('Financials.Revenue')
    expect(body.Hero).toMatchObject({ EvidenceRefs: { 'Financials.Revenue': { Ref: ref } } })
  })

  test('differs from a blank line in every list of years', async () => {
    const ref = `990:2022:${idOf(LONG, 2022)}:${REVENUE}`
    const good = `990:2021:${idOf(LONG, 2021)}:${REVENUE}`
    const netAssets = `990:2022:${idOf(LONG, 2022)}:${NET_ASSETS}`
    const { Data } = await world.open(LONG, 'MoneyFlow')
    expect(Data).toMatchObject({
      FinancialTrend: {
        Revenue: [
          { Year: 2021, Value: 700, EvidenceRef: good },
          { Year: 2022, EvidenceRef: ref },
        ],
        Liabilities: [{ Year: 2021 }, { Year: 2022, Value: 100 }],
      },
      NotReadable: [
        { Figure: 'TotalRevenue', EvidenceRef: ref },
        { Figure: 'NetAssetsEoy', EvidenceRef: netAssets },
      ],
    })
    const metrics = await world.get<{ data: { years: object[] } }>(
      `/api/v2/charity/${LONG}/metrics`,
    )
    const [first, last] = metrics.body.data.years
    expect(first).not.toHaveProperty('not_readable')
    expect(last).toMatchObject({ not_readable: { revenue: ref, net_assets: netAssets } })
    expect(last).not.toHaveProperty('figures.net_assets')
    const { key } = await createKey(world.postgres, { tier: 'Paid', owner: 'figures' })
    const headers = { 'x-service-api-key': key }
    const known = await world.get(`/api/v2/charity/diligence-summary?EINs=${LONG},${GOOD}`, headers)
    const unread = { NotReadable: [{ Figure: 'Revenue', EvidenceRef: ref }], Assets: 500 }
    expect(known.body).toMatchObject({ Organizations: [unread, { Revenue: 1_000 }] })
    expect(known.body).not.toHaveProperty('Organizations.1.NotReadable')
  })

  test.each([
    ['get_profile', { EIN: LONG }, 'Revenue: not readable ['],
    ['compare_organizations', { EINs: [LONG, GOOD] }, 'Total revenue: not readable ('],
    ['get_section', { EIN: LONG, Section: 'MoneyFlow' }, 'Revenue 2022: not readable ['],
  ])('is reported by %s with its Ref', async (name, given, words) => {
    const { key } = await createKey(world.postgres, { tier: 'Paid', owner: name })
    const answer = await world.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { accept: 'application/json, text/event-stream', 'x-service-api-key': key },
      payload: callOf(name, given),
    })
    const [, line = ''] = answer.json().result.content[0].text.split(words)
    expect(line.split('\n')[0], answer.body).toMatch(/CYTotalRevenueAmt|Part I, line 12/)
  })

  test.each([
    ['the profile', `/charity/${LONG}/money`, [REVENUE, NET_ASSETS]],
    ['the money flow', `/charity/${LONG}/sections/MoneyFlow`, [REVENUE, NET_ASSETS]],
    ['a comparison', `/compare?EINs=${LONG},${GOOD}`, [REVENUE, NET_ASSETS]],
  ])('is a link to its evidence on %s, in each place', async (_, url, paths) => {
    const page = await world.app.inject(url)
    expect(page.statusCode, page.body).toBe(200)
    const $ = load(page.body)
    const links = $('a.figure')
      .toArray()
      .filter((link) => $(link).text() === 'not readable')
      .map((link) => $(link).attr('href'))
    for (const path of paths) {
      const href = evidencePath(LONG, `990:2022:${idOf(LONG, 2022)}:${path}`)
      expect(links).toContain(href)
    }
    // Assets less liabilities, which no page shows as net assets.
    expect($('.figure').text()).not.toContain('$400')
  })
})

describe('rows with an unreadable amount', () => {
  const at = (operation: string) => world.get(`/api/v2/charity/${UNREAD}/${operation}`)

  test('have no amount in grants and in the money network', async () => {
    const page = presentGrants(UNREAD, await readGrants(world.deps, UNREAD, {}, { limit: 2 }))
    expect(page.Grants).toHaveLength(1)
    expect(page.Grants[0]?.Amount).toBeUndefined()
    expect(page.Totals).toEqual({ Outgoing: { GrantCount: 1 } })
    const network = await readMoneyNetwork(world.deps, UNREAD, { limit: 10 })
    expect(network.edges).toHaveLength(1)
    expect(network.edges[0]).not.toHaveProperty('amount')
  })

  test('fail no cross-check, and the check of their list says why', async () => {
    const { body } = await at('sections/Checks')
    const { Checks } = (body as { Data: { Checks: { Key: string; Status: string }[] } }).Data
    expect(Checks.filter(({ Status }) => Status === 'Failed')).toEqual([])
    expect(Checks).toContainEqual(
      expect.objectContaining({
        Status: 'Information',
        Explanation: expect.stringMatching(
          /\$90,000\) could not be compared because .* is not readable/,
        ),
      }),
    )
  })

  test('make the highest pay unknown, and are counted next to a ranking by pay', async () => {
    const { body } = await at('profile')
    expect(JSON.stringify(body)).not.toMatch(/HighestPaid/i)
    const said: string[] = []
    const work = startWork(world.deps, AbortSignal.timeout(5_000))
    for await (const event of answerLeadership(work, UNREAD, {})) {
      if (event.kind === 'text') said.push(event.text.trim())
    }
    expect(said[0]).toContain('the pay of 2 people is not readable, so their rank is unknown')
    expect(said.slice(1, 4)).toEqual([
      '- Ann Read: $700 from the organization.',
      '- Bo Long: an amount that is not readable.',
      '- Cy Text: an amount that is not readable.',
    ])
    const page = await world.app.inject(`/charity/${UNREAD}`)
    expect(page.body).toContain('2 not ranked because their pay is not readable')
  })
})

describe('sums of the largest amounts', () => {
  test('of rows are unknown if they are not exact', async () => {
    const deps = world.deps
    const filter = { minYear: undefined, allCategories: false, limit: 10 }
    expect(await readGrantees(deps, GIVER, filter)).toMatchObject({
      items: [{ ein: TAKER, amount: null, grants: ROWS + 1 }],
      totalAmount: null,
    })
    expect(await readFunders(deps, TAKER, filter)).toMatchObject({ totalAmount: null })
    const { edges } = await readMoneyNetwork(deps, GIVER, { limit: 10 })
    expect(edges).toMatchObject([{ counterparty: { ein: TAKER }, count: ROWS + 1 }])
    expect(edges[0]).not.toHaveProperty('amount')
    const page = await readGrants(deps, GIVER, {}, { limit: 2 })
    expect(page.grants.map(({ amount }) => amount)).toEqual([MOST, MOST])
    expect(presentGrants(GIVER, page).Totals).toEqual({ Outgoing: { GrantCount: ROWS + 1 } })
    expect(await world.postgres.session((session) => findNetworkFaults(session))).toEqual([])
  })

  test.each([
    'page',
    'metrics',
    'ratings',
    'contradictions',
    'sections/Checks',
    'sections/MoneyFlow',
    'sections/OperatingModel',
    'sections/Leadership',
    'profile',
    'flows',
    'leadership',
    'summary',
  ])('leave %s intact', async (operation) => {
    const { status, body } = await world.get(`/api/v2/charity/${GIVER}/${operation}`)
    expect(status, JSON.stringify(body)).toBe(200)
    for (const [number] of JSON.stringify(body).matchAll(/(?<=":)-?\d+(?=[,}])/g)) {
      expect(Number.isSafeInteger(Number(number)), number).toBe(true)
    }
  })
})

describe('an index', () => {
  test.each([false, true])('with only changes: %s, has every organization', async (changed) => {
    await world.postgres.query(
      'update organization set changed_release = (select max(id) from release)',
    )
    const { documents } = await build(changed)
    expect(documents).toBe(ORGANIZATIONS)
    expect(await nameFound('Good Lantern Kitchen')).toEqual([GOOD])
    expect(await nameFound('Huge Loss Circle')).toEqual([HUGE])
  })

  test('of the sector has no inexact sum', async () => {
    const { status, body } = await world.get<Record<string, unknown>>('/api/v2/stats')
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ data: { charities: ORGANIZATIONS } })
    expect(JSON.stringify(body)).not.toMatch(/\d{16}/)
  })
})

test('derive removes an impossible amount from a store of an older version', async () => {
  const { postgres: db } = world
  const id = idOf(HUGE, 2022)
  await db.query(
    `update filing set derived_version = 3, warnings = '{}', facts = facts ||
       jsonb_build_object('totalRevenue', jsonb_build_object('value', -1e26, 'path', $2::text))
     where object_id = $1`,
    [id, REVENUE],
  )
  const url = new URL(inject('databaseUrl'))
  url.pathname = '/profiles_hostile_amounts'
  const options = { url: url.href, ca: undefined, workers: 1 }
  const done = { onProgress: () => undefined, onResolve: () => undefined }
  expect(await deriveWaiting(db, { ...options, ...done })).toMatchObject({ derived: 1, changed: 1 })
  const [filing] = await db.query(
    "select facts -> 'totalRevenue' as revenue, warnings from filing where object_id = $1",
    [id],
  )
  expect(filing).toEqual({ revenue: null, warnings: [`NotAnAmount ${REVENUE}`] })
  await rateOrganizations(db)
  expect(await build(true)).toMatchObject({ documents: ORGANIZATIONS })
})
