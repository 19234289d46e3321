import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reindex } from '#indexer/index/build/reindex.ts'
import { countWarnings, writeRejectReport } from '#indexer/load/reject-report.ts'
import { findNetworkFaults } from '#indexer/network/check.ts'
import { resolveNetwork } from '#indexer/network/run.ts'
import { toGrantList } from '#src/api/a/grants/route.ts'
import { readFunders, readGrantees } from '#src/network/counterparties.ts'
import { readGrants } from '#src/network/grants.ts'
import { readMoneyNetwork } from '#src/network/money-network.ts'
import { readConfig } from '#src/platform/config.ts'
import { createEmbedder } from '#src/platform/embedding/embedder.ts'
import { deleteAll } from '#test/integration/indices/builds.ts'
import { opened } from '#test/integration/opened.ts'
import { readA } from './answers-a.ts'
import { openSections, times } from './sections-world.ts'

// Fictional organizations.
const [HUGE, LONG, GOOD] = ['070000031', '070000032', '170000033']
const [GIVER, TAKER, UNREAD] = ['170000034', '170000035', '170000036']
const MOST = 999_999_999_999_999
const ROWS = 10_000
// Together with the giver's, one more than a sum can represent.
const FULL = Array.from({ length: 9 }, (_, at) => `28000004${at}`)

const idOf = (ein: string, year: number) => `${year + 1}41329349${ein.slice(0, 2)}${ein.slice(-4)}`
const made = (ein: string, name: string, data: string, year = 2022) => ({
  ...{ ein, name, id: idOf(ein, year), year, data },
})
/** Elements of a return by their names. */
const elements = (values: Record<string, string | number>) =>
  Object.entries(values)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')
const summary = (CYTotalRevenueAmt: string | number, more = {}) => {
  const known = { CYTotalRevenueAmt, CYTotalExpensesAmt: 90, TotalAssetsEOYAmt: 500, ...more }
  return `<IRS990>${elements(known)}</IRS990>`
}
const unreadable = summary('9999999999999999', {
  ...{ TotalLiabilitiesEOYAmt: 100, NetAssetsOrFundBalancesEOYAmt: 'SEE ATTACHED' },
})
const person = (name: string, pay: string | number) =>
  `<Form990PartVIISectionAGrp><PersonNm>${name}</PersonNm>
    <ReportableCompFromOrgAmt>${pay}</ReportableCompFromOrgAmt></Form990PartVIISectionAGrp>`
const everything = `<IRS990>${elements({
  ...{ PYTotalRevenueAmt: 1, CYContributionsGrantsAmt: MOST, CYProgramServiceRevenueAmt: MOST },
  ...{ CYOtherRevenueAmt: -MOST, CYTotalRevenueAmt: MOST, CYTotalExpensesAmt: 1 },
  ...{ CYRevenuesLessExpensesAmt: -MOST, TotalAssetsEOYAmt: MOST, TotalLiabilitiesEOYAmt: -MOST },
})}${times(12, (n) => person(`Person ${n}`, MOST))}
  <TotalFunctionalExpensesGrp>${elements({ TotalAmt: 1, ProgramServicesAmt: MOST })}</TotalFunctionalExpensesGrp>
  </IRS990>`
const gift = (amount: string | number, noncash = {}) => `<RecipientTable><RecipientBusinessName>
  <BusinessNameLine1Txt>Taker of Gifts</BusinessNameLine1Txt></RecipientBusinessName>
  ${elements({ RecipientEIN: TAKER, CashGrantAmt: amount, ...noncash })}</RecipientTable>`
const unreadableRows = `<IRS990>
  ${elements({ CYTotalRevenueAmt: 1000, CYContributionsGrantsAmt: 1, CYInvestmentIncomeAmt: 'lots' })}
  ${person('Ann Read', 700)}${person('Bo Long', '6666666666666666666')}${person('Cy Text', 'lots')}
  <TotalReportableCompFromOrgAmt>90000</TotalReportableCompFromOrgAmt></IRS990>
  <IRS990ScheduleI>${gift('5555555555555555555', { NonCashAssistanceAmt: 0 })}</IRS990ScheduleI>`

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

const world = opened(() => openSections('hostile_amounts', FILINGS))
const embedder = opened(() => createEmbedder(readConfig({}), undefined, 2))
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-amounts-'))
  await resolveNetwork(world.postgres)
})
afterAll(async () => {
  await deleteAll(world.deps.opensearch, world.deps.indexPrefix)
  await rm(folder, { recursive: true })
})

const refOf = (ein: string, path: string, year = 2022) => `990:${year}:${idOf(ein, year)}:${path}`
const read = <Body = object>(ein: string, operation: string) =>
  readA<Body>(world, `/api/v2/charity/${ein}/${operation}`)

describe('a text instead of an amount', () => {
  test('is a warning of the load with its file and path, and counted by path', async () => {
    const sources = await world.postgres.query<{ id: number }>('select id from load_source')
    const ids = sources.map(({ id }) => id)
    const found = await countWarnings(world.postgres, ids)
    expect(found.map(({ code, count }) => `${count} ${code}`)).toEqual([
      '10 SumTooLarge /IRS990/Form990PartVIISectionAGrp',
      `2 NotAnAmount ${REVENUE}`,
      '2 NotAnAmount /IRS990/Form990PartVIISectionAGrp/ReportableCompFromOrgAmt',
      '2 NotAnAmount /IRS990ScheduleI/RecipientTable/CashGrantAmt',
      '1 NotAnAmount /IRS990/CYInvestmentIncomeAmt',
      `1 NotAnAmount ${NET_ASSETS}`,
      '1 SumTooLarge /IRS990ScheduleI/RecipientTable',
    ])
    const leftOut = { rejected: [], unknown: [] }
    const path = await writeRejectReport(world.postgres, ids, leftOut, folder)
    const report = await readFile(path, 'utf8')
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
  ])('in %s is shown as filed with its Ref, and is not a figure', async (ein, Value) => {
    const ref = refOf(ein, REVENUE)
    const shown = { Label: 'Total revenue', Value, EvidenceRef: ref }
    const { Data, EvidenceRefs } = await world.open(ein, 'FinancialStatements')
    expect((Data as { Facts: Record<string, unknown> }).Facts.TotalRevenue).toEqual(shown)
    expect(EvidenceRefs.map(({ Ref }) => Ref)).toContain(ref)
    const query = `EvidenceRef=${encodeURIComponent(ref)}`
    expect((await world.open(ein, 'FinancialStatements', query)).Data).toEqual(shown)
    const compared = await readA<{ Organizations: { Figures: { Key: string }[] }[] }>(
      world,
      `/api/v2/compare?EINs=${ein},${GOOD}`,
    )
    const figure = compared.Organizations[0]?.Figures.find(({ Key }) => Key === 'Revenue')
    expect(figure).toMatchObject({ Unknown: 'NotReadable', EvidenceRef: ref })
    const { Hero } = await read<{ Hero: object }>(ein, 'page')
    expect(Hero).toMatchObject({ Financials: { Expense: 90, Assets: 500 } })
    expect(Hero).not.toHaveProperty('Financials.Revenue')
    expect(Hero).toMatchObject({ EvidenceRefs: { 'Financials.Revenue': { Ref: ref } } })
  })
})

describe('rows with an unreadable amount', () => {
  test('have no amount in grants and in the money network', async () => {
    const page = toGrantList(UNREAD, await readGrants(world.deps, UNREAD, {}, { limit: 2 }))
    expect(page.grants.map(({ amount }) => amount)).toEqual([undefined])
    expect(page.totals).toEqual({ outgoing: { grantCount: 1 } })
    const network = await readMoneyNetwork(world.deps, UNREAD, { limit: 10 })
    expect(network.edges).toHaveLength(1)
    expect(network.edges[0]).not.toHaveProperty('amount')
  })

  test('make the highest pay unknown, and are counted next to a ranking by pay', async () => {
    expect(JSON.stringify(await read(UNREAD, 'profile'))).not.toMatch(/HighestPaid/i)
    const page = await world.app.inject(`/charity/${UNREAD}`)
    expect(page.body).toMatch(/not readable/)
  })
})

describe('sums of the largest amounts', () => {
  test('of rows are unknown if they are not exact', async () => {
    const deps = world.deps
    const filter = { minYear: undefined, allCategories: false, limit: 10 }
    const count = ROWS + 1
    expect(await readGrantees(deps, GIVER, filter)).toMatchObject({
      items: [{ ein: TAKER, amount: null, grants: count }],
      totalAmount: null,
    })
    expect(await readFunders(deps, TAKER, filter)).toMatchObject({ totalAmount: null })
    const { edges } = await readMoneyNetwork(deps, GIVER, { limit: 10 })
    expect(edges).toMatchObject([{ counterparty: { ein: TAKER }, count }])
    expect(edges[0]).not.toHaveProperty('amount')
    const page = await readGrants(deps, GIVER, {}, { limit: 2 })
    expect(page.grants.map(({ amount }) => amount)).toEqual([MOST, MOST])
    expect(toGrantList(GIVER, page).totals).toEqual({ outgoing: { grantCount: count } })
    expect(await world.postgres.session((session) => findNetworkFaults(session))).toEqual([])
  })

  test.each(
    `page metrics ratings contradictions sections/Checks sections/MoneyFlow
     sections/OperatingModel sections/Leadership profile flows leadership summary`.split(/\s+/),
  )('leave %s intact', async (operation) => {
    const text = JSON.stringify(await read(GIVER, operation))
    for (const [number] of text.matchAll(/(?<=":)-?\d+(?=[,}])/g)) {
      expect(Number.isSafeInteger(Number(number)), number).toBe(true)
    }
  })
})

test('an index has every organization, and the sector no inexact sum', async () => {
  const { postgres: db, opensearch, indexPrefix: prefix } = world.deps
  const quiet = { onNote: () => undefined, onProgress: () => undefined }
  const { documents } = await reindex({ db, opensearch, embedder, prefix, ...quiet }, false)
  expect(documents).toBe(ORGANIZATIONS)
  const found = await readA(world, '/api/v2/search?Query=Huge Loss Circle')
  expect(found).toMatchObject({ Hits: [{ EIN: HUGE }] })
  const stats = await readA(world, '/api/v2/stats')
  expect(stats).toMatchObject({ data: { charities: ORGANIZATIONS } })
  expect(JSON.stringify(stats)).not.toMatch(/\d{16}/)
})
