import { expect, test } from 'vitest'
import { typedNameKeys } from '#src/domain/names.ts'
import { buildSuggestions, readSuggestions } from '#src/search/suggest.ts'
import { testReturns } from '#test/unit/cases.ts'

test('a suggestion shows another name only if it was found by it', () => {
  const names = [{ value: 'Harvest House', kind: 'former' as const, ref: 'bmf:2026-02:1:NAME' }]
  const display = { name: 'Cuyahoga Pantry', names, state: 'OH' }
  const hits = [{ _source: { ein: '070000001', display } }]
  const shown = { ein: '070000001', name: 'Cuyahoga Pantry', state: 'OH' }
  expect(readSuggestions(hits, 'harv')).toEqual([{ ...shown, otherName: 'Harvest House' }])
  expect(readSuggestions(hits, 'cuy')).toEqual([shown])
})

testReturns({
  'typed names and the keys they may begin': typedNameKeys,
  'clauses of suggestions': (typed: string, part: string) =>
    JSON.stringify(buildSuggestions(typed).query).includes(part),
})
