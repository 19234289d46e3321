import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CharitySection } from '#src/api/a/section/schema.ts'
import { expectRecorded } from '#test/recorded.ts'
import { codeOf, refusalOf } from './answers-a.ts'
import { openSections, type SectionsWorld, times } from './sections-world.ts'

// Fictional organizations. HUB filed two years, one of them amended; ARM and HUB name each other.
const [HUB, ARM, LONE, SHORT] = ['070000001', '070000002', '170000003', '170000004']
const LATEST = '202341329349300001'
const BEFORE = '202241329349300001'
const AMENDED = '202251329349300009'
const OF_LONE = '202341329349300003'

const GRANTS = 2_345
const OFFICERS = 612

const business = (name: string) => `<BusinessNameLine1Txt>${name}</BusinessNameLine1Txt>`
const grants = times(
  GRANTS,
  (n) => `<RecipientTable><RecipientBusinessName>${business(`Grantee ${n}`)}</RecipientBusinessName>
    <USAddress><AddressLine1Txt>${n} Long Street that makes the schedule long</AddressLine1Txt>
    <CityNm>Akron</CityNm><StateAbbreviationCd>OH</StateAbbreviationCd></USAddress>
    <CashGrantAmt>${n * 10}</CashGrantAmt></RecipientTable>`,
)
const officers = times(
  OFFICERS,
  (n) => `<Form990PartVIISectionAGrp><PersonNm>Person ${n}</PersonNm><TitleTxt>Director</TitleTxt>
    <AverageHoursPerWeekRt>1.00</AverageHoursPerWeekRt>
    <ReportableCompFromOrgAmt>${n}</ReportableCompFromOrgAmt></Form990PartVIISectionAGrp>`,
)
const scheduleJ = ['PERSON 7', 'PERSON 300', 'Nobody Else'].map(
  (name) => `<RltdOrgOfficerTrstKeyEmplGrp><PersonNm>${name}</PersonNm>
    <BaseCompensationFilingOrgAmt>5</BaseCompensationFilingOrgAmt></RltdOrgOfficerTrstKeyEmplGrp>`,
)
const exempt = (name: string, ein = '') => `<IdRelatedTaxExemptOrgGrp><DisregardedEntityName>
  ${business(name)}</DisregardedEntityName>${ein && `<EIN>${ein}</EIN>`}</IdRelatedTaxExemptOrgGrp>`
const scheduleR = `${exempt('The Arm', ARM)}${exempt('Unnumbered Friends')}${times(300, (n) =>
  exempt(`Affiliate ${n}`, `28${String(n).padStart(7, '0')}`),
)}`
// Long, and inside another element.
const long = 'Shares of a company with a long name '.repeat(15)
const sales = times(
  150,
  (n) => `<CapitalGainAndLossAssetGrp><PropertyDesc>${long}${n}
    </PropertyDesc></CapitalGainAndLossAssetGrp>`,
)
// Long enough to be stored apart, so the row that names the hub is read from its chunk.
const FILLERS = 150
const fillers = times(FILLERS, (n) => exempt(`${'Affiliate with a long name '.repeat(20)}${n}`))

const hubData = (revenue: number, more = '') => `<IRS990 documentId="A">
  <CYTotalRevenueAmt>${revenue}</CYTotalRevenueAmt><CYTotalExpensesAmt>90</CYTotalExpensesAmt>
  <TotalAssetsEOYAmt>500</TotalAssetsEOYAmt>
  <CYRevenuesLessExpensesAmt>${revenue - 90}</CYRevenuesLessExpensesAmt>
  <ConflictOfInterestPolicyInd>1</ConflictOfInterestPolicyInd>
  <WhistleblowerPolicyInd>0</WhistleblowerPolicyInd>
  <TotalRevenueGrp><TotalRevenueColumnAmt>${revenue}</TotalRevenueColumnAmt></TotalRevenueGrp>
  ${more}</IRS990>`

let world: SectionsWorld
beforeAll(async () => {
  const hub = { ein: HUB, name: 'Hub of Tests' }
  const schedules = `<IRS990ScheduleI documentId="B"><GrantRecordsMaintainedInd>1</GrantRecordsMaintainedInd>
    ${grants}<Total501c3OrgCnt>${GRANTS}</Total501c3OrgCnt></IRS990ScheduleI>
    <IRS990ScheduleJ>${scheduleJ.join('')}</IRS990ScheduleJ>
    <IRS990ScheduleR>${scheduleR}</IRS990ScheduleR>
    <IRS8949><LongTermCapitalGainAndLossGrp><TransRptOn1099BThatShowBssInd>X</TransRptOn1099BThatShowBssInd>
    ${sales}</LongTermCapitalGainAndLossGrp></IRS8949>`
  const other = (ein: string, name: string, data: string) => ({
    ...{ ein, name: `${name} Tests`, data, year: 2022 },
    id: `20234132934930000${ein.at(-1)}`,
  })
  const namesHub = exempt('Hub', HUB)
  world = await openSections('sections', [
    { ...hub, id: LATEST, year: 2022, data: `${hubData(100, officers)}${schedules}` },
    { ...hub, id: BEFORE, year: 2019, data: hubData(70) },
    { ...hub, id: AMENDED, year: 2019, data: hubData(75) },
    other(ARM, 'Arm', `<IRS990/><IRS990ScheduleR>${namesHub}</IRS990ScheduleR>`),
    other(
      LONE,
      'Lone',
      `<IRS990/><IRS990ScheduleR>${exempt('Arm', ARM)}${fillers}${namesHub}</IRS990ScheduleR>`,
    ),
    other(SHORT, 'Short', '<IRS990EZ><TotalRevenueAmt>5</TotalRevenueAmt></IRS990EZ>'),
  ])
})
afterAll(() => world.close())

const refOf = (path: string, id = LATEST, year = 2022) => `990:${year}:${id}:${path}`
const ref = (path: string, id?: string, year?: number) => encodeURIComponent(refOf(path, id, year))
const url = (ein: string, id: string, query = '') =>
  `/api/v2/charity/${ein}/sections/${id}${query && `?${query}`}`
const codeFor = (ein: string, id: string, query?: string) => codeOf(world, url(ein, id, query))
const byRef = (id: string, path: string, of?: string, year?: number) =>
  world.open(HUB, id, `EvidenceRef=${ref(path, of, year)}`)
const names = (rows: Record<string, unknown>[]) =>
  rows.map(({ Values }) => (Values as { Name: string }).Name)

const REVENUE = '/IRS990/CYTotalRevenueAmt'
const RECIPIENT = '/IRS990ScheduleI/RecipientTable'
const RELATED = '/IRS990ScheduleR/IdRelatedTaxExemptOrgGrp'

describe('a long section', () => {
  test.each([200, 33])('returns each grant once, in filed order, on pages of %i', async (limit) => {
    const rows = await world.walk(HUB, 'Grants', `Limit=${limit}`)
    expect(names(rows)).toEqual(Array.from({ length: GRANTS }, (_, at) => `Grantee ${at + 1}`))
  })

  test('has its length, and each row has its Ref and those of its leaves', async () => {
    const { Section, Data, EvidenceRefs } = await world.open(HUB, 'Grants', 'Limit=1')
    expect(Section).toMatchObject({ Pageable: true, Summary: expect.stringContaining('2,345') })
    const EvidenceRef = refOf(`${RECIPIENT}[1]`)
    const leaves = { CashGrant: `${EvidenceRef}/CashGrantAmt` }
    expect(Data).toMatchObject({
      Tables: [{ Key: 'GrantsToOrganizations', RowCount: GRANTS }],
      Rows: [{ EvidenceRef, Values: { CashGrant: 10 }, EvidenceRefs: leaves }],
    })
    const Citation = 'Form 990 (tax year 2022), Schedule I, Part II, row 1'
    expect(EvidenceRefs.find(({ Ref }) => Ref === EvidenceRef)).toMatchObject({ Citation })
  })

  test('of people joins Schedule J by name, and ends with people only on Schedule J', async () => {
    const rows = await world.walk(HUB, 'Leadership', 'Limit=50')
    expect(rows).toHaveLength(OFFICERS + 1)
    expect(names(rows.slice(0, 2))).toEqual(['Person 1', 'Person 2'])
    const joined = rows.filter(({ ScheduleJ }) => ScheduleJ !== undefined)
    expect(names(joined)).toEqual(['Person 7', 'Person 300'])
    expect(rows.at(-1)).toMatchObject({ Table: 'ScheduleJ', Values: { Name: 'Nobody Else' } })
  })

  test('of schedules has every element of every part, repeats one by one', async () => {
    const rows = await world.walk(HUB, 'Schedules', 'Limit=200')
    const of = (schedule: string) => rows.filter((row) => row.Schedule === schedule)
    const schedules = ['IRS990ScheduleI', 'IRS990ScheduleJ', 'IRS990ScheduleR', 'IRS8949']
    expect(schedules.map((name) => of(name).length)).toEqual([GRANTS + 2, 3, 302, 151])
    // The group without its sales, then each of them.
    const group = 'LongTermCapitalGainAndLossGrp'
    const Content = { TransRptOn1099BThatShowBssInd: 'X' }
    expect(of('IRS8949').slice(0, 2)).toMatchObject([
      { Label: 'Form 8949', Element: group, Content },
      { Element: `${group}/CapitalGainAndLossAssetGrp` },
    ])
    expect(rows[0]).toMatchObject({ Element: 'GrantRecordsMaintainedInd', Content: '1' })
    expect(rows[GRANTS]).toMatchObject({
      Label: 'Schedule I',
      EvidenceRef: refOf(`${RECIPIENT}[${GRANTS}]`),
      Content: { CashGrantAmt: String(GRANTS * 10) },
    })
    expect(rows[GRANTS + 1]).toMatchObject({ Element: 'Total501c3OrgCnt' })
    expect(new Set(rows.map(({ EvidenceRef }) => EvidenceRef)).size).toBe(rows.length)
  })

  test('of schedules begins with an index of them', async () => {
    const { ScheduleIndex, NextCursor } = await world.open(HUB, 'Schedules', 'Limit=1')
    expect(ScheduleIndex).toMatchObject([
      { Name: 'Schedule I', EvidenceRef: refOf('/IRS990ScheduleI/GrantRecordsMaintainedInd') },
      { EvidenceRef: refOf('/IRS990ScheduleJ/RltdOrgOfficerTrstKeyEmplGrp[1]') },
      { Name: 'Schedule R', EvidenceRef: refOf(`${RELATED}[1]`) },
      { Name: 'Form 8949', EvidenceRef: refOf('/IRS8949/LongTermCapitalGainAndLossGrp') },
    ])
    const next = await world.open(HUB, 'Schedules', `Limit=1&Cursor=${NextCursor}`)
    expect(next.ScheduleIndex).toBeUndefined()
  })
})

describe('related organizations', () => {
  test('list their own rows first, then those only in returns of others, each once', async () => {
    const all = await world.walk(HUB, 'RelatedOrganizations', 'Limit=200')
    expect(await world.walk(HUB, 'RelatedOrganizations', 'Limit=60')).toEqual(all)
    expect(all).toHaveLength(303)
    expect(all[0]).toMatchObject({
      Organization: { Name: 'The Arm', EIN: ARM },
      Roles: ['Source', 'Target'],
      RelationshipType: 'Related tax-exempt organization',
      Confidences: ['Authoritative'],
      Evidence: [{ FilerEIN: HUB }, { FilerEIN: ARM, Values: { Name: 'Hub', Ein: HUB } }],
    })
    const Organization = { Name: 'Unnumbered Friends' }
    expect(all[1]).toMatchObject({ Organization, Roles: ['Source'], Confidences: ['Strong'] })
    const EvidenceRef = refOf(`${RELATED}[${FILLERS + 2}]`, OF_LONE)
    expect(all.at(-1)).toMatchObject({
      Organization: { Name: 'Lone Tests', EIN: LONE },
      Roles: ['Target'],
      Evidence: [{ FilerEIN: LONE, EvidenceRef }],
    })
  })

  test('the row of another organization that names this one resolves here, too', async () => {
    const named = `${RELATED}[${FILLERS + 2}]/EIN`
    const { Data } = await byRef('RelatedOrganizations', named, OF_LONE)
    expect(Data).toMatchObject({ Value: HUB })
  })
})

test('the flow of money has a point a year; one without a filing has no value, an amended one the last', async () => {
  const { Data } = await world.open(HUB, 'MoneyFlow')
  expect(Data).toMatchObject({
    FinancialTrend: {
      Revenue: [
        { Year: 2019, Value: 75, EvidenceRef: refOf(REVENUE, AMENDED, 2019) },
        { Year: 2020 },
        { Year: 2021 },
        { Year: 2022, Value: 100, EvidenceRef: refOf(REVENUE) },
      ],
    },
    Revenues: { TotalRevenue: { Role: 'Total', Value: 100 } },
  })
  expect(JSON.stringify(Data)).not.toMatch(/"Year":202[01],"Value"/)
})

describe('an EvidenceRef', () => {
  test.each(['Grants', 'Foundation', 'MoneyFlow'])('returns only its value in %s', async (id) => {
    const { Section, Data, EvidenceRefs } = await byRef(id, REVENUE)
    expect(Section).toMatchObject({ Id: id, Form: '990', Year: 2022 })
    expect(Data).toMatchObject({ Label: 'Total revenue', Unit: 'USD', Value: 100 })
    expect(EvidenceRefs).toHaveLength(1)
  })

  test('of an earlier filing, a whole part, or a row deep in a repeat returns what is there', async () => {
    const earlier = await byRef('MoneyFlow', REVENUE, BEFORE, 2019)
    expect(earlier).toMatchObject({ Section: { Year: 2019 }, Data: { Value: 70 } })
    expect((await byRef('Grants', '/IRS990ScheduleI')).Data).toMatchObject({
      Content: { RecipientTable: [] },
      LeftOut: [{ Path: RECIPIENT, RowCount: GRANTS }],
    })
    const deep = await byRef('Schedules', `${RECIPIENT}[${GRANTS}]`)
    expect(deep.Data).toMatchObject({ Rows: [{ Values: { Name: `Grantee ${GRANTS}` } }] })
  })

  const MISSING = '202341329349399999'
  // test/unit/organizations/evidence-refs.test.ts has more.
  test.each([
    ['not a Ref', 'nonsense'],
    ['a path with an extra index', ref('/IRS990[1]', MISSING)],
    ['a column with NUL', `bmf:2026-04:${HUB}:NAME%00`],
  ])('that is %s is invalid', async (_, text) => {
    expect(await codeFor(HUB, 'Grants', `EvidenceRef=${text}`)).toBe('400 InvalidEvidenceRef')
  })

  test.each([
    ['a missing leaf', ref('/IRS990/Nothing')],
    ['a row beyond the last', ref(`${RECIPIENT}[${GRANTS + 1}]`)],
    ["a year other than the filing's", ref(REVENUE, LATEST, 2021)],
    ["another organization's filing", ref(`${RELATED}[1]/EIN`, OF_LONE)],
    ['a missing filing', ref('/IRS990', MISSING)],
    ['a missing registry row', `bmf:2026-04:${HUB}:NAME`],
    ['an unknown derived figure', `derived:luck:${HUB}:2022`],
  ])('of %s is not found', async (_, text) => {
    expect(await codeFor(HUB, 'Grants', `EvidenceRef=${text}`)).toBe('404 EvidenceNotFound')
  })

  test('contradicts another form, year, or cursor, but not its own', async () => {
    const evidence = `EvidenceRef=${ref(REVENUE)}`
    for (const other of ['Form=990EZ', 'Year=2019', 'Cursor=abc']) {
      const code = await codeFor(HUB, 'Grants', `${evidence}&${other}`)
      expect(code).toBe(`422 ${other.split('=')[0]}`)
    }
    const agreeing = await world.open(HUB, 'Grants', `${evidence}&Form=990&Year=2022`)
    expect(agreeing.Data).toMatchObject({ Value: 100 })
  })
})

test('a cursor belongs to a section, a year, and a filing', async () => {
  const next = async (query = 'Limit=10') => {
    const { NextCursor }: CharitySection = await world.open(HUB, 'Grants', query)
    return `Limit=10&Cursor=${NextCursor}`
  }
  for (const [ein, id, more] of [
    [HUB, 'Leadership', ''],
    [HUB, 'MoneyFlow', ''],
    [LONE, 'RelatedOrganizations', ''],
    [HUB, 'Grants', '&Year=2022'],
  ] as const) {
    expect(await codeFor(ein, id, `${await next()}${more}`)).toBe('400 InvalidCursor')
  }
  const ofYear = await next('Limit=10&Year=2022')
  expect(await codeFor(HUB, 'Grants', ofYear)).toBe('400 InvalidCursor')
  expect((await world.open(HUB, 'Grants', `${ofYear}&Year=2022`)).NextCursor).toBeDefined()
  const before = await next()
  await world.postgres.query(
    `update filing set content_sha256 = sha256('other') where object_id = $1`,
    [LATEST],
  )
  expect(await codeFor(HUB, 'Grants', before)).toBe('400 StaleCursor')
})

test('a rejection names the nearest section, or what is available', async () => {
  const texts: Record<string, string> = {}
  for (const [ein, id, query] of [
    [SHORT, 'Postcard'],
    [HUB, 'grants'],
    [HUB, 'Leadershp'],
    [HUB, 'Grants', 'Form=990PF'],
    [HUB, 'Grants', 'Year=2020'],
    [HUB, 'RelatedOrganizations', `EvidenceRef=${ref(`${RELATED}[1]/EIN`, OF_LONE)}`],
  ] as const) {
    texts[url(ein, id, query)] = await refusalOf(world, url(ein, id, query))
  }
  await expectRecorded('section-refusals', texts)
})
