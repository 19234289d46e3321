import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSection } from '#src/organizations/sections/read-section.ts'
import { openSections, type SectionsWorld, times } from './sections-world.ts'

// Fictional organizations. HUB filed two years, one of them amended; ARM and HUB name each other.
const HUB = '070000001'
const ARM = '070000002'
const LONE = '170000003'
const SHORT = '170000004'
const LATEST = '202341329349300001'
const BEFORE = '202241329349300001'
const AMENDED = '202251329349300009'

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
const detailed = [7, 300].map((n) => `PERSON ${n}`).concat('Nobody Else')
const scheduleJ = detailed
  .map(
    (name) => `<RltdOrgOfficerTrstKeyEmplGrp><PersonNm>${name}</PersonNm>
      <BaseCompensationFilingOrgAmt>5</BaseCompensationFilingOrgAmt></RltdOrgOfficerTrstKeyEmplGrp>`,
  )
  .join('')
const exempt = (name: string, ein = '') => `<IdRelatedTaxExemptOrgGrp><DisregardedEntityName>
  ${business(name)}</DisregardedEntityName>${ein && `<EIN>${ein}</EIN>`}</IdRelatedTaxExemptOrgGrp>`
const scheduleR = `${exempt('The Arm', ARM)}${exempt('Unnumbered Friends')}${times(300, (n) =>
  exempt(`Affiliate ${n}`, `28${String(n).padStart(7, '0')}`),
)}`

// Long, and inside another element.
const sales = times(
  150,
  (
    n,
  ) => `<CapitalGainAndLossAssetGrp><PropertyDesc>${'Shares of a company with a long name '.repeat(15)}${n}
    </PropertyDesc></CapitalGainAndLossAssetGrp>`,
)

// Long enough to be stored apart, so the row that names the hub is read from its chunk.
const FILLERS = 150
const fillers = times(FILLERS, (n) => exempt(`${'Affiliate with a long name '.repeat(20)}${n}`))

const hubData = (revenue: number) => `<IRS990 documentId="A">
  <CYTotalRevenueAmt>${revenue}</CYTotalRevenueAmt><CYTotalExpensesAmt>90</CYTotalExpensesAmt>
  <TotalAssetsEOYAmt>500</TotalAssetsEOYAmt>
  <CYRevenuesLessExpensesAmt>${revenue - 90}</CYRevenuesLessExpensesAmt>
  <ConflictOfInterestPolicyInd>1</ConflictOfInterestPolicyInd>
  <WhistleblowerPolicyInd>0</WhistleblowerPolicyInd>
  <TotalRevenueGrp><TotalRevenueColumnAmt>${revenue}</TotalRevenueColumnAmt></TotalRevenueGrp>
  </IRS990>`

let world: SectionsWorld
beforeAll(async () => {
  const hub = { ein: HUB, name: 'Hub of Tests' }
  const long = hubData(100).replace('</IRS990>', `${officers}</IRS990>`)
  const schedules = `<IRS990ScheduleI documentId="B"><GrantRecordsMaintainedInd>1</GrantRecordsMaintainedInd>
    ${grants}<Total501c3OrgCnt>${GRANTS}</Total501c3OrgCnt></IRS990ScheduleI>
    <IRS990ScheduleJ>${scheduleJ}</IRS990ScheduleJ>
    <IRS990ScheduleR>${scheduleR}</IRS990ScheduleR>
    <IRS8949><LongTermCapitalGainAndLossGrp><TransRptOn1099BThatShowBssInd>X</TransRptOn1099BThatShowBssInd>
    ${sales}</LongTermCapitalGainAndLossGrp></IRS8949>`
  world = await openSections('sections', [
    { ...hub, id: LATEST, year: 2022, data: `${long}${schedules}` },
    { ...hub, id: BEFORE, year: 2019, data: hubData(70) },
    { ...hub, id: AMENDED, year: 2019, data: hubData(75) },
    {
      ein: ARM,
      name: 'Arm of Tests',
      id: '202341329349300002',
      year: 2022,
      data: `<IRS990/><IRS990ScheduleR>${exempt('Hub', HUB)}</IRS990ScheduleR>`,
    },
    {
      ein: LONE,
      name: 'Lone Tests',
      id: '202341329349300003',
      year: 2022,
      data: `<IRS990/><IRS990ScheduleR>${exempt('Arm', ARM)}${fillers}${exempt('Hub', HUB)}</IRS990ScheduleR>`,
    },
    {
      ein: SHORT,
      name: 'Short Tests',
      id: '202341329349300004',
      year: 2022,
      data: '<IRS990EZ><TotalRevenueAmt>5</TotalRevenueAmt></IRS990EZ>',
    },
  ])
})
afterAll(() => world.close())

const ref = (path: string, id = LATEST, year = 2022) =>
  encodeURIComponent(`990:${year}:${id}:${path}`)

describe('a long section', () => {
  test('is read from repeats that are stored apart, in three statements a page', async () => {
    const [filing] = await world.postgres.query<{ cut: string[] }>(
      `select contents -> 'cut' as cut from filing where object_id = $1`,
      [LATEST],
    )
    expect(filing?.cut).toEqual([
      '/IRS990/Form990PartVIISectionAGrp',
      '/IRS990ScheduleI/RecipientTable',
      '/IRS8949/LongTermCapitalGainAndLossGrp/CapitalGainAndLossAssetGrp',
    ])
    const statements: string[] = []
    const postgres = {
      ...world.postgres,
      query: ((sql, values) => {
        statements.push(sql)
        return world.postgres.query(sql, values)
      }) as typeof world.postgres.query,
    }
    for (const section of ['Grants', 'Leadership', 'FinancialStatements', 'MoneyFlow']) {
      statements.length = 0
      await readSection({ postgres }, HUB, { section, limit: 50 })
      expect(statements, section).toHaveLength(3)
    }
  })

  test('returns each grant once, in filed order, over all pages', async () => {
    for (const limit of [200, 33]) {
      const rows = await world.walk(HUB, 'Grants', `Limit=${limit}`)
      expect(rows.map(({ Values }) => (Values as { Name: string }).Name)).toEqual(
        Array.from({ length: GRANTS }, (_, at) => `Grantee ${at + 1}`),
      )
    }
  })

  test('has its length, and each row has its Ref and those of its leaves', async () => {
    const { Section, Data, EvidenceRefs } = await world.open(HUB, 'Grants', 'Limit=1')
    expect(Section).toMatchObject({ Pageable: true, Summary: '2,345 grants listed.' })
    const row = `990:2022:${LATEST}:/IRS990ScheduleI/RecipientTable[1]`
    expect(Data).toMatchObject({
      Tables: [{ Key: 'GrantsToOrganizations', RowCount: GRANTS }],
      Rows: [
        {
          EvidenceRef: row,
          Values: { CashGrant: 10 },
          EvidenceRefs: { CashGrant: `${row}/CashGrantAmt` },
        },
      ],
    })
    expect(EvidenceRefs.find(({ Ref }) => Ref === row)).toMatchObject({
      Collection: 'filings',
      Form: '990',
      TaxYear: 2022,
      Citation: 'Form 990 (tax year 2022), Schedule I, Part II, row 1',
    })
  })

  test('of people joins Schedule J by name, and ends with people only on Schedule J', async () => {
    const rows = await world.walk(HUB, 'Leadership', 'Limit=50')
    expect(rows).toHaveLength(OFFICERS + 1)
    const names = rows.map(({ Values }) => (Values as { Name: string }).Name)
    expect(names.slice(0, 2)).toEqual(['Person 1', 'Person 2'])
    const joined = rows.filter(({ ScheduleJ }) => ScheduleJ !== undefined)
    expect(joined.map(({ Values }) => (Values as { Name: string }).Name)).toEqual([
      'Person 7',
      'Person 300',
    ])
    expect(rows.at(-1)).toMatchObject({ Table: 'ScheduleJ', Values: { Name: 'Nobody Else' } })
  })

  test('of schedules has every element of every part, repeats one by one', async () => {
    const rows = await world.walk(HUB, 'Schedules', 'Limit=200')
    const count = (schedule: string) => rows.filter((row) => row.Schedule === schedule).length
    expect(count('IRS990ScheduleI')).toBe(GRANTS + 2)
    expect(count('IRS990ScheduleJ')).toBe(3)
    expect(count('IRS990ScheduleR')).toBe(302)
    // The group without its sales, then each of them.
    expect(rows.filter((row) => row.Schedule === 'IRS8949').slice(0, 2)).toMatchObject([
      {
        Label: 'Form 8949',
        Element: 'LongTermCapitalGainAndLossGrp',
        Content: { TransRptOn1099BThatShowBssInd: 'X' },
      },
      { Element: 'LongTermCapitalGainAndLossGrp/CapitalGainAndLossAssetGrp' },
    ])
    expect(count('IRS8949')).toBe(151)
    expect(rows[0]).toMatchObject({ Element: 'GrantRecordsMaintainedInd', Content: '1' })
    expect(rows[GRANTS]).toMatchObject({
      Label: 'Schedule I',
      EvidenceRef: `990:2022:${LATEST}:/IRS990ScheduleI/RecipientTable[${GRANTS}]`,
      Content: { CashGrantAmt: String(GRANTS * 10) },
    })
    expect(rows[GRANTS + 1]).toMatchObject({ Element: 'Total501c3OrgCnt' })
    expect(new Set(rows.map(({ EvidenceRef }) => EvidenceRef)).size).toBe(rows.length)
  })

  test('of schedules begins with an index of them', async () => {
    const { ScheduleIndex, NextCursor } = await world.open(HUB, 'Schedules', 'Limit=1')
    expect(ScheduleIndex).toEqual([
      {
        Name: 'Schedule I',
        EvidenceRef: `990:2022:${LATEST}:/IRS990ScheduleI/GrantRecordsMaintainedInd`,
      },
      {
        Name: 'Schedule J',
        EvidenceRef: `990:2022:${LATEST}:/IRS990ScheduleJ/RltdOrgOfficerTrstKeyEmplGrp[1]`,
      },
      {
        Name: 'Schedule R',
        EvidenceRef: `990:2022:${LATEST}:/IRS990ScheduleR/IdRelatedTaxExemptOrgGrp[1]`,
      },
      {
        Name: 'Form 8949',
        EvidenceRef: `990:2022:${LATEST}:/IRS8949/LongTermCapitalGainAndLossGrp`,
      },
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
    expect(all[1]).toMatchObject({
      Organization: { Name: 'Unnumbered Friends' },
      Roles: ['Source'],
      Confidences: ['Strong'],
    })
    expect(all.at(-1)).toMatchObject({
      Organization: { Name: 'Lone Tests', EIN: LONE },
      Roles: ['Target'],
      Evidence: [
        {
          FilerEIN: LONE,
          EvidenceRef: `990:2022:202341329349300003:/IRS990ScheduleR/IdRelatedTaxExemptOrgGrp[${FILLERS + 2}]`,
        },
      ],
    })
  })

  test('the row of another organization that names this one resolves here, too', async () => {
    const other = '/IRS990ScheduleR/IdRelatedTaxExemptOrgGrp'
    const apart = await world.postgres.query('select 1 from filing_rows where path = $1', [other])
    expect(apart.length).toBeGreaterThan(0)
    const { Data } = await world.open(
      HUB,
      'RelatedOrganizations',
      `EvidenceRef=${ref(`${other}[${FILLERS + 2}]/EIN`, '202341329349300003')}`,
    )
    expect(Data).toMatchObject({ Value: HUB })
    const query = `EvidenceRef=${ref(`${other}[1]/EIN`, '202341329349300003')}`
    expect(await world.refuse(HUB, 'RelatedOrganizations', query)).toMatchObject({
      status: 404,
      detail: {
        ErrorCode: 'EvidenceNotFound',
        Message: expect.stringContaining('EIN of the organization that the Ref belongs to'),
      },
    })
  })
})

describe('the flow of money', () => {
  test('has a point a year; a year without a filing has no value, and an amended one has one point', async () => {
    const { Data } = await world.open(HUB, 'MoneyFlow')
    const { FinancialTrend, Revenues } = Data as {
      FinancialTrend: { Revenue: object[] }
      Revenues: object
    }
    expect(FinancialTrend.Revenue).toEqual([
      {
        Year: 2019,
        Value: 75,
        EvidenceRef: `990:2019:${AMENDED}:/IRS990/CYTotalRevenueAmt`,
      },
      { Year: 2020 },
      { Year: 2021 },
      {
        Year: 2022,
        Value: 100,
        EvidenceRef: `990:2022:${LATEST}:/IRS990/CYTotalRevenueAmt`,
      },
    ])
    expect(Revenues).toMatchObject({ TotalRevenue: { Role: 'Total', Value: 100 } })
  })
})

describe('governance', () => {
  test('shows answers with labels; unasked and blank questions are absent', async () => {
    const { Data, Section } = await world.open(HUB, 'Governance')
    expect(Object.keys((Data as { Facts: object }).Facts)).toEqual([
      'ConflictOfInterestPolicy',
      'WhistleblowerPolicy',
    ])
    expect(Data).toMatchObject({
      Facts: {
        ConflictOfInterestPolicy: {
          Label: 'Conflict of interest policy',
          Value: true,
          EvidenceRef: `990:2022:${LATEST}:/IRS990/ConflictOfInterestPolicyInd`,
        },
        WhistleblowerPolicy: { Value: false },
      },
    })
    expect(Section.Status).toEqual({ Label: '1 of 2 key policies', Tone: 'Caution' })
  })

  test('is not a section of a form without such a part', async () => {
    expect(await world.refuse(SHORT, 'Postcard')).toMatchObject({
      status: 404,
      detail: {
        ErrorCode: 'SectionNotFound',
        Message:
          'Form 990EZ for tax year 2022 has no section Postcard. Its sections are MoneyFlow, Rating, FinancialStatements.',
      },
    })
  })
})

describe('an EvidenceRef', () => {
  test('returns only its value in any section of its filing', async () => {
    const query = `EvidenceRef=${ref('/IRS990/CYTotalRevenueAmt')}`
    for (const id of ['Grants', 'Foundation', 'MoneyFlow']) {
      const { Section, Data, EvidenceRefs } = await world.open(HUB, id, query)
      expect(Section).toMatchObject({ Id: id, Form: '990', Year: 2022 })
      expect(Data).toMatchObject({ Label: 'Total revenue', Unit: 'USD', Value: 100 })
      expect(EvidenceRefs).toHaveLength(1)
    }
  })

  test('of an earlier filing returns its value there', async () => {
    const query = `EvidenceRef=${ref('/IRS990/CYTotalRevenueAmt', BEFORE, 2019)}`
    const { Section, Data } = await world.open(HUB, 'MoneyFlow', query)
    expect(Section.Year).toBe(2019)
    expect(Data).toMatchObject({ Value: 70 })
  })

  test('of a whole part says which long repeats it leaves out', async () => {
    const query = `EvidenceRef=${ref('/IRS990ScheduleI')}`
    const { Data } = await world.open(HUB, 'Grants', query)
    expect(Data).toMatchObject({
      Content: { RecipientTable: [] },
      LeftOut: [{ Path: '/IRS990ScheduleI/RecipientTable', RowCount: GRANTS }],
    })
  })

  test('of a row deep in a long repeat returns the row', async () => {
    const row = `/IRS990ScheduleI/RecipientTable[${GRANTS}]`
    const { Data } = await world.open(HUB, 'Schedules', `EvidenceRef=${ref(row)}`)
    expect(Data).toMatchObject({ Rows: [{ Values: { Name: `Grantee ${GRANTS}` } }] })
  })

  test.each([
    ['not a Ref', 'nonsense', 400, 'InvalidEvidenceRef'],
    ['an unknown form', '991:2022:202341329349300001:/IRS990', 400, 'InvalidEvidenceRef'],
    [
      "a path with NUL in another's filing",
      `${ref('/IRS990', '202341329349399999')}%00x`,
      400,
      'InvalidEvidenceRef',
    ],
    [
      "a path with an extra index in another's filing",
      ref('/IRS990[1]', '202341329349399999'),
      400,
      'InvalidEvidenceRef',
    ],
    [
      'a path that is too long',
      ref(`/IRS990${'/Deep'.repeat(400)}`, '202341329349399999'),
      400,
      'InvalidEvidenceRef',
    ],
    ['a column with NUL', `bmf:2026-04:${HUB}:NAME%00`, 400, 'InvalidEvidenceRef'],
    ['a derived key with NUL', `derived:lu%00ck:${HUB}:2022`, 400, 'InvalidEvidenceRef'],
    ['a missing leaf', ref('/IRS990/Nothing'), 404, 'EvidenceNotFound'],
    [
      'a row beyond the last',
      ref('/IRS990ScheduleI/RecipientTable[2346]'),
      404,
      'EvidenceNotFound',
    ],
    [
      "a year other than the filing's",
      ref('/IRS990/CYTotalRevenueAmt', LATEST, 2021),
      404,
      'EvidenceNotFound',
    ],
    [
      "another organization's filing",
      ref('/IRS990ScheduleR/IdRelatedTaxExemptOrgGrp[1]', '202341329349300003'),
      404,
      'EvidenceNotFound',
    ],
    ['a missing filing', ref('/IRS990', '202341329349399999'), 404, 'EvidenceNotFound'],
    ['a missing registry row', `bmf:2026-04:${HUB}:NAME`, 404, 'EvidenceNotFound'],
    ['an unknown derived figure', `derived:luck:${HUB}:2022`, 404, 'EvidenceNotFound'],
  ])('that is %s is rejected', async (_, text, status, code) => {
    const refused = await world.refuse(HUB, 'Grants', `EvidenceRef=${text}`)
    expect(refused).toMatchObject({ status, detail: { ErrorCode: code } })
  })

  test.each([
    ['Form', 'Form=990EZ'],
    ['Year', 'Year=2019'],
    ['Cursor', 'Cursor=abc'],
  ])('with another %s is rejected by name', async (name, query) => {
    const evidence = `EvidenceRef=${ref('/IRS990/CYTotalRevenueAmt')}`
    expect(await world.refuse(HUB, 'Grants', `${evidence}&${query}`)).toMatchObject({
      status: 422,
      detail: [{ loc: ['query', name], type: 'contradiction' }],
    })
    const agreeing = await world.open(HUB, 'Grants', `${evidence}&Form=990&Year=2022`)
    expect(agreeing.Data).toMatchObject({ Value: 100 })
  })
})

describe('a cursor', () => {
  const next = async (query = 'Limit=10') => {
    const { NextCursor } = await world.open(HUB, 'Grants', query)
    return `Limit=10&Cursor=${NextCursor}`
  }
  const invalid = { status: 400, detail: { ErrorCode: 'InvalidCursor' } }

  test('of another section, organization, form, or year is rejected', async () => {
    expect(await world.refuse(HUB, 'Leadership', await next())).toMatchObject(invalid)
    expect(await world.refuse(LONE, 'RelatedOrganizations', await next())).toMatchObject(invalid)
    expect(await world.refuse(HUB, 'Grants', `${await next()}&Year=2022`)).toMatchObject(invalid)
    const ofYear = await next('Limit=10&Year=2022')
    expect(await world.refuse(HUB, 'Grants', ofYear)).toMatchObject(invalid)
    expect((await world.open(HUB, 'Grants', `${ofYear}&Year=2022`)).NextCursor).toBeDefined()
  })

  test.each(['abc', 'bm90aGluZw', '!!', '%00'])('that is broken (%s) is rejected', async (text) => {
    expect(await world.refuse(HUB, 'Grants', `Cursor=${text}`)).toMatchObject(invalid)
  })

  test('on a section of one page is rejected', async () => {
    expect(await world.refuse(HUB, 'MoneyFlow', await next())).toMatchObject(invalid)
  })

  test('is stale once the filing has been replaced', async () => {
    const before = await next()
    await world.postgres.query(
      `update filing set content_sha256 = sha256('other') where object_id = $1`,
      [LATEST],
    )
    expect(await world.refuse(HUB, 'Grants', before)).toMatchObject({
      status: 400,
      detail: { ErrorCode: 'StaleCursor' },
    })
  })
})

describe('invalid input', () => {
  test.each([
    ['an unknown section', 'grants', '', 'There is no section with this ID. Did you mean Grants?'],
    [
      'a misspelled section',
      'Leadershp',
      '',
      'There is no section with this ID. Did you mean Leadership?',
    ],
  ])('%s is rejected with the nearest name', async (_, id, query, message) => {
    expect(await world.refuse(HUB, id, query)).toMatchObject({
      status: 404,
      detail: { ErrorCode: 'SectionNotFound', Message: message },
    })
  })

  test('a form never filed or a year without a filing lists the existing ones', async () => {
    expect(await world.refuse(HUB, 'Grants', 'Form=990PF')).toMatchObject({
      status: 404,
      detail: { ErrorCode: 'FilingNotFound' },
    })
    expect(await world.refuse(HUB, 'Grants', 'Year=2020')).toMatchObject({
      status: 404,
      detail: {
        Message: 'No Form 990 is available for tax year 2020. Available tax years: 2019, 2022.',
      },
    })
  })

  test('an organization that no source has is 404', async () => {
    expect(await world.refuse('079999999', 'Grants')).toMatchObject({
      status: 404,
      detail: { ErrorCode: 'ProfileNotFound' },
    })
    for (const limit of ['0', '201', 'x']) {
      expect((await world.refuse(HUB, 'Grants', `Limit=${limit}`)).status).toBe(422)
    }
  })
})
