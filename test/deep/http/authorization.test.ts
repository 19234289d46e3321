import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { beforeAll, expect, test, vi } from 'vitest'
import { createKey, type KeyLimits, revokeKey, type Tier } from '#src/access/keys.ts'
import type { Terms } from '#src/access/terms.ts'
import { utcDay } from '#src/access/usage.ts'
import { groupBy } from '#src/domain/es2024.ts'
import { withApp } from '#test/integration/http/world.ts'
import { opened } from '#test/integration/opened.ts'
import { expectRecorded } from '#test/recorded.ts'
import { openIndexed } from '#test/world/indexed.ts'

// Sends each route of the running application with each credential, and compares the response and
// what it cost with the route's terms, the rules below, and test/recorded/authorization.txt.

type Route = { method: 'GET' | 'POST'; url: string; surface?: string; terms?: Terms }
type Sent = { name: string; headers: Record<string, string>; client: string }

const ADDRESS = '192.0.2.60'
/** Everything for the website and about the service itself that needs no terms. */
const WITHOUT_TERMS =
  /^(\/livez|\/readyz|\/metrics|\/favicon\.(ico|svg)|\/assets\/pages\.(css|js)|\/docs(\/.*)?|\/openapi\.json|\/llms(-full)?\.txt|\/robots\.txt|\/\.well-known\/api-catalog)$/
/** What needs a key, and what is Advanced, as docs/running/keys.md says. */
const KEYED =
  /\/(export|diligence-summary|discovery|brand-icon|money-network|grants|totals|grantees|funders|for-cohort|grants-by-year|peer-funders|awards|subawards|usage|charity-question|agent-feedback)$|\/assistant\//
const ADVANCED = /\/(charity-question|agent-feedback)$|\/assistant\//
const FREE =
  /^(\/mcp|\/suggest|\/sources|\/status|\/about|\/agents|\/reconcile\/(suggest|properties).*)(\.\w+)?$/
const isApi = (url: string) => /^\/(api|charities)\//.test(url)

/** Parameters without which a route has nothing to return, and bodies. */
const EIN = '290000118'
const OTHER = '070000101'
const QUERIES: Record<string, string> = {
  '/api/v2/people': 'Name=Smith',
  '/api/v2/evidence': `Ref=derived:x:${EIN}:2024`,
  '/evidence': `Ref=derived:x:${EIN}:2024`,
  '/api/v2/compare': `EINs=${EIN},${OTHER}`,
  'diligence-summary': `EINs=${EIN}`,
  '/api/v2/grants': 'Query=food',
  '/api/v2/grants/totals': 'Query=food',
  'for-cohort': `EINs=${EIN}`,
  'grants-by-year': 'Direction=Incoming',
  '/api/v2/export': 'Query=harvest',
  discovery: 'Intent=food',
  '/reconcile': 'queries={"q0":{"query":"harvest"}}',
  '/reconcile/suggest/entity': 'prefix=harvest',
  '/reconcile/suggest/property': 'prefix=re',
  '/reconcile/preview': `id=${EIN}`,
  '/suggest': 'Query=har',
  '/': 'Query=harvest',
  '/search': 'Query=harvest',
  '/ask': 'q=harvest',
  '/people': 'Name=Smith',
  '/grants': 'Query=food',
  '/grants/funders': 'Query=food',
  '/grants/recipients': 'Query=food',
  '/compare': `EINs=${EIN},${OTHER}`,
  '/memo': `EINs=${EIN}`,
  '/charity/:ein/evidence': `Ref=derived:x:${EIN}:2024`,
}
const BODIES: Record<string, object> = {
  stream: { Message: 'harvest' },
  '/api/v2/charity-question': { EIN, Question: 'Where do you work?', Email: 'a@made.example' },
  '/api/v2/agent-feedback': { Message: 'It works.' },
  '/mcp': { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  '/ask/stream': { Message: 'harvest' },
  '/reconcile': { queries: '{"q0":{"query":"harvest"}}' },
}
const ACCEPT = { accept: ['application/json', 'text/event-stream'].join() }
/** Codes of responses to which no terms apply. */
const isAnswer = (status: number) => status < 400 || status === 404

const routes: Route[] = []
const world = opened(async () => {
  const listen = (message: unknown) => {
    ;(message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => {
      const [method = ''] = [route.method].flat()
      if (method === 'HEAD' || method === 'OPTIONS') return
      const { terms } = route.config ?? {}
      const { surface } = (route.constraints ?? {}) as { surface?: string }
      routes.push({
        ...{ method: method as 'GET', url: route.url },
        ...(surface && { surface }),
        ...(terms && { terms }),
      })
    })
  }
  subscribe('fastify.initialization', listen)
  const config = { access: 'keyed', trustProxy: undefined, logLevel: 'silent' } as const
  return await openIndexed('authorization', undefined, { config }).finally(() =>
    unsubscribe('fastify.initialization', listen),
  )
})

let sent: Sent[]
beforeAll(async () => {
  const makeKey = async (name: string, tier: Tier, limits: Partial<KeyLimits> = {}) => {
    const { id, key } = await createKey(world.deps.postgres, { tier, owner: name, ...limits })
    return { id, name, headers: { 'x-service-api-key': key }, client: `key:${id}` }
  }
  const none = { name: 'no key', headers: {}, client: ADDRESS }
  const both = await makeKey('a key in both headers', 'Paid')
  const revoked = await makeKey('a revoked key', 'Paid')
  await revokeKey(world.deps.postgres, revoked.id)
  sent = [
    none,
    { ...none, name: 'no key, used up', client: '192.0.2.61' },
    { ...none, name: 'an unknown key', headers: { authorization: `Bearer nrk_${'x'.repeat(43)}` } },
    {
      ...both,
      headers: { ...both.headers, authorization: `Bearer ${both.headers['x-service-api-key']}` },
    },
    revoked,
    await makeKey('Paid', 'Paid'),
    await makeKey('Site', 'Site'),
    await makeKey('Internal', 'Internal'),
    await makeKey('Paid, data used up', 'Paid', { dataLimit: 1 }),
    await makeKey('Paid, Advanced used up', 'Paid', { advancedLimit: 1 }),
  ]
  const usedUp = sent.filter(({ name }) => name.endsWith('used up'))
  for (const { name, client } of usedUp) {
    const isData = !name.includes('Advanced')
    for (const allowance of isData ? ['Data', 'Pages'] : ['Advanced']) {
      await world.deps.postgres.query(
        'insert into usage_day (day, client, allowance, used) values ($1, $2, $3, 1000000)',
        [utcDay(new Date()), client, allowance],
      )
    }
  }
})

/** Returns what the terms of a route promise to a credential: an error, or the cost. */
function promised({ terms }: Route, { name }: Sent): string {
  if (!terms || terms.access === 'unchecked') return 'answers'
  if (/unknown|both|revoked/.test(name)) return '401 InvalidCredential'
  const isWithout = name.startsWith('no key')
  if (isWithout && terms.access === 'keyed') return '401 MissingCredential'
  const { costs } = terms
  if (costs === 'nothing') return 'answers'
  if (costs === 'Advanced') {
    if (name === 'Site') return '403 AdvancedNotIncluded'
    return name.includes('Advanced') ? '429 AdvancedAllowanceExhausted' : 'answers, 1 Advanced'
  }
  const allowance = isWithout ? costs : 'Data'
  const error = { Data: 'DataAllowanceExhausted', Pages: 'PageAllowanceExhausted' }[allowance]
  if (/^no key, used|data used/.test(name)) return `429 ${error}`
  return `answers, 1 ${allowance}`
}

async function use(): Promise<Map<string, number>> {
  const rows = await world.deps.postgres.query<{ client: string; allowance: string; used: number }>(
    'select client, allowance, used from usage_day',
  )
  return new Map(rows.map(({ client, allowance, used }) => [`${client} ${allowance}`, used]))
}

/** Returns what happened to a request: an error, or that it was answered and what that cost. */
async function outcome(route: Route, { headers, client }: Sent) {
  const remoteAddress = client.startsWith('key:') ? ADDRESS : client
  const before = await use()
  const { statusCode, body } = await send(world.app, route, { headers, remoteAddress })
  const costs = [...(await use())].flatMap(([account, used]) => {
    const units = used - (before.get(account) ?? 0)
    return units === 0 ? [] : [`, ${units} ${account.split(' ')[1]}`]
  })
  if (isAnswer(statusCode)) return `answers${costs.join('')}`
  const code = /"ErrorCode":"(\w+)"/.exec(body)?.[1] ?? body.slice(0, 300)
  return `${statusCode} ${code}${costs.join('')}`
}

/** Sends a request that the route accepts. */
async function send(app: FastifyInstance, { method, url, surface }: Route, more?: InjectOptions) {
  const path = url
    .replace(':ein', EIN)
    .replace(':SectionId', 'Grants')
    .replace(':Id', 'Grants')
    .replace(':objectId', '202513199349301234')
    .replace(':file', '202513199349301234.xml')
    .replace(':block', 'IRS990')
  const last = url.split('/').at(-1) ?? ''
  const known = QUERIES[url.replace(/\.(csv|json)$/, '')] ?? QUERIES[last] ?? ''
  const query =
    method === 'POST'
      ? ''
      : url === '/api/v2/search'
        ? `${surface === 'b' ? 'q' : 'Query'}=harvest`
        : known
  const payload = method === 'POST' ? (BODIES[url] ?? BODIES[last]) : undefined
  return await app.inject({
    ...{ ...more, method, url: `${path}?${query}`, headers: { ...ACCEPT, ...more?.headers } },
    ...(payload && { payload }),
  })
}

const nameOf = ({ method, url, surface }: Route) =>
  `${method === 'GET' ? '' : `${method} `}${url.replace(/-[0-9a-f]{12}\./, '.')}${surface ? ` (${surface})` : ''}`

test('every route states its terms, and they are those of its kind', () => {
  expect(routes.length).toBeGreaterThan(100)
  const { paths = {} } = world.app.swagger() as OpenAPIV3_1.Document
  for (const route of routes) {
    const { method, url, terms } = route
    const name = nameOf(route)
    if (!terms) {
      expect(name).toMatch(WITHOUT_TERMS)
      continue
    }
    const isKeyed = isApi(url) && (KEYED.test(url) || terms.alsoWithoutKey === true)
    expect(terms.access === 'keyed', name).toBe(isKeyed)
    const isAdvanced = ADVANCED.test(url) || terms.alsoWithoutKey === true
    const isFree = isApi(url) ? /\/(health|usage|sources)$/.test(url) : FREE.test(url)
    const data = isApi(url) || url === '/reconcile' ? 'Data' : 'Pages'
    expect(terms.costs, name).toBe(isFree ? 'nothing' : isAdvanced ? 'Advanced' : data)
    // Whatever writes is counted first, so that a used-up allowance changes nothing.
    const reads = method === 'GET' || url === '/reconcile' || url === '/mcp'
    if (!reads) expect(terms.countsFirst, name).toBe(true)
    const operation =
      paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase() as 'get' | 'post']
    if (!operation || terms.alsoWithoutKey || route.surface) continue
    const needsKey = (operation.security ?? [{}]).every((one) => Object.keys(one).length > 0)
    expect(needsKey, `${name} in /openapi.json`).toBe(isKeyed)
  }
})

test('each credential gets what the terms say, and pays for it', async () => {
  const rows: { name: string; outcomes: string }[] = []
  for (const route of routes) {
    const outcomes: string[] = []
    for (const one of sent) {
      // Without a key, the same path is an operation of surface B, and with one it is of A.
      const isOther = /\/(stats|top-lists)$/.test(route.url) && route.surface
      if (isOther && (route.surface === 'a') === one.name.startsWith('no key')) continue
      const got = await outcome(route, one)
      const isOfB = /^\d+ \{"success":false/.test(got)
      const wanted = promised(route, one)
      const shown = isOfB ? got.replace(/ \{.*/s, '') : got
      expect
        .soft(shown, `${nameOf(route)} with ${one.name}`)
        .toBe(isOfB ? wanted.slice(0, 3) : wanted)
      outcomes.push(`  ${one.name}: ${wanted}`)
    }
    rows.push({ name: nameOf(route), outcomes: outcomes.join('\n') })
  }
  const groups = groupBy(rows, ({ outcomes }) => outcomes)
  await expectRecorded(
    'authorization',
    Object.fromEntries(
      [...groups].map(([outcomes, same]) => [same.map(({ name }) => name).join('\n## '), outcomes]),
    ),
  )
})

test('a route that takes a slot of one store does not call the other one', async () => {
  const { opensearch, postgres, config } = world.deps
  const others: Record<string, object> = { store: opensearch, index: postgres }
  await withApp({ ...world.deps, config: { ...config, access: 'open' } }, async (app) => {
    for (const route of routes) {
      const other = Object(others[route.terms?.slot ?? ''])
      const spies = Object.keys(other).map((method) => vi.spyOn(other, method))
      await send(app, route)
      const calls = spies.flatMap(({ mock }) => mock.calls)
      expect.soft(calls, nameOf(route)).toEqual([])
      vi.restoreAllMocks()
    }
  })
})
