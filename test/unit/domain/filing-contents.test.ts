import { expect, test } from 'vitest'
import { elementsAt, findCut, readStoredElement } from '#src/domain/filing-contents.ts'

const DETAIL = '/IRS990ScheduleK[1]/SupplementalInformationDetail'
const LINE = '/Attachment/Line'

test('a path into a repeat stored apart has an index only if the catalogue has one', () => {
  const contents = { cut: [DETAIL, LINE] }
  expect(findCut(contents, `${DETAIL}[237]/ExplanationTxt`)).toEqual({
    path: DETAIL,
    place: 236,
    rest: '/ExplanationTxt',
  })
  expect(findCut(contents, LINE)).toEqual({ path: LINE, place: 0, rest: '' })
  expect(findCut(contents, `${LINE}/Txt`)).toEqual({ path: LINE, place: 0, rest: '/Txt' })
  for (const path of [DETAIL, `${LINE}[2]`, `${LINE}s`, `${LINE}/`.slice(0, -2)]) {
    expect(findCut(contents, path), path).toBeUndefined()
  }
  const parts = { blocks: [], repeats: [{ path: LINE, first: 0, items: [{ Txt: 'a' }, 'b'] }] }
  expect(readStoredElement(parts, `${LINE}/Txt`)).toBe('a')
})

test('rows of a repeatable part are found even if they are stored apart', () => {
  const parts = { blocks: [], repeats: [{ path: DETAIL, first: 100, items: ['a', 'b', 'c'] }] }
  const found = elementsAt(parts, '/IRS990ScheduleK/SupplementalInformationDetail', 101, 103)
  expect(found).toEqual([
    { element: 'b', path: `${DETAIL}[102]` },
    { element: 'c', path: `${DETAIL}[103]` },
  ])
})

test('rows of a part that should occur once are those of the first', () => {
  const blocks = [1, 2].map((ordinal) => ({
    block: 'IRS990ScheduleI',
    ordinal,
    content: { RecipientTable: [`of ${ordinal}`] },
  }))
  expect(elementsAt({ blocks, repeats: [] }, '/IRS990ScheduleI/RecipientTable')).toEqual([
    { element: 'of 1', path: '/IRS990ScheduleI/RecipientTable[1]' },
  ])
})
