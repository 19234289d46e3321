import { describe, expect, test } from 'vitest'
import type { Block } from '#src/domain/blocks.ts'
import { compareFilings, selectVersions } from '#src/organizations/history/amendment.ts'
import { compareParts } from '#src/organizations/history/compare-parts.ts'
import { makeFiling, makeSummary } from './made-filing.ts'

const compare = (before: Block, after: Block) =>
  compareParts(
    [{ block: 'IRS990ScheduleI', ordinal: 1, content: before }],
    [{ block: 'IRS990ScheduleI', ordinal: 1, content: after }],
  ).map((change) => [
    change.before?.text,
    change.after?.text,
    (change.after ?? change.before)?.path,
  ])

const grant = (name: string, amount: string): Block => ({
  RecipientBusinessName: { BusinessNameLine1Txt: name },
  USAddress: { CityNm: 'Dayton', StateAbbreviationCd: 'OH' },
  CashGrantAmt: amount,
  PurposeOfGrantTxt: 'General support',
})
const ROW = '/IRS990ScheduleI/RecipientTable'

describe('compareParts', () => {
  const [alder, birch, cedar] = [
    grant('Alder', '100'),
    grant('Birch', '200'),
    grant('Cedar', '300'),
  ]

  test('reports only the leaves of an inserted row', () => {
    const found = compare(
      { RecipientTable: [alder, birch] },
      { RecipientTable: [cedar, alder, birch] },
    )
    expect(found).toEqual([
      [undefined, 'Cedar', `${ROW}[1]/RecipientBusinessName/BusinessNameLine1Txt`],
      [undefined, 'Dayton', `${ROW}[1]/USAddress/CityNm`],
      [undefined, 'OH', `${ROW}[1]/USAddress/StateAbbreviationCd`],
      [undefined, '300', `${ROW}[1]/CashGrantAmt`],
      [undefined, 'General support', `${ROW}[1]/PurposeOfGrantTxt`],
    ])
  })

  test('pairs a row whose amount changed, although it moved', () => {
    const found = compare(
      { RecipientTable: [alder, birch, cedar] },
      { RecipientTable: [grant('Cedar', '350'), alder, birch] },
    )
    expect(found).toEqual([['300', '350', `${ROW}[1]/CashGrantAmt`]])
  })

  test('does not pair rows of different recipients that agree on little else', () => {
    const plain = (name: string, amount: string): Block => ({
      RecipientBusinessName: { BusinessNameLine1Txt: name },
      CashGrantAmt: amount,
    })
    const found = compare(
      { RecipientTable: [plain('Alder', '5000'), plain('Birch', '1')] },
      { RecipientTable: [plain('Cedar', '5000'), plain('Birch', '1')] },
    )
    expect(found.map(([before, after]) => [before, after])).toEqual([
      [undefined, 'Cedar'],
      [undefined, '5000'],
      ['Alder', undefined],
      ['5000', undefined],
    ])
  })

  test('finds nothing in reordered rows, spaces, and attributes about the file', () => {
    const before = { '@documentId': '1', Total: ' 5 ', RecipientTable: [alder, birch] }
    const after = { '@documentId': '2', Total: '5', RecipientTable: [birch, alder] }
    expect(compare(before, after)).toEqual([])
  })

  test('cites an unknown repeat, whose items have no Ref, by the element above it', () => {
    const found = compare({ Other: { Odd: ['a'] } }, { Other: { Odd: ['a', 'b'] } })
    expect(found).toEqual([[undefined, 'b', '/IRS990ScheduleI/Other']])
  })
})

describe('compareFilings', () => {
  const of = (content: Block) => {
    const filing = makeFiling('990', content)
    return { filing, blocks: filing.narrative ?? [] }
  }

  test('compares facts by key, so that renamed elements do not differ', () => {
    const before = of({ TotalRevenueCurrentYear: '100', AmendedReturn: 'X' })
    const after = of({ CYTotalRevenueAmt: '100', AmendedReturnInd: 'true' })
    expect(compareFilings(before, after)).toEqual([])
  })

  test('gives lines, differences, and Refs', () => {
    const before = of({ CYTotalRevenueAmt: '100', Unknown: 'x' })
    const after = of({ CYTotalRevenueAmt: '90', TotalVolunteersCnt: '0' })
    const { objectId } = after.filing
    expect(compareFilings(before, after)).toMatchObject([
      {
        kind: 'Changed',
        group: 'Fact',
        place: 'Part I, line 12',
        unit: 'USD',
        before: { value: 100 },
        after: { value: 90, ref: `990:2022:${objectId}:/IRS990/CYTotalRevenueAmt` },
        difference: -10,
      },
      { kind: 'Added', group: 'Fact', place: 'Part I, line 6', after: { value: 0 } },
      { kind: 'Removed', group: 'Element', label: 'Unknown', before: { value: 'x' } },
    ])
  })
})

describe('selectVersions', () => {
  const filings = [
    makeSummary({ objectId: 'c', receivedOn: '2023-08-18', isAmended: true }),
    makeSummary({ objectId: 'b', receivedOn: '2023-08-17', isCurrent: false }),
    makeSummary({ objectId: 'a', receivedOn: '2023-01-12', isCurrent: false }),
    makeSummary({ objectId: 'z', taxYear: 2021 }),
  ]
  const select = (id: string, against?: string) => {
    const { before, after } = selectVersions(filings, id, against)
    return [before.objectId, after.objectId]
  }

  test('compares with the return received before, or with the given one, earlier first', () => {
    expect(select('c')).toEqual(['b', 'c'])
    expect(select('b')).toEqual(['a', 'b'])
    expect(select('c', 'a')).toEqual(['a', 'c'])
    expect(select('a', 'c')).toEqual(['a', 'c'])
  })

  test('rejects unknown, first, and unrelated returns', () => {
    expect(() => select('x')).toThrow('no such filing')
    expect(() => select('a')).toThrow('use the object ID of a later one: c')
    expect(() => select('z')).toThrow('Nothing can be compared')
    expect(() => select('c', 'z')).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({
          issues: [expect.objectContaining({ msg: expect.stringContaining('b or a') })],
        }),
      }),
    )
  })
})
