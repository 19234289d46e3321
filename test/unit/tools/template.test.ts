import { expect, test } from 'vitest'
import { entriesAt } from '#src/tools/json.ts'
import { citedTextOf, textOf, valuesOf } from '#src/tools/line.ts'
import { type View, writeLine, writeResult } from '#src/tools/template.ts'
import { testCases } from '#test/unit/cases.ts'

testCases('templates', (template: string, row: object, text: string) => {
  expect(citedTextOf(writeLine(template, row))).toBe(text)
})

const ROWS = {
  Total: 3,
  Unused: 1,
  Rows: [1, 2, 3].map((Amount) => ({ Amount, Other: 'x', EvidenceRefs: [`r${Amount}`, 's'] })),
  Evidence: { 'Sum.Total': { Ref: 'r', Form: '990' } },
  Sums: { revenue: { value: 1, unit: 'USD' } },
}
const VIEW: View = [
  '{Total|row}, {Total|number|Evidence.Sum.Total.Ref}',
  {
    each: 'Rows',
    line: '{#}. {Amount|dollars|EvidenceRefs.0}',
    most: 2,
  },
  'none Rows: Nothing.',
]

test('a view writes rows, and says how many are left out', () => {
  const write = (rows: unknown[], most?: number) =>
    writeResult(VIEW, { ...ROWS, Rows: rows }, most)
      .lines.map(citedTextOf)
      .slice(1)
  expect(write(ROWS.Rows)).toEqual(['1. $1 [r1]', '2. $2 [r2]', '- and 1 more row'])
  expect(write(ROWS.Rows, 3)).toHaveLength(3)
  expect(write([])).toEqual(['Nothing.'])
})

test('the fields and rows that a view reads are shown, and no others', () => {
  const rows = [1, 2].map((Amount) => ({ Amount, EvidenceRefs: [`r${Amount}`] }))
  const Evidence = { 'Sum.Total': { Ref: 'r' } }
  expect(writeResult(VIEW, ROWS).shown).toEqual({ Total: 3, Rows: rows, Evidence })
  expect(writeResult(VIEW, ROWS, 1).shown).toMatchObject({ Rows: rows.slice(0, 1) })
  const sums: View = [(row) => entriesAt(row, 'Sums').map(([, one]) => writeLine('{value}', one))]
  expect(writeResult(sums, ROWS).shown).toEqual({ Sums: { revenue: { value: 1 } } })
  expect(writeResult([{ each: 'Rows', line: '' }], { Rows: [] }).shown).toEqual({ Rows: [] })
  expect(writeResult([], ROWS).shown).toEqual({})
})

test('a line has its values with their Refs, and a text without them', () => {
  const line = writeLine('{Total|grant||} [ {Ref|ref}]of {Sum|dollars|Ref}', {
    ...{ Total: 1, Sum: 5, Ref: '990:2022:1:/A[2]' },
  })
  expect(citedTextOf(line)).toBe('1 grant  [990:2022:1:/A[2]]of $5 [990:2022:1:/A[2]]')
  expect(textOf(line)).toBe('1 grant  of $5')
  expect(valuesOf(line)).toMatchObject([{ value: 1 }, { value: 5, ref: '990:2022:1:/A[2]' }])
})
