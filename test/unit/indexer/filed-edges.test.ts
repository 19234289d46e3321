import { describe, expect, test } from 'vitest'
import type { FiledEdge } from '#indexer/records/filed-edges.ts'
import { toFilingRecord } from '#indexer/records/filing.ts'
import { readReturn } from '#indexer/sources/read-return.ts'
import { HEADER, makeReturn } from './made-return.ts'

const OWN = '070000001'

const edgesOf = (data: string, version?: string): FiledEdge[] => [
  ...toFilingRecord(
    readReturn(Buffer.from(makeReturn({ data, ...(version && { version }) }))),
    '202301329349300001',
  ).edges,
]

const edgeOf = (data: string): FiledEdge => {
  const [edge, ...others] = edgesOf(data)
  if (!edge || others.length > 0)
    throw new Error(`Expected one edge; got ${edge ? others.length + 1 : 0}.`)
  return edge
}

const NOTHING = {
  name: null,
  nameKey: '',
  wordsKey: '',
  ein: null,
  isEinRelated: false,
  street: null,
  city: null,
  cityKey: '',
  state: null,
  zip: null,
  country: null,
  region: null,
  amount: null,
  purpose: null,
  uncounted: null,
}

const form = (name: string, rows = '') => `<IRS${name}>${rows}</IRS${name}>`
const scheduleI = (rows: string) => `<IRS990/>${form('990ScheduleI', rows)}`
const scheduleR = (rows: string) => `<IRS990/>${form('990ScheduleR', rows)}`
const paid = (inner: string) =>
  form(
    '990PF',
    `<SupplementaryInformationGrp><GrantOrContributionPdDurYrGrp>${inner}</GrantOrContributionPdDurYrGrp></SupplementaryInformationGrp>`,
  )
const granted = (inner: string) => scheduleI(`<RecipientTable>${inner}</RecipientTable>`)
const business = (element: string, name: string) =>
  `<${element}><BusinessNameLine1Txt>${name}</BusinessNameLine1Txt></${element}>`

const dealt = (name: string, type: string, amount = 5) =>
  `<TransactionsRelatedOrgGrp>${business('OtherOrganizationName', name)}` +
  `<TransactionTypeTxt>${type}</TransactionTypeTxt><InvolvedAmt>${amount}</InvolvedAmt></TransactionsRelatedOrgGrp>`
const exempt = (name: string, ein: string) =>
  `<IdRelatedTaxExemptOrgGrp>${business('DisregardedEntityName', name)}<EIN>${ein}</EIN></IdRelatedTaxExemptOrgGrp>`

describe('a row of Schedule I, Part II', () => {
  test('is an edge with cash and noncash together', () => {
    const edge = edgeOf(
      granted(
        '<RecipientBusinessName><BusinessNameLine1Txt>ST. ANNE HOSP</BusinessNameLine1Txt>' +
          '<BusinessNameLine2Txt>GUILD INC</BusinessNameLine2Txt></RecipientBusinessName>' +
          '<USAddress><AddressLine1Txt>1 ELM ST</AddressLine1Txt><AddressLine2Txt>FLOOR 2</AddressLine2Txt>' +
          '<CityNm>St. Louis</CityNm><StateAbbreviationCd>MO</StateAbbreviationCd><ZIPCd>631011234</ZIPCd></USAddress>' +
          '<RecipientEIN>170000005</RecipientEIN><CashGrantAmt>1000</CashGrantAmt>' +
          '<NonCashAssistanceAmt>250</NonCashAssistanceAmt><PurposeOfGrantTxt>CARE</PurposeOfGrantTxt>',
      ),
    )
    expect(edge).toEqual({
      ...NOTHING,
      ordinal: 1,
      category: 'ScheduleI',
      path: '/IRS990ScheduleI/RecipientTable[1]',
      name: 'ST. ANNE HOSP GUILD INC',
      nameKey: expect.stringMatching(/^saintannehospitalguild$/),
      wordsKey: 'anne guild hospital',
      ein: '170000005',
      street: '1 ELM ST, FLOOR 2',
      city: 'St. Louis',
      cityKey: 'saintlouis',
      state: 'MO',
      zip: '63101-1234',
      amount: 1_250,
      purpose: 'CARE',
    })
  })

  test('with names from before 2013 is the same', () => {
    const edge = edgeOf(
      scheduleI(
        '<Form990ScheduleIPartII><RecipientTable><RecipientNameBusiness><BusinessNameLine1>A FUND</BusinessNameLine1>' +
          '</RecipientNameBusiness><AddressUS><City>AKRON</City><State>OH</State><ZIPCode>44301</ZIPCode></AddressUS>' +
          '<EINOfRecipient>170000005</EINOfRecipient><AmountOfCashGrant>10</AmountOfCashGrant>' +
          '<AmountOfNonCashAssistance>5</AmountOfNonCashAssistance><PurposeOfGrant>X</PurposeOfGrant></RecipientTable></Form990ScheduleIPartII>',
      ),
    )
    expect(edge).toMatchObject({
      path: '/IRS990ScheduleI/Form990ScheduleIPartII/RecipientTable[1]',
      name: 'A FUND',
      ein: '170000005',
      city: 'AKRON',
      state: 'OH',
      zip: '44301',
      amount: 15,
      purpose: 'X',
    })
  })

  const cash = (text: string) => `<CashGrantAmt>${text}</CashGrantAmt>`
  const noncash = (text: string) => `<NonCashAssistanceAmt>${text}</NonCashAssistanceAmt>`
  test.each([
    ['', null],
    [cash('0'), 0],
    [cash('-5'), -5],
    [cash('RESTRICTED'), null],
    [cash('5555555555555555555') + noncash('0'), null],
    [cash('900') + noncash('lots'), null],
  ])('with the cells %s has the amount %s', (cells, amount) => {
    const name = business('RecipientBusinessName', 'A FUND')
    expect(edgeOf(granted(name + cells)).amount).toBe(amount)
  })

  test('without content is not an edge', () => {
    expect(edgesOf(granted(''))).toEqual([])
    expect(edgesOf(granted('<RecipientEIN> </RecipientEIN>'))).toEqual([])
    expect(
      edgesOf(
        scheduleI(
          '<RecipientTable/><RecipientTable><CashGrantAmt>7</CashGrantAmt></RecipientTable>',
        ),
      ),
    ).toEqual([
      {
        ...NOTHING,
        ordinal: 1,
        category: 'ScheduleI',
        path: '/IRS990ScheduleI/RecipientTable[2]',
        amount: 7,
      },
    ])
  })

  test.each([OWN, '07-0000001', '000000000', '999999999', '123456789', 'NONE', 'FOREIGNUS'])(
    'with the EIN %s has none',
    (ein) => {
      const edge = edgeOf(
        granted(
          `${business('RecipientBusinessName', 'A FUND')}<RecipientEIN>${ein}</RecipientEIN>`,
        ),
      )
      expect(edge).toMatchObject({ ein: null, isEinRelated: false, name: 'A FUND' })
    },
  )

  test('without a recipient keeps the filed values and has no key', () => {
    const edge = edgeOf(
      granted(`${business('RecipientBusinessName', 'SEE ATTACHED')}<CashGrantAmt>9</CashGrantAmt>`),
    )
    expect(edge).toMatchObject({ name: 'SEE ATTACHED', nameKey: '', amount: 9 })
  })
})

describe('an address', () => {
  const at = (address: string) =>
    edgeOf(paid(`<RecipientPersonNm>A FUND</RecipientPersonNm>${address}`))
  const abroad = (inner: string) =>
    at(`<RecipientForeignAddress>${inner}</RecipientForeignAddress>`)

  test('abroad has a country of ISO 3166 and no state', () => {
    const edge = abroad(
      '<CityNm>PERTH</CityNm><ProvinceOrStateNm>WA</ProvinceOrStateNm><CountryCd>AS</CountryCd><ForeignPostalCd>60001234</ForeignPostalCd>',
    )
    expect(edge).toMatchObject({ city: 'PERTH', state: null, country: 'AU', zip: '60001234' })
  })

  test('in a country that the IRS has no code for is still abroad', () => {
    const edge = abroad('<ProvinceOrStateNm>WA</ProvinceOrStateNm><CountryCd>OC</CountryCd>')
    expect(edge).toMatchObject({ state: null, country: null })
  })

  test('in the United States is recognized even in the element for foreign addresses', () => {
    const edge = abroad('<ProvinceOrStateNm>OH</ProvinceOrStateNm><CountryCd>US</CountryCd>')
    expect(edge).toMatchObject({ state: 'OH', country: null })
  })

  test('with anything but a USPS code has no state', () => {
    const us = (state: string) =>
      at(
        `<RecipientUSAddress><StateAbbreviationCd>${state}</StateAbbreviationCd></RecipientUSAddress>`,
      ).state
    expect(['OH', 'oh', 'PR', 'ZZ', 'Ohio', 'toString'].map(us)).toEqual([
      'OH',
      'OH',
      'PR',
      null,
      null,
      null,
    ])
  })
})

describe('each kind of row', () => {
  test('from a private foundation: paid and approved, to organizations and persons', () => {
    const rows =
      `<GrantOrContributionPdDurYrGrp>${business('RecipientBusinessName', 'A FUND')}<RecipientUSAddress>` +
      '<StateAbbreviationCd>OH</StateAbbreviationCd></RecipientUSAddress><GrantOrContributionPurposeTxt>X' +
      '</GrantOrContributionPurposeTxt><Amt>5</Amt></GrantOrContributionPdDurYrGrp><GrantOrContributionPdDurYrGrp>' +
      '<RecipientPersonNm>B</RecipientPersonNm><Amt>6</Amt></GrantOrContributionPdDurYrGrp>' +
      '<GrantOrContriApprvForFutGrp><RecipientPersonNm>C</RecipientPersonNm><Amt>7</Amt></GrantOrContriApprvForFutGrp>'
    const path = '/IRS990PF/SupplementaryInformationGrp'
    expect(
      edgesOf(form('990PF', `<SupplementaryInformationGrp>${rows}</SupplementaryInformationGrp>`)),
    ).toMatchObject([
      {
        ordinal: 1,
        category: 'FoundationPaid',
        path: `${path}/GrantOrContributionPdDurYrGrp[1]`,
        name: 'A FUND',
        state: 'OH',
        amount: 5,
        purpose: 'X',
      },
      {
        ordinal: 2,
        category: 'FoundationPaid',
        path: `${path}/GrantOrContributionPdDurYrGrp[2]`,
        name: 'B',
        amount: 6,
      },
      {
        ordinal: 3,
        category: 'FoundationApproved',
        path: `${path}/GrantOrContriApprvForFutGrp[1]`,
        name: 'C',
        amount: 7,
      },
    ])
  })

  test('from a private foundation before 2013', () => {
    const rows =
      '<GrantOrContriPaidDuringYear><RecipientBusinessName><BusinessNameLine1>A</BusinessNameLine1></RecipientBusinessName><Amount>5</Amount></GrantOrContriPaidDuringYear>' +
      '<GrantOrContriApprovedForFuture><RecipientPersonName>C</RecipientPersonName><Amount>7</Amount></GrantOrContriApprovedForFuture>'
    for (const part of ['SupplementaryInformation', 'SupplementaryInfomation']) {
      expect(edgesOf(form('990PF', `<${part}>${rows}</${part}>`))).toMatchObject([
        { category: 'FoundationPaid', name: 'A', amount: 5 },
        { category: 'FoundationApproved', name: 'C', amount: 7 },
      ])
    }
  })

  test('abroad: a region and no name', () => {
    const row =
      '<GrantsToOrgOutsideUSGrp><RegionTxt>Europe</RegionTxt><PurposeOfGrantTxt>RELIEF</PurposeOfGrantTxt><CashGrantAmt>3</CashGrantAmt><NonCashAssistanceAmt>4</NonCashAssistanceAmt></GrantsToOrgOutsideUSGrp>'
    const old =
      '<GrantsToOrgsOutsideUS><Region>Europe</Region><AmountOfCashGrant>3</AmountOfCashGrant></GrantsToOrgsOutsideUS>'
    expect(edgeOf(`<IRS990/>${form('990ScheduleF', row)}`)).toEqual({
      ...NOTHING,
      ordinal: 1,
      category: 'ScheduleF',
      path: '/IRS990ScheduleF/GrantsToOrgOutsideUSGrp[1]',
      region: 'Europe',
      amount: 7,
      purpose: 'RELIEF',
    })
    expect(edgeOf(`<IRS990/>${form('990ScheduleF', old)}`)).toMatchObject({
      region: 'Europe',
      amount: 3,
    })
  })

  test('for contractors on all three forms', () => {
    const inner = (name: string) =>
      `${name}<ServicesDesc>LAW</ServicesDesc><ServiceTypeTxt>LAW</ServiceTypeTxt><CompensationAmt>200000</CompensationAmt>`
    const contractor = { category: 'Contractor', name: 'A LLP', amount: 200_000, purpose: 'LAW' }
    const rows = [
      form(
        '990',
        `<ContractorCompensationGrp>${inner(`<ContractorName>${business('BusinessName', 'A LLP')}</ContractorName>`)}</ContractorCompensationGrp>`,
      ),
      form(
        '990EZ',
        `<CompensationOfHghstPdCntrctGrp>${inner(business('BusinessName', 'A LLP'))}</CompensationOfHghstPdCntrctGrp>`,
      ),
      form(
        '990PF',
        `<OfficerDirTrstKeyEmplInfoGrp><CompensationOfHghstPdCntrctGrp>${inner('<PersonNm>A LLP</PersonNm>')}</CompensationOfHghstPdCntrctGrp></OfficerDirTrstKeyEmplInfoGrp>`,
      ),
    ]
    for (const row of rows) expect(edgeOf(row)).toMatchObject(contractor)
  })

  test('in document order, one return at a time', () => {
    const data =
      form(
        '990',
        `<ContractorCompensationGrp><CompensationAmt>1</CompensationAmt></ContractorCompensationGrp>`,
      ) +
      form(
        '990ScheduleF',
        '<GrantsToOrgOutsideUSGrp><CashGrantAmt>2</CashGrantAmt></GrantsToOrgOutsideUSGrp>',
      ) +
      form('990ScheduleI', '<RecipientTable><CashGrantAmt>3</CashGrantAmt></RecipientTable>')
    expect(edgesOf(data).map(({ ordinal, amount }) => [ordinal, amount])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ])
  })

  test('is absent on a form attached by another, or a 990-T', () => {
    const foreign = paid('<Amt>5</Amt>')
    expect(edgesOf(`<IRS990/>${foreign}`)).toEqual([])
    const header = HEADER.replace('>990<', '>990T<')
    const data = `<IRS990T/>${form('990ScheduleI', '<RecipientTable><CashGrantAmt>3</CashGrantAmt></RecipientTable>')}`
    const { edges } = toFilingRecord(
      readReturn(Buffer.from(makeReturn({ header, data }))),
      '202301329349300001',
    )
    expect([...edges]).toEqual([])
  })
})

describe('a transaction of Schedule R, Part V', () => {
  const corporation = (name: string, ein: string) =>
    `<IdRelatedOrgTxblCorpTrGrp>${business('RelatedOrganizationName', name)}<EIN>${ein}</EIN></IdRelatedOrgTxblCorpTrGrp>`

  test('is an edge only if the filer pays', () => {
    const rows = ['B', 'C', 'r', 'S', 'N', 'B,C'].map((type) => dealt('A FUND', type))
    expect(edgesOf(scheduleR(rows.join('')))).toMatchObject([
      {
        ordinal: 1,
        category: 'RelatedTransfer',
        path: '/IRS990ScheduleR/TransactionsRelatedOrgGrp[1]',
        amount: 5,
        purpose: 'Gift, grant or capital contribution',
      },
      {
        ordinal: 2,
        path: '/IRS990ScheduleR/TransactionsRelatedOrgGrp[3]',
        purpose: 'Other transfer of cash or property',
      },
    ])
  })

  test('is read by the letters of its schema version', () => {
    const rows = scheduleR(
      '<TransactionsRelatedOrgsTable><NameOfOtherOrganization><BusinessNameLine1>A</BusinessNameLine1></NameOfOtherOrganization><TransactionType>q</TransactionType><AmountInvolved>4</AmountInvolved></TransactionsRelatedOrgsTable>',
    )
    expect(edgesOf(rows, '2011v1.2')).toMatchObject([{ name: 'A', amount: 4 }])
    expect(edgesOf(rows, '2012v2.1')).toEqual([])
  })

  test('has the EIN that Parts II to IV give for the name, in any spelling', () => {
    const rows =
      exempt('THE HARBOR FDN INC', '170000005') +
      corporation('Harbor Supply Co.', '170000006') +
      dealt('Harbor Foundation', 'B') +
      dealt('HARBOR SUPPLY COMPANY', 'P') +
      dealt('Somebody Else', 'B')
    expect(edgesOf(scheduleR(rows))).toMatchObject([
      { ein: '170000005', isEinRelated: true },
      { ein: '170000006', isEinRelated: true },
      { ein: null, isEinRelated: false },
    ])
  })

  test("has none if the name has two EINs there, none, or the filer's", () => {
    const twice =
      exempt('A FUND', '170000005') +
      corporation('A Fund', '170000006') +
      exempt('A FUND', '170000005')
    expect(edgeOf(scheduleR(twice + dealt('A FUND', 'B'))).ein).toBeNull()
    for (const ein of ['000000000', OWN, '']) {
      expect(edgeOf(scheduleR(exempt('A FUND', ein) + dealt('A FUND', 'B'))).ein, ein).toBeNull()
    }
    const agreed = exempt('A FUND', '170000005') + corporation('A Fund', '170000005')
    expect(edgeOf(scheduleR(agreed + dealt('A FUND', 'B'))).ein).toBe('170000005')
  })

  test('finds the organizations in a long list', () => {
    const filler = `<PrimaryActivitiesTxt>${'x'.repeat(400)}</PrimaryActivitiesTxt>`
    const rows = Array.from({ length: 300 }, (_, at) =>
      exempt(`FUND ${at}`, String(170_000_001 + at)).replace('<EIN>', `${filler}<EIN>`),
    )
    expect(edgeOf(scheduleR(rows.join('') + dealt('FUND 250', 'B')))).toMatchObject({
      ein: '170000251',
      isEinRelated: true,
    })
  })
})

describe('what Schedule R repeats', () => {
  const listed = granted(
    `${business('RecipientBusinessName', 'A Fund')}<RecipientEIN>170000005</RecipientEIN>` +
      '<CashGrantAmt>5</CashGrantAmt>',
  ).replace('<IRS990/>', '')
  const uncountedOf = (data: string) =>
    edgesOf(data)
      .filter(({ category }) => category === 'RelatedTransfer')
      .map(({ uncounted }) => uncounted)

  test('is a gift to a recipient on Schedule I, by name or EIN, in either order', () => {
    const transactions = form(
      '990ScheduleR',
      exempt('Harbor Trust', '170000005') +
        ['B', 'K', 'B,R'].map((type) => dealt('A FUND INC', type, 7)).join('') +
        dealt('Harbor Trust', 'B') +
        dealt('Somebody Else', 'B') +
        dealt('SEE ATTACHED', 'B'),
    )
    const repeated = 'ListedOnScheduleI'
    const expected = [repeated, null, repeated, repeated, null, null]
    expect(uncountedOf(`<IRS990/>${listed}${transactions}`)).toEqual(expected)
    expect(uncountedOf(`<IRS990/>${transactions}${listed}`)).toEqual(expected)
  })

  test('is not a contract with a recipient on Schedule I', () => {
    const contract =
      '<ContractorCompensationGrp><ContractorName><BusinessName><BusinessNameLine1Txt>A FUND' +
      '</BusinessNameLine1Txt></BusinessName></ContractorName></ContractorCompensationGrp>'
    const edges = edgesOf(form('990', contract) + listed)
    expect(edges.map(({ uncounted }) => uncounted)).toEqual([null, null])
  })

  test('is found among more rows than fit in memory at once', () => {
    const filler = `<PurposeOfGrantTxt>${'x'.repeat(700)}</PurposeOfGrantTxt>`
    const rows = Array.from(
      { length: 2_450 },
      (_, at) =>
        `<RecipientTable>${business('RecipientBusinessName', `FUND ${at}`)}${filler}</RecipientTable>`,
    )
    const data = form('990ScheduleR', dealt('Fund 2449', 'B') + dealt('Fund 2450', 'B'))
    const edges = [`<IRS990/>${data}${form('990ScheduleI', rows.join(''))}`].map(uncountedOf)
    expect(edges).toEqual([['ListedOnScheduleI', null]])
  })
})

test('a loan or a guarantee to a related organization is not money given', () => {
  const types = ['D', 'D,R', 'B,D'].map((type) => dealt('A FUND', type))
  for (const { uncounted } of edgesOf(scheduleR(types.join('')))) {
    expect(uncounted).toBe('LoanOrGuarantee')
  }
})

describe('a long repeat', () => {
  const rows = (count: number) =>
    Array.from(
      { length: count },
      (_, at) =>
        `<RecipientTable>${business('RecipientBusinessName', `FUND ${at}`)}<CashGrantAmt>${at}</CashGrantAmt>` +
        `<PurposeOfGrantTxt>${'x'.repeat(700)}</PurposeOfGrantTxt></RecipientTable>`,
    ).join('')

  // Rows of the second are not all in memory at once.
  test.each([250, 2_450])('of %d rows has the same edges as a short one', (count) => {
    const record = toFilingRecord(
      readReturn(Buffer.from(makeReturn({ data: scheduleI(rows(count)) }))),
      '202301329349300001',
    )
    expect(record.contents.cut).toEqual(['/IRS990ScheduleI/RecipientTable'])
    const edges = [...record.edges]
    expect(edges.map(({ ordinal, path, name, amount }) => [ordinal, path, name, amount])).toEqual(
      Array.from({ length: count }, (_, at) => [
        at + 1,
        `/IRS990ScheduleI/RecipientTable[${at + 1}]`,
        `FUND ${at}`,
        at,
      ]),
    )
    expect(edges.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBe(
      record.rowFacts.sums.grantsToOrganizations?.value,
    )
    expect([...record.edges], 'a second time').toEqual(edges)
  })
})
