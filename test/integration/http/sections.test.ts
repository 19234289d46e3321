import { describe, expect, test } from 'vitest'
import type { CharitySection } from '#src/api/a/section/schema.ts'
import { readSection } from '#src/organizations/sections/read-section.ts'
import { opened } from '#test/integration/opened.ts'
import { expectRecorded } from '#test/recorded.ts'
import { testReturns } from '#test/unit/cases.ts'
import { codeOf, refusalOf } from './answers-a.ts'
import { blockData, readData } from './answers-b.ts'
import { openSections, times } from './sections-world.ts'

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

// A second filer, with long repeats that are stored apart.
const [STORED_EIN, STORED] = ['070000011', '202341329349300021']
const LINES = 1_234
const TEXT = 'a line of an attachment that no catalogue knows. '.repeat(3)

const storedGrant = (name: string) =>
  `<RecipientTable><RecipientBusinessName><BusinessNameLine1Txt>${name}</BusinessNameLine1Txt></RecipientBusinessName><PurposeOfGrantTxt>${TEXT.repeat(4)}</PurposeOfGrantTxt></RecipientTable>`
const storedData = `<IRS990><CYTotalRevenueAmt>9</CYTotalRevenueAmt></IRS990>
  <IRS990ScheduleI>${times(205, (n) => storedGrant(`First ${n}`))}</IRS990ScheduleI>
  <IRS990ScheduleI>${times(3, (n) => storedGrant(`Second ${n}`))}</IRS990ScheduleI>
  <IRS990ScheduleR>${exempt('Other', '070000012')}</IRS990ScheduleR>
  <MadeAttachment>${times(LINES, (n) => `<Line><Txt>${n} ${TEXT}</Txt></Line>`)}</MadeAttachment>
  <IRS990ScheduleK>${times(
    300,
    (n) => `<SupplementalInformationDetail><ExplanationTxt>${n} ${TEXT.repeat(2)}</ExplanationTxt>
      </SupplementalInformationDetail>`,
  )}</IRS990ScheduleK>`

const hubData = (revenue: number, more = '') => `<IRS990 documentId="A">
  <CYTotalRevenueAmt>${revenue}</CYTotalRevenueAmt><CYTotalExpensesAmt>90</CYTotalExpensesAmt>
  <TotalAssetsEOYAmt>500</TotalAssetsEOYAmt>
  <CYRevenuesLessExpensesAmt>${revenue - 90}</CYRevenuesLessExpensesAmt>
  <ConflictOfInterestPolicyInd>1</ConflictOfInterestPolicyInd>
  <WhistleblowerPolicyInd>0</WhistleblowerPolicyInd>
  <TotalRevenueGrp><TotalRevenueColumnAmt>${revenue}</TotalRevenueColumnAmt></TotalRevenueGrp>
  ${more}</IRS990>`

const world = opened(() => {
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
  return openSections('sections', [
    { ...hub, id: LATEST, year: 2022, data: `${hubData(100, officers)}${schedules}` },
    { ...hub, id: BEFORE, year: 2019, data: hubData(70) },
    { ...hub, id: AMENDED, year: 2019, data: hubData(75) },
    other(ARM, 'Arm', `<IRS990/><IRS990ScheduleR>${namesHub}</IRS990ScheduleR>`),
    other(
      LONE,
      'Lone',
      `<IRS990/><IRS990ScheduleR>${exempt('Arm', ARM)}${fillers}${namesHub}</IRS990ScheduleR>`,
    ),
    { ein: STORED_EIN, name: 'Stored Tests', id: STORED, year: 2022, data: storedData },
    other(SHORT, 'Short', '<IRS990EZ><TotalRevenueAmt>5</TotalRevenueAmt></IRS990EZ>'),
  ])
})

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

type Element = { Schedule: string; EvidenceRef?: string; Content: Record<string, unknown> }
const walkSchedules = async (limit: number) =>
  (await world.walk(STORED_EIN, 'Schedules', `Limit=${limit}`)) as Element[]

describe('long repeats', () => {
  test('are stored apart, even if the catalogue does not list them', async () => {
    const [filing] = await world.postgres.query<{ cut: string[]; warnings: string[] }>(
      `select contents -> 'cut' as cut, warnings from filing where object_id = $1`,
      [STORED],
    )
    const [grants, supplement] = ['/IRS990ScheduleI/RecipientTable', '/IRS990ScheduleK[1]/Supple']
    const cut = [grants, '/MadeAttachment/Line', expect.stringContaining(supplement)]
    expect(filing).toEqual({ cut, warnings: ['RepeatedPart IRS990ScheduleI'] })
  })

  test('are returned once each, in filed order, over all pages', async () => {
    const lines = (await walkSchedules(77)).filter(({ Schedule }) => Schedule === 'MadeAttachment')
    expect(lines.map(({ Content }) => Content.Txt)).toEqual(
      Array.from({ length: LINES }, (_, at) => `${at + 1} ${TEXT.trim()}`),
    )
    const refs = lines.slice(0, 2).map((line) => line.EvidenceRef)
    expect(refs).toEqual([`990:2022:${STORED}:/MadeAttachment/Line`, undefined])
  })

  test.each([
    ['/IRS990ScheduleK[1]/SupplementalInformationDetail[237]/ExplanationTxt', /^237 /],
    ['/MadeAttachment/Line/Txt', /^1 /],
  ])('are the target of %s', async (path, text) => {
    const { Data } = await world.open(STORED_EIN, 'Schedules', `EvidenceRef=${ref(path, STORED)}`)
    expect(Data).toMatchObject({ Value: expect.stringMatching(text) })
  })

  test('are pages of a block on surface B, a hundred rows each', async () => {
    const read = async (block: string) =>
      readData(await world.get(`/api/v2/charity/${STORED_EIN}/block/${block}`), blockData)
    const seen: string[] = []
    for (let page = 1; page <= 3; page += 1) {
      const { content, ...paging } = await read(`IRS990ScheduleI?page=${page}`)
      const truncated = [{ path: '/IRS990ScheduleI/RecipientTable', rows: 205, page, pages: 3 }]
      expect(paging).toMatchObject({ page, pages: 3, truncated })
      seen.push(...(JSON.stringify(content).match(/First \d+/g) ?? []))
    }
    expect(seen).toEqual(Array.from({ length: 205 }, (_, at) => `First ${at + 1}`))
    const beyond = `/api/v2/charity/${STORED_EIN}/block/IRS990ScheduleI?page=4`
    expect(await codeOf(world, beyond)).toBe('400')
    const last = JSON.stringify(await read('MadeAttachment?page=13'))
    expect(last).toContain(`"${LINES} a line`)
    expect(last).not.toContain('"1200 a line')
    const second = JSON.stringify(await read('IRS990ScheduleI?ordinal=2'))
    expect(second).toContain('Second 3')
    expect(second).not.toContain('First 1')
  })
})

test('a second part with a unique name is shown, but no table counts it', async () => {
  const { Section } = await world.open(STORED_EIN, 'Grants', 'Limit=1')
  expect(Section.Summary).toMatch(/^205 /)
  const rows = await world.walk(STORED_EIN, 'Grants', 'Limit=200')
  expect(rows).toHaveLength(205)
  const grants = (await walkSchedules(200)).filter(({ Schedule }) => Schedule === 'IRS990ScheduleI')
  const isFirst = Array.from({ length: 208 }, (_, at) => at < 205)
  expect(grants.map(({ EvidenceRef }) => EvidenceRef !== undefined)).toEqual(isFirst)
  const { ScheduleIndex = [] } = await world.open(STORED_EIN, 'Schedules', 'Limit=1')
  const withRef = ScheduleIndex.map(({ EvidenceRef }) => EvidenceRef !== undefined)
  expect(withRef.join()).toBe('true,false,true,true,true')
})

test.each(['MoneyFlow', 'Grants', 'Schedules', 'RelatedOrganizations', 'FinancialStatements'])(
  '%s is 503 if the filing is replaced during the read',
  async (section) => {
    const update = (what: string) =>
      world.postgres.query(`update filing set ${what} where object_id = $1`, [STORED])
    for (const [change, undo] of [
      [
        "content_sha256 = content_sha256 || '\\x01'",
        'content_sha256 = substr(content_sha256, 1, 32)',
      ],
      ['derived_version = derived_version + 1', 'derived_version = derived_version - 1'],
    ] as const) {
      let isChanged = false
      const query: typeof world.postgres.query = async (sql, values) => {
        const rows = await world.postgres.query(sql, values)
        if (sql.includes(', narrative,') && !isChanged) await update(change)
        isChanged ||= sql.includes(', narrative,')
        return rows as never
      }
      const postgres = { ...world.postgres, query }
      const read = readSection({ postgres }, STORED_EIN, { section, limit: 50 })
      await expect(read).rejects.toMatchObject({ code: 'StoreUnavailable' })
      await update(undo)
    }
  },
)

testReturns({
  'Refs that do not open in a section': (_: string, text: string) =>
    codeFor(HUB, 'Grants', `EvidenceRef=${text}`),
})
