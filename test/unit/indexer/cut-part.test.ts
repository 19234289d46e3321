import { describe, expect, test } from 'vitest'
import { type CutPart, cutPart, cutParts, toItems, toText } from '#indexer/records/cut-part.ts'
import { readReturn } from '#indexer/sources/scan-return.ts'
import { findRepeats, withoutLongArrays } from '#indexer/sources/stored-json.ts'
import type { Block } from '#src/domain/blocks.ts'
import { makeReturn } from './made-return.ts'

const TEXT = 'x"]}\\[{'.repeat(100)
const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ Nm: `${at}, ${TEXT}`, Amt: ['1', '2'] }))
const cut = (block: string, content: Block, ordinal = 1) =>
  cutPart({ block, ordinal, json: Buffer.from(JSON.stringify(content)) })
const storedOf = (part: CutPart) => JSON.parse(Buffer.concat(part.pieces).toString())
const lengthsOf = ({ repeats }: CutPart) =>
  repeats.map(({ path, count, chunks }) => [
    path,
    count,
    chunks.map((chunk) => JSON.parse(Buffer.concat(toItems(chunk)).toString()).length),
  ])

describe('a part of a return', () => {
  test('is stored with its long repeats apart, a hundred rows per chunk, in order', () => {
    const content = { A: '1', RecipientTable: rows(250), '@x': '[', Total: '2' }
    const part = cut('IRS990ScheduleI', content)
    expect(storedOf(part)).toEqual({ ...content, RecipientTable: [] })
    expect(lengthsOf(part)).toEqual([['/IRS990ScheduleI/RecipientTable', 250, [100, 100, 50]]])
    const [repeat] = part.repeats
    const items = (repeat?.chunks ?? []).flatMap((chunk) =>
      JSON.parse(Buffer.concat(toItems(chunk)).toString()),
    )
    expect(items).toEqual(content.RecipientTable)
    expect(part.bytes).toBe(JSON.stringify(content).length)
  })

  test('is complete again with the required repeats', () => {
    const content = { RecipientTable: rows(201), B: '1', GrantsOtherAsstToIndivInUSGrp: rows(101) }
    const part = cut('IRS990ScheduleI', content)
    const text = (isWanted: (path: string) => boolean) => toText(part, isWanted).toString()
    expect(text(() => true)).toBe(JSON.stringify(content))
    expect(JSON.parse(text((path) => path.endsWith('InUSGrp')))).toEqual({
      ...content,
      RecipientTable: [],
    })
  })

  test.each([
    ['of a hundred rows', cut('IRS990ScheduleI', { RecipientTable: rows(100) })],
    ['of 64 KB', cut('IRS990ScheduleI', { RecipientTable: rows(101).map(({ Amt }) => ({ Amt })) })],
    ['that comes second', cut('IRS990ScheduleI', { RecipientTable: rows(300) }, 2)],
    ['with the rows in others', cut('IRS990ScheduleI', { A: [{ RecipientTable: rows(300) }, {}] })],
  ])('%s stays whole', (_, part) => {
    expect(part.repeats).toEqual([])
    expect(part.pieces).toHaveLength(1)
  })

  test('is cut even if the catalogue does not list the repeat', () => {
    const content = { Line: rows(300), A: { B: rows(101) } }
    expect(lengthsOf(cut('Attachment', content))).toEqual([
      ['/Attachment/Line', 300, [100, 100, 100]],
      ['/Attachment/A/B', 101, [100, 1]],
    ])
  })

  test('that may repeat is cut with its number when it occurs alone, and otherwise not', () => {
    const part = (block: string, ordinal: number, element: string) => {
      const json = Buffer.from(JSON.stringify({ [element]: rows(300) }))
      return { block, ordinal, json }
    }
    const cutsOf = (...parts: ReturnType<typeof part>[]) =>
      cutParts(parts).map(({ repeats }) => repeats.map(({ path }) => path))
    const detail = 'SupplementalInformationDetail'
    const k = (ordinal: number) => part('IRS990ScheduleK', ordinal, detail)
    expect(cutsOf(k(1))).toEqual([[`/IRS990ScheduleK[1]/${detail}`]])
    expect(cutsOf(k(1), k(2))).toEqual([[], []])
    const i = (ordinal: number) => part('IRS990ScheduleI', ordinal, 'RecipientTable')
    expect(cutsOf(i(1), i(2))).toEqual([['/IRS990ScheduleI/RecipientTable'], []])
  })

  test('is cut deep inside, too', () => {
    const path = 'CapGainsLossTxInvstIncmDetail/CapGainsLossTxInvstIncmGrp'
    const content = { CapGainsLossTxInvstIncmDetail: { CapGainsLossTxInvstIncmGrp: rows(120) } }
    expect(lengthsOf(cut('IRS990PF', content))).toEqual([[`/IRS990PF/${path}`, 120, [100, 20]]])
  })
})

test('the scanner reports which parts have no long repeat', () => {
  const row = '<RecipientTable><A>1</A><B/><B/></RecipientTable>'
  const data = `<IRS990/><IRS990ScheduleI>${row.repeat(7)}</IRS990ScheduleI><IRS990ScheduleO><A/></IRS990ScheduleO>`
  const { blocks } = readReturn(Buffer.from(makeReturn({ data })))
  expect(blocks.slice(1).map(({ block, mostRepeats }) => [block, mostRepeats])).toEqual([
    ['IRS990', 1],
    ['IRS990ScheduleI', 7],
    ['IRS990ScheduleO', 1],
  ])
})

test('repeats of a part are found by their elements, whatever their texts contain', () => {
  const json = JSON.stringify({
    A: [],
    B: { C: ['1', '2]', '"3'], D: '"', E: [{ F: [1, 2] }, {}] },
  })
  expect(findRepeats(Buffer.from(json), 2).map(({ path, count }) => [path, count])).toEqual([
    ['A', 0],
    ['B/C', 3],
    ['B/E', 2],
  ])
})

const short = (value: unknown) =>
  JSON.parse(withoutLongArrays(Buffer.from(JSON.stringify(value))).toString())
const long = Array.from({ length: 20_000 }, (_, row) => ({
  Nm: `"]${row}\\`,
  Rows: [row, [row]],
  Amt: '1'.repeat(40),
}))

describe('withoutLongArrays', () => {
  test('leaves JSON without long arrays unchanged', () => {
    const value = { A: ['1', { B: ['x"]['] }], C: '[' }
    expect(short(value)).toEqual(value)
  })

  test('empties long arrays at any depth, whatever brackets their texts contain', () => {
    expect(short({ A: '1', G: { Grants: long, Total: '2' }, Z: ['3'] })).toEqual({
      A: '1',
      G: { Grants: [], Total: '2' },
      Z: ['3'],
    })
  })

  test('empties long arrays within another', () => {
    expect(short({ A: [long, long], B: '1' })).toEqual({ A: [[], []], B: '1' })
  })
})
