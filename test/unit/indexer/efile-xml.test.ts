import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readReturn } from '#indexer/sources/read-return.ts'
import { ReturnScanner } from '#indexer/sources/scan-return.ts'
import {
  MOST_PARTS,
  type ParsedReturn,
  parseReturn,
  UnreadableReturn,
} from '#indexer/sources/strict-return.ts'
import { LONGEST_TEXT } from '#src/domain/long-text.ts'
import { fc } from '#test/random.ts'
import { DATA, makeReturn } from './made-return.ts'

const show = (parsed: ParsedReturn) => ({
  version: parsed.schemaVersion,
  ssns: parsed.droppedSsns,
  blocks: parsed.blocks.map(({ block, ordinal, json }) => [
    block,
    ordinal,
    JSON.parse(json.toString()),
  ]),
})

const scanner = new ReturnScanner()
const scan = (xml: string) => {
  const scanned = scanner.scan(Buffer.from(xml))
  return scanned && show(scanned)
}
const parse = (xml: string) => show(parseReturn([xml.replace(/^\ufeff/, '')]))

/** Returns the content of the only form block, read in both ways; the strict one decides. */
function contentOf(data: string): unknown {
  const xml = makeReturn({ data: `<IRS990>${data}</IRS990>` })
  const strict = parse(xml)
  const scanned = scan(xml)
  if (scanned !== undefined) expect(scanned).toEqual(strict)
  return strict.blocks.find(([block]) => block === 'IRS990')?.[2]
}

const faultOf = (xml: string | Buffer): UnreadableReturn => {
  try {
    readReturn(Buffer.from(xml))
  } catch (error) {
    if (error instanceof UnreadableReturn) return error
    throw error
  }
  throw new Error('The XML was accepted.')
}

describe('a return', () => {
  test('becomes its header and the parts of ReturnData', () => {
    const xml = makeReturn()
    expect(scan(xml)).toEqual(parse(xml))
    expect(parse(xml)).toMatchObject({
      version: '2022v5.0',
      blocks: [
        ['ReturnHeader', 1, { '@binaryAttachmentCnt': '0', TaxYr: '2022' }],
        ['IRS990', 1, { '@documentId': 'R1', CYTotalRevenueAmt: '100' }],
      ],
    })
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
    const xml = makeReturn({
      data: '<IRS990ScheduleK><A>1</A></IRS990ScheduleK><IRS990/><IRS990ScheduleK><A>2</A></IRS990ScheduleK>',
    })
    expect(scan(xml)).toEqual(parse(xml))
    expect(parse(xml).blocks.slice(1)).toEqual([
      ['IRS990ScheduleK', 1, { A: '1' }],
      ['IRS990', 1, { '#text': '' }],
      ['IRS990ScheduleK', 2, { A: '2' }],
    ])
  })
})

describe('a block', () => {
  test.each<[string, string, unknown]>([
    ['a leaf is its text, trimmed', '<A>  x y \n</A>', { A: 'x y' }],
    ['empty elements are empty texts', '<A/><B></B><C> </C>', { A: '', B: '', C: '' }],
    ['repeats are arrays', '<A>1</A><A>2</A><B>3</B>', { A: ['1', '2'], B: '3' }],
    [
      'repeats that are not adjacent are arrays, too',
      '<A>1</A><B>3</B><A>2</A>',
      { A: ['1', '2'], B: '3' },
    ],
    ['groups repeat', '<G><A>1</A></G><G><A>2</A></G>', { G: [{ A: '1' }, { A: '2' }] }],
    ['attributes have @', '<A b="1" c="&lt;2"/>', { A: { '@b': '1', '@c': '<2' } }],
    ['text next to attributes is #text', '<A b="1">x</A>', { A: { '@b': '1', '#text': 'x' } }],
    ['attribute and child with one name', '<A b="1"><b>2</b></A>', { A: { '@b': '1', b: '2' } }],
    ['references', '<A>&amp;&lt;&gt;&quot;&apos;&#65;&#xe9;</A>', { A: '&<>"\'Aé' }],
    ['quotes and backslashes', '<A>a"b\\c</A>', { A: 'a"b\\c' }],
    ['line ends inside', '<A>a\r\nb\tc\rd</A>', { A: 'a\nb\tc\nd' }],
    ['CDATA', '<A><![CDATA[<b> & c]]></A>', { A: '<b> & c' }],
    ['text around a comment', '<A>a<!-- - -->b</A>', { A: 'ab' }],
    ['names of prototypes', '<constructor>1</constructor>', { constructor: '1' }],
    ['beyond ASCII', '<A>Žofín – 東京 🎻</A>', { A: 'Žofín – 東京 🎻' }],
    ['no-break spaces are text', '<A>\u00a0x\u00a0</A>', { A: '\u00a0x\u00a0' }],
  ])('%s', (_, data, expected) => {
    expect(contentOf(data)).toEqual(expected)
  })

  test('never contains a social security number', () => {
    const xml = makeReturn({
      data: '<IRS990><G><SSN>123-45-6789</SSN><PreparerSSN>999009999</PreparerSSN></G></IRS990>',
    })
    expect(scan(xml)).toEqual(parse(xml))
    const { blocks, ssns } = parse(xml)
    expect(blocks.at(-1)?.[2]).toEqual({ G: { SSN: '', PreparerSSN: '' } })
    expect(ssns, 'placeholders are not counted').toBe(1)
  })
})

const MARK = (count: string) => `… [${count} characters left out]`
const a = (count: number) => 'a'.repeat(count)

describe('a text', () => {
  // `isScanned`: the strict parser reads what the scanner leaves to it, and cuts it the same.
  test.each<[string, string, unknown, boolean]>([
    ['of exactly 1 MiB', `<A>${a(LONGEST_TEXT)}</A>`, { A: a(LONGEST_TEXT) }, true],
    ['of one byte more', `<A>${a(LONGEST_TEXT)}b</A>`, { A: a(LONGEST_TEXT) + MARK('1') }, true],
    [
      'that ends within a character of three bytes',
      `<A>${a(LONGEST_TEXT - 2)}東b</A>`,
      { A: a(LONGEST_TEXT - 2) + MARK('2') },
      true,
    ],
    [
      'that ends within a character of two UTF-16 units',
      `<A>${a(LONGEST_TEXT - 3)}🎻🎻</A>`,
      { A: a(LONGEST_TEXT - 3) + MARK('2') },
      true,
    ],
    [
      'of many long pieces',
      `<A>${'é'.repeat(LONGEST_TEXT)}</A>`,
      { A: 'é'.repeat(LONGEST_TEXT / 2) + MARK('524,288') },
      true,
    ],
    [
      'that is short once its references are resolved',
      `<A>${'&amp;'.repeat(LONGEST_TEXT)}</A>`,
      { A: '&'.repeat(LONGEST_TEXT) },
      true,
    ],
    [
      'that is still too long',
      `<A>x${'&amp;'.repeat(LONGEST_TEXT)}</A>`,
      { A: `x${'&'.repeat(LONGEST_TEXT - 1)}${MARK('1')}` },
      true,
    ],
    [
      'with Windows line ends',
      `<A>${'a\r\n'.repeat(LONGEST_TEXT / 2)}b</A>`,
      { A: 'a\n'.repeat(LONGEST_TEXT / 2) + MARK('1') },
      true,
    ],
    [
      'with spaces around it',
      `<A>${' '.repeat(LONGEST_TEXT)}${a(LONGEST_TEXT)}${'\n'.repeat(LONGEST_TEXT)}</A>`,
      { A: a(LONGEST_TEXT) },
      true,
    ],
    ['of only spaces', `<A>${' '.repeat(2 * LONGEST_TEXT)}</A>`, { A: '' }, true],
    [
      'of an attribute',
      `<A b="${a(LONGEST_TEXT)}c">d</A>`,
      { A: { '@b': a(LONGEST_TEXT) + MARK('1'), '#text': 'd' } },
      true,
    ],
    [
      'next to an attribute',
      `<A b="c">${a(LONGEST_TEXT)}d</A>`,
      { A: { '@b': 'c', '#text': a(LONGEST_TEXT) + MARK('1') } },
      true,
    ],
    [
      'in CDATA',
      `<A>${a(LONGEST_TEXT)}<![CDATA[<&]]></A>`,
      { A: a(LONGEST_TEXT) + MARK('2') },
      false,
    ],
  ])('%s is kept up to 1 MiB', (_, data, expected, isScanned) => {
    const xml = makeReturn({ data: `<IRS990>${data}</IRS990>` })
    // Compared as a boolean, because printing a difference of megabytes takes minutes.
    expect(isDeepStrictEqual(parse(xml).blocks.at(-1)?.[2], expected), 'strict').toBe(true)
    const scanned = scan(xml)
    expect(scanned !== undefined, 'is scanned').toBe(isScanned)
    if (scanned) expect(isDeepStrictEqual(scanned, parse(xml)), 'scanned').toBe(true)
  })

  test('that is too long is still checked to its end', () => {
    expect(
      faultOf(makeReturn({ data: `<IRS990>${a(2 * LONGEST_TEXT)}&bomb;</IRS990>` })),
    ).toMatchObject({
      code: 'NotWellFormed',
    })
  })
})

describe('unreadable XML includes', () => {
  test.each([
    ['an end tag missing', makeReturn().replace('</TaxYr>', ''), 'NotWellFormed'],
    ['an unescaped ampersand', makeReturn().replace('&amp;', '&'), 'NotWellFormed'],
    ['a custom entity', makeReturn().replace('&amp;', '&bomb;'), 'NotWellFormed'],
    ['an entity of a prototype', makeReturn().replace('&amp;', '&toString;'), 'NotWellFormed'],
    ['cut short', makeReturn().slice(0, 400), 'NotWellFormed'],
    ['text after the end', `${makeReturn()}more`, 'NotWellFormed'],
    ['an attribute twice', makeReturn().replace('documentId', 'a="1" a'), 'NotWellFormed'],
    ['a control character', makeReturn().replace('Meant', 'M\u0001t'), 'NotWellFormed'],
    ['two roots', makeReturn() + makeReturn().replace(/^.*\n/, ''), 'NotWellFormed'],
    ['nothing', '', 'NotWellFormed'],
    ['another root', '<Other><Return/></Other>', 'NotAReturn'],
  ])('%s', (_, xml, code) => {
    expect(scan(xml)).toBeUndefined()
    expect(faultOf(xml)).toMatchObject({ code })
  })

  test('a document type, so that no entity is ever expanded', () => {
    const xml = makeReturn().replace('?>', '?><!DOCTYPE Return [<!ENTITY a "b">]>')
    expect(faultOf(xml)).toMatchObject({ code: 'DoctypeRefused' })
  })

  test('excessive nesting', () => {
    const deep = '<G>'.repeat(5_000) + '</G>'.repeat(5_000)
    const fault = faultOf(makeReturn({ data: `<IRS990>${deep}</IRS990>` }))
    expect(fault.code).toBe('TooDeep')
  })

  test.each([
    ['a path', 'TooDeep', 'LongName'.repeat(15), 20],
    ['a name', 'TooLarge', 'E'.repeat(300_000), 1],
  ])('%s longer than the maximum key length', (_, code, name, levels) => {
    const data = `<IRS990>${`<${name}>`.repeat(levels)}${`</${name}>`.repeat(levels)}</IRS990>`
    expect(scan(makeReturn({ data }))).toBeUndefined()
    const fault = faultOf(makeReturn({ data }))
    expect(fault).toMatchObject({ code })
    expect(fault.place.length).toBeLessThan(2_001)
  })

  test('more parts than any return has', () => {
    const data = '<A/>'.repeat(MOST_PARTS + 1)
    expect(faultOf(makeReturn({ data }))).toMatchObject({ code: 'TooLarge' })
  })

  test('and is reported with its position', () => {
    const lines = makeReturn().split('\n')
    const at = lines.findIndex((line) => line.includes('<TaxYr>'))
    lines[at] = '<TaxYr>2022</TaxYear>'
    expect(faultOf(lines.join('\n')).place).toMatch(new RegExp(`^${at + 1}:\\d+$`))
  })
})

describe('the scanner', () => {
  // Whatever it accepts, the strict parser must read, and read the same.
  const whole = makeReturn({
    data:
      '<IRS990 documentId="R1"><A>1</A><A>2 &amp; 3</A><G x="1"><B>ä</B><B/><C><SSN>1</SSN></C></G>' +
      "<G><B>\"</B></G><D y='2'>z</D></IRS990><IRS990ScheduleK/>",
  })
  const pieces = [
    '<',
    '>',
    '/',
    '&',
    ';',
    '"',
    "'",
    ' ',
    '=',
    ']]>',
    '<A>',
    '</A>',
    'x',
    '\r',
    '\u0000',
    '<!--',
    '&#9;',
    '&#x41;',
    '&toString;',
    '&__proto__;',
    '&constructor;',
  ]

  test('agrees with the strict parser on whatever it reads, even damaged', () => {
    const edit = fc.record({
      at: fc.nat(whole.length),
      remove: fc.nat(6),
      insert: fc.constantFrom('', ...pieces),
    })
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
        let xml = whole
        for (const { at, remove, insert } of edits) {
          xml = xml.slice(0, at) + insert + xml.slice(at + remove)
        }
        const scanned = scan(xml)
        if (scanned !== undefined) expect(scanned).toEqual(parse(xml))
      }),
      { numRuns: 5_000 },
    )
  })

  test('reads plain returns itself', () => {
    expect(scan(whole)).toBeDefined()
  })
})
