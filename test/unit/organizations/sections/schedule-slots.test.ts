import { describe, expect, test } from 'vitest'
import {
  CUT_SLOTS,
  listElements,
  packPlace,
  unpackPlace,
} from '#src/organizations/sections/read-schedules.ts'

describe('elements of a part', () => {
  test('are in filed order, repeats one by one, without attributes', () => {
    const element = 'SupplementalInformationDetail'
    const path = `/IRS990ScheduleO/${element}`
    const content = {
      '@documentId': 'R1',
      SupplementalInformationDetail: [{ ExplanationTxt: 'a' }, { ExplanationTxt: 'b' }],
      Other: 'x',
    }
    const part = { block: 'IRS990ScheduleO', ordinal: 1, content }
    expect(listElements(part, { blocks: [], repeats: [] }, { cut: [] })).toEqual([
      { slot: 0, item: 0, element, content: { ExplanationTxt: 'a' }, path: `${path}[1]` },
      { slot: 0, item: 1, element, content: { ExplanationTxt: 'b' }, path: `${path}[2]` },
      { slot: 1, item: 0, element: 'Other', content: 'x', path: '/IRS990ScheduleO/Other' },
    ])
  })

  test('have a Ref only for the first of an unknown repeat', () => {
    const part = { block: 'Attachment', ordinal: 1, content: { Line: ['a', 'b'] } }
    const elements = listElements(part, { blocks: [], repeats: [] }, { cut: [] })
    expect(elements.map(({ path }) => path)).toEqual(['/Attachment/Line', undefined])
  })

  test('include the items that were read of a repeat stored apart, with their numbers', () => {
    const rows = '/IRS990ScheduleK[2]/Rows'
    const path = `${rows}/Row`
    const part = {
      block: 'IRS990ScheduleK',
      ordinal: 2,
      content: { Rows: { Total: '3', Row: [] } },
    }
    const parts = { blocks: [], repeats: [{ path, first: 100, items: ['c'] }] }
    expect(listElements(part, parts, { cut: ['/IRS990ScheduleK[1]/Rows/Row', path] })).toEqual([
      {
        ...{ slot: 0, item: 0, element: 'Rows', content: { Total: '3' } },
        path: rows,
      },
      { slot: CUT_SLOTS + 1, item: 100, element: 'Rows/Row', content: 'c' },
    ])
  })

  test('have the same Refs whether or not a repeat is stored apart', () => {
    const path = '/IRS990ScheduleK[1]/SupplementalInformationDetail'
    const pathsOf = (block: string, cut: string, first: number) => {
      const below = cut.slice(cut.lastIndexOf('/') + 1)
      const part = { block, ordinal: 1, content: { [below]: [] } }
      const parts = { blocks: [], repeats: [{ path: cut, first, items: ['a', 'b'] }] }
      return listElements(part, parts, { cut: [cut] }).map((element) => element.path)
    }
    expect(pathsOf('IRS990ScheduleK', path, 100)).toEqual([`${path}[101]`, `${path}[102]`])
    expect(pathsOf('Attachment', '/Attachment/Line', 0)).toEqual(['/Attachment/Line', undefined])
    expect(pathsOf('Attachment', '/Attachment/Line', 100)).toEqual([undefined, undefined])
  })

  test('have no Refs in a second part of a name that should not repeat', () => {
    const path = '/IRS990ScheduleI/RecipientTable'
    const part = { block: 'IRS990ScheduleI', ordinal: 2, content: { RecipientTable: ['own'] } }
    const parts = { blocks: [], repeats: [{ path, first: 0, items: ['of the first'] }] }
    expect(listElements(part, parts, { cut: [path] })).toEqual([
      { slot: 0, item: 0, element: 'RecipientTable', content: 'own' },
    ])
  })
})

test('a place is packed into one number and unpacked again', () => {
  for (const place of [
    { part: 0, slot: 0, item: 0 },
    { part: 880, slot: 9_999, item: 9_999_999 },
  ]) {
    expect(unpackPlace(packPlace(place))).toEqual(place)
    expect(Number.isSafeInteger(packPlace(place))).toBe(true)
  }
})
