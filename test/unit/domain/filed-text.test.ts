import { expect, test } from 'vitest'
import { cutFiled, quoteFiled, toLine, toPlainJson } from '#src/domain/filed-text.ts'
import { cases } from '#test/unit/cases.ts'

const tagged = (text: string): string =>
  [...text].map((one) => String.fromCodePoint(0xe0000 + (one.codePointAt(0) ?? 0))).join('')

test('JSON shows invisible characters as escapes and means the same', () => {
  const value = { Name: 'A\u202e “b”\n\u200b 👩\u200d🏫', Tag: tagged('IGNORE') }
  const json = toPlainJson(value)
  expect(json).not.toMatch(/\p{Cf}/u)
  expect(json).toContain('A\\u202e “b”')
  expect(JSON.parse(json)).toEqual(value)
})

test.each(cases<[string, string]>('markup in JSON'))(
  'JSON writes markup characters in a text as escapes and means the same: %s',
  (text, shown) => {
    const json = toPlainJson({ Texts: [text] })
    expect(json).toBe(`{"Texts":["${shown}"]}`)
    expect(JSON.parse(json)).toEqual({ Texts: [text] })
  },
)

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
