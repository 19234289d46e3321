import { expect, test } from 'vitest'
import { typedNameKeys } from '#src/domain/names.ts'
import { buildSuggestions, readSuggestions } from '#src/search/suggest.ts'
import { openCases } from '#test/unit/cases.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

// Keys leave out "Inc", so its beginning is optional.
test.each(cases<[string, string[]]>('typed names and the keys they may begin'))(
  'the typed %s may begin %o',
  (typed, keys) => {
    expect(typedNameKeys(typed)).toEqual(keys)
  },
)

// Indexed prefixes have at most 15 letters.
test.each(cases<[string, string, boolean]>('clauses of suggestions'))(
  'the clauses for %s contain %s: %s',
  (typed, part, contains) => {
    expect(JSON.stringify(buildSuggestions(typed).query).includes(part)).toBe(contains)
  },
)

test('a suggestion shows another name only if it was found by it', () => {
  const names = [{ value: 'Harvest House', kind: 'former' as const, ref: 'bmf:2026-02:1:NAME' }]
  const display = { name: 'Cuyahoga Pantry', names, state: 'OH' }
  const hits = [{ _source: { ein: '070000001', display } }]
  const shown = { ein: '070000001', name: 'Cuyahoga Pantry', state: 'OH' }
  expect(readSuggestions(hits, 'harv')).toEqual([{ ...shown, otherName: 'Harvest House' }])
  expect(readSuggestions(hits, 'cuy')).toEqual([shown])
})
