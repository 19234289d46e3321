import { describe, expect, test } from 'vitest'
import { ApiError } from '#src/errors.ts'
import { searchQuery as queryA } from '#src/surfaces/a/search-schema.ts'
import { presentError } from '#src/surfaces/error-body.ts'
import { parseRequestPart } from '#src/surfaces/validation.ts'

/** What A's search says of parameters it refuses. */
function refusal(given: Record<string, string>): string {
  const parse = parseRequestPart({
    schema: queryA,
    httpPart: 'querystring',
    method: 'GET',
    url: '/api/v2/search',
  })
  const result: unknown = parse({ Query: 'x', ...given })
  if (typeof result !== 'object' || result === null || !('error' in result)) {
    throw new Error('The parameters were taken.')
  }
  if (!(result.error instanceof ApiError)) throw new Error('No ApiError was given.')
  const { issues = [] } = result.error.details
  return issues.map(({ msg }) => msg).join(' | ')
}

describe('a refused parameter', () => {
  test.each([
    [{ State: 'XX' }, 'is not a known state; nearest: TX (Texas)'],
    [{ State: 'Geneva' }, 'is not a known state; send a code such as OH, or a name such as Ohio'],
    [{ State: 'OX' }, 'is not a known state; nearest: OH (Ohio); OK (Oklahoma); OR (Oregon)'],
    [{ Cause: 'xyzzy' }, 'is not a known cause; send a code such as K31, or a label'],
    [JSON.parse('{"__proto__": "1"}'), 'is not a known parameter'],
    [{ Limt: '1' }, 'is not a known parameter; did you mean Limit?'],
    [{ primary_form: '990' }, 'is not a known parameter; did you mean PrimaryForm?'],
    [{ CauseLabel: 'education' }, 'is not a canonical cause label; nearest: Education'],
    [
      { CauseLabel: 'Food, Agriculture and Nutrition' },
      'is not a canonical cause label; nearest: Food, Agriculture & Nutrition; Arts, Culture & Humanities',
    ],
    [{ CauseLabel: 'xyzzy' }, 'is not a canonical cause label; /openapi.json lists all of them'],
    [{ Sort: 'zzz' }, 'must be one of Relevance, Revenue, Assets, Recent'],
    [
      { PrimaryForm: '990-EZ' },
      'must be one of 990, 990EZ, 990N, 990PF, 990T; did you mean 990EZ?',
    ],
    [{ MinRevenue: '1e6' }, 'must be a number written in digits, such as 250000'],
    [{ Facets: 'yes' }, 'must be true or false'],
    [{ Cursor: '9999999999999999' }, 'must be 9007199254740991 or less'],
    [{ Cursor: '-9999999999999999' }, 'must be 1 or more'],
    [{ Cursor: '1e3' }, 'must be a whole number'],
  ])('%o', (given, message) => {
    expect(refusal(given)).toBe(message)
  })
})

test('a search with neither Query nor q is told of both', () => {
  const { error } = queryA.safeParse({})
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'is required; send Query, or q for a question in plain words',
  ])
})

test.each([
  ['true', true],
  ['True', true],
  ['1', true],
  ['FALSE', false],
  ['0', false],
])('Facets=%s is %s', (given, value) => {
  expect(queryA.parse({ Query: 'x', Facets: given }).Facets).toBe(value)
})

test('PageTooDeep names the parameters of the surface that was asked', () => {
  const error = new ApiError('PageTooDeep')
  expect(JSON.stringify(presentError(error, 'a').body)).toContain('MinRevenue')
  const b = JSON.stringify(presentError(error, 'b').body)
  expect(b).toContain('min_revenue')
  expect(b).not.toMatch(/MinRevenue|export/)
})
