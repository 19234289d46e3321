import { describe, expect, test } from 'vitest'
import type { Block } from '#src/domain/blocks.ts'
import { compareFilings, selectVersions } from '#src/organizations/history/amendment.ts'
import { compareParts } from '#src/organizations/history/compare-parts.ts'
import { makeFiling, makeSummary } from './made-filing.ts'
import { hasRealFilings, readRealFiling } from './real-filing.ts'

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

// Expected values were read from the XML files with diff.
describe.skipIf(!hasRealFilings)('real amended returns', () => {
  const changesOf = (before: string, after: string) =>
    compareFilings(readRealFiling(before), readRealFiling(after)).map((change) => [
      change.place,
      change.before?.value,
      change.after?.value,
    ])

  test('EIN 521367538 added joint costs', () => {
    const found = changesOf('202321309349304482', '202312149349301351')
    expect(found).toHaveLength(11)
    expect(found.slice(0, 6)).toEqual([
      ['Heading, item B', undefined, true],
      ['Part IX, line 26, column (A)', undefined, 3_721_104],
      ['Part IX, line 26, column (B)', undefined, 2_091_953],
      ['Part IX, line 26, column (C)', undefined, 28_121],
      ['Part IX, line 26, column (D)', undefined, 1_601_030],
      ['Schedule O, row 6', undefined, 'FORM 990, PART IX, LINE 26'],
    ])
  })

  test('EIN 590624458 corrected the pay of one person among 80', () => {
    const found = changesOf('201811069349300841', '201900639349300210')
    expect(found).toHaveLength(9)
    expect(found.slice(0, 5)).toEqual([
      ['Part VII, Section A, line 1d, column (F)', 1_194_652, 935_605],
      ['Heading, item B', undefined, true],
      ['Part VII, Section A, line 1a, row 77, column (F)', 535_536, 276_489],
      ['Schedule J, Part II, row 2, column (D), row (i)', 515_548, 256_501],
      ['Schedule J, Part II, row 2, column (E), row (i)', 1_881_147, 1_622_100],
    ])
  })

  test('EIN 383834255 sent the same amended return twice', () => {
    expect(changesOf('202342299349301669', '202322309349300102')).toEqual([
      ['header, element ReturnTs', '2023-08-17T17:57:51-04:00', '2023-08-17T18:00:10-04:00'],
    ])
  })
})
