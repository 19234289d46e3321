import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AGENTS_GUIDE } from '#src/api/openapi/agents-guide.ts'
import { buildApp } from '#src/app.ts'
import { argumentsOf } from '#src/tools/tool.ts'
import { OPERATION_TOOLS } from '#src/tools/tools.ts'
import { callOf, callTool, holds, type McpWorld, openMcp } from './mcp-world.ts'

let world: McpWorld
/** Without a key, and with one that has all operations. */
let open: Client
let keyed: Client
let key: string
beforeAll(async () => {
  world = await openMcp('mcp')
  key = await world.createKey({ tier: 'Internal' })
  open = await world.connect()
  keyed = await world.connect({ Authorization: `Bearer ${key}` })
})
afterAll(() => world.close())

const get = async (path: string): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`${world.address}${path}`, { headers: { 'X-Service-API-Key': key } })
  return { status: response.status, body: await response.json() }
}

describe('the tools', () => {
  test('are all listed, read-only, with schemas that describe every argument', async () => {
    const { tools } = await open.listTools()
    expect(tools.map(({ name }) => name)).toEqual(OPERATION_TOOLS.map(({ name }) => name))
    for (const { annotations, inputSchema, outputSchema, description } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false })
      expect(outputSchema).toMatchObject({ type: 'object' })
      expect(description?.length).toBeGreaterThan(40)
      for (const property of Object.values(inputSchema.properties ?? {})) {
        expect(property).toMatchObject({ description: expect.stringMatching(/\w{3}/) })
      }
    }
    expect(open.getInstructions()).toMatch(/cite this service/)
  })

  test.each([
    ['search_organizations', { Query: 'food bank' }, 'search?Query=food+bank&Limit=10'],
    [
      'discover_organizations',
      { Query: 'wells', Limit: 2 },
      'search?Query=wells&Mode=Discovery&Limit=2',
    ],
    ['get_profile', { EIN: '07-0000101' }, 'charity/070000101/page'],
    [
      'get_section',
      { EIN: '070000101', Section: 'Grants', Limit: 2 },
      'charity/070000101/sections/Grants?Limit=2',
    ],
    ['list_filings', { EIN: '090000111' }, 'charity/090000111/filings?Limit=10'],
    ['get_money_network', { EIN: '080000102' }, 'charity/080000102/money-network?Limit=10'],
    ['list_grants', { EIN: '080000102' }, 'charity/080000102/grants?Limit=10'],
    ['list_grantees', { EIN: '080000102' }, 'charity/080000102/grantees?Limit=10'],
    ['list_funders', { EIN: '080000102' }, 'charity/080000102/funders?Limit=10'],
    [
      'funders_for_cohort',
      { EINs: ['080000102', '080000103'] },
      'funders/for-cohort?EINs=080000102,080000103&Limit=10',
    ],
    ['list_awards', { EIN: '080000102' }, 'charity/080000102/awards?Limit=10'],
    ['organization_history', { EIN: '080000102' }, 'charity/080000102/names'],
    [
      'organization_history',
      { EIN: '190000112', On: '2024-10-15' },
      'charity/190000112/as-known?On=2024-10-15',
    ],
    [
      'organization_history',
      { EIN: '190000112', ObjectID: '202423269349303737' },
      'charity/190000112/filings/202423269349303737/changes?Limit=10',
    ],
    ['people_over_time', { EIN: '070000101' }, 'charity/070000101/people-by-year?Limit=10'],
    ['people_over_time', { Name: 'Noor Jorgensson' }, 'people/across?Name=Noor+Jorgensson'],
    [
      'grants_by_year',
      { EIN: '080000102', Direction: 'Incoming' },
      'charity/080000102/grants-by-year?Direction=Incoming&Limit=10',
    ],
    [
      'grant_relationship',
      { EIN: '080000102', OtherEIN: '890000154' },
      'charity/080000102/grants/with/890000154',
    ],
    ['peer_funders', { EIN: '080000102' }, 'charity/080000102/peer-funders?Limit=10'],
    [
      'check_diligence',
      { EINs: ['070000101', '080000172'] },
      'charity/diligence-summary?EINs=070000101,080000172&Report=true',
    ],
    [
      'compare_organizations',
      { EINs: ['080000102', '080000103'] },
      'compare?EINs=080000102,080000103',
    ],
    ['find_similar', { EIN: '070000101' }, 'charity/070000101/discovery?Limit=5'],
  ])('%s returns what the API returns, within its output schema', async (name, given, path) => {
    const { structuredContent, isError, text } = await callTool(keyed, name, given)
    expect(isError, text).toBeUndefined()
    expect(structuredContent).toEqual((await get(`/api/v2/${path}`)).body)
  })

  test.each([
    ['sector_stats', 'stats', /^\d+ organizations with \d+ filings/],
    ['top_lists', 'top-lists', /^Organizations whose latest return/],
  ])('%s without a key counts as a read of the address', async (name, path, text) => {
    const before = await fetch(`${world.address}/api/v2/${path}`)
    const result = await callTool(open, name)
    expect(result.structuredContent).toEqual(await before.json())
    expect(result.text).toMatch(text)
    const left = (policy: unknown) => Number(/^"data";r=(\d+);/.exec(String(policy))?.[1])
    expect(left(result._meta?.RateLimit)).toBe(left(before.headers.get('ratelimit')) - 1)
  })

  test('totals with a key cost an Advanced operation, in the form of A', async () => {
    const headers = { 'X-Service-API-Key': await world.createKey() }
    const client = await world.connect(headers)
    const direct = await fetch(`${world.address}/api/v2/stats`, { headers })
    const { structuredContent, text } = await callTool(client, 'sector_stats')
    expect(structuredContent).toEqual(await direct.json())
    expect(text).toMatch(/^\d+ organizations with \d+ filings/)
    expect((await callTool(client, 'top_lists')).text).toMatch(/^Organizations whose latest return/)
    expect((await callTool(client, 'usage')).structuredContent).toMatchObject({
      Data: { Used: 0 },
      Advanced: { Used: 3 },
    })
  })

  test.each([
    ['Site', {}, 'AdvancedNotIncluded', /works without a key/],
    ['Paid', { advancedLimit: 1 }, 'AdvancedAllowanceExhausted', /ResetAt: \d{4}/],
  ] as const)(
    'totals with a key of tier %s %j return %s, with what to do',
    async (tier, limits, code, advice) => {
      const limited = await world.createKey({ tier, ...limits })
      const client = await world.connect({ 'X-Service-API-Key': limited })
      await callTool(client, 'sector_stats')
      const { isError, text, _meta } = await callTool(client, 'sector_stats')
      expect([isError, _meta]).toMatchObject([true, { Error: { ErrorCode: code } }])
      expect(text).toMatch(advice)
      expect(text).not.toMatch(HTTP_WORDS)
    },
  )

  test('the announced lists never change', () => {
    expect(open.getServerCapabilities()).toEqual({
      tools: {},
      resources: {},
      prompts: {},
      completions: {},
    })
  })

  test('a misspelled name resolves to a candidate to confirm', async () => {
    const { structuredContent, text } = await callTool(open, 'resolve_organization', {
      Query: 'Turkana Wels',
    })
    expect(structuredContent).toMatchObject({
      Resolution: { Status: 'Closest', Candidates: [{ EIN: '070000101' }] },
    })
    expect(text).toMatch(
      /^No organization has exactly this name.*\n- TURKANA WELLS PARTNERSHIP \(EIN 070000101/,
    )
  })

  test('a figure of a profile has a Ref, whose evidence has the same value', async () => {
    const profile = await callTool(open, 'get_profile', { EIN: '070000101' })
    const { Hero } = profile.structuredContent as {
      Hero: { Financials: { Revenue: number }; EvidenceRefs: Record<string, { Ref: string }> }
    }
    const Ref = Hero.EvidenceRefs['Financials.Revenue']?.Ref
    const evidence = await callTool(open, 'get_evidence', { EIN: '070000101', Ref })
    expect(evidence.structuredContent).toMatchObject({
      Data: { EvidenceRef: Ref, Value: Hero.Financials.Revenue },
    })
    expect(evidence.text).toContain('Cite as: Form 990 (tax year 2023), Part I, line 12')
    const section = await callTool(open, 'get_section', { EIN: '070000101', Section: 'MoneyFlow' })
    expect(JSON.stringify(section.structuredContent)).toContain(
      `{"Year":2023,"Value":${Hero.Financials.Revenue},"EvidenceRef":"${Ref}"}`,
    )
    expect(profile.text).toContain(
      'Revenue: $3,271,023 [Form 990 (tax year 2023), Part I, line 12]',
    )
  })
})

/** An organization that only the registry has. */
const REGISTERED = '970000163'

/** For each argument, a value valid wherever it is required, and one invalid everywhere. */
const RIGHT: Record<string, unknown> = {
  EIN: '070000101',
  EINs: ['070000101', '080000102'],
  Query: 'food bank',
  Section: 'Leadership',
  Ref: '990:2023:202413429349300770:/IRS990/CYTotalRevenueAmt',
  OtherEIN: '080000102',
  Direction: 'Incoming',
  Name: 'Noor Jorgensson',
}
const WRONG: Record<string, unknown> = {
  EIN: '1234',
  EINs: ['1234', '070000101'],
  Query: 'x'.repeat(2_001),
  Section: 'Nonsense',
  Ref: 'nonsense',
  Intent: 'x'.repeat(501),
  State: 'Nowhere',
  Cause: 'qqqq',
  MinRevenue: 'much',
  MaxRevenue: '1x6',
  MinAmount: -1,
  MinYear: 'two',
  PrimaryForm: '991',
  EntityType: 'Club',
  EvidenceTier: 'Rumor',
  Sort: 'Best',
  Facets: 'perhaps',
  Direction: 'Up',
  Form: '991',
  Year: 22,
  City: '--',
  ZIP: '1',
  County: 'Nowhere',
  Near: 'Nowhere',
  WithinKm: 0,
  MinAssets: 'much',
  MaxAssets: '1x6',
  MinRating: 101,
  MinProgramRatio: 'half',
  MaxProgramRatio: 'half',
  FiledSince: 'two',
  Subsection: 'x',
  MinRulingYear: 'two',
  MaxRulingYear: 'two',
  Exclude: '--',
  Order: 'up',
  Name: 'x'.repeat(2_001),
  Funder: 'x'.repeat(2_001),
  Recipient: 'x'.repeat(2_001),
  Category: 'Rumor',
  MaxAmount: '1x6',
  MaxYear: 'two',
  Limit: 0,
  Cursor: 'nonsense',
  Metric: 'Profit',
  On: '2024-02-31',
  ObjectID: '1',
  OtherEIN: '1234',
  LastYear: 'two',
  Within: 'x'.repeat(2_001),
}

/** Words that a model that calls tools does not know. */
const HTTP_WORDS =
  /\/|\?\w|\bMode\b|\bquery (string|param)|parameter\b|header|\bX-|HTTP|\bEvidenceRef|SectionId|percent-|Retry-After|Limit=|credential is/i

function toolNamed(name: string): (typeof OPERATION_TOOLS)[number] {
  const tool = OPERATION_TOOLS.find((one) => one.name === name)
  if (!tool) throw new Error(`There is no tool ${name}.`)
  return tool
}

describe('errors', () => {
  test.each([
    ['get_profile', { EIN: '1234' }, 'InvalidParameters', /EIN must be an EIN\b.* nine digits/],
    ['get_profile', { EIN: '979999999' }, 'ProfileNotFound', /resolve_organization/],
    [
      'get_profile',
      { EIN: REGISTERED },
      'ProfileNotFound',
      /registry.*, but no filing of this organization(?![\s\S]*none is known)/,
    ],
    ['list_funders', { EIN: REGISTERED }, 'ProfileNotFound', /funders_for_cohort with this EIN/],
    ['get_profile', { EIN: '070000101', Year: 1950 }, 'FilingNotFound', /list_filings/],
    ['get_section', { EIN: '070000101', Section: 'Governence' }, 'SectionNotFound', /get_profile/],
    ['get_evidence', { EIN: '070000101', Ref: 'nonsense' }, 'InvalidEvidenceRef', /exactly/],
    [
      'get_evidence',
      { EIN: '080000102', Ref: '990:2023:202413429349300770:/IRS990/CYTotalRevenueAmt' },
      'EvidenceNotFound',
      /the organization that the Ref belongs to/,
    ],
    ['search_organizations', { Query: 'x', State: 'Ohioo' }, 'InvalidParameters', /OH \(Ohio\)/],
    ['search_organizations', { Query: 'x', Cursor: 1_001 }, 'PageTooDeep', /Narrow the search/],
    ['search_organizations', { Query: 'x'.repeat(2_001) }, 'InvalidParameters', /2000 characters/],
    [
      'search_organizations',
      { Query: 'x'.repeat(9_000) },
      'InvalidRequest',
      /longer than 8 KiB in total/,
    ],
    ['list_filings', { EIN: '070000101', Cursor: 'no' }, 'InvalidCursor', /NextCursor unchanged/],
    ['check_diligence', { EINs: [] }, 'InvalidParameters', /EINs/],
    [
      'compare_organizations',
      { EINs: ['070000101'] },
      'InvalidParameters',
      /at least two nine-digit EINs/,
    ],
  ])('%s %j is a tool error that says what to do: %s', async (name, given, code, advice) => {
    const { isError, text, structuredContent, _meta } = await callTool(keyed, name, given)
    expect({ isError, structuredContent }).toEqual({
      isError: true,
      structuredContent: undefined,
    })
    expect(text).toMatch(advice)
    expect(_meta).toMatchObject({ Error: { ErrorCode: code } })
    expect(text).not.toMatch(HTTP_WORDS)
  })

  const ARGUMENTS = OPERATION_TOOLS.flatMap((tool) =>
    Object.keys(argumentsOf(tool)).map((argument) => [tool.name, argument] as const),
  )
  test.each(ARGUMENTS)(
    '%s reports a wrong %s by the names of its arguments',
    async (name, argument) => {
      const tool = toolNamed(name)
      const selected = tool.insteadWith?.[argument] ?? tool.operation
      const wanted = Object.entries(selected.arguments).filter(([, one]) => one.isRequired)
      const right = wanted.map(([one]) => [one, RIGHT[one]])
      const given = { ...Object.fromEntries(right), [argument]: WRONG[argument] }
      const { isError, text } = await callTool(keyed, name, given)
      expect(isError).toBe(true)
      expect(text).toMatch(new RegExp(`\\b${argument}\\b`, 'i'))
      expect(text).not.toMatch(HTTP_WORDS)
    },
  )

  test.each(['get_money_network', 'usage'])(
    '%s requires a key, and says who sets one and what works without a key',
    async (name) => {
      const given = name === 'get_money_network' ? { EIN: '080000102' } : {}
      const { isError, text } = await callTool(open, name, given)
      expect(isError).toBe(true)
      expect(text).toMatch(/^MissingCredential: [\s\S]*your user[\s\S]*compare_organizations/)
      expect(text).not.toMatch(HTTP_WORDS)
    },
  )

  test('each call counts once, and the response shows the remainder and its reset', async () => {
    const limited = await world.createKey({ dataLimit: 3 })
    const client = await world.connect({ 'X-Service-API-Key': limited })
    await client.listTools()
    const left: unknown[] = []
    for (let call = 0; call < 3; call += 1) {
      left.push((await callTool(client, 'get_profile', { EIN: '070000101' }))._meta)
    }
    expect(left).toEqual(
      [2, 1, 0].map((r) => ({
        RateLimit: expect.stringContaining(`r=${r};`),
        'RateLimit-Policy': '"data";q=3;w=86400',
      })),
    )
    const refused = await callTool(client, 'get_profile', { EIN: '070000101' })
    expect(refused.text).toMatch(
      /^DataAllowanceExhausted: [\s\S]*ResetAt: \d{4}-\d\d-\d\dT00:00:00/,
    )
    expect(refused._meta).toMatchObject({ Error: { RetryAfterSeconds: expect.any(Number) } })
    const usage = await callTool(client, 'usage')
    expect(usage.structuredContent).toMatchObject({ Data: { Used: 3, Remaining: 0 } })
  })

  test('a key without reads is not advised to wait', async () => {
    const client = await world.connect({
      'X-Service-API-Key': await world.createKey({ dataLimit: 0 }),
    })
    const { text, _meta } = await callTool(client, 'get_profile', { EIN: '070000101' })
    expect(text).toMatch(/^DataAllowanceExhausted: [\s\S]*Waiting does not help/)
    expect(text).not.toMatch(/ResetAt|RetryAfterSeconds/)
    expect(_meta).toMatchObject({ 'RateLimit-Policy': '"data";q=0;w=86400' })
  })

  test('a wrong key is rejected before any read', async () => {
    const wrong = `nrk_${'x'.repeat(43)}`
    await expect(world.connect({ Authorization: `Bearer ${wrong}` })).rejects.toThrow(
      /malformed, unknown, or revoked/,
    )
  })

  test('an unknown tool is a protocol error with the nearest name', async () => {
    await expect(callTool(open, 'get_profiles')).rejects.toThrow(/did you mean get_profile\?/)
  })
})

test('fifty calls at once all return, and are counted', async () => {
  const many = await world.createKey()
  const client = await world.connect({ 'X-Service-API-Key': many })
  const calls = Array.from({ length: 50 }, (_, at) =>
    callTool(client, 'list_filings', { EIN: '090000111', Limit: 1 + (at % 3) }),
  )
  for (const [at, { structuredContent }] of (await Promise.all(calls)).entries()) {
    const { Filings } = structuredContent as { Filings: unknown[] }
    expect(Filings).toHaveLength(1 + (at % 3))
  }
  const usage = await callTool(client, 'usage')
  expect(usage.structuredContent).toMatchObject({ Data: { Used: 50 } })
})

describe('resources and prompts', () => {
  const readText = async (uri: string): Promise<string> => {
    const { contents } = await open.readResource({ uri })
    return contents.map((one) => ('text' in one ? one.text : '')).join('')
  }

  test('the guide and the templates are listed', async () => {
    expect((await open.listResources()).resources.map(({ uri }) => uri)).toEqual([
      'nonprofit://guide',
    ])
    const { resourceTemplates } = await open.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'nonprofit://organization/{ein}',
      'nonprofit://organization/{ein}/section/{section}',
    ])
  })

  test("an organization and a section equal the API's responses", async () => {
    const { body } = await get('/api/v2/charity/070000101/page')
    expect(JSON.parse(await readText('nonprofit://organization/070000101'))).toEqual(body)
    const section = await readText('nonprofit://organization/07-0000101/section/Governance')
    expect(JSON.parse(section)).toMatchObject({ Section: { Id: 'Governance' } })
    expect(await readText('nonprofit://guide')).toMatch(/^# Guide for agents/)
  })

  test.each([
    ['nonprofit://organization/979999999', -32_002, /ProfileNotFound/],
    ['nonprofit://organization/1', -32_602, /EIN/],
    [`nonprofit://organization/${'7'.repeat(65)}`, -32_602, /EIN must be an EIN/],
    ['nonprofit://organization/../stats', -32_002, /Unknown resource/],
    ['https://elsewhere.example/', -32_002, /Unknown resource/],
  ])('%s is an error %i', async (uri, code, message) => {
    await expect(readText(uri)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  })

  test('section ids are completed', async () => {
    const ref = {
      type: 'ref/resource' as const,
      uri: 'nonprofit://organization/{ein}/section/{section}',
    }
    const complete = async (name: string, value: string) =>
      (await open.complete({ ref, argument: { name, value } })).completion.values
    expect(await complete('section', 'gr')).toEqual(['Grants'])
    expect(await complete('ein', '07')).toEqual([])
  })

  test('prompts are filled in, and name existing tools', async () => {
    const { prompts } = await open.listPrompts()
    const names = new Set(OPERATION_TOOLS.map(({ name }) => name))
    for (const { name, arguments: wanted = [] } of prompts) {
      const given = Object.fromEntries(wanted.map((one) => [one.name, 'Lark']))
      const { messages } = await open.getPrompt({ name, arguments: given })
      const text = JSON.stringify(messages)
      expect(text).toContain('Lark')
      for (const [word] of text.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)) expect(names).toContain(word)
    }
    await expect(open.getPrompt({ name: 'diligence', arguments: {} })).rejects.toThrow(/required/)
  })
})

describe('over HTTP', () => {
  const call = (name = 'usage', given = {}) => JSON.stringify(callOf(name, given))

  test.each([
    ['broken JSON', '{"jsonrpc":', {}, 400, -32_700],
    ['no body', '', {}, 400, -32_700],
    ['no message', '{"hello":1}', {}, 400, -32_700],
    ['a body without a JSON content type', call(), { 'Content-Type': 'text/plain' }, 415, -32_000],
    ['a body over 256 KiB', `"${'x'.repeat(300_000)}"`, {}, 413, -32_000],
    ['eleven messages', JSON.stringify(Array(11).fill(callOf('usage', {}))), {}, 400, -32_600],
    ['another version', call(), { 'MCP-Protocol-Version': '1999-01-01' }, 400, -32_000],
    ['a key in an unknown format', call(), { Authorization: 'Basic eDp5' }, 401, -32_000],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"no/such"}', {}, 200, -32_601],
  ])('%s returns a protocol error', async (_, body, headers, status, code) => {
    const response = await world.post(body, headers)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code } })
    expect(response.headers.get('x-request-id')).toMatch(/./)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('more than 600 requests a minute of one address are rejected', async () => {
    const ping = (remoteAddress: string) =>
      world.app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { 'content-type': 'application/json' },
        payload: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
        remoteAddress,
      })
    for (let sent = 0; sent < 600; sent += 1) await ping('203.0.113.60')
    const refused = await ping('203.0.113.60')
    expect([refused.statusCode, refused.json()]).toMatchObject([
      429,
      { error: { code: -32_000, data: { ErrorCode: 'RateLimited' } } },
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ping('203.0.113.61')).statusCode).toBe(200)
  })

  test('notifications are accepted without a response', async () => {
    const response = await world.post('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    expect([response.status, await response.text()]).toEqual([202, ''])
  })

  test('responses are JSON, whatever the Accept header, and a list returns a list', async () => {
    const list = [callOf('usage', {}, 1), callOf('get_profile', { EIN: '070000101' }, 2)]
    const response = await world.post(JSON.stringify(list), { Accept: '*/*' })
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await response.json()).toMatchObject([
      { id: 1, result: { isError: true } },
      { id: 2, result: { structuredContent: { Hero: { EIN: '070000101' } } } },
    ])
  })

  test.each(['GET', 'DELETE', 'HEAD', 'PUT'])(
    '%s is rejected: no sessions, no streams',
    async (method) => {
      const response = await fetch(`${world.address}/mcp`, { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
      expect((await fetch(`${world.address}/mcp/more`, { method })).status).toBe(404)
    },
  )

  test('pages of other sites are allowed, but not a name rebound to this server', async () => {
    const headers = { 'content-type': 'application/json', host: 'rebound.example' }
    const from = (origin: string) =>
      world.app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { ...headers, origin },
        payload: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      })
    expect((await from('https://agents.example')).json()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {},
    })
    expect((await from('http://rebound.example')).statusCode).toBe(403)
  })
})

describe('on behalf of the caller', () => {
  const payload = JSON.stringify(callOf('get_profile', { EIN: '070000101' }))
  const type = { 'content-type': 'application/json' }

  test('reads without a key count for the address from a trusted proxy', async () => {
    const config = { access: 'keyed', trustProxy: 'loopback', logLevel: 'silent' } as const
    const app = await buildApp({ ...world.deps, config })
    const headers = { ...type, 'x-forwarded-for': '203.0.113.77' }
    await app.inject({ method: 'POST', url: '/mcp', headers, payload })
    const direct = await app.inject({ url: '/api/v2/charity/070000101/page', headers })
    expect(direct.headers.ratelimit).toMatch(/^"data";r=998;/)
    await app.close()
  })

  test('with ACCESS=open, every tool works without a key', async () => {
    const config = { access: 'open', trustProxy: undefined, logLevel: 'silent' } as const
    const app = await buildApp({ ...world.deps, config })
    const ask = async (name: string) => {
      const body = JSON.stringify(callOf(name, {}))
      const response = await app.inject({
        method: 'POST',
        url: '/mcp',
        headers: type,
        payload: body,
      })
      return response.json<{ result: { structuredContent: unknown } }>().result.structuredContent
    }
    expect(await ask('sector_stats')).toMatchObject({ data: { charities: expect.any(Number) } })
    expect(await ask('usage')).toMatchObject({ Tier: 'Internal' })
    await app.close()
  })
})

describe('the text for agents is correct', () => {
  const examples = AGENTS_GUIDE.flatMap((part) => part.examples)

  test.each(examples.map((one) => [one.request, one] as const))('%s', async (request, example) => {
    const headers = example.needsKey ? { 'X-Service-API-Key': key } : undefined
    const response = await fetch(`${world.address}${request}`, headers && { headers })
    expect(response.status).toBe(example.status ?? 200)
    expect(holds(await response.json(), example.response)).toEqual([])
    const { name, arguments: given } = example.tool
    const byTool = await callTool(keyed, name, given)
    expect(byTool.isError ?? false).toBe(example.status !== undefined)
    if (!byTool.isError) expect(holds(byTool.structuredContent, example.response)).toEqual([])
  })

  test('every path in /llms.txt exists, and it has every read operation', async () => {
    const response = await fetch(`${world.address}/llms.txt`)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await response.text()
    // It returns 405 for a page's GET.
    expect(text).not.toContain('](/mcp)')
    expect(text).toMatch(
      /\/api\/v2\/stats\).*\(with a key, returns a different response format and costs an Advanced operation\)/,
    )
    const { body } = await get('/openapi.json')
    const { paths } = body as { paths: Record<string, { get?: { tags: string[] } }> }
    // A path to complete before use is not a link.
    const named = [...text.matchAll(/^- (?:\[\/[^\]]+\]\(|`)([^`)?]+)/gm)].map(([, path]) => path)
    for (const path of Object.keys(paths).filter((one) => paths[one]?.get)) {
      const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/{]+')}$`)
      const isNamed = named.some((one) => one !== undefined && pattern.test(one))
      expect(isNamed, path).toBe(!ELSEWHERE.test(path))
    }
  })

  // Surface B's, an image, and a file.
  const ELSEWHERE =
    /brand-icon|\/xml$|charities\/|\/(profile|summary|metrics|flows|contradictions|leadership|related|ratings|blocks|block\/\{block\})$/
})

describe('the Host of a request is never repeated', () => {
  const ORGANIZATION = '/charity/070000101'
  const REF = encodeURIComponent(String(RIGHT.Ref))
  const PATHS = [
    '/',
    '/?Query=food+bank',
    '/?Query=food+bank&State=Nowhere',
    ORGANIZATION,
    '/charity/07-0000101',
    `${ORGANIZATION}/sections/Programs`,
    `${ORGANIZATION}/filings`,
    `${ORGANIZATION}/evidence?Ref=${REF}`,
    '/compare',
    '/compare?EIN=070000101&EIN=080000102',
    '/sector',
    '/top-lists',
    '/sources',
    '/agents',
    '/suggest?Query=food',
    '/nowhere',
    '/robots.txt',
    '/llms.txt',
    '/docs',
    '/docs/',
    '/openapi.json',
    '/api/v2/charity/070000101/page',
    '/api/v2/health',
  ]

  test.each([undefined, 'loopback'])('with TRUST_PROXY %s', async (trustProxy) => {
    const config = { access: 'keyed', logLevel: 'silent', host: '192.0.2.1', port: 8103 } as const
    const app = await buildApp({ ...world.deps, config: { ...config, trustProxy } })
    for (const url of PATHS) {
      const { statusCode, headers, body } = await app.inject({
        url,
        headers: {
          host: 'evil.example',
          'x-forwarded-host': 'evil.example',
          'x-forwarded-proto': 'gopher',
        },
      })
      expect(statusCode, url).not.toBe(500)
      expect(`${JSON.stringify(headers)}${body}`, url).not.toMatch(/evil\.example|gopher/)
    }
    // Copied addresses begin with the configured listening address.
    expect((await app.inject('/agents')).body).toContain('http://192.0.2.1:8103/mcp')
    await app.close()
    // The other application of this file listens.
    expect((await world.app.inject('/agents')).body).toContain(`${world.address}/mcp`)
  })
})
