import { describe, expect, test } from 'vitest'
import type { FiledEdge } from '#indexer/records/filed-edges.ts'
import { toFilingRecord } from '#indexer/records/filing.ts'
import { readReturn } from '#indexer/sources/scan-return.ts'
import { openCases } from '../cases.ts'
import { type Elements, HEADER, makeReturn, toXml } from './made-return.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

const OWN = '070000001'
const ELM = '170000005'
const OAK = '170000006'

const recordOf = (data: Elements, made: { version?: string; header?: string } = {}) =>
  toFilingRecord(
    readReturn(Buffer.from(makeReturn({ data: toXml(data), ...made }))),
    '202301329349300001',
  )
const edgesOf = (data: Elements, version?: string): FiledEdge[] => [
  ...recordOf(data, version === undefined ? {} : { version }).edges,
]

const edgeOf = (data: Elements): FiledEdge => {
  const [edge, ...others] = edgesOf(data)
  if (!edge || others.length > 0)
    throw new Error(`Expected one edge; got ${edge ? others.length + 1 : 0}.`)
  return edge
}

const NOTHING: Omit<FiledEdge, 'ordinal' | 'category' | 'path'> = {
  ...{ name: null, nameKey: '', wordsKey: '', ein: null, isEinRelated: false },
  ...{ street: null, city: null, cityKey: '', state: null, zip: null, country: null },
  ...{ region: null, amount: null, purpose: null, uncounted: null },
}

const scheduleI = (rows: Elements[]): Elements => ({ IRS990ScheduleI: { RecipientTable: rows } })
const granted = (...rows: Elements[]): Elements => ({ IRS990: '', ...scheduleI(rows) })
const scheduleR = (...rows: Elements[]): Elements => ({ IRS990: '', IRS990ScheduleR: [rows] })
const named = (name: string) => ({ BusinessNameLine1Txt: name })
const FUND = { RecipientBusinessName: named('A FUND') }

const dealt = (name: string, type: string, amount = 5): Elements => ({
  TransactionsRelatedOrgGrp: {
    OtherOrganizationName: named(name),
    TransactionTypeTxt: type,
    InvolvedAmt: amount,
  },
})
const exempt = (name: string, EIN: string, more: Elements = {}): Elements => ({
  IdRelatedTaxExemptOrgGrp: { DisregardedEntityName: named(name), ...more, EIN },
})
const corporation = (name: string, EIN: string): Elements => ({
  IdRelatedOrgTxblCorpTrGrp: { RelatedOrganizationName: named(name), EIN },
})

describe('a row of Schedule I, Part II', () => {
  test('is an edge with cash and noncash together', () => {
    const name = { BusinessNameLine1Txt: 'ST. ANNE HOSP', BusinessNameLine2Txt: 'GUILD INC' }
    const row = {
      RecipientBusinessName: name,
      USAddress: {
        ...{ AddressLine1Txt: '1 ELM ST', AddressLine2Txt: 'FLOOR 2' },
        ...{ CityNm: 'St. Louis', StateAbbreviationCd: 'MO', ZIPCd: '631011234' },
      },
      RecipientEIN: ELM,
      ...{ CashGrantAmt: 1000, NonCashAssistanceAmt: 250, PurposeOfGrantTxt: 'CARE' },
    }
    expect(edgeOf(granted(row))).toEqual({
      ...NOTHING,
      ...{ ordinal: 1, category: 'ScheduleI', path: '/IRS990ScheduleI/RecipientTable[1]' },
      ...{ name: 'ST. ANNE HOSP GUILD INC', nameKey: 'saintannehospitalguild', ein: ELM },
      ...{ wordsKey: 'anne guild hospital', street: '1 ELM ST, FLOOR 2', city: 'St. Louis' },
      ...{ cityKey: 'saintlouis', state: 'MO', zip: '63101-1234', amount: 1_250, purpose: 'CARE' },
    })
  })

  test('with names from before 2013 is the same', () => {
    const row = {
      RecipientNameBusiness: { BusinessNameLine1: 'A FUND' },
      AddressUS: { City: 'AKRON', State: 'OH', ZIPCode: '44301' },
      EINOfRecipient: ELM,
      ...{ AmountOfCashGrant: 10, AmountOfNonCashAssistance: 5, PurposeOfGrant: 'X' },
    }
    const path = 'IRS990ScheduleI/Form990ScheduleIPartII/RecipientTable'
    expect(edgeOf({ IRS990: '', [path]: row })).toMatchObject({
      ...{ path: `/${path}[1]`, name: 'A FUND', ein: ELM, amount: 15, purpose: 'X' },
      ...{ city: 'AKRON', state: 'OH', zip: '44301' },
    })
  })

  test.each(cases<[Elements, number | null]>('amounts of grants by their cells'))(
    'with the cells %j has the amount %s',
    (cells, amount) => {
      expect(edgeOf(granted({ ...FUND, ...cells })).amount).toBe(amount)
    },
  )

  test('without content is not an edge', () => {
    expect(edgesOf(granted({}, { RecipientEIN: ' ' }))).toEqual([])
    const path = '/IRS990ScheduleI/RecipientTable[2]'
    expect(edgesOf(granted({}, { CashGrantAmt: 7 }))).toEqual([
      { ...NOTHING, ordinal: 1, category: 'ScheduleI', path, amount: 7 },
    ])
  })

  test.each([OWN, '07-0000001', '000000000', '999999999', '123456789', 'NONE', 'FOREIGNUS'])(
    'with the EIN %s has none',
    (RecipientEIN) => {
      const edge = edgeOf(granted({ ...FUND, RecipientEIN }))
      expect(edge).toMatchObject({ ein: null, isEinRelated: false, name: 'A FUND' })
    },
  )

  test('without a recipient keeps the filed values and has no key', () => {
    const edge = edgeOf(granted({ RecipientBusinessName: named('SEE ATTACHED'), CashGrantAmt: 9 }))
    expect(edge).toMatchObject({ name: 'SEE ATTACHED', nameKey: '', amount: 9 })
  })
})

const PAID = 'IRS990PF/SupplementaryInformationGrp/GrantOrContributionPdDurYrGrp'

describe('an address', () => {
  const edgeAt = (RecipientForeignAddress: Elements) =>
    edgeOf({ [PAID]: { RecipientPersonNm: 'A FUND', RecipientForeignAddress } })

  // A country is of ISO 3166; one that the IRS has no code for is still abroad. An address in the
  // United States is recognized even in the element for foreign ones.
  test.each(cases<[string, string, object]>('places of foreign addresses'))(
    'in %s, %s is known by its country',
    (CountryCd, ProvinceOrStateNm, expected) => {
      const address = { CityNm: 'PERTH', ProvinceOrStateNm, CountryCd, ForeignPostalCd: '60001234' }
      expect(edgeAt(address)).toMatchObject(expected)
    },
  )

  test.each([
    ...['OH', 'PR'].map((state) => [state, state]),
    ['oh', 'OH'],
    ...['ZZ', 'Ohio', 'toString'].map((state) => [state, null]),
  ])('with the state %s is in %s', (StateAbbreviationCd, state) => {
    const address = { StateAbbreviationCd: StateAbbreviationCd ?? '' }
    const row = { RecipientPersonNm: 'A FUND', RecipientUSAddress: address }
    expect(edgeOf({ [PAID]: row }).state).toBe(state)
  })
})

describe('each kind of row', () => {
  test('from a private foundation: paid and approved, to organizations and persons', () => {
    const address = { RecipientUSAddress: { StateAbbreviationCd: 'OH' } }
    const paid = [
      { ...FUND, ...address, GrantOrContributionPurposeTxt: 'X', Amt: 5 },
      { RecipientPersonNm: 'B', Amt: 6 },
    ]
    const approved = { RecipientPersonNm: 'C', Amt: 7 }
    const rows = { GrantOrContributionPdDurYrGrp: paid, GrantOrContriApprvForFutGrp: approved }
    const part = 'IRS990PF/SupplementaryInformationGrp'
    const [first, second, third, ...others] = edgesOf({ [part]: rows })
    expect(others).toEqual([])
    const of = { state: 'OH', purpose: 'X', category: 'FoundationPaid', path: `/${PAID}[1]` }
    expect(first).toMatchObject({ ordinal: 1, ...of, name: 'A FUND', amount: 5 })
    expect(second).toMatchObject({ ordinal: 2, name: 'B', amount: 6, path: `/${PAID}[2]` })
    const path = `/${part}/GrantOrContriApprvForFutGrp[1]`
    const later = { category: 'FoundationApproved', name: 'C', amount: 7, path }
    expect(third).toMatchObject({ ordinal: 3, ...later })
  })

  test.each(['SupplementaryInformation', 'SupplementaryInfomation'])(
    'from a private foundation before 2013, in %s',
    (part) => {
      const RecipientBusinessName = { BusinessNameLine1: 'A' }
      const rows = {
        GrantOrContriPaidDuringYear: { RecipientBusinessName, Amount: 5 },
        GrantOrContriApprovedForFuture: { RecipientPersonName: 'C', Amount: 7 },
      }
      expect(edgesOf({ [`IRS990PF/${part}`]: rows })).toMatchObject([
        { category: 'FoundationPaid', name: 'A', amount: 5 },
        { category: 'FoundationApproved', name: 'C', amount: 7 },
      ])
    },
  )

  test('abroad: a region and no name', () => {
    const row = {
      ...{ RegionTxt: 'Europe', PurposeOfGrantTxt: 'RELIEF' },
      ...{ CashGrantAmt: 3, NonCashAssistanceAmt: 4 },
    }
    expect(edgeOf({ IRS990: '', 'IRS990ScheduleF/GrantsToOrgOutsideUSGrp': row })).toEqual({
      ...NOTHING,
      ...{ ordinal: 1, category: 'ScheduleF', region: 'Europe', amount: 7, purpose: 'RELIEF' },
      path: '/IRS990ScheduleF/GrantsToOrgOutsideUSGrp[1]',
    })
    const old = { Region: 'Europe', AmountOfCashGrant: 3 }
    expect(edgeOf({ IRS990: '', 'IRS990ScheduleF/GrantsToOrgsOutsideUS': old })).toMatchObject({
      ...{ region: 'Europe', amount: 3 },
    })
  })

  const CONTRACTOR = 'CompensationOfHghstPdCntrctGrp'
  const [BusinessName, PersonNm] = [named('A LLP'), 'A LLP']
  test.each<[string, Elements, string]>([
    ['IRS990/ContractorCompensationGrp', { ContractorName: { BusinessName } }, 'ServicesDesc'],
    [`IRS990EZ/${CONTRACTOR}`, { BusinessName }, 'ServiceTypeTxt'],
    [`IRS990PF/OfficerDirTrstKeyEmplInfoGrp/${CONTRACTOR}`, { PersonNm }, 'ServiceTypeTxt'],
  ])('of a contractor in %s', (path, row, service) => {
    const contractor = { category: 'Contractor', name: 'A LLP', amount: 200_000, purpose: 'LAW' }
    const edge = edgeOf({ [path]: { ...row, [service]: 'LAW', CompensationAmt: 200_000 } })
    expect(edge).toMatchObject(contractor)
  })

  test('in document order, one return at a time', () => {
    const data = {
      'IRS990/ContractorCompensationGrp': { CompensationAmt: 1 },
      'IRS990ScheduleF/GrantsToOrgOutsideUSGrp': { CashGrantAmt: 2 },
      ...scheduleI([{ CashGrantAmt: 3 }]),
    }
    const inOrder = [1, 2, 3].map((number) => ({ ordinal: number, amount: number }))
    expect(edgesOf(data)).toMatchObject(inOrder)
  })

  test('is absent on a form attached by another, or a 990-T', () => {
    expect(edgesOf({ IRS990: '', [PAID]: { Amt: 5 } })).toEqual([])
    const header = HEADER.replace('>990<', '>990T<')
    const { edges } = recordOf({ IRS990T: '', ...scheduleI([{ CashGrantAmt: 3 }]) }, { header })
    expect([...edges]).toEqual([])
  })
})

describe('a transaction of Schedule R, Part V', () => {
  test('is an edge only if the filer pays', () => {
    const rows = ['B', 'C', 'r', 'S', 'N', 'B,C'].map((type) => dealt('A FUND', type))
    const path = '/IRS990ScheduleR/TransactionsRelatedOrgGrp'
    const edges = edgesOf(scheduleR(...rows))
    expect(edges).toMatchObject([
      { ordinal: 1, category: 'RelatedTransfer', path: `${path}[1]`, amount: 5 },
      { ordinal: 2, path: `${path}[3]` },
    ])
    const [gift, other] = edges.map(({ purpose }) => purpose)
    expect([gift, other]).toEqual([expect.stringMatching(/gift/i), expect.stringMatching(/other/i)])
  })

  test('is read by the letters of its schema version', () => {
    const row = {
      NameOfOtherOrganization: { BusinessNameLine1: 'A' },
      ...{ TransactionType: 'q', AmountInvolved: 4 },
    }
    const rows = scheduleR({ TransactionsRelatedOrgsTable: row })
    expect(edgesOf(rows, '2011v1.2')).toMatchObject([{ name: 'A', amount: 4 }])
    expect(edgesOf(rows, '2012v2.1')).toEqual([])
  })

  test('has the EIN that Parts II to IV give for the name, in any spelling', () => {
    const rows = [
      exempt('THE HARBOR FDN INC', ELM),
      corporation('Harbor Supply Co.', OAK),
      dealt('Harbor Foundation', 'B'),
      dealt('HARBOR SUPPLY COMPANY', 'P'),
      dealt('Somebody Else', 'B'),
    ]
    expect(edgesOf(scheduleR(...rows))).toMatchObject([
      { ein: ELM, isEinRelated: true },
      { ein: OAK, isEinRelated: true },
      { ein: null, isEinRelated: false },
    ])
  })

  test.each([
    ['two EINs', [exempt('A FUND', ELM), corporation('A Fund', OAK), exempt('A FUND', ELM)], null],
    ['zeros', [exempt('A FUND', '000000000')], null],
    ["the filer's", [exempt('A FUND', OWN)], null],
    ['no EIN', [exempt('A FUND', '')], null],
    ['one EIN twice', [exempt('A FUND', ELM), corporation('A Fund', ELM)], ELM],
  ])('whose name has %s there', (_, rows, ein) => {
    expect(edgeOf(scheduleR(...rows, dealt('A FUND', 'B'))).ein).toBe(ein)
  })

  test('finds the organizations in a long list', () => {
    const rows = Array.from({ length: 300 }, (_, at) =>
      exempt(`FUND ${at}`, String(170_000_001 + at), { PrimaryActivitiesTxt: 'x'.repeat(400) }),
    )
    expect(edgeOf(scheduleR(...rows, dealt('FUND 250', 'B')))).toMatchObject({
      ...{ ein: '170000251', isEinRelated: true },
    })
  })
})

describe('what Schedule R repeats', () => {
  const listed = scheduleI([
    { RecipientBusinessName: named('A Fund'), RecipientEIN: ELM, CashGrantAmt: 5 },
  ])
  const uncountedOf = (data: Elements) =>
    edgesOf(data)
      .filter(({ category }) => category === 'RelatedTransfer')
      .map(({ uncounted }) => uncounted)

  test('is a gift to a recipient on Schedule I, by name or EIN, in either order', () => {
    const rows = [
      exempt('Harbor Trust', ELM),
      ...['B', 'K', 'B,R'].map((type) => dealt('A FUND INC', type, 7)),
      ...['Harbor Trust', 'Somebody Else', 'SEE ATTACHED'].map((name) => dealt(name, 'B')),
    ]
    const IRS990ScheduleR = [rows]
    const repeated = 'ListedOnScheduleI'
    const expected = [repeated, null, repeated, repeated, null, null]
    expect(uncountedOf({ IRS990: '', ...listed, IRS990ScheduleR })).toEqual(expected)
    expect(uncountedOf({ IRS990: '', IRS990ScheduleR, ...listed })).toEqual(expected)
  })

  test('is not a contract with a recipient on Schedule I', () => {
    const contract = { 'ContractorName/BusinessName': named('A FUND') }
    const edges = edgesOf({ IRS990: { ContractorCompensationGrp: contract }, ...listed })
    expect(edges.map(({ uncounted }) => uncounted)).toEqual([null, null])
  })

  test('is found among more rows than fit in memory at once', () => {
    const rows = Array.from({ length: 2_450 }, (_, at) => ({
      RecipientBusinessName: named(`FUND ${at}`),
      PurposeOfGrantTxt: 'x'.repeat(700),
    }))
    const IRS990ScheduleR = [[dealt('Fund 2449', 'B'), dealt('Fund 2450', 'B')]]
    const uncounted = uncountedOf({ IRS990: '', IRS990ScheduleR, ...scheduleI(rows) })
    expect(uncounted).toEqual(['ListedOnScheduleI', null])
  })
})

test.each(['D', 'D,R', 'B,D'])('a loan or a guarantee (%s) is not money given', (type) => {
  expect(edgeOf(scheduleR(dealt('A FUND', type))).uncounted).toBe('LoanOrGuarantee')
})

// Rows of the second are not all in memory at once.
test.each([250, 2_450])('a repeat of %d rows has the same edges as a short one', (count) => {
  const rows = Array.from({ length: count }, (_, at) => ({
    RecipientBusinessName: named(`FUND ${at}`),
    ...{ CashGrantAmt: at, PurposeOfGrantTxt: 'x'.repeat(700) },
  }))
  const record = recordOf(granted(...rows))
  const path = '/IRS990ScheduleI/RecipientTable'
  expect(record.contents.cut).toEqual([path])
  const edges = [...record.edges]
  expect(edges.map((edge) => [edge.ordinal, edge.path, edge.name, edge.amount])).toEqual(
    rows.map((_, at) => [at + 1, `${path}[${at + 1}]`, `FUND ${at}`, at]),
  )
  const sum = edges.reduce((total, { amount }) => total + (amount ?? 0), 0)
  expect(record.rowFacts.sums.grantsToOrganizations?.value).toBe(sum)
  expect([...record.edges], 'a second time').toEqual(edges)
})
