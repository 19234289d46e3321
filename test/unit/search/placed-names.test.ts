import { expect, test } from 'vitest'
import { normalizeName } from '#src/domain/names.ts'
import { placedClauses, placedNameFilters, withoutLinks } from '#src/search/queries/placed-names.ts'

test.each([
  ['Utah Eye Bank in Salt Lake City', 'utah eye bank salt lake'],
  ['Utah Eye Bank near Salt Lake City, UT 84101-1234', 'utah eye bank salt lake ut'],
  ['Utah Eye Bank, New York City', 'utah eye bank new york'],
  ['Lily Fund of Akron, OH, USA', 'lily fund akron oh'],
  ['Lily Fund located at Akron, U.S.', 'lily fund akron'],
  ['Lily Fund from Akron, United States', 'lily fund akron'],
  ['Lily Fund in Gary, IN 46402', 'lily fund gary in'],
  ['of', 'of'],
  ['USA', ''],
])('%s becomes "%s"', (query, words) => {
  expect(withoutLinks(normalizeName(query))).toBe(words)
})

test('a query with only words around a place has no clauses', () => {
  expect(placedClauses('usa', 'placed')).toEqual([])
  expect(placedNameFilters('usa')).toEqual([])
  expect(placedNameFilters('lily usa')).toEqual([])
})

test('only the last ten words of a long text can be a place', () => {
  expect(placedNameFilters('word '.repeat(90).trim())).toHaveLength(10)
})
