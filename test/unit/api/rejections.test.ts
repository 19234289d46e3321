import { afterAll, describe, expect, test } from 'vitest'
import { errorBody } from '#src/api/a/operation.ts'
import { openWithoutStores } from './without-stores.ts'

// Requests rejected before any store is read, with part of the message. validation.test.ts covers
// rules in the schema for all operations.

const { app, close } = await openWithoutStores()
afterAll(close)

const EIN = '290000118'
const OTHER = '080000102'
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => String(79_009_200 + n).padStart(9, '0')).join(',')
const charity = (operation: string) => `/api/v2/charity/${EIN}/${operation}`

type Case = [query: string, name: string, message: RegExp]

const EINS: Case[] = [
  ['EINs=', 'EINs', /at least one nine-digit EIN/],
  ['EINs=,', 'EINs', /at least one nine-digit EIN/],
  ['', 'EINs', /is required/],
  [`EINs=${many(26)}`, 'EINs', /got 26/],
  [`EINs=${EIN},${OTHER},${EIN}`, 'EINs', new RegExp(`repeated: "${EIN}"`)],
  [`EINs=${OTHER},${Number(OTHER)}`, 'EINs', new RegExp(`repeated: "${OTHER}"`)],
  [`EINs=${EIN},2670`, 'EINs', /got "2670"/],
  [`EINs=${EIN},`, 'EINs', /got an empty entry/],
  ['EINs=17-0000105', 'EINs', /nine-digit EINs without hyphens, .*got "17-0000105"/],
  ['EINs=07900910X', 'EINs', /got "07900910X"/],
  ['EINs=000000000', 'EINs', /got "000000000"/],
  ['EINs=0790091011', 'EINs', /got "0790091011"/],
]

const CURSOR: Case[] = [
  ['Cursor=', 'Cursor', /must not be empty/],
  ['cursor=x', 'cursor', /did you mean Cursor\?/],
]

const REJECTED: Record<string, Case[]> = {
  '/api/v2/search': [
    ['', 'Query', /required/],
    ['Query=', 'Query', /empty/],
    ['Query=a%00b', 'Query', /NUL/],
    ['Query=x&q=y', 'q', /send only one of them/],
    ['Query=x&Limit=', 'Limit', /whole number/],
    ['Query=x&State=CA&State=NY', 'State', /more than once/],
    ['Query=x&State=Ohoi', 'State', /OH \(Ohio\)/],
    ['Query=x&Cause=Educaton', 'Cause', /B \(Education\)/],
    ['Query=x&CauseLabel=Educaton', 'CauseLabel', /Nearest match: Education$/],
    ['Query=x&MinRevenue=Infinity', 'MinRevenue', /number/],
    ['Query=x&MinRevenue=5&MaxRevenue=4', 'MinRevenue', /greater than MaxRevenue/],
    ['Query=x&Sort=revenue', 'Sort', /did you mean Revenue\?/],
    ['Query=x&Mode=Discover', 'Mode', /did you mean Discovery\?/],
    ['Query=x&EntityType=Foundation', 'EntityType', /PrivateFoundation/],
    ['Query=x&EvidenceTier=FiledProgram', 'EvidenceTier', /Mode=Discovery/],
    ['Query=x&limit=3', 'limit', /did you mean Limit\?/],
    ['Query=x&Stat=OH', 'Stat', /did you mean State\?/],
  ],
  '/api/v2/people/across': [
    ['', 'Name', /required/],
    ['Name=', 'Name', /empty/],
    ['Name=Doe&EIN=12', 'EIN', /EIN/],
    ['Name=Doe&State=OH', 'State', /./],
  ],
  [charity('people-by-year')]: [
    ['Sort=Salary', 'Sort', /must be one of Pay, Name, Title, Hours, or a tax year/],
    ['LastYear=22', 'LastYear', /four-digit year/],
    ['Limit=201', 'Limit', /200/],
    ...CURSOR,
  ],
  '/api/v2/export': [
    ['Format=xlsx', 'Format', /must be one of csv, ndjson, parquet/],
    ['Columns=', 'Columns', /an empty entry/],
    ['Columns=EIN,', 'Columns', /an empty entry/],
    ['Columns=EIN,Revenu', 'Columns', /"Revenu"; did you mean Revenue\?/],
    ['Columns=ein', 'Columns', /did you mean EIN\?/],
    ['Columns=EIN,Name,EIN', 'Columns', /once; repeated: EIN/],
    ['Query=', 'Query', /empty/],
    ['Query=x&EvidenceTier=FiledProgram', 'EvidenceTier', /Mode=Discovery/],
    ['MinRevenue=5&MaxRevenue=4', 'MinRevenue', /greater than MaxRevenue/],
    ['State=OX', 'State', /Nearest matches: OH/],
    ['Sort=Rating', 'Sort', /must be one of/],
    ['Cursor=2', 'Cursor', /not a known parameter/],
    ['Limit=5', 'Limit', /not a known parameter/],
    ['Facets=true', 'Facets', /not a known parameter/],
    ['q=food', 'q', /not a known parameter/],
    ['Column=EIN', 'Column', /did you mean Columns\?/],
  ],
  '/api/v2/compare': [
    ['', 'EINs', /is required: 2 to 5 nine-digit EINs/],
    ['EINs=', 'EINs', /at least two nine-digit EINs/],
    [`EINs=${EIN}`, 'EINs', /at least two nine-digit EINs/],
    [`EINs=${EIN},${EIN}`, 'EINs', /must contain each EIN once/],
    [`EINs=${EIN},08-0000103`, 'EINs', /nine-digit EINs without hyphens/],
    [`EINs=${EIN},2670`, 'EINs', /nine-digit EINs/],
    [`EINs=${many(6)}`, 'EINs', /at most 5 EINs; got 6/],
    [`EINs=${EIN},${OTHER}&Form=1040`, 'Form', /must be one of 990/],
    [`EINs=${EIN},${OTHER}&eins=1`, 'eins', /did you mean EINs/],
  ],
  '/api/v2/charity/diligence-summary': EINS,
  '/api/v2/funders/for-cohort': EINS,
  [charity('page')]: [
    ['Form=990-EZ', 'Form', /did you mean 990EZ\?/],
    ['Form=', 'Form', /must be one of/],
    ['Form=990&Form=990T', 'Form', /more than once/],
    ['Year=22', 'Year', /four-digit year/],
    ['Year=latest', 'Year', /four-digit year/],
    ['year=2022', 'year', /did you mean Year\?/],
    ['Limit=3', 'Limit', /not a known parameter/],
  ],
  [charity('filings')]: [
    ...CURSOR,
    ['Form=990ez', 'Form', /did you mean 990EZ\?/],
    ['Year=2022', 'Year', /not a known parameter/],
  ],
  [charity('discovery')]: [
    ['Form=990EX', 'Form', /did you mean 990EZ/],
    ['Intent=%20%20', 'Intent', /must not be empty/],
    ['Intend=food', 'Intend', /did you mean Intent/],
  ],
  [charity('awards')]: CURSOR,
  [charity('subawards')]: CURSOR,
  [charity('money-network')]: CURSOR,
  [charity('grantees')]: [
    ['MinAmount=', 'MinAmount', /must be a number/],
    ['MinAmount=1x3', 'MinAmount', /must be a number in digits/],
    ['MinAmount=1&MinAmount=2', 'MinAmount', /more than once/],
    ['minyear=2022', 'minyear', /did you mean MinYear\?/],
  ],
  [charity('grants')]: [
    ...CURSOR,
    ['MinYear=2022&MaxYear=2021', 'MinYear', /not be later than MaxYear/],
    ['Category=Schedule', 'Category', /did you mean Schedule/],
    ['Category=ScheduleI,', 'Category', /an entry is empty/],
    ['Counterparty=12-345', 'Counterparty', /must be a nine-digit EIN/],
    [`Counterparty=${EIN}`, 'Counterparty', /another organization/],
    ['Match=Sure', 'Match', /one of None/],
    ['Format=xml', 'Format', /one of json, csv/],
    ['Format=csv&Limit=5', 'Limit', /only with Format=json/],
    ['Format=csv&Cursor=abc', 'Cursor', /only with Format=json/],
  ],
}

describe.each(Object.entries(REJECTED))('%s', (path, cases) => {
  test.each(cases)('rejects ?%s', async (query, name, message) => {
    const response = await app.inject(`${path}?${query}`)
    expect(response.statusCode, response.body).toBe(422)
    expect(errorBody.parse(response.json()).detail).toMatchObject([
      { loc: ['query', name], msg: expect.stringMatching(message) },
    ])
  })
})

test.each(['1234567', '0', '1234567890', 'abcdefghi', '12-3456789', '000000000', '1e8'])(
  'rejects EIN %s in a path',
  async (ein) => {
    const response = await app.inject(`/api/v2/charity/${ein}/page`)
    expect(response.statusCode).toBe(422)
    expect(response.json().detail).toMatchObject([
      { loc: ['path', 'ein'], msg: expect.stringMatching(/EIN/) },
    ])
  },
)

test('reports all errors at once, each with its location', async () => {
  const response = await app.inject('/api/v2/search?Query=x&Limit=0&Cursor=x&Foo=1&Bar=2')
  const { detail } = response.json<{ detail: { loc: string[] }[] }>()
  expect(detail.map(({ loc }) => loc[1]).sort()).toEqual(['Bar', 'Cursor', 'Foo', 'Limit'])
})

describe('surface B rejects with a sentence', () => {
  const noEin =
    /^ein must be a nine-digit EIN without a hyphen, such as 123456789(?:; for this integer, send 001234567)?\.$/
  test.each([
    ['/api/v2/search?q=', /q must not be empty/],
    [`/api/v2/search?q=${'x'.repeat(2_001)}`, /q must be at most 2000 characters/],
    ['/api/v2/search?q=x&pag=2&limt=5', /did you mean page\? limt is .*did you mean limit\?$/],
    ['/api/v2/search?q=x&limit=101', /limit must be 100 or less/],
    ['/api/v2/search?q=x&page=0', /page must be 1 or more/],
    [
      '/api/v2/search?q=x&most_revenue=5',
      /most_revenue is not a known parameter; did you mean m\w+_revenue\?/,
    ],
    ['/api/v2/search?q=x&sort=rating_desc', /sort must be one of .*did you mean rating\?/],
    ['/api/v2/search?q=x&state=Ohoi', /state must be a U.S. state .*got "Ohoi". Nearest match: OH/],
    ['/api/v2/search?q=x&state=Kenya', /To search by country, put it in q\.$/],
    ['/api/v2/search?q=x&q=y', /q was sent more than once/],
    [`${charity('flows')}?years=2021`, /^years is not a known parameter; did you mean year\?$/],
    [
      `${charity('flows')}?year=22`,
      /^year must be a four-digit year from 1900 to 2099, such as 2022\.$/,
    ],
    [`${charity('profile')}?Form=990`, /Form is not/],
    [`/charities/${EIN}?validate=true`, /^validate is not supported; omit it\.$/],
    ['/api/v2/charity/7/metrics', /or 0 for the whole sector/],
    ...['1234567', '012345678901', 'abc', '-1', '0', '00'].map((ein): [string, RegExp] => [
      `/api/v2/charity/${ein}/profile`,
      noEin,
    ]),
  ])('%s', async (url, sentence) => {
    const response = await app.inject(url)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({
      success: false,
      data: null,
      error: expect.stringMatching(sentence),
    })
  })
})

describe.each([
  '/api/v2/charity-question',
  '/api/v2/agent-feedback',
  '/api/v2/assistant/chat/stream',
])('%s rejects a body', (url) => {
  test.each([
    ['of broken JSON', 400, 'application/json', '{"Message": '],
    ['without content', 400, 'application/json', ''],
    ['of text', 400, 'text/plain', '{}'],
    ['of XML', 400, 'application/xml', '<a/>'],
    ['of a form', 400, 'application/x-www-form-urlencoded', 'Message=Hello'],
    ['over 256 KiB', 413, 'application/json', JSON.stringify('x'.repeat(300_000))],
  ])('%s with %i', async (_, status, type, payload) => {
    const headers = { 'content-type': type }
    const response = await app.inject({ method: 'POST', url, headers, payload })
    expect(response.statusCode, response.body).toBe(status)
    const ErrorCode = status === 413 ? 'BodyTooLarge' : 'InvalidRequest'
    expect(response.json().detail).toMatchObject({ ErrorCode })
  })

  test('that is absent', async () => {
    const response = await app.inject({ method: 'POST', url })
    expect(response.statusCode).toBe(400)
    expect(response.json().detail.Message).toMatch(/has no body\. Send/)
  })

  test.each(['[]', '"text"', '1', 'null'])('that is %s', async (payload) => {
    const headers = { 'content-type': 'application/json' }
    const response = await app.inject({ method: 'POST', url, headers, payload })
    expect(response.statusCode).toBe(422)
    expect(response.json().detail[0].msg).toBe('must be a JSON object')
  })
})
