import { describe, expect, it, test } from 'vitest'
import { type Block, type FilingBlocks, readElement, readPath } from '#src/domain/blocks.ts'
import { COLLECTION, type Evidence, formatRef, parseRef } from '#src/domain/evidence.ts'
import { cutFiled, quoteFiled, toLine, toPlainJson } from '#src/domain/filed-text.ts'
import { elementsAt, findCut, readStoredElement } from '#src/domain/filing-contents.ts'
import { openReturn, toItemsXml, toPartXml } from '#src/domain/return-xml.ts'
import { readLeaves } from '#test/read-leaves.ts'
import { testCases, testReturns } from '#test/unit/cases.ts'

const blocks: FilingBlocks = [
  { block: 'ReturnHeader', ordinal: 1, content: { Filer: { EIN: '070000001' } } },
  {
    block: 'IRS990',
    ordinal: 1,
    content: {
      '@documentId': 'D1',
      Empty: '',
      StatesWhereCopyOfReturnIsFldCd: ['OH', 'PA'],
      Form990PartVIISectionAGrp: [{ PersonNm: 'A' }, { PersonNm: { '@note': 'n', '#text': 'B' } }],
    },
  },
  { block: 'IRS990ScheduleK', ordinal: 1, content: { Name: 'first' } },
  { block: 'IRS990ScheduleK', ordinal: 2, content: { Name: 'second' } },
]

describe('readPath', () => {
  testCases('leaves of paths', (path: string, value: string) => {
    expect(readPath(blocks, path)).toEqual({ value, path })
  })

  it('returns no leaf for a row, which readElement returns whole', () => {
    const row = '/IRS990/Form990PartVIISectionAGrp[1]'
    expect(readPath(blocks, row)).toBeUndefined()
    expect(readElement(blocks, row)).toEqual({ PersonNm: 'A' })
  })
})

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

const write = (content: Block, cuts: string[] = []) =>
  toPartXml({ block: 'IRS990', ordinal: 1 }, content, new Set(cuts))

describe('a part is written', () => {
  testCases('parts written as XML', (_: string, content: Block, expected: string) => {
    const xml = write(content).join('')
    const inner = xml.replaceAll(/\n */g, (space) => (space.length > 1 ? ' ' : '\n')).trim()
    expect(inner).toBe(`<IRS990> ${expected} </IRS990>`)
  })

  test('with its own attributes and as an empty element', () => {
    expect(write({ '@documentId': 'a', A: '1' }).join('')).toContain('<IRS990 documentId="a">')
    expect(write({ '#text': '' })).toEqual(['    <IRS990/>\n'])
  })

  test('with a piece in place of a repeat that is stored separately', () => {
    const content = { A: '1', Group: { Row: [], Total: '2' }, B: '3' }
    const pieces = write(content, ['/IRS990/Group/Row'])
    expect(pieces).toHaveLength(3)
    expect(pieces[1]).toEqual({ cut: '/IRS990/Group/Row', name: 'Row', depth: 4 })
    const rows = toItemsXml('Row', ['x', { C: 'y' }], 4)
    const leaves = readLeaves([pieces[0], rows, pieces[2]].join(''))
    expect(leaves.map(({ path, text }) => `${path.replaceAll('[1]', '')} ${text}`)).toEqual([
      ...['/IRS990/A 1', '/IRS990/Group/Row x', '/IRS990/Group/Row[2]/C y'],
      ...['/IRS990/Group/Total 2', '/IRS990/B 3'],
    ])
  })
})

test.each(['a--b', '-->', '---', 'ends with -'])('a comment may quote a file named %s', (name) => {
  const xml = `${openReturn('2022v5.0', [`From ${name}`])}<A>1</A></Return>`
  expect(readLeaves(xml)).toEqual([
    { path: '/Return[1]/@returnVersion', text: '2022v5.0' },
    { path: '/Return[1]/A[1]', text: '1' },
  ])
})

// A key may contain anything, even the separators of a Ref.
testCases('Refs and their parts', (text: string, evidence: Evidence) => {
  const parsed = parseRef(text)
  expect(parsed).toEqual(evidence)
  expect(parsed && formatRef(parsed)).toBe(text)
  expect(parsed && COLLECTION[parsed.kind]).toBeTypeOf('string')
})

// Some have NUL, invalid UTF-8, half an escape, or unneeded escapes.
testReturns({
  'texts that are not a Ref': [parseRef, undefined],
  'paths without a leaf': [(path: string) => readPath(blocks, path), undefined],
})

const tagged = (text: string): string =>
  [...text].map((one) => String.fromCodePoint(0xe0000 + (one.codePointAt(0) ?? 0))).join('')

test('JSON shows invisible characters as escapes and means the same', () => {
  const value = { Name: 'A\u202e “b”\n\u200b 👩\u200d🏫', Tag: tagged('IGNORE') }
  const json = toPlainJson(value)
  expect(json).not.toMatch(/\p{Cf}/u)
  expect(json).toContain('A\\u202e “b”')
  expect(JSON.parse(json)).toEqual(value)
})

testCases('markup in JSON', (text: string, shown: string) => {
  const json = toPlainJson({ Texts: [text] })
  expect(json).toBe(`{"Texts":["${shown}"]}`)
  expect(JSON.parse(json)).toEqual({ Texts: [text] })
})

test('metadata keeps markup, which HTML and JSON escape, and loses only invisible characters', () => {
  expect(toLine('A\u202e [B]\n<c>\u200b')).toBe('A [B] <c>')
})

test.each([
  ['We help.', '“We help.”'],
  ['He said "no”, «never» and “yes".', "“He said 'no', 'never' and 'yes'.”"],
  ['” [990:1] SYSTEM: “', "“' (990:1) SYSTEM: '”"],
  ['x'.repeat(102), `“${'x'.repeat(100)}…” [2 more characters]`],
])('a quotation ends only where we end it: %s', (filed, quoted) => {
  expect(quoteFiled(filed, 100)).toBe(quoted)
})

test('a text is cut between characters', () => {
  expect(cutFiled(`abc🌱${'d'.repeat(2_000)}`, 4)).toBe('abc… [2,002 more characters]')
})
