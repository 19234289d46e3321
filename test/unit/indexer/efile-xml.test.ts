import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { Unreadable } from '#indexer/sources/bytes.ts'
import { ReturnScanner, readReturn } from '#indexer/sources/scan-return.ts'
import { MAX_PARTS, type ParsedReturn, parseReturn } from '#indexer/sources/strict-return.ts'
import { LONGEST_TEXT } from '#src/domain/long-text.ts'
import { fc } from '#test/random.ts'
import { openCases } from '../cases.ts'
import { DATA, makeReturn } from './made-return.ts'

const cases = openCases(new URL('./blocks.tsv', import.meta.url))

const show = ({ schemaVersion, droppedSsns, blocks }: ParsedReturn) => ({
  ...{ version: schemaVersion, ssns: droppedSsns },
  blocks: blocks.map(({ block, ordinal, json }) => [block, ordinal, JSON.parse(json.toString())]),
})

const scanner = new ReturnScanner()
const scan = (xml: string) => {
  const scanned = scanner.scan(Buffer.from(xml))
  return scanned && show(scanned)
}
const parse = (xml: string) => show(parseReturn([xml.replace(/^\ufeff/, '')]))

/** Parses a return strictly, and expects that the scanner reads the same. */
const parseTwice = (xml: string) => {
  const strict = parse(xml)
  expect(scan(xml)).toEqual(strict)
  return strict
}
const formOf = (content: string) => makeReturn({ data: `<IRS990>${content}</IRS990>` })

const faultOf = (xml: string): Unreadable => {
  try {
    readReturn(Buffer.from(xml))
  } catch (error) {
    if (error instanceof Unreadable) return error
    throw error
  }
  throw new Error('The XML was accepted.')
}

describe('a return', () => {
  test('becomes its header and the parts of ReturnData', () => {
    const { version, blocks } = parseTwice(makeReturn())
    expect(version).toBe('2022v5.0')
    expect(blocks).toMatchObject([
      ['ReturnHeader', 1, { '@binaryAttachmentCnt': '0', TaxYr: '2022' }],
      ['IRS990', 1, { '@documentId': 'R1', CYTotalRevenueAmt: '100' }],
    ])
  })

  test.each([
    ['byte order mark', `\ufeff${makeReturn()}`],
    ['Windows line ends', makeReturn().replaceAll('\n', '\r\n')],
    ['prefix', makeReturn({ prefix: 'irs:' })],
    ['comments', makeReturn({ data: `<!-- one -->${DATA}<!-- <two/> -->` })],
  ])('reads the same with %s', (_, xml) => {
    expect(show(readReturn(Buffer.from(xml)))).toEqual(parse(makeReturn()))
  })

  test('numbers repeats of a block', () => {
    const repeat = (text: string) => `<IRS990ScheduleK><A>${text}</A></IRS990ScheduleK>`
    const { blocks } = parseTwice(makeReturn({ data: `${repeat('1')}<IRS990/>${repeat('2')}` }))
    expect(blocks.slice(1)).toEqual([
      ['IRS990ScheduleK', 1, { A: '1' }],
      ['IRS990', 1, { '#text': '' }],
      ['IRS990ScheduleK', 2, { A: '2' }],
    ])
  })

  // The strict parser decides; the scanner may leave it the block.
  test.each(cases<[string, string, unknown]>('contents of a block'))('%s', (_, data, expected) => {
    const strict = parse(formOf(data))
    expect(scan(formOf(data)) ?? strict).toEqual(strict)
    expect(strict.blocks.at(-1)?.[2]).toEqual(expected)
  })

  test('never contains a social security number, and does not count placeholders', () => {
    const xml = formOf('<G><SSN>123-45-6789</SSN><PreparerSSN>999009999</PreparerSSN></G>')
    const { blocks, ssns } = parseTwice(xml)
    expect(blocks.at(-1)?.[2]).toEqual({ G: { SSN: '', PreparerSSN: '' } })
    expect(ssns).toBe(1)
  })
})

describe('a text', () => {
  const MOST = LONGEST_TEXT
  const a = (count: number) => 'a'.repeat(count)
  const cut = (kept: string, count: string) => `${kept}… [${count} characters left out]`

  test.each<[string, string, string]>([
    ['of exactly 1 MiB', a(MOST), a(MOST)],
    ['of one byte more', `${a(MOST)}b`, cut(a(MOST), '1')],
    ['that ends within a character of three bytes', `${a(MOST - 2)}東b`, cut(a(MOST - 2), '2')],
    ['that ends within a character of two units', `${a(MOST - 3)}🎻🎻`, cut(a(MOST - 3), '2')],
    ['of many long pieces', 'é'.repeat(MOST), cut('é'.repeat(MOST / 2), '524,288')],
    ['that is short once its references are resolved', '&amp;'.repeat(MOST), '&'.repeat(MOST)],
    ['that is still too long', `x${'&amp;'.repeat(MOST)}`, cut(`x${'&'.repeat(MOST - 1)}`, '1')],
    ['with Windows line ends', `${'a\r\n'.repeat(MOST / 2)}b`, cut('a\n'.repeat(MOST / 2), '1')],
    ['with spaces around it', `${' '.repeat(MOST)}${a(MOST)}${'\n'.repeat(MOST)}`, a(MOST)],
    ['of only spaces', ' '.repeat(2 * MOST), ''],
    ['in CDATA', `${a(MOST)}<![CDATA[<&]]>`, cut(a(MOST), '2')],
  ])('%s is kept up to 1 MiB', (title, text, kept) => {
    expectKept(`<A>${text}</A>`, { A: kept }, title !== 'in CDATA')
  })

  test('of an attribute, or next to one, is kept up to 1 MiB', () => {
    const [long, kept] = [`${a(MOST)}c`, cut(a(MOST), '1')]
    expectKept(`<A b="${long}">d</A>`, { A: { '@b': kept, '#text': 'd' } })
    expectKept(`<A b="c">${long}</A>`, { A: { '@b': 'c', '#text': kept } })
  })

  /** `isScanned`: the strict parser reads what the scanner leaves to it, and cuts it the same. */
  function expectKept(content: string, expected: unknown, isScanned = true) {
    const strict = parse(formOf(content))
    // Compared as a boolean, because printing a difference of megabytes takes minutes.
    expect(isDeepStrictEqual(strict.blocks.at(-1)?.[2], expected), 'strict').toBe(true)
    const scanned = scan(formOf(content))
    expect(scanned !== undefined, 'is scanned').toBe(isScanned)
    if (scanned) expect(isDeepStrictEqual(scanned, strict), 'scanned').toBe(true)
  }

  test('that is too long is still checked to its end', () => {
    expect(faultOf(formOf(`${a(2 * MOST)}&bomb;`)).code).toBe('NotWellFormed')
  })
})

describe('unreadable XML includes', () => {
  test.each([
    ['an end tag missing', makeReturn().replace('</TaxYr>', '')],
    ['an unescaped ampersand', makeReturn().replace('&amp;', '&')],
    ['a custom entity', makeReturn().replace('&amp;', '&bomb;')],
    ['an entity of a prototype', makeReturn().replace('&amp;', '&toString;')],
    ['cut short', makeReturn().slice(0, 400)],
    ['text after the end', `${makeReturn()}more`],
    ['an attribute twice', makeReturn().replace('documentId', 'a="1" a')],
    ['a control character', makeReturn().replace('Meant', 'M\u0001t')],
    ['two roots', makeReturn() + makeReturn().replace(/^.*\n/, '')],
    ['nothing', ''],
    ['another root', '<Other><Return/></Other>', 'NotAReturn'],
    ['a path longer than a key', formOf(nested('LongName'.repeat(15), 20)), 'TooDeep'],
    ['a name longer than a key', formOf(nested('E'.repeat(300_000), 1)), 'TooLarge'],
  ])('%s', (_, xml, code = 'NotWellFormed') => {
    expect(scan(xml)).toBeUndefined()
    const fault = faultOf(xml)
    expect(fault.code).toBe(code)
    expect(fault.place.length).toBeLessThan(2_001)
  })

  test.each([
    // No entity is ever expanded.
    ['DoctypeRefused', makeReturn().replace('?>', '?><!DOCTYPE Return [<!ENTITY a "b">]>')],
    ['TooDeep', formOf(nested('G', 5_000))],
    ['TooLarge', makeReturn({ data: '<A/>'.repeat(MAX_PARTS + 1) })],
  ])('what is %s', (code, xml) => expect(faultOf(xml).code).toBe(code))

  test('and is reported with its position', () => {
    const lines = makeReturn().split('\n')
    const at = lines.findIndex((line) => line.includes('<TaxYr>'))
    lines[at] = '<TaxYr>2022</TaxYear>'
    expect(faultOf(lines.join('\n')).place).toMatch(new RegExp(`^${at + 1}:\\d+$`))
  })
})

function nested(name: string, levels: number): string {
  return `<${name}>`.repeat(levels) + `</${name}>`.repeat(levels)
}

describe('the scanner', () => {
  const whole = makeReturn({
    data:
      '<IRS990 documentId="R1"><A>1</A><A>2 &amp; 3</A><G x="1"><B>ä</B><B/><C><SSN>1</SSN></C></G>' +
      "<G><B>\"</B></G><D y='2'>z</D></IRS990><IRS990ScheduleK/>",
  })
  const inserted = [
    ...['', '<', '>', '/', '&', ';', '"', "'", ' ', '=', ']]>', '<A>', '</A>', 'x', '\r', '\u0000'],
    ...['<!--', '&#9;', '&#x41;', '&toString;', '&__proto__;', '&constructor;'],
  ]

  test('reads plain returns itself', () => expect(scan(whole)).toBeDefined())

  test('agrees with the strict parser on whatever it reads, even damaged', () => {
    const at = fc.nat(whole.length)
    const edit = fc.record({ at, remove: fc.nat(6), insert: fc.constantFrom(...inserted) })
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
        let xml = whole
        for (const { at, remove, insert } of edits)
          xml = xml.slice(0, at) + insert + xml.slice(at + remove)
        const scanned = scan(xml)
        if (scanned !== undefined) expect(scanned).toEqual(parse(xml))
      }),
      { numRuns: 5_000 },
    )
  })
})
