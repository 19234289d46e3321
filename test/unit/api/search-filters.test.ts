import { expect, test } from 'vitest'
import { searchQuery, toQuery } from '#src/api/a/search.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { toSearchFilters } from '#src/search/given-filters.ts'

const read = (given: Record<string, string | string[]>) =>
  searchQuery.safeParse({ Query: 'x', ...given })

// rejections.test.ts has the parameters that are rejected.
test.each(readTsv(new URL('./search-filters.tsv', import.meta.url)))(
  '%s is read as %s',
  (given = '', filters = '') => {
    const { data } = read(JSON.parse(given))
    const { near, ...others } = (data && toSearchFilters(data)) ?? {}
    const area = near && { near: { label: near.label, km: near.km } }
    expect({ ...others, ...area }).toEqual(JSON.parse(filters))
  },
)

test('a star lists what passes the filters, in any mode', () => {
  expect(toQuery({ Query: '*', Mode: 'Identity' })).toEqual({ query: '', mode: 'Discovery' })
  expect(read({ Query: '*', EvidenceTier: 'FiledProgram' }).success).toBe(true)
  expect(read({ EvidenceTier: 'FiledProgram' }).success).toBe(false)
})

test('a query has at most 2,000 characters', () => {
  expect(read({ Query: 'x'.repeat(2_000) }).success).toBe(true)
  expect(read({ Query: 'x'.repeat(2_001) }).success).toBe(false)
})
