import { describe, expect, test } from 'vitest'
import type { Block } from '#src/domain/blocks.ts'
import { compareFacts, selectVersions } from '#src/organizations/history/amendment.ts'
import { makeFiling, makeSummary } from './made-filing.ts'

describe('compareFacts', () => {
  const of = (content: Block) => makeFiling('990', content)

  test('compares facts by key, so that renamed elements do not differ', () => {
    const before = of({ TotalRevenueCurrentYear: '100', AmendedReturn: 'X' })
    const after = of({ CYTotalRevenueAmt: '100', AmendedReturnInd: 'true' })
    expect(compareFacts(before, after)).toEqual([])
  })

  test('gives lines, differences, and Refs', () => {
    const before = of({ CYTotalRevenueAmt: '100', Unknown: 'x' })
    const after = of({ CYTotalRevenueAmt: '90', TotalVolunteersCnt: '0' })
    const { objectId } = after
    expect(compareFacts(before, after)).toMatchObject([
      {
        kind: 'Changed',
        place: 'Part I, line 12',
        unit: 'USD',
        before: { value: 100 },
        after: { value: 90, ref: `990:2022:${objectId}:/IRS990/CYTotalRevenueAmt` },
        difference: -10,
      },
      { kind: 'Added', place: 'Part I, line 6', after: { value: 0 } },
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
