import { Agent, get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { z } from 'zod'
import { openBulkWriter } from '#indexer/index/build/bulk-writer.ts'
import { toEntry } from '#indexer/index/documents/organizations-part.ts'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { organizationsIndex } from '#mappings/organizations.ts'
import { createKey } from '#src/access/keys.ts'
import type { searchResults } from '#src/api/a/search.ts'
import { COLUMN_NAMES, COLUMNS } from '#src/api/shared/export/columns.ts'
import type { ExportLimits } from '#src/search/export/open-export.ts'
import { openKey, serve } from '#test/integration/assistant/chat-world.ts'
import { walkPages } from '#test/integration/http/answers-a.ts'
import {
  begin,
  countSnapshots,
  endOf,
  numberedDocument,
  readAll,
  readParquet,
} from '#test/integration/http/export-world.ts'
import {
  buildIndex,
  openWorld,
  RELEASE,
  sketchDocument,
  type World,
} from '#test/integration/http/world.ts'
import { expectRecorded } from '#test/recorded.ts'

// More than are ranked by meaning, on several pages.
const NUMBERED = 230

const REF = '990:2024:202513199349301234'

/** A worst case for a table, with every field that an organization may have. */
function hostileDocument(): OrganizationDocument {
  const document = sketchDocument({
    ...{ ein: '089000001', name: '=HYPERLINK("http://x.example")', state: 'OH', form: '990' },
    revenue: -1_250_000,
  })
  const figure = (value: number, line: string) => ({
    ...{ value, ref: `${REF}:/IRS990/${line}`, taxYear: 2024 },
  })
  const kinds = { key: 'Contributions', label: 'Contributions and grants' }
  Object.assign(document.display, {
    names: [
      { value: '@home, "Kin"', kind: 'former', ref: `${REF}:/A` },
      { value: '家族の会 🐦', kind: 'doing-business-as', ref: `${REF}:/B` },
      { value: 'Kin|=cmd', kind: 'former', ref: `${REF}:/C` },
    ],
    ...{ city: '+Akron', familyId: 'GEN-1234', isRevoked: true },
    description: 'First line,\r\nsecond "line"\nעברית – \u2028end;',
    ...{ expenses: figure(99.5, 'CYTotalExpensesAmt'), assets: figure(1e30, 'TotalAssetsEOYAmt') },
    programRatio: { ...figure(0.8125, 'Ratio'), derivedFrom: [`${REF}:/A`, `${REF}:/B`] },
    rating: {
      ...{ score: 71.25, band: 'Good', taxYear: 2024, policyVersion: 'rating-1' },
      ...{ ref: 'derived:rating:089000001:2024', filing: `${REF}:/ReturnHeader` },
    },
    operatingModel: {
      resource: kinds,
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
  headers = await openKey(world.postgres)
})
afterAll(() => world.close())

const ask = (query: string, sent = headers, method: 'GET' | 'HEAD' = 'GET') =>
  world.app.inject({ method, url: `/api/v2/export?${query}`, headers: sent })

type Line = Record<string, unknown>
type Hit = z.output<typeof searchResults>['Hits'][number]

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
  const read = async (url: string) => (await world.app.inject(url)).json<unknown>()
  const hits = await walkPages<Hit>(read, `/api/v2/search?${query}&Limit=50`, 'Hits')
  return hits.map(({ EIN, Name, Match, Explanation }) => ({
    ...{ EIN, Name, Explanation, MatchKind: Match.Kind, MatchField: Match.Field },
    ...{ MatchValue: Match.Value, MatchRef: Match.EvidenceRef },
  }))
}

const PARQUET_TYPES = {
  ...{ int32: ['INT32', undefined], int64: ['INT64', undefined], double: ['DOUBLE', undefined] },
  ...{ boolean: ['BOOLEAN', undefined], text: ['BYTE_ARRAY', 'UTF8'], date: ['INT32', 'DATE'] },
  texts: [undefined, 'LIST'],
}

describe('an export has the rows of a search with the same parameters, in the same order', () => {
  const columns = 'Columns=EIN,Name,MatchKind,MatchField,MatchValue,MatchRef,Explanation'
  test.each([
    ['Query=harvest+society', NUMBERED],
    ['Query=harvest+society&Sort=Revenue', NUMBERED],
    ['Query=harvest+society&Sort=Revenue&Order=asc', NUMBERED],
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
    expect(all.map(({ Rank }) => Rank)).toEqual(all.map((_, at) => at + 1))
    expect(new Set(all.map(({ EIN }) => EIN)).size).toBe(NUMBERED + 2)
    expect(all[0]).toMatchObject({ MatchKind: 'Filter' })
    expect(await exported('Mode=Discovery&Columns=Rank,EIN,MatchKind')).toEqual(all)
    const tier = await exported('EvidenceTier=ClassificationOnly&Columns=EIN')
    expect(tier.map(({ EIN }) => EIN).toSorted()).toEqual(['089000001', '089000002'])
  })
})

describe('the formats', () => {
  const filter = 'EvidenceTier=ClassificationOnly&Sort=Revenue'

  test('NDJSON and CSV have every figure with its Ref and year, and no unknown ones', async () => {
    const ndjson = await ask(`${filter}&Format=ndjson`)
    const csv = await ask(filter)
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="organizations-${RELEASE}.csv"`,
      ...{ 'x-release': RELEASE, 'x-found': '2' },
    })
    const texts = { NDJSON: ndjson.body, CSV: csv.body.replaceAll('\r\n', '⏎\n') }
    await expectRecorded('export-rows', texts)
    const [row] = parse<Record<string, string>>(csv.body, { columns: true })
    expect(Object.keys(row ?? {})).toEqual(COLUMN_NAMES)
  })

  test('a Parquet file has the same values with types; EINs are text', async () => {
    const lines = await exported(filter)
    const whole = await ask(`${filter}&Format=parquet`)
    expect(whole.headers['content-type']).toBe('application/vnd.apache.parquet')
    const { metadata, rows } = await readParquet(whole.rawPayload)
    const leaves = new Map(metadata.schema.map((field) => [field.name, field]))
    for (const { name, type } of COLUMNS) {
      const { type: stored, converted_type: meaning } = leaves.get(name) ?? {}
      expect([stored, meaning], name).toEqual(PARQUET_TYPES[type])
    }
    const toCell = (cell: unknown, type: string) => {
      if (cell === undefined) return type === 'texts' ? undefined : null
      if (type === 'date') return new Date(String(cell))
      return type === 'int64' ? BigInt(Number(cell)) : cell
    }
    expect(rows).toEqual(
      lines.map((line) =>
        Object.fromEntries(
          COLUMNS.map(({ name, type }) => [name, toCell(line[name] ?? undefined, type)]),
        ),
      ),
    )
    const ohio = (await ask(`${filter}&Format=parquet&State=OH`)).rawPayload
    const { key_value_metadata: pairs = [] } = (await readParquet(ohio)).metadata
    const stated = Object.fromEntries(pairs.map(({ key, value }) => [key, value]))
    expect(stated.Release).toBe(RELEASE)
    const parameters = { State: 'OH', Sort: 'Revenue', EvidenceTier: 'ClassificationOnly' }
    expect(JSON.parse(stated.Parameters ?? '')).toMatchObject(parameters)
  })

  test('without rows are a header line, nothing, and a table without rows', async () => {
    const none = 'Query=qqqqq&Columns=EIN,Revenue'
    expect((await ask(none)).body).toBe('EIN,Revenue\r\n')
    expect((await ask(`${none}&Format=ndjson`)).body).toBe('')
    const file = (await ask(`${none}&Format=parquet`)).rawPayload
    expect((await readParquet(file)).rows).toEqual([])
  })

  test('have the requested columns, in their order', async () => {
    const query = 'Query=070000012&Columns=Name,%20EIN'
    expect((await ask(query)).body).toMatch(/^Name,EIN\r\nHarvest Society 12,070000012\r\n/)
    const [row] = (await readParquet((await ask(`${query}&Format=parquet`)).rawPayload)).rows
    expect(Object.entries(row ?? {}).join()).toBe('Name,Harvest Society 12,EIN,070000012')
  })
})

test('HEAD has the headers of GET, and a used-up allowance none; both read no rows', async () => {
  const { key } = await createKey(world.postgres, { tier: 'Paid', owner: 'one', dataLimit: 1 })
  const own = { 'x-service-api-key': key }
  const first = await ask('Query=harvest+society', own, 'HEAD')
  expect(first.headers).toMatchObject({ 'x-found': String(NUMBERED), 'x-release': RELEASE })
  expect([first.statusCode, first.body]).toEqual([200, ''])
  const refused = await ask('', own)
  const code = refused.json().detail.ErrorCode
  expect([refused.statusCode, code]).toEqual([429, 'DataAllowanceExhausted'])
  expect(refused.headers).not.toHaveProperty('x-found')
  expect(refused.headers).not.toHaveProperty('content-disposition')
  await vi.waitFor(async () => expect(await countSnapshots(world.opensearch)).toBe(0), 10_000)
})

describe('a reader that pauses', () => {
  // One batch of 12 MB, more than the kernel buffers, so that pauses have an effect.
  const ROWS = 12
  const LONG = 'Gives food to families in need. '.repeat(32_000)

  function longDocument(n: number): OrganizationDocument {
    const document = numberedDocument(n)
    Object.assign(document.display, { description: LONG })
    return document
  }

  let world: World
  let headers: Record<string, string>

  beforeAll(async () => {
    world = await openWorld('export_pauses')
    const { opensearch, deps } = world
    await buildIndex(opensearch, deps.indexPrefix, [longDocument(0)])
    // In several bulks, because one bulk may exceed the call timeout on a busy engine.
    const index = organizationsIndex(deps.indexPrefix, RELEASE)
    const writer = openBulkWriter(opensearch, index)
    for (let n = 1; n < ROWS; n += 1) await writer.put([toEntry(longDocument(n))])
    expect((await writer.finish()).written).toBe(ROWS - 1)
    await opensearch.run((client) => client.indices.refresh({ index }))
    headers = await openKey(world.postgres)
  })
  afterAll(() => world.close())

  /** Opens a server with these limits; `serverMs` is its own timeout for a silent connection. */
  async function open(exportLimits: Partial<ExportLimits>, serverMs?: number) {
    const { address, app, close } = await serve(world.deps, { exportLimits })
    onTestFinished(close)
    const connected: Socket[] = []
    app.server.on('connection', (socket) => connected.push(socket))
    if (serverMs !== undefined) app.server.setTimeout(serverMs)
    return { server: app.server, port: Number(new URL(address).port), connected }
  }

  const PATH = '/api/v2/export?Format=ndjson'

  test('an export of one batch that is not read is cut off by its own limit', async () => {
    const { port } = await open({ idleMs: 1_000, ofOneClient: 1 })
    const response = await begin(port, PATH, headers)
    expect(response.headers['x-found']).toBe(String(ROWS))
    const refused = await begin(port, PATH, headers)
    expect(refused.statusCode, 'its slot is taken').toBe(429)
    refused.destroy()
    // The server itself waits for over a minute.
    await vi.waitFor(async () => expect(await countSnapshots(world.opensearch)).toBe(0), 30_000)
    expect(await endOf(response)).toBe('aborted')
    const again = await begin(port, PATH, headers)
    expect(again.statusCode, 'its slot is free').toBe(200)
    expect((await readAll(again)).toString().trimEnd().split('\n')).toHaveLength(ROWS)
  })

  test('a reader may pause for longer than the server waits on other connections', async () => {
    const { port } = await open({ idleMs: 60_000 }, 2_500)
    const response = await begin(port, PATH, headers)
    await wait(5_000)
    const lines = (await readAll(response)).toString().trimEnd().split('\n')
    expect(lines).toHaveLength(ROWS)
  })

  test('the next request on its connection has the same time limit as any other', async () => {
    const { server, port, connected } = await open({ idleMs: 60_000 })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = (path: string) =>
      new Promise<IncomingMessage>((answer, fail) =>
        get({ port, path, agent, headers }, answer).on('error', fail),
      )
    await readAll(await ask(`${PATH}&Columns=EIN`))
    const timeouts: (number | undefined)[] = []
    server.on('request', ({ socket }) => timeouts.push(socket.timeout))
    await readAll(await ask('/livez'))
    expect(connected).toHaveLength(1)
    expect(timeouts).toEqual([server.timeout])
    agent.destroy()
  })
})
