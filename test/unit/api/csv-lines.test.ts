import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { toCsvLines } from '#src/api/shared/csv.ts'

test('a row is a line that ends in CRLF; an unknown value is an empty cell', () => {
  expect(toCsvLines([['1', undefined, true, false, -2, '']])).toBe('1,,true,false,-2,\r\n')
})

describe('a line break in a text does not end a row', () => {
  test.each(['A\n=cmd()', 'A\r=cmd()', 'A\r\n=cmd()', 'A\n', 'A\r'])('%j', (text) => {
    const line = toCsvLines([['1', text, 'y']])
    expect(line).toBe(`1,"${text}",y\r\n`)
    expect(parse(line)).toEqual([['1', text, 'y']])
  })
})

test.each([
  ...['=1', '+1', '-1', '@x', '＝1', '＋1', '－1', '＠x'],
  ...['\t=1', '\r=1', '\n=1', '\r\n=1', ' =1+1', '  -1', '\u00a0=cmd', '\ufeff=1', '\u3000＝1'],
])('%j is not a formula', (text) => {
  expect(parse(toCsvLines([[text, 'y']]))).toEqual([[`'${text}`, 'y']])
})

test.each([' a', ' 1', 'a = b', '\u00a0a'])('%j is unchanged', (text) => {
  expect(parse(toCsvLines([[text, 'y']]))).toEqual([[text, 'y']])
})
