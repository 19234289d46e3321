import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKey } from '#src/access/keys.ts'
import { addressOf, type ExampleRequest } from '#src/api/openapi/examples/demo.ts'
import { buildApp } from '#src/app.ts'
import { formatDay } from '#src/domain/days.ts'
import { releaseTime } from '#src/domain/release.ts'
import { opened } from '#test/integration/opened.ts'
import { openIndexed } from '#test/world/indexed.ts'
import { readRoutes } from '../../../clients/openapi.ts'

// `npm run examples` records them again.
const ANSWERS = '../../recorded/answers/'

const OPERATIONS = await readRoutes(({ operations, swagger }) => {
  const { paths = {} } = swagger() as OpenAPIV3_1.Document
  return [...operations].map(([path, { examples }]) => {
    const item = paths[path]
    const method = item?.get ? ('GET' as const) : ('POST' as const)
    return { id: (item?.get ?? item?.post)?.operationId ?? '', path, method, examples }
  })
})
type Operation = (typeof OPERATIONS)[number]

const world = opened(() => openIndexed('examples'))
let app: FastifyInstance
let releases: [minted: string, shown: string][]

beforeAll(async () => {
  const config = { ...world.deps.config, access: 'keyed' as const }
  app = await buildApp({ ...world.deps, config })
  releases = await readReleases()
})
afterAll(() => app?.close())

/** The store's releases, oldest first, and their fixed times in responses. */
async function readReleases(): Promise<[minted: string, shown: string][]> {
  const rows = await world.deps.postgres.query<{ id: string }>('select id from release order by id')
  const start = Date.parse('2026-11-22T06:15:25.550Z')
  return rows.map(({ id }, at) => {
    const moment = new Date(start + at * BETWEEN_RELEASES_MS).toISOString()
    return [id, moment.replace(/[-:.]/g, '').toLowerCase()]
  })
}

const BETWEEN_RELEASES_MS = 60_000

/** Fields that differ with each request or each load of the demo, and their fixed values. */
const VOLATILE: Record<string, string> = {
  RequestID: '5c716055-9585-44a5-919c-9ba44966f2ff',
  FeedbackID: 'f_R5eWd1uQvJmT0k2yB8cXzA',
  Session: 'ba09be08-4fcf-43e0-b313-a603f33dacd9',
  LastLoadedAt: '2026-11-22T06:15:25.109Z',
  ComputedAt: '2026-11-22T06:15:31.480Z',
  Day: '2026-11-22',
  CohortDate: '2026-11-22',
  cohort_date: '2026-11-22',
  ResetAt: '2026-11-23T00:00:00.000Z',
}
// Citations contain the day on which the evidence was accessed.
const TODAY = new Date().toISOString().slice(0, 10)
const SHOWN_DAY = '2026-11-22'
const CURSOR = /"NextCursor": ?"[A-Za-z0-9_-]{20,}"/g

// Each release has one fixed time everywhere, so that a change after `since` is visible.
const steadyReleases = (text: string): string =>
  releases.reduce(
    (kept, [minted, shown]) =>
      kept
        .replaceAll(minted, shown)
        .replaceAll(releaseTime(minted) ?? minted, releaseTime(shown) ?? shown),
    text,
  )

function steady(text: string): string {
  return Object.entries(VOLATILE)
    .reduce(
      (kept, [name, value]) =>
        kept.replaceAll(new RegExp(`("${name}": ?)"[^"]+"`, 'g'), `$1"${value}"`),
      steadyReleases(text),
    )
    .replaceAll(/"Week": ?\d+/g, '"Week": 47')
    .replaceAll(formatDay(TODAY), formatDay(SHOWN_DAY))
    .replaceAll(TODAY, SHOWN_DAY)
    .replaceAll(CURSOR, '"NextCursor": "eyJvZiI6ImFuIGVhcmxpZXIgYW5zd2VyIn0"')
}

/** Sends an example. */
const send = ({ path }: Operation, request: ExampleRequest, method: Parameters<typeof ask>[1]) =>
  ask(addressOf(path, request), method, request.body)

/** Uses a new key each time, because some responses contain its usage. */
async function ask(url: string, method: 'GET' | 'POST' | 'HEAD' = 'GET', payload?: object) {
  const { key } = await createKey(world.deps.postgres, { tier: 'Paid', owner: 'Examples' })
  return app.inject({
    method,
    url,
    headers: url.includes('/charities/') ? {} : { 'x-service-api-key': key },
    ...(payload && { payload }),
  })
}

const EXAMPLES = OPERATIONS.flatMap((operation) =>
  operation.examples.map((one) => {
    const name = one.name === 'Example' ? '' : `.${one.name}`
    return [`${operation.id}${name}.${one.type ? 'txt' : 'json'}`, operation, one] as const
  }),
)

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

/** Returns a response with the first item of each list, and the first of objects with the same fields. */
function cutLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(cutLists)
  if (isPlain(value)) return value
  const shapes = new Set<string>()
  const kept = Object.entries(value as object).filter(([, part]) => {
    const shape = Array.isArray(part) || isPlain(part) ? '' : Object.keys(part).sort().join()
    return shape === '' || (!shapes.has(shape) && shapes.add(shape))
  })
  return Object.fromEntries(kept.map(([name, part]) => [name, cutLists(part)]))
}

/** Prints JSON with an object of plain values on one line. */
function printJson(value: unknown, indent = ''): string {
  if (isPlain(value) || Object.values(value as object).every(isPlain)) return JSON.stringify(value)
  const within = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => `${within}${printJson(item, within)}`)
    : Object.entries(value as object).map(
        ([name, part]) => `${within}${JSON.stringify(name)}: ${printJson(part, within)}`,
      )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}

it.each(EXAMPLES)(
  'the response to the example %s is what the service returns',
  async (file, operation, request) => {
    const response = await send(operation, request, operation.method)
    expect(response.statusCode, response.body).toBe(200)
    if (operation.method === 'GET') {
      expect(await send(operation, request, 'HEAD')).toMatchObject({ statusCode: 200, body: '' })
    }
    const answer = request.type ? response.body : `${printJson(cutLists(response.json()))}\n`
    await expect(steady(answer)).toMatchFileSnapshot(`${ANSWERS}${file}`)
  },
)

it('every link of /llms.txt leads to a response', async () => {
  const { body } = await app.inject('/llms.txt')
  const links = [...body.matchAll(/\]\((\/[^)]+)\)/g)].map(([, url = '']) => url)
  expect(links.length).toBeGreaterThan(20)
  // /mcp accepts messages by POST, and /docs redirects to /docs/.
  for (const url of links.filter((one) => one !== '/mcp' && one !== '/docs')) {
    expect([url, (await ask(url)).statusCode]).toEqual([url, 200])
  }
})

it('the document shows an example of every operation except those that send a file', () => {
  const without = OPERATIONS.filter(({ examples }) => examples.length === 0)
  expect(without.map(({ id }) => id)).toEqual(['getFilingXml', 'getBrandIcon'])
})
