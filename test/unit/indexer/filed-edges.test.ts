import { describe, expect, test } from 'vitest'
import { type FiledName, weighFiledNames } from '#indexer/network/match.ts'
import type { FiledEdge } from '#indexer/records/filed-edges.ts'
import { testCases, testReturns } from '#test/unit/cases.ts'
import { type Elements, HEADER, type MadeReturn, recordOf, toXml } from './made-return.ts'

const OWN = '070000001'
const ELM = '170000005'

const edgesOf = (data: Elements, made: MadeReturn = {}): FiledEdge[] => [
  ...recordOf({ data: toXml(data), ...made }).edges,
]

const edgeOf = (data: Elements): FiledEdge => {
  const [edge, ...others] = edgesOf(data)
  if (!edge || others.length > 0)
    throw new Error(`Expected one edge; got ${edge ? others.length + 1 : 0}.`)
  return edge
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

describe('a row of Schedule I, Part II', () => {
  testCases('amounts of grants by their cells', (cells: Elements, amount: number | null) => {
    expect(edgeOf(granted({ ...FUND, ...cells })).amount).toBe(amount)
  })

  test.each([OWN, '07-0000001', '000000000', '999999999', '123456789', 'NONE', 'FOREIGNUS'])(
    'with the EIN %s has none',
    (RecipientEIN) => {
      const edge = edgeOf(granted({ ...FUND, RecipientEIN }))
      expect(edge).toMatchObject({ ein: null, isEinRelated: false, name: 'A FUND' })
    },
  )
})

const PAID = 'IRS990PF/SupplementaryInformationGrp/GrantOrContributionPdDurYrGrp'

describe('an address', () => {
  const edgeAt = (RecipientForeignAddress: Elements) =>
    edgeOf({ [PAID]: { RecipientPersonNm: 'A FUND', RecipientForeignAddress } })

  // A country is of ISO 3166; one that the IRS has no code for is still abroad. An address in the
  // United States is recognized even in the element for foreign ones.
  testCases(
    'places of foreign addresses',
    (CountryCd: string, ProvinceOrStateNm: string, expected: object) => {
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

testCases(
  'edges of returns',
  (_: string, version: string | null, data: Elements, edges: object[]) => {
    expect(edgesOf(data, version === null ? {} : { version })).toMatchObject(edges)
  },
)

test('a 990-T has no edges', () => {
  const header = HEADER.replace('>990<', '>990T<')
  expect(edgesOf({ IRS990T: '', ...scheduleI([{ CashGrantAmt: 3 }]) }, { header })).toEqual([])
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

// Rows of the second are not all in memory at once.
test.each([250, 2_450])('a repeat of %d rows has the same edges as a short one', (count) => {
  const rows = Array.from({ length: count }, (_, at) => ({
    RecipientBusinessName: named(`FUND ${at}`),
    ...{ CashGrantAmt: at, PurposeOfGrantTxt: 'x'.repeat(700) },
  }))
  const record = recordOf({ data: toXml(granted(...rows)) })
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

const ONE = '170000010'
const TWO = '170000020'

/** A name that one funder files. */
const by = (funder: string, name: string): FiledName => ({
  ...{ key: name.toLowerCase(), name, funders: 1, first: funder, last: funder },
})

const byBoth = (name: string): FiledName => ({ ...by(ONE, name), funders: 2, last: TWO })

test('many names count if as many agree', () => {
  const scattered = ['Elm School', 'Fern Chapel', 'Gull Choir', 'Heron Club', 'Ibis Farm']
  const alike = ['Alder', 'Alder Fund', 'Alder Trust', 'Alder House', 'The Alder'].map((name) =>
    by(ONE, `${name} Quince`),
  )
  const weights = weighFiledNames([...alike, ...scattered.map((name) => by(TWO, name))])
  expect(weights.size).toBe(10)
})

testReturns({
  'weights of filed names': (_: string, one: string[], two: string[], both: string[]) => {
    const names = [one.map((name) => by(ONE, name)), two.map((name) => by(TWO, name))].flat()
    return Object.fromEntries(weighFiledNames([...names, ...both.map(byBoth)]))
  },
})
