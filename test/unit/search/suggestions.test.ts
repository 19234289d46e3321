import { expect, test } from 'vitest'
import { typedNameKeys } from '#src/domain/names.ts'
import { buildSuggestions, readSuggestions } from '#src/search/suggest.ts'

test.each([
  ['Harvest Pan', ['harvest pan']],
  ['St. Mary Ch', ['saint mary ch']],
  ['Lily Fdn', ['lily fdn', 'lily foundation']],
  ['Ohio Ministri', ['ohio ministri', 'ohio ministry']],
  ['The Lily Foundat', ['lily foundat']],
  // Keys leave out "Inc", so its beginning is optional.
  ['Harvest Pantry I', ['harvest pantry i', 'harvest pantry']],
  ['Harvest Pantry Inc', ['harvest pantry']],
  ['Ünïon', ['union']],
  [' - ', []],
])('the typed %s may begin %o', (typed, keys) => {
  expect(typedNameKeys(typed)).toEqual(keys)
})

test.each([
  ['0700', '{"prefix":{"ein":"0700"}}', true],
  ['100 Black Men', '"ein":', false],
  // Indexed prefixes have at most 15 letters.
  ['environmentalists', '"environmentalis"', true],
])('the clauses for %s contain %s: %s', (typed, part, contains) => {
  expect(JSON.stringify(buildSuggestions(typed).query).includes(part)).toBe(contains)
})

test('a suggestion shows another name only if it was found by it', () => {
  const names = [{ value: 'Harvest House', kind: 'former' as const, ref: 'bmf:2026-02:1:NAME' }]
  const display = { name: 'Cuyahoga Pantry', names, state: 'OH' }
  const hits = [{ _source: { ein: '070000001', display } }]
  const shown = { ein: '070000001', name: 'Cuyahoga Pantry', state: 'OH' }
  expect(readSuggestions(hits, 'harv')).toEqual([{ ...shown, otherName: 'Harvest House' }])
  expect(readSuggestions(hits, 'cuy')).toEqual([shown])
})
