import type { Client } from '@modelcontextprotocol/client'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { AGENTS_GUIDE } from '#src/api/openapi/introduction.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { toNames } from '#src/mcp/tools.ts'
import { callTool as callLines } from '#src/tools/ask.ts'
import type { Citation } from '#src/tools/cite.ts'
import { openCite } from '#src/tools/cite.ts'
import { valuesOf } from '#src/tools/line.ts'
import { argumentsOf, operationOf } from '#src/tools/tool.ts'
import { TOOLS } from '#src/tools/tools.ts'
import { findUnproven } from '#test/integration/assistant/prove-citations.ts'
import { withApp } from '#test/integration/http/world.ts'
import { opened } from '#test/integration/opened.ts'
import { callOf, callTool, holds, type McpWorld, openMcp } from './mcp-world.ts'

const world = opened(() => openMcp('mcp'))
/** Without a key, and with one that has all operations. */
let open: Client
let keyed: Client
let key: string
beforeAll(async () => {
  key = await world.createKey({ tier: 'Internal' })
  open = await world.connect()
  // The scheme may be in any case.
  keyed = await world.connect({ Authorization: `bearer ${key}` })
})

const get = async (path: string): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`${world.address}${path}`, { headers: { 'X-Service-API-Key': key } })
  return { status: response.status, body: await response.json() }
}

/** Connects with a new key. */
const connect = async (limits: Parameters<McpWorld['createKey']>[0] = {}) =>
  await world.connect({ 'X-Service-API-Key': await world.createKey(limits) })

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }
const send = (app: FastifyInstance, payload: object, more: InjectOptions = {}) =>
  app.inject({ method: 'POST', url: '/mcp', payload, ...more })

const withConfig = (config: object, work: (app: FastifyInstance) => Promise<void>) =>
  withApp({ ...world.deps, config: { ...world.deps.config, ...config } }, work)

const rows = (name: string) => readTsv(new URL(`./${name}.tsv`, import.meta.url))

/** Parses JSON in which "x × 3" stands for "xxx". */
const parse = (json = '{}') =>
  JSON.parse(json, (_, value) =>
    /^x × /.test(String(value)) ? 'x'.repeat(Number(value.slice(4))) : value,
  )

/** Words that a model that calls tools does not know. */
const HTTP_WORDS =
  /\/|\?\w|\bMode\b|\bquery (string|param)|parameter\b|header|\bX-|HTTP|\bEvidenceRef|SectionId|percent-|Retry-After|Limit=|credential is/i

/** Expects a tool error with a code, in words for a model. */
function expectToolError(result: Awaited<ReturnType<typeof callTool>>, code: string): void {
  const { isError, structuredContent, text, _meta } = result
  expect({ isError, _meta }, text).toMatchObject({
    isError: true,
    _meta: { Error: { ErrorCode: code } },
  })
  expect(structuredContent).toBeUndefined()
  expect(text).not.toMatch(HTTP_WORDS)
}

const EXAMPLES = TOOLS.flatMap((tool) => tool.examples.map((given) => [tool.name, given] as const))

/** Returns whether JSON has these fields, and of each list at least these items, in any place. */
const isPartOf = (whole: unknown, part: unknown): boolean =>
  Array.isArray(part)
    ? part.every((one) => (whole as unknown[]).some((other) => isPartOf(other, one)))
    : typeof part === 'object' && part !== null
      ? Object.entries(part).every(([name, one]) => isPartOf(Object(whole)[name], one))
      : whole === part || String(whole).padStart(9, '0') === part

describe('the tools', () => {
  test('are listed, and the instructions name only them', async () => {
    const { tools } = await open.listTools()
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
    expect(tools.every(({ outputSchema }) => outputSchema === undefined)).toBe(true)
    expect(open.getInstructions()).toMatch(/call search;.*call organizations/)
    const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} }
    expect(open.getServerCapabilities()).toEqual(capabilities)
  })

  test.each(EXAMPLES)('%s %j: text and fields agree with the response', async (name, given) => {
    const { structuredContent, content, text, isError } = await callTool(keyed, name, given)
    expect([isError, content.length], text).toEqual([undefined, 1])
    const full = await callTool(keyed, name, { ...given, detail: 'full' })
    expect(full.text).toBe(text)
    expect(isPartOf(full.structuredContent, structuredContent)).toBe(true)
    expect(text).not.toMatch(/undefined|\[object|NaN/)
  })

  test('have short results', async () => {
    const sizes: { call: string; text: number; concise: number; full: number }[] = []
    for (const [name, given] of EXAMPLES) {
      const sizeOf = (result: unknown) => JSON.stringify(result).length
      const { text, structuredContent } = await callTool(keyed, name, given)
      const full = await callTool(keyed, name, { ...given, detail: 'full' })
      const [concise, all] = [structuredContent, full.structuredContent].map(sizeOf) as [
        number,
        number,
      ]
      sizes.push({
        call: `${name} ${JSON.stringify(given)}`,
        text: text.length,
        concise,
        full: all,
      })
    }
    console.table(sizes)
    const medianOf = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length / 2]
    // 800 and 6,000 tokens.
    expect(medianOf(sizes.map(({ text }) => text))).toBeLessThan(3_200)
    expect(medianOf(sizes.map(({ concise }) => concise))).toBeLessThan(3_200)
    expect(Math.max(...sizes.flatMap(({ text, concise }) => [text, concise]))).toBeLessThan(24_000)
  })

  test('cite a Ref that contains the value', async () => {
    const cite = openCite(world.deps)
    const citations: Citation[] = []
    const ask = async (url: string) => ({ ...(await get(url)), headers: {} })
    for (const tool of TOOLS) {
      for (const given of tool.examples) {
        const { lines } = await callLines(tool, given, ask)
        citations.push(...(await cite(lines.flatMap(valuesOf))))
      }
    }
    expect(citations.length).toBeGreaterThan(150)
    expect(await findUnproven(world.deps, citations)).toEqual([])
  })

  test('sector without a key costs a read of the address', async () => {
    const left = async () => {
      const { _meta } = await callTool(open, 'sector')
      return Number(/^"data";r=(\d+);/.exec(String(_meta?.RateLimit))?.[1])
    }
    expect((await left()) - (await left())).toBe(1)
  })
})

describe('errors', () => {
  test.each(rows('errors'))(
    '%s %s is the tool error %s, which says what to do',
    async (name = '', given, code = '', named = '') => {
      const result = await callTool(keyed, name, parse(given))
      expectToolError(result, code)
      expect(result.text).toContain(named)
    },
  )

  const VALUES = new Map(rows('arguments').map(([name, ...values]) => [name, values.map(parse)]))

  test.each(
    TOOLS.flatMap((tool) =>
      Object.keys(argumentsOf(tool)).map((argument) => [tool.name, argument, tool] as const),
    ),
  )('%s reports a wrong %s by the names of its arguments', async (name, argument, tool) => {
    const [wrong] = VALUES.get(argument) ?? []
    const selected =
      tool.operations.find((one) => argument in one.arguments && !(argument in (one.when ?? {}))) ??
      operationOf(tool, { [argument]: wrong })
    const needed = Object.keys({ ...selected.when }).concat(
      Object.entries(selected.arguments).flatMap(([one, { isRequired }]) =>
        isRequired ? [one] : [],
      ),
    )
    const valid = Object.fromEntries(needed.map((one) => [one, VALUES.get(one)?.[1]]))
    const { isError, text } = await callTool(keyed, name, { ...valid, [argument]: wrong })
    expect(isError, text).toBe(true)
    expect(text).toMatch(new RegExp(`\\b${argument}\\b`, 'i'))
    expect(text).not.toMatch(HTTP_WORDS)
  })

  test.each([
    ['awards', { EIN: '080000102' }],
    ['search', { SimilarTo: '080000102' }],
  ])('%s %j requires a key, and names tools that work without one', async (name, given) => {
    const refused = await callTool(open, name, given)
    expectToolError(refused, 'MissingCredential')
    expect(refused.text).toMatch(/your user[\s\S]*: search, organizations, people, filings/)
  })

  test('each call counts once, and the response shows the remainder and its reset', async () => {
    const client = await connect({ dataLimit: 3 })
    await client.listTools()
    for (const left of [2, 1, 0]) {
      const { _meta } = await callTool(client, 'organizations', { EIN: '070000101' })
      const RateLimit = expect.stringContaining(`r=${left};`)
      expect(_meta).toMatchObject({ RateLimit, 'RateLimit-Policy': '"data";q=3;w=86400' })
    }
    const refused = await callTool(client, 'organizations', { EIN: '070000101' })
    expectToolError(refused, 'DataAllowanceExhausted')
    expect(refused._meta).toMatchObject({ Error: { RetryAfterSeconds: expect.any(Number) } })
  })

  test('a wrong key is rejected before any read, and an unknown tool by its nearest name', async () => {
    const wrong = { Authorization: `Bearer nrk_${'x'.repeat(43)}` }
    await expect(world.connect(wrong)).rejects.toMatchObject({ data: { status: 401 } })
    await expect(callTool(open, 'organization')).rejects.toThrow(/\borganizations\?/)
  })
})

describe('resources and prompts', () => {
  const SECTION = 'nonprofit://organization/{ein}/section/{section}'
  const readText = async (uri: string): Promise<string> => {
    const { contents } = await open.readResource({ uri })
    return contents.map((one) => ('text' in one ? one.text : '')).join('')
  }

  test("are listed, and equal the API's responses", async () => {
    const { resources } = await open.listResources()
    const { resourceTemplates } = await open.listResourceTemplates()
    expect(resources.map(({ uri }) => uri)).toEqual(['nonprofit://guide'])
    const templates = resourceTemplates.map(({ uriTemplate }) => uriTemplate)
    expect(templates).toEqual(['nonprofit://organization/{ein}', SECTION])
    const { body } = await get('/api/v2/charity/070000101/page')
    expect(JSON.parse(await readText('nonprofit://organization/070000101'))).toEqual(body)
    const section = await readText('nonprofit://organization/07-0000101/section/Governance')
    expect(JSON.parse(section)).toMatchObject({ Section: { Id: 'Governance' } })
    expect(await readText('nonprofit://guide')).toMatch(/^# \w/)
  })

  test.each([
    ['nonprofit://organization/979999999', -32_602, /ProfileNotFound/],
    ['nonprofit://organization/1', -32_602, /EIN/],
    [`nonprofit://organization/${'7'.repeat(65)}`, -32_602, /EIN/],
    ['nonprofit://organization/../stats', -32_602, /resource/],
    ['https://elsewhere.example/', -32_602, /resource/],
  ])('%s is an error %i', async (uri, code, message) => {
    const error = { code, message: expect.stringMatching(message) }
    await expect(readText(uri)).rejects.toMatchObject(error)
  })

  test.each([
    ['section', 'gr', ['Grants']],
    ['ein', '07', []],
  ])('%s %j is completed to %j', async (name, value, values) => {
    const ref = { type: 'ref/resource' as const, uri: SECTION }
    const { completion } = await open.complete({ ref, argument: { name, value } })
    expect(completion.values).toEqual(values)
  })

  test('prompts are filled in, and name existing tools', async () => {
    const { prompts } = await open.listPrompts()
    for (const { name, arguments: wanted = [] } of prompts) {
      const given = Object.fromEntries(wanted.map((one) => [one.name, 'Lark']))
      const { messages } = await open.getPrompt({ name, arguments: given })
      const text = JSON.stringify(messages)
      expect(text).toContain('Lark')
      expect(text).toMatch(/\b(?:[Cc]all|[Uu]se|with) (?:organizations|search|money)\b/)
      // Tools have names of one word.
      expect(text).not.toMatch(/\b[a-z]+_[a-z]+\b/)
    }
    const empty = open.getPrompt({ name: 'diligence', arguments: {} })
    await expect(empty).rejects.toMatchObject({ code: -32_602 })
  })
})

describe('over HTTP', () => {
  const CALL = JSON.stringify(callOf('awards', { EIN: '070000101' }))

  test.each([
    ['broken JSON', '{"jsonrpc":', {}, 400, -32_700],
    ['no body', '', {}, 400, -32_700],
    ['no message', '{"hello":1}', {}, 400, -32_600],
    ['a body without a JSON content type', CALL, { 'Content-Type': 'text/plain' }, 415, -32_000],
    ['a body over 256 KiB', `"${'x'.repeat(300_000)}"`, {}, 413, -32_000],
    ['a list of messages', `[${CALL}]`, {}, 400, -32_600],
    ['another version', CALL, { 'MCP-Protocol-Version': '1999-01-01' }, 400, -32_000],
    ['a key in an unknown format', CALL, { Authorization: 'Bearer x' }, 401, -32_000],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"no/such"}', {}, 200, -32_601],
  ])('%s returns a protocol error', async (_, body, headers, status, code) => {
    const response = await world.post(body, headers)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code } })
    expect(response.headers.get('x-request-id')).toMatch(/./)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('more than 600 requests a minute of one address are rejected', async () => {
    const ping = (remoteAddress: string) => send(world.app, PING, { remoteAddress })
    for (let sent = 0; sent < 600; sent += 1) await ping('203.0.113.60')
    const refused = await ping('203.0.113.60')
    const error = { code: -32_000, data: { ErrorCode: 'RateLimited' } }
    expect([refused.statusCode, refused.json()]).toMatchObject([429, { error }])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ping('203.0.113.61')).statusCode).toBe(200)
  })

  test('notifications are accepted, and responses are JSON, whatever the Accept header', async () => {
    const accepted = await world.post('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    expect([accepted.status, await accepted.text()]).toEqual([202, ''])
    const response = await world.post(CALL, { Accept: '*/*' })
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await response.json()).toMatchObject({ id: 1, result: { isError: true } })
  })

  test('clients of the version before get the same tools and results', async () => {
    const before = await world.connect({}, 'legacy')
    expect(before.getNegotiatedProtocolVersion()).toBe('2025-11-25')
    expect(await before.listTools()).toMatchObject({ tools: (await open.listTools()).tools })
    const call = { name: 'organizations', arguments: { EIN: '070000101' } }
    const [old, { structuredContent }] = [await before.callTool(call), await open.callTool(call)]
    expect(old.structuredContent).toEqual(structuredContent)
  })

  test.each(['GET', 'DELETE', 'HEAD', 'PUT'])('%s is rejected: no sessions', async (method) => {
    const response = await fetch(`${world.address}/mcp`, { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    expect((await fetch(`${world.address}/mcp/more`, { method })).status).toBe(404)
  })

  test('pages of other sites are allowed, but not a name rebound to this server', async () => {
    const from = (origin: string) =>
      send(world.app, PING, { headers: { host: 'rebound.example', origin } })
    expect((await from('https://agents.example')).json()).toMatchObject({ id: 1, result: {} })
    expect((await from('http://rebound.example')).statusCode).toBe(403)
  })

  test('reads without a key count for the address from a trusted proxy', () =>
    withConfig({ trustProxy: 'loopback' }, async (app) => {
      const headers = { 'x-forwarded-for': '203.0.113.77' }
      await send(app, callOf('organizations', { EIN: '070000101' }), { headers })
      const direct = await app.inject({ url: '/api/v2/charity/070000101/page', headers })
      expect(direct.headers.ratelimit).toMatch(/^"data";r=998;/)
    }))

  test('with ACCESS=open, every tool works without a key', () =>
    withConfig({ access: 'open' }, async (app) => {
      const { result } = (await send(app, callOf('awards', { EIN: '080000102' }))).json()
      expect(result.structuredContent).toMatchObject({ Awards: expect.any(Array) })
    }))
})

describe('the text for agents is correct', () => {
  const EXAMPLE =
    /```http\nGET (\S+)\n(X-Service-API-Key.*\n)?MCP (\w+) (.+)\n(?:HTTP (\d+)\n)?```\n\n```json\n([\s\S]*?)\n```/g
  const examples = [...AGENTS_GUIDE.matchAll(EXAMPLE)].map(([, ...parts]) => parts)

  test('the guide has only such examples', () =>
    expect(examples).toHaveLength(AGENTS_GUIDE.split('\n### ').length - 1))

  test.each(examples)('%s', async (request, isKeyed, name = '', given, status, shown = '') => {
    const response = await fetch(`${world.address}${request}`, {
      headers: isKeyed ? { 'X-Service-API-Key': key } : {},
    })
    expect(response.status).toBe(Number(status ?? 200))
    expect(holds(await response.json(), parse(shown))).toEqual([])
    const byTool = await callTool(keyed, name, { ...parse(given), detail: 'full' })
    expect(byTool.isError ?? false).toBe(status !== undefined)
    if (!byTool.isError) expect(holds(byTool.structuredContent, toNames(parse(shown)))).toEqual([])
  })

  // Surface B's, an image, and a file.
  const ELSEWHERE =
    /brand-icon|\/xml$|charities\/|\/(profile|summary|metrics|flows|contradictions|leadership|related|ratings|blocks|block\/\{block\})$/

  test('every path in /llms.txt exists, and it has every read operation', async () => {
    const response = await fetch(`${world.address}/llms.txt`)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await response.text()
    // It returns 405 for a page's GET.
    expect(text).not.toContain('](/mcp)')
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
})

test('the catalog, which the front page links to, leads to documents and to the server', async () => {
  const front = await fetch(`${world.address}/`, { headers: { Accept: 'text/markdown' } })
  expect(front.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(front.headers.get('vary')).toBe('accept, accept-encoding')
  expect(await front.text()).toMatch(/^\*\*Demo data:\*\*.+\n\n# \w/)
  const [, path] = /<([^>]+)>; rel="api-catalog"/.exec(front.headers.get('link') ?? '') ?? []
  const read = async (url: string) => JSON.stringify(await (await fetch(url)).json())
  const text = await read(`${world.address}${path}`)
  const found = [...text.matchAll(/"href":"([^"]+)"/g)].map(([, url = '']) => url)
  expect(text).toContain(`"${world.address}/mcp"`)
  for (const url of found) expect([url, (await fetch(url)).status]).toEqual([url, 200])
  const full = await (await fetch(`${world.address}/llms-full.txt`)).text()
  expect(full.length).toBeLessThan(100_000)
  expect(full).toContain('`GET /api/v2/charity/{ein}/page`')
})

const PATHS = `/ /?Query=food+bank /?Query=food+bank&State=Nowhere /charity/070000101
  /charity/07-0000101 /charity/070000101/sections/Programs /charity/070000101/filings
  /charity/070000101/evidence?Ref=990%3A2023%3A202413429349300770%3A%2FIRS990%2FCYTotalRevenueAmt
  /compare /compare?EIN=070000101&EIN=080000102 /sector /sources /agents
  /suggest?Query=food /nowhere /robots.txt /llms.txt /llms-full.txt /docs /docs/ /openapi.json
  /.well-known/api-catalog
  /api/v2/charity/070000101/page /api/v2/health`.split(/\s+/)
const evil = 'evil.example'
const headers = { host: evil, 'x-forwarded-host': evil, 'x-forwarded-proto': 'gopher' }

test.each([undefined, 'loopback'])(
  'the Host of a request is never repeated, with TRUST_PROXY %s',
  (trustProxy) =>
    withConfig({ host: '192.0.2.1', port: 8103, trustProxy }, async (app) => {
      for (const url of PATHS) {
        const response = await app.inject({ url, headers })
        expect(response.statusCode, url).not.toBe(500)
        const whole = `${JSON.stringify(response.headers)}${response.body}`
        expect(whole, url).not.toMatch(/evil\.example|gopher/)
      }
      // Copied addresses begin with the configured listening address.
      expect((await app.inject('/agents')).body).toContain('http://192.0.2.1:8103/mcp')
      // The other application of this file listens.
      expect((await world.app.inject('/agents')).body).toContain(`${world.address}/mcp`)
    }),
)
