import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { searchQuery as queryA, searchQuery, toQuery } from '#src/api/a/search.ts'
import { presentError } from '#src/api/shared/error-handler.ts'
import { listOfEins, pathEin } from '#src/api/shared/parameters.ts'
import { toRequestId } from '#src/api/shared/requests.ts'
import { surfaceOf } from '#src/api/shared/surface.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { ApiError } from '#src/platform/errors.ts'
import { toSearchFilters } from '#src/search/filters.ts'
import { describeList, LISTED_GROUPS } from '#src/sector/top-lists.ts'
import { testCases, testReturns } from '#test/unit/cases.ts'

describe('a request id', () => {
  test.each(['a', 'trace:1.2-3_4'])('%s is kept', (id) => {
    expect(toRequestId({ headers: { 'x-request-id': id } })).toBe(id)
  })
  test.each(['', 'a b', 'ü', '"', 'x'.repeat(129)])('%j is replaced', (id) => {
    expect(toRequestId({ headers: { 'x-request-id': id } })).toMatch(/^[0-9a-f-]{36}$/)
  })
})

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

testCases('integers that are no EIN', (given: string, type: string) => {
  const [issue] = pathEin().safeParse(given).error?.issues ?? []
  expect(issue).toMatchObject({ params: { type } })
})

test('an EIN is documented as accepted: an integer, or text with leading zeros', () => {
  const schema = z.toJSONSchema(pathEin(), { io: 'input' })
  expect(schema).toMatchObject({ type: ['integer', 'string'], minimum: 10_000_000 })
  const texts = ['070000101', '70000101', '170000105', '000267075', '267075', '07-0000101', '999']
  for (const given of texts) {
    const isDocumented = new RegExp(String(schema.pattern)).test(given)
    expect(pathEin().safeParse(given).success, given).toBe(isDocumented)
  }
})

test('EINs in a list have nine digits, and perhaps a hyphen', () => {
  const eins = ['070000101', '000267075', '170000105', '070000104']
  expect(listOfEins().parse('07-0000101, 000267075,170000105')).toEqual(eins.slice(0, 3))
  const isAccepted = (count: number) =>
    listOfEins('', 3).safeParse(eins.slice(0, count).join()).success
  expect([0, 1, 3, 4].map(isAccepted)).toEqual([false, true, true, false])
})

test('a search accepts the title of every top list, and each of its causes', () => {
  for (const { title, causes } of LISTED_GROUPS.map(describeList)) {
    expect(refusalOr({ CauseLabel: title }), title).toBeUndefined()
    for (const cause of causes) expect(refusalOr({ Cause: cause }), cause).toBeUndefined()
  }
})

const refusalOr = (given: Record<string, string>) =>
  queryA.safeParse({ Query: 'x', ...given }).error?.message

test('PageTooDeep names the parameters of the requested surface', () => {
  const error = new ApiError('PageTooDeep')
  expect(JSON.stringify(presentError(error, 'a').body)).toContain('MinRevenue')
  const b = JSON.stringify(presentError(error, 'b').body)
  expect(b).toContain('min_revenue')
  expect(b).not.toMatch(/MinRevenue|export/)
})

testReturns({
  'surfaces of addresses': (url: string) => surfaceOf(url, {}),
  'requests of A by their credential': [surfaceOf, 'a'],
  flags: (given: string) => queryA.parse({ Query: 'x', Facets: given }).Facets,
})
