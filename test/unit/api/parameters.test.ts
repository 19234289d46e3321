import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { searchQuery as queryA } from '#src/api/a/search.ts'
import { presentError } from '#src/api/shared/error-handler.ts'
import { einOf, listOfEins, pathEin } from '#src/api/shared/parameters.ts'
import { parseRequestPart } from '#src/api/shared/validation.ts'
import { ApiError } from '#src/platform/errors.ts'
import { describeList, LISTED_GROUPS } from '#src/sector/top-lists.ts'

/** Returns the messages of A's search about rejected parameters. */
function refusal(given: Record<string, string>): string {
  const parse = parseRequestPart({
    schema: queryA,
    httpPart: 'querystring',
    method: 'GET',
    url: '/api/v2/search',
  })
  const result: unknown = parse({ Query: 'x', ...given })
  if (typeof result !== 'object' || result === null || !('error' in result)) {
    throw new Error('The parameters were accepted.')
  }
  if (!(result.error instanceof ApiError)) throw new Error('No ApiError was thrown.')
  const { issues = [] } = result.error.details
  return issues.map(({ msg }) => msg).join(' | ')
}

describe('a rejected parameter', () => {
  test.each([
    [
      { State: 'XX' },
      'must be a U.S. state or territory, such as OH or Ohio, or Abroad; got "XX". Nearest match: TX (Texas)',
    ],
    [
      { State: 'Geneva' },
      'must be a U.S. state or territory, such as OH or Ohio, or Abroad; got "Geneva"',
    ],
    [
      { State: 'OX' },
      'must be a U.S. state or territory, such as OH or Ohio, or Abroad; got "OX". Nearest matches: OH (Ohio); OK (Oklahoma); OR (Oregon)',
    ],
    [
      { State: 'Kenya' },
      'must be a U.S. state or territory, such as OH or Ohio, or Abroad; got "Kenya". To search by country, put it in Query',
    ],
    [
      { State: 'Jordan' },
      'must be a U.S. state or territory, such as OH or Ohio, or Abroad; got "Jordan". To search by country, put it in Query',
    ],
    [{ Cause: 'xyzzy' }, 'must be an NTEE code, such as K31, or a cause label; got "xyzzy"'],
    [JSON.parse('{"__proto__": "1"}'), 'is not a known parameter'],
    [{ Limt: '1' }, 'is not a known parameter; did you mean Limit?'],
    [{ primary_form: '990' }, 'is not a known parameter; did you mean PrimaryForm?'],
    [
      { CauseLabel: 'education' },
      'must be one of the cause labels in /openapi.json; got "education". Nearest match: Education',
    ],
    [
      { CauseLabel: 'Food, Agriculture and Nutrition' },
      'must be one of the cause labels in /openapi.json; got "Food, Agriculture and Nutrition". Nearest matches: Food, Agriculture & Nutrition; Arts, Culture & Humanities',
    ],
    [{ CauseLabel: 'xyzzy' }, 'must be one of the cause labels in /openapi.json; got "xyzzy"'],
    [{ Sort: 'zzz' }, 'must be one of Relevance, Revenue, Assets, Recent'],
    [
      { PrimaryForm: '990-EZ' },
      'must be one of 990, 990EZ, 990N, 990PF, 990T; did you mean 990EZ?',
    ],
    [
      { MinRevenue: '1x6' },
      'must be a number in digits, such as 250000, without "$", commas, or letters',
    ],
    [{ Facets: 'yes' }, 'must be true or false'],
    [{ Cursor: '9999999999999999' }, 'must be 9007199254740991 or less'],
    [{ Cursor: '-9999999999999999' }, 'must be 1 or more'],
    [{ Cursor: '1e3' }, 'must be a whole number'],
  ])('%o', (given, message) => {
    expect(refusal(given)).toBe(message)
  })
})

test('the message for a search with neither Query nor q names both', () => {
  const { error } = queryA.safeParse({})
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'is required. Send Query, or send q to ask a question in plain words. To list all organizations that match the filters, send Query=*',
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

test.each([
  ['0', 'too_small'],
  ['-70000101', 'too_small'],
  ['1000000000', 'too_big'],
  ['07-0000101', 'int_parsing'],
  ['x', 'int_parsing'],
])('%s is not an EIN: %s', (given, type) => {
  const [issue] = pathEin().safeParse(given).error?.issues ?? []
  expect(issue).toMatchObject({
    message: 'must be a nine-digit EIN without a hyphen, such as 123456789',
    params: { type },
  })
})

test('a shorter integer in a path is rejected with its nine digits', () => {
  const [issue] = pathEin().safeParse('267075').error?.issues ?? []
  expect(issue?.message).toMatch(/; for this integer, send 000267075$/)
})

test.each([
  ['in a path', pathEin(), 10_000_000],
  ['in a query', einOf(''), 10_000],
])(
  'an EIN %s is documented as accepted: an integer, or text with leading zeros',
  (_, ein, least) => {
    const schema = z.toJSONSchema(ein, { io: 'input' })
    expect(schema).toMatchObject({ type: ['integer', 'string'], minimum: least })
    const texts = ['070000101', '70000101', '170000105', '000267075', '267075', '07-0000101', '999']
    for (const given of texts) {
      const isDocumented = new RegExp(String(schema.pattern)).test(given)
      expect(ein.safeParse(given).success, given).toBe(isDocumented)
    }
  },
)

test('integers in a list of EINs get their leading zeros back', () => {
  expect(listOfEins().parse('70000101, 267075,170000105')).toEqual([
    '070000101',
    '000267075',
    '170000105',
  ])
})

test('all errors in a list of EINs are reported at once', () => {
  const given = ['070000101', '070000101', '17-0000105', '', ''].join(',')
  expect(
    listOfEins('')
      .safeParse(given)
      .error?.issues.map(({ message }) => message),
  ).toEqual([
    'must be nine-digit EINs without hyphens, separated by commas; got "17-0000105", an empty entry',
    'must contain each EIN once; repeated: "070000101"',
  ])
})

test('a list of EINs with its own bounds follows them', () => {
  const list = listOfEins('', { least: 2, most: 3 })
  const messagesFor = (...eins: string[]) =>
    list.safeParse(eins.join(',')).error?.issues.map(({ message }) => message)
  const [first, second, third, fourth] = ['070000101', '070000102', '070000103', '070000104']
  expect(messagesFor(first)).toEqual(['must contain at least two nine-digit EINs'])
  expect(messagesFor(first, second)).toBeUndefined()
  expect(messagesFor(first, second, third)).toBeUndefined()
  expect(messagesFor(first, second, third, fourth)).toEqual(['must contain at most 3 EINs; got 4'])
  expect(list.safeParse(undefined).error?.issues[0]?.message).toBe(
    'is required: 2 to 3 nine-digit EINs, separated by commas',
  )
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
