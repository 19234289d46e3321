import { describe, expect, test } from 'vitest'
import { toUrl } from '#src/mcp/to-url.ts'
import { ApiError } from '#src/platform/errors.ts'
import { OPERATION_TOOLS, operationTool } from '#src/tools/tools.ts'

function urlOf(name: string, given: Record<string, unknown>): string {
  const tool = operationTool(name)
  if (!tool) throw new Error(`No tool ${name}.`)
  return toUrl(tool, given)
}

function issuesOf(name: string, given: Record<string, unknown>): string[] {
  try {
    return [`none: ${urlOf(name, given)}`]
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return (error.details.issues ?? []).map(({ loc, msg }) => `${loc[1]} ${msg}`)
  }
}

describe('a call requests its operation', () => {
  test.each([
    ['get_profile', { EIN: '070000101' }, '/api/v2/charity/070000101/page'],
    ['get_profile', { EIN: '07-0000101', Year: 2022 }, '/api/v2/charity/070000101/page?Year=2022'],
    ['get_profile', { EIN: 70_000_101, Form: null }, '/api/v2/charity/070000101/page'],
    [
      'check_diligence',
      { EINs: ['07-0000101', 80_000_102] },
      '/api/v2/charity/diligence-summary?Report=true&EINs=070000101%2C080000102',
    ],
    [
      'check_diligence',
      { EINs: '070000101, 08-0000102' },
      '/api/v2/charity/diligence-summary?Report=true&EINs=070000101%2C080000102',
    ],
    [
      'get_evidence',
      { EIN: '070000101', Ref: '990:2023:2:/IRS990/A[1]' },
      '/api/v2/charity/070000101/sections/MoneyFlow?EvidenceRef=990%3A2023%3A2%3A%2FIRS990%2FA%5B1%5D',
    ],
    [
      'get_evidence',
      { Ref: 'bmf:2026-01:070000101:NAME' },
      '/api/v2/evidence?Ref=bmf%3A2026-01%3A070000101%3ANAME',
    ],
    // An argument can select another operation of the tool.
    ['organization_history', { EIN: '07-0000101' }, '/api/v2/charity/070000101/names'],
    [
      'organization_history',
      { EIN: '070000101', On: '2024-10-15', ObjectID: null },
      '/api/v2/charity/070000101/as-known?On=2024-10-15',
    ],
    [
      'organization_history',
      { EIN: '070000101', ObjectID: '202423269349303737' },
      '/api/v2/charity/070000101/filings/202423269349303737/changes?Limit=10',
    ],
    [
      'people_over_time',
      { EIN: '070000101', Name: ' ' },
      '/api/v2/charity/070000101/people-by-year?Limit=10',
    ],
    ['people_over_time', { Name: 'Noor Jorgensson' }, '/api/v2/people/across?Name=Noor+Jorgensson'],
    [
      'grant_relationship',
      { EIN: '070000101', OtherEIN: '08-0000102' },
      '/api/v2/charity/070000101/grants/with/080000102',
    ],
    [
      'search_organizations',
      { Query: 'food & more', Facets: true },
      '/api/v2/search?Mode=Identity&Query=food+%26+more&Facets=true&Limit=10',
    ],
    // A list without pages has the length of its operation.
    [
      'list_grantees',
      { EIN: '070000101', Limit: 200 },
      '/api/v2/charity/070000101/grantees?Limit=200',
    ],
  ])('%s %j', (name, given, url) => {
    expect(urlOf(name, given)).toBe(url)
  })
})

describe('an invalid argument is reported by its name in the tool', () => {
  test.each([
    ['get_profile', {}, ['EIN is required']],
    ['get_profile', { EIN: ' ' }, ['EIN is required']],
    ['get_section', { EIN: '070000101', Section: '\t' }, ['Section is required']],
    ['get_evidence', { EIN: '070000101' }, ['Ref is required']],
    ['people_over_time', {}, ['EIN is required']],
    [
      'people_over_time',
      { Name: 'Noor Jorgensson', LastYear: 2021 },
      ['LastYear cannot be combined with Name; leave one of them out'],
    ],
    [
      'organization_history',
      { EIN: '070000101', On: '2024-10-15', ObjectID: '1' },
      ['ObjectID cannot be combined with On; leave one of them out'],
    ],
    [
      'organization_history',
      { EIN: '070000101', Limit: 5 },
      ['Limit is accepted only with ObjectID'],
    ],
    [
      'organization_history',
      { EIN: '070000101', ObjectID: '../names' },
      ['ObjectID must be an object ID; list_filings lists them'],
    ],
    [
      'search_organizations',
      { Query: { q: 'x' } },
      ['Query must be a single value, not a list or an object'],
    ],
    ['check_diligence', { EINs: [{}] }, ['EINs must be a list of strings']],
    [
      'list_filings',
      { EIN: '070000101', Limit: 51 },
      ['Limit must be 50 or less; for more, pass NextCursor as Cursor'],
    ],
    [
      'list_grants',
      { EIN: '070000101', Format: 'csv' },
      ['Format is not an argument of list_grants'],
    ],
    [
      'search_organizations',
      { query: 'food' },
      [
        'query is not an argument of search_organizations; did you mean Query?',
        'Query is required',
      ],
    ],
  ])('%s %j', (name, given, messages) => {
    expect(issuesOf(name, given)).toEqual(messages)
  })

  test.each(['..', '../..', '%2e%2e', '070000101/../..', 'a?b', '.'])(
    'the path cannot reach another operation: %s',
    (text) => {
      expect(issuesOf('get_profile', { EIN: text })).toEqual([
        'EIN must be an EIN of nine digits, such as 070000101',
      ])
      expect(issuesOf('get_section', { EIN: '070000101', Section: text })).toEqual([
        'Section must be a section Id; get_profile lists the Ids',
      ])
    },
  )
})

test('a bound of a tool mentions NextCursor only if the tool has a Cursor', () => {
  for (const tool of OPERATION_TOOLS) {
    const { Limit, Cursor } = tool.operation.arguments
    if (Limit?.most === undefined) continue
    expect(Cursor, tool.name).toBeDefined()
    expect(issuesOf(tool.name, { Limit: Limit.most + 1 }).join()).toContain('NextCursor')
  }
})

test('names and titles are unique, and every client accepts the names', () => {
  const names = OPERATION_TOOLS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(OPERATION_TOOLS.map(({ operation }) => operation.title)).size).toBe(names.length)
  expect(names.filter((name) => !/^[a-z][a-z_]{2,40}$/.test(name))).toEqual([])
})
