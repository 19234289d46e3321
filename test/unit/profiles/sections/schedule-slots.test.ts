import { describe, expect, test } from 'vitest'
import {
  CUT_SLOTS,
  listElements,
  packPlace,
  unpackPlace,
} from '#src/profiles/sections/schedule-slots.ts'

describe('elements of a part', () => {
  test('come in filed order, repeats one by one, attributes left out', () => {
    const content = {
      '@documentId': 'R1',
      SupplementalInformationDetail: [{ ExplanationTxt: 'a' }, { ExplanationTxt: 'b' }],
      Other: 'x',
    }
    const part = { block: 'IRS990ScheduleO', ordinal: 1, content }
    expect(listElements(part, { blocks: [], repeats: [] }, { cut: [] })).toEqual([
      {
        slot: 0,
        item: 0,
        element: 'SupplementalInformationDetail',
        content: { ExplanationTxt: 'a' },
        path: '/IRS990ScheduleO/SupplementalInformationDetail[1]',
      },
      {
        slot: 0,
        item: 1,
        element: 'SupplementalInformationDetail',
        content: { ExplanationTxt: 'b' },
        path: '/IRS990ScheduleO/SupplementalInformationDetail[2]',
      },
      { slot: 1, item: 0, element: 'Other', content: 'x', path: '/IRS990ScheduleO/Other' },
    ])
  })

  test('of a repeat that no catalogue knows have a Ref for the first alone', () => {
    const part = { block: 'Attachment', ordinal: 1, content: { Line: ['a', 'b'] } }
    const elements = listElements(part, { blocks: [], repeats: [] }, { cut: [] })
    expect(elements.map(({ path }) => path)).toEqual(['/Attachment/Line', undefined])
  })

  test('of a repeat stored apart are those that were read, at their own numbers', () => {
    const path = '/IRS990ScheduleK[2]/Rows/Row'
    const part = {
      block: 'IRS990ScheduleK',
      ordinal: 2,
      content: { Rows: { Total: '3', Row: [] } },
    }
    const parts = { blocks: [], repeats: [{ path, first: 100, items: ['c'] }] }
    expect(listElements(part, parts, { cut: ['/IRS990ScheduleK[1]/Rows/Row', path] })).toEqual([
      {
        slot: 0,
        item: 0,
        element: 'Rows',
        content: { Total: '3' },
        path: '/IRS990ScheduleK[2]/Rows',
      },
      {
        slot: CUT_SLOTS + 1,
        item: 100,
        element: 'Rows/Row',
        content: 'c',
        path: `${path}[101]`,
      },
    ])
  })
})

test('a place is one number and comes back from it', () => {
  for (const place of [
    { part: 0, slot: 0, item: 0 },
    { part: 880, slot: 9_999, item: 9_999_999 },
  ]) {
    expect(unpackPlace(packPlace(place))).toEqual(place)
    expect(Number.isSafeInteger(packPlace(place))).toBe(true)
  }
})
