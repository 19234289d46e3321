import { expect, test } from 'vitest'
import { showJson, showLine, showText } from '#src/cli/show-text.ts'

test.each([
  ['plain text, Grüße, 読者 🙂', 'plain text, Grüße, 読者 🙂'],
  ['two\nlines\r\nand three', 'two\nlines\nand three'],
  ['\u001b[2J', '\\u001b[2J'],
  ['a\rb', 'a\\u000db'],
  ['\u009b31m\u0007\u007f', '\\u009b31m\\u0007\\u007f'],
  ['\u202efdp.exe\u2066', '\\u202efdp.exe\\u2066'],
  ['a\u2028b', 'a\\u2028b'],
])('%j is shown as %j', (text, shown) => expect(showText(text)).toBe(shown))

test('showLine joins white space', () => {
  expect(showLine(' a\n\tb \u001b')).toBe('a b \\u001b')
})

test('showJson keeps the values', () => {
  const value = { 'k\u009b': ['\u202e', '\u001b[0m', 'a\nb', { deep: '\u007f' }] }
  expect(showJson(value)).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
  expect(JSON.parse(showJson(value))).toEqual(value)
})
