import { expect, test } from 'vitest'
import type { PeopleParams } from '#src/search/people/people.ts'
import { buildPeopleSearch } from '#src/search/people/query.ts'

const NAMED = { name: 'Ann Lee' }
const LISTED = { ein: '070000101' }
const LARGEST = { 'sort.revenue': { order: 'desc', missing: '_last' } }
const BEST = [{ _score: 'desc' }, LARGEST]
const LATEST = [{ 'sort.lastYear': 'desc' }]

test.each<[Partial<PeopleParams>, object[]]>([
  [NAMED, BEST],
  [{ ...NAMED, sort: 'Relevance' }, BEST],
  [LISTED, LATEST],
  [{ ...NAMED, sort: 'Name' }, [{ 'query.words': { order: 'asc', mode: 'min' } }, ...BEST]],
  [
    { ...LISTED, sort: 'Name', order: 'desc' },
    [{ 'query.words': { order: 'desc', mode: 'min' } }, ...LATEST],
  ],
  [{ ...NAMED, sort: 'Year' }, [{ 'sort.lastYear': 'desc' }, ...BEST]],
  [{ ...NAMED, sort: 'Year', order: 'asc' }, [{ 'sort.lastYear': 'asc' }, ...BEST]],
])('people asked for with %j are in this order, and ties by key', (asked, order) => {
  const { sort } = buildPeopleSearch({ page: 1, limit: 10, facets: false, ...asked }, false)
  expect(sort).toEqual([...order, { key: 'asc' }])
})
