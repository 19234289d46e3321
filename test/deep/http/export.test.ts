import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { createKey } from '#src/access/keys.ts'
import { searchResults } from '#src/api/a/search.ts'
import { COLUMN_NAMES, COLUMNS } from '#src/api/shared/export/columns.ts'
import {
  countSnapshots,
  numberedDocument,
  openParquet,
} from '#test/integration/http/export-world.ts'
import {
  buildIndex,
  openWorld,
  RELEASE,
  sketchDocument,
  type World,
} from '#test/integration/http/world.ts'

// More than are ranked by meaning, on several pages.
const NUMBERED = 230

const REF = '990:2024:202513199349301234'

/** A worst case for a table, with every field that an organization may have. */
function hostileDocument(): OrganizationDocument {
  const document = sketchDocument({
    ...{ ein: '089000001', name: '=HYPERLINK("http://x.example")', state: 'OH', form: '990' },
    revenue: -1_250_000,
  })
  Object.assign(document.display, {
    names: [
      { value: '@home, "Kin"', kind: 'former', ref: `${REF}:/A` },
      { value: '家族の会 🐦', kind: 'doing-business-as', ref: `${REF}:/B` },
      { value: 'Kin|=cmd', kind: 'former', ref: `${REF}:/C` },
    ],
    city: '+Akron',
    description: 'First line,\r\nsecond "line"\nעברית – \u2028end;',
    familyId: 'GEN-1234',
    expenses: { value: 99.5, ref: `${REF}:/IRS990/CYTotalExpensesAmt`, taxYear: 2024 },
    assets: { value: 1e30, ref: `${REF}:/IRS990/TotalAssetsEOYAmt`, taxYear: 2024 },
    isRevoked: true,
    programRatio: {
      value: 0.8125,
      ref: 'derived:programRatio:089000001:2024',
      taxYear: 2024,
      derivedFrom: [`${REF}:/IRS990/Part`, `${REF}:/IRS990/Whole`],
    },
    rating: {
      ...{ score: 71.25, band: 'Good', taxYear: 2024, policyVersion: 'rating-1' },
      ref: 'derived:rating:089000001:2024',
      filing: `${REF}:/ReturnHeader`,
    },
    operatingModel: {
      resource: { key: 'Contributions', label: 'Contributions and grants' },
      delivery: { key: 'Programs', label: 'Programs of its own' },
    },
  })
  return document
}

const BARE = sketchDocument({ ein: '089000002', name: 'Registry Only Society' })

let world: World
let headers: Record<string, string>

beforeAll(async () => {
  world = await openWorld('export')
  const numbered = Array.from({ length: NUMBERED }, (_, n) => numberedDocument(n, true))
  const { opensearch, deps } = world
  await buildIndex(opensearch, deps.indexPrefix, [...numbered, hostileDocument(), BARE])
  const { key } = await createKey(world.postgres, { tier: 'Internal', owner: 'export' })
  headers = { 'x-service-api-key': key }
})
afterAll(() => world.close())

const ask = (query: string, sent = headers, method: 'GET' | 'HEAD' = 'GET') =>
  world.app.inject({ method, url: `/api/v2/export?${query}`, headers: sent })

type Line = Record<string, unknown>

async function exported(query: string): Promise<Line[]> {
  const response = await ask(`${query}&Format=ndjson`)
  expect(response.statusCode, response.body).toBe(200)
  const lines = response.body.split('\n')
  expect(lines.pop(), 'the last line ends, too').toBe('')
  expect(response.headers['x-found']).toBe(String(lines.length))
  return lines.map((line) => JSON.parse(line) as Line)
}

/** Returns the rows of all pages of a search. */
async function searched(query: string): Promise<Line[]> {
  const rows: Line[] = []
  for (let cursor: string | undefined = '1'; cursor; ) {
    const response = await world.app.inject(`/api/v2/search?${query}&Limit=50&Cursor=${cursor}`)
    const { Hits, Found, NextCursor } = searchResults.parse(response.json())
    rows.push(
      ...Hits.map(({ EIN, Name, Match, Explanation }) => ({
        EIN,
        Name,
        MatchKind: Match.Kind,
        MatchField: Match.Field,
        MatchValue: Match.Value,
        MatchRef: Match.EvidenceRef,
        Explanation,
      })),
    )
    cursor = NextCursor
    if (!cursor) expect(rows).toHaveLength(Found)
  }
  return rows
}

describe('an export has the rows of a search with the same parameters, in the same order', () => {
  const columns = 'Columns=EIN,Name,MatchKind,MatchField,MatchValue,MatchRef,Explanation'
  test.each([
    ['Query=harvest+society', NUMBERED],
    ['Query=harvest+society&Sort=Revenue', NUMBERED],
    ['Query=harvest+society&Sort=Recent&State=OH', 77],
    ['Query=harvest+society+17&State=TX', undefined],
    ['Query=070000012', undefined],
    ['Query=food+for+families&Mode=Discovery', 200],
    ['Query=food+for+families&Mode=Discovery&Sort=Assets&State=OH', undefined],
    ['Query=qqqqq', 0],
  ])('%s', async (query, count) => {
    const rows = await exported(`${query}&${columns}`)
    if (count !== undefined) expect(rows).toHaveLength(count)
    const expected = await searched(query)
    expect(rows).toEqual(JSON.parse(JSON.stringify(expected)))
  })

  test('without Query: all organizations that pass the filters, in either mode', async () => {
    const all = await exported('Columns=Rank,EIN,MatchKind')
    expect(all).toHaveLength(NUMBERED + 2)
    expect(all.map(({ Rank }) => Rank)).toEqual(all.map((_, at) => at + 1))
    expect(new Set(all.map(({ EIN }) => EIN)).size).toBe(NUMBERED + 2)
    expect(all[0]).toMatchObject({ MatchKind: 'Filter' })
    expect(await exported('Mode=Discovery&Columns=Rank,EIN,MatchKind')).toEqual(all)
    const rich = await exported('MinRevenue=900000&Sort=Revenue&Columns=Revenue')
    const amounts = rich.map(({ Revenue }) => Number(Revenue))
    expect(amounts.length).toBeGreaterThan(10)
    expect(Math.min(...amounts)).toBeGreaterThanOrEqual(900_000)
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
    const tier = await exported('EvidenceTier=ClassificationOnly&Columns=EIN')
    expect(tier.map(({ EIN }) => EIN).toSorted()).toEqual(['089000001', '089000002'])
  })
})

describe('the formats', () => {
  const filter = 'EvidenceTier=ClassificationOnly&Sort=Revenue'

  test('NDJSON has every figure with its Ref and year, and leaves out unknown ones', async () => {
    const [hostile, bare] = await exported(filter)
    expect(hostile).toEqual({
      ...{ Rank: 1, EIN: '089000001', Name: '=HYPERLINK("http://x.example")' },
      NameRef: `${REF}:/ReturnHeader/Filer/BusinessName/BusinessNameLine1Txt`,
      OtherNames: ['@home, "Kin"', '家族の会 🐦', 'Kin|=cmd'],
      OtherNamesRefs: [`${REF}:/A`, `${REF}:/B`, `${REF}:/C`],
      ...{ City: '+Akron', State: 'OH', Country: 'US', FamilyID: 'GEN-1234' },
      ...{ CauseCode: 'K31', CauseLabel: 'Food Banks & Pantries', CauseInferred: false },
      ...{ CauseRef: 'bmf:2026-02:089000001:NTEE_CD', PrimaryForm: '990', Forms: ['990'] },
      ...{ EntityType: 'OperatingOrOtherTaxExempt', OrganizationRole: 'Independent' },
      EvidenceTier: 'ClassificationOnly',
      Description: 'First line,\r\nsecond "line"\nעברית – \u2028end;',
      ...{ OperatingResource: 'Contributions', OperatingResourceLabel: 'Contributions and grants' },
      ...{ OperatingDelivery: 'Programs', OperatingDeliveryLabel: 'Programs of its own' },
      ...{ IsRevoked: true, TaxYear: 2024, PeriodEnd: '2024-12-31' },
      ...{ Revenue: -1_250_000, RevenueTaxYear: 2024, Expenses: 100, ExpensesTaxYear: 2024 },
      RevenueRef: `${REF}:/IRS990/CYTotalRevenueAmt`,
      ExpensesRef: `${REF}:/IRS990/CYTotalExpensesAmt`,
      ...{ AssetsRef: `${REF}:/IRS990/TotalAssetsEOYAmt`, AssetsTaxYear: 2024 },
      ...{ ProgramRatio: 0.8125, ProgramRatioTaxYear: 2024 },
      ProgramRatioRef: 'derived:programRatio:089000001:2024',
      ProgramRatioDerivedFrom: [`${REF}:/IRS990/Part`, `${REF}:/IRS990/Whole`],
      ...{ RatingScore: 71.25, RatingBand: 'Good', RatingPolicy: 'rating-1', RatingTaxYear: 2024 },
      RatingRef: 'derived:rating:089000001:2024',
      RatingFilingRef: `${REF}:/ReturnHeader`,
      ...{ MatchKind: 'Filter', MatchField: 'Filters', Explanation: expect.any(String) },
    })
    for (const name of ['Revenue', 'PrimaryForm', 'OtherNames']) {
      expect(bare).not.toHaveProperty(name)
    }
  })

  test('CSV has the same, and no cell that a spreadsheet would execute', async () => {
    const lines = await exported(filter)
    const response = await ask(filter)
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="organizations-2026-03-01-[0-9a-f]{8}\.csv"$/,
      ),
      'x-release': RELEASE,
      'x-found': '2',
    })
    const rows = parse<Record<string, string>>(response.body, { columns: true, bom: false })
    expect(Object.keys(rows[0] ?? {})).toEqual(COLUMN_NAMES)
    const escaped = (cell: unknown): string => {
      if (Array.isArray(cell)) return cell.map((one) => escaped(one).replace('|', '¦')).join('|')
      return cell === undefined ? '' : String(cell).replace(/^[=+@]/, "'$&")
    }
    expect(rows).toEqual(
      lines.map((line) =>
        Object.fromEntries(COLUMN_NAMES.map((name) => [name, escaped(line[name])])),
      ),
    )
    expect(rows[0]?.Name).toBe('\'=HYPERLINK("http://x.example")')
    expect(rows[0]?.OtherNames).toBe('\'@home, "Kin"|家族の会 🐦|Kin¦=cmd')
    expect(rows[0]?.Revenue, 'a negative number is not a formula').toBe('-1250000')
    expect(response.body.split('\r\n').at(-1)).toBe('')
  })

  test('Parquet has the same in the types of DuckDB; EINs are text', async () => {
    const lines = await exported(filter)
    const response = await ask(`${filter}&Format=parquet&State=OH`)
    const whole = await ask(`${filter}&Format=parquet`)
    expect(whole.headers['content-type']).toBe('application/vnd.apache.parquet')
    const table = await openParquet(whole.rawPayload)
    const described = await table.ask('describe select * from $file')
    const types = { int32: 'INTEGER', int64: 'BIGINT', double: 'DOUBLE', date: 'DATE' }
    expect(described.map((one) => [one.column_name, one.column_type])).toEqual(
      COLUMNS.map(({ name, type }) => [
        name,
        { ...types, text: 'VARCHAR', texts: 'VARCHAR[]', boolean: 'BOOLEAN' }[type],
      ]),
    )
    const rows = await table.ask('select * replace (PeriodEnd::varchar as PeriodEnd) from $file')
    expect(rows).toEqual(
      lines.map((line) =>
        Object.fromEntries(
          COLUMNS.map(({ name, type }) => {
            const cell = line[name] ?? null
            return [name, type === 'int64' && cell !== null ? BigInt(Number(cell)) : cell]
          }),
        ),
      ),
    )
    await table.close()
    const narrowed = await openParquet(response.rawPayload)
    const metadata = await narrowed.ask(
      'select decode(key) as k, decode(value) as v from parquet_kv_metadata($file)',
    )
    const stated = Object.fromEntries(metadata.map(({ k, v }) => [k, String(v)]))
    expect(stated.Release).toBe(RELEASE)
    expect(JSON.parse(stated.Parameters ?? '')).toEqual({
      Mode: 'Identity',
      State: 'OH',
      Sort: 'Revenue',
      Order: 'desc',
      EvidenceTier: 'ClassificationOnly',
    })
    await narrowed.close()
  })

  test('without rows are a header line, nothing, and a table without rows', async () => {
    const none = 'Query=qqqqq&Columns=EIN,Revenue'
    expect((await ask(none)).body).toBe('EIN,Revenue\r\n')
    expect((await ask(`${none}&Format=ndjson`)).body).toBe('')
    const table = await openParquet((await ask(`${none}&Format=parquet`)).rawPayload)
    expect(await table.ask('select count(*) as n from $file')).toEqual([{ n: 0n }])
    await table.close()
  })

  test('have the requested columns, in their order', async () => {
    const { body } = await ask('Query=070000012&Columns=RevenueRef,%20Name,EIN')
    expect(body).toMatch(
      /^RevenueRef,Name,EIN\r\n990:2024:\d+:\S+,Harvest Society 12,070000012\r\n/,
    )
    const table = await openParquet(
      (await ask('Query=070000012&Columns=Name,EIN&Format=parquet')).rawPayload,
    )
    expect(await table.ask('select * from $file limit 1')).toEqual([
      { Name: 'Harvest Society 12', EIN: '070000012' },
    ])
    await table.close()
  })
})

const noSnapshots = () =>
  vi.waitFor(async () => expect(await countSnapshots(world.opensearch)).toBe(0), 10_000)

test('with a used-up allowance is rejected before the first byte', async () => {
  const { key } = await createKey(world.postgres, { tier: 'Paid', owner: 'one', dataLimit: 1 })
  const own = { 'x-service-api-key': key }
  const first = await ask('', own)
  expect([first.statusCode, first.headers.ratelimit]).toEqual([200, expect.stringContaining('r=0')])
  const refused = await ask('', own)
  const code = refused.json().detail.ErrorCode
  expect([refused.statusCode, code]).toEqual([429, 'DataAllowanceExhausted'])
  expect(refused.headers).not.toHaveProperty('x-found')
  expect(refused.headers).not.toHaveProperty('content-disposition')
  await noSnapshots()
})

test('HEAD has the headers of GET and reads no rows', async () => {
  const response = await ask('Query=harvest+society', headers, 'HEAD')
  expect([response.statusCode, response.body]).toEqual([200, ''])
  expect(response.headers).toMatchObject({ 'x-found': String(NUMBERED), 'x-release': RELEASE })
  await noSnapshots()
})

test('pages of other sites can read the number of rows and the release', async () => {
  const response = await ask('', { ...headers, origin: 'https://example.org' })
  for (const name of ['X-Found', 'X-Release', 'Content-Disposition']) {
    expect(response.headers['access-control-expose-headers']).toContain(name)
  }
})

test('/openapi.json lists every format, column, and header', async () => {
  const document = (await world.app.inject('/openapi.json')).json()
  const { responses, parameters, security } = document.paths['/api/v2/export'].get
  expect(Object.keys(responses)).toEqual(['200', '400', '401', '422', '429', '500', '503'])
  expect(security).toEqual([{ bearer: [] }, { apiKey: [] }])
  const { content, headers: stated } = responses[200]
  expect(Object.keys(content)).toEqual([
    'text/csv',
    'application/x-ndjson',
    'application/vnd.apache.parquet',
  ])
  for (const name of ['X-Found', 'X-Release', 'Content-Disposition', 'RateLimit']) {
    expect(stated).toHaveProperty(name)
  }
  const { properties } = document.components.schemas.ExportRow
  expect(Object.keys(properties)).toEqual(COLUMN_NAMES)
  for (const { name, meaning } of COLUMNS) expect(properties[name].description).toBe(meaning)
  // Those of a search, without its pages and facets.
  const namesOf = (of: { name: string }[]) => of.map(({ name }) => name)
  const searching = namesOf(document.paths['/api/v2/search'].get.parameters)
  const own = namesOf(parameters).filter((name) => !['Columns', 'Format'].includes(name))
  expect(own.length).toBeGreaterThan(20)
  for (const name of own) expect(searching).toContain(name)
})
