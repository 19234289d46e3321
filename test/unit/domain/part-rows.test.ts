import { expect, it, test } from 'vitest'
import { packJson } from '#src/domain/packed-json.ts'
import { openPartRows, readPartRows, SHARED, toPartRows } from '#src/domain/part-rows.ts'

const part = (block: string, text: string, ordinal = 1) => {
  const json = Buffer.from(JSON.stringify({ Text: text }))
  return { block, ordinal, json, pieces: [json.subarray(0, 4), json.subarray(4)] }
}
const HEADER = part('ReturnHeader', 'Ünity {1}\n"two"')
const LONG = part('IRS990ScheduleO', 'x'.repeat(20_000))
const DETAILS = [part('IRS990ScheduleK', 'a'), part('IRS990ScheduleK', 'b', 2)]
const FORM = part('IRS990', 'short')

it.each([
  ['only small parts', [HEADER, ...DETAILS], ['']],
  ['a long part', [HEADER, LONG], ['IRS990ScheduleO', '']],
  ['a part with its own dictionary', [FORM, ...DETAILS], ['IRS990', '']],
  ['only long parts', [LONG], ['IRS990ScheduleO']],
  ['only a postcard', [part('IRS990N', 'a')], ['IRS990N']],
  ['no parts', [], []],
])('a return with %s has rows, from which its parts are read', (_, parts, names) => {
  const rows = [...toPartRows(parts)]
  expect(rows.map(({ block }) => block)).toEqual(names)
  const read = openPartRows(rows)
  expect(read).toHaveLength(parts.length)
  for (const { block, ordinal, json } of parts)
    expect(read).toContainEqual({ block, ordinal, json })
})

test('wanted parts are read in their order, without those that no row has', () => {
  const rows = [...toPartRows([HEADER, ...DETAILS])]
  const wanted = [
    { block: 'IRS990ScheduleK', ordinal: 2 },
    { block: 'IRS990ScheduleB', ordinal: 1 },
    { block: 'ReturnHeader', ordinal: 1 },
  ]
  expect(readPartRows(rows, wanted).map(({ content }) => content.Text)).toEqual([
    'b',
    'Ünity {1}\n"two"',
  ])
  expect(rows[0]).toMatchObject(SHARED)
})

test('small parts beyond 256 KB have rows of their own', () => {
  const details = Array.from({ length: 30 }, (_, at) =>
    part('IRS990ScheduleK', 'x'.repeat(10_000), at + 1),
  )
  const rows = [...toPartRows(details)]
  expect(rows.map(({ ordinal }) => ordinal)).toEqual([27, 28, 29, 30, 0])
  expect(openPartRows(rows)).toHaveLength(30)
})

test.each(['IRS990ScheduleK 1 {}', 'IRS990ScheduleK 1\n'])(
  'a damaged row, %j, is an error',
  (text) => {
    const content = packJson(SHARED.block, Buffer.from(text))
    expect(() => openPartRows([{ ...SHARED, content }])).toThrow(/damaged/)
  },
)
