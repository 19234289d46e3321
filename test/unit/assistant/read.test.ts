import { expect, test } from 'vitest'
import { afterAnswer, NOTHING } from '#src/assistant/read/conversation.ts'
import { readParts } from '#src/assistant/read/parts.ts'
import { referencesIn } from '#src/assistant/read/references.ts'
import { spansOf, textOf } from '#src/assistant/read/spans.ts'
import { cleanText, problemOf, wordsOf } from '#src/assistant/read/text.ts'
import { readTsv } from '#src/domain/tsv.ts'

const rowsOf = (subject: string) =>
  readTsv(new URL('./read.tsv', import.meta.url)).flatMap(([about, ...row]) =>
    about === subject ? [row] : [],
  )

test.each([
  ['“Harbor House”\u202e\n\u0000 —  O’Brien', '"Harbor House" - O\'Brien'],
  ['revenue of nrk_0123456789abcdef', 'revenue of nrk_[redacted]'],
  ["revenue in FY'21, FY2020, and fy 19", 'revenue in 2021, 2020, and 2019'],
  ['  ', ''],
])('%j is cleaned to %j', (text, clean) => {
  expect(cleanText(text)).toBe(clean)
})

test('a long text is cut between characters', () => {
  const text = cleanText('🙂'.repeat(3_000))
  expect([text.length, text.isWellFormed()]).toEqual([2_000, true])
})

test.each(rowsOf('problem'))('the problem of "%s" is "%s"', (text = '', problem = '') => {
  expect(problemOf(text) ?? '').toBe(problem)
})

test.each(rowsOf('roles'))('%s', (text = '', roles = '') => {
  const letters = wordsOf(text).map(({ role, isCapital }) => {
    const letter = role.charAt(0)
    return isCapital ? letter.toUpperCase() : letter
  })
  expect(letters.join('')).toBe(roles)
})

test.each(rowsOf('names'))('"%s" may name %s', (text = '', names = '') => {
  const words = wordsOf(text)
  expect(
    spansOf(words)
      .map((span) => textOf(text, words, span))
      .join(' | '),
  ).toBe(names)
})

test.each(rowsOf('references'))('"%s" refers by %s', (text = '', references = '') => {
  const words = wordsOf(text)
  const found = referencesIn(words, () => false, true).map(({ kind, items }) =>
    [kind, ...items].join(' '),
  )
  expect(found.join(', ')).toBe(references)
})

test.each(rowsOf('parts'))('"%s" says %s', (text = '', expected = '') => {
  const { words: _, masked, ...parts } = readParts(text, [])
  const { from, to, relative, ago } = parts.years
  const years = [from, to].every((year) => year === undefined) ? '' : `${from ?? ''}-${to ?? ''}`
  const others = Object.entries({
    ...parts,
    years: [years, relative, ago].filter(Boolean).join(' '),
  })
  const said = others.flatMap(([key, value]) => (String(value) === '' ? [] : [`${key} ${value}`]))
  expect([masked, ...said].join('; ')).toBe(expected)
})

test.each(rowsOf('answer'))('the list of "%s" is %s', (content = '', list = '', more = '') => {
  const { isAsking, year, ...after } = afterAnswer(NOTHING, content.replaceAll('\\n', '\n'), [
    'Jo Doe',
  ])
  const items = after.list.map(({ ein, label }) => ein ?? label).join(' | ')
  const others = [...after.focus, ...after.people, year ?? [], isAsking ? 'asks' : []].flat()
  expect([items, others.join(', ')]).toEqual([list, more])
})
