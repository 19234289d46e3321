import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateDemo } from '#indexer/demo/generate.ts'
import { createKey } from '#src/access/keys.ts'
import { buildApp } from '#src/app.ts'
import { releaseTime, toReleaseId } from '#src/domain/release.ts'
import type { ChangeListAnswer } from '#src/surfaces/a/changes-schema.ts'
import { addressOf } from '#src/surfaces/example-address.ts'
import { answerFile, cutLists } from '#src/surfaces/examples/answers.ts'
import {
  A_RELEASE,
  EXAMPLE_REQUESTS,
  type ExampleRequest,
  WITHOUT_EXAMPLE,
} from '#src/surfaces/examples/requests.ts'
import { openWorld, type RelevanceWorld } from '../../relevance/world.ts'
import { PATIENT } from './world.ts'

// Written anew by the same test: vitest run … openapi-examples.test.ts --update
const ANSWERS = '../../../src/surfaces/examples/answers/'

let folder: string
let world: RelevanceWorld
let app: FastifyInstance
let releases: [minted: string, shown: string][]
let operations: Map<string, { method: 'GET' | 'POST'; path: string }>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'))
  await generateDemo({ folder })
  await dateFiles(folder, new Date('2026-11-22T00:00:00Z'))
  world = await openWorld('examples', [folder])
  const config = { ...world.deps.config, access: 'keyed' as const }
  app = await buildApp({ ...world.deps, config, admission: PATIENT })
  releases = await readReleases()
  operations = listOperations((await app.inject('/openapi.json')).json())
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await rm(folder, { recursive: true })
})

/** Sets the date of every file: lists that bear none are dated by it. */
async function dateFiles(within: string, date: Date): Promise<void> {
  const entries = await readdir(within, { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of entries) await utimes(join(parentPath, name), date, date)
}

/** Releases of the store, the first of them first, and the moments they stand for in answers. */
async function readReleases(): Promise<[minted: string, shown: string][]> {
  const rows = await world.deps.postgres.query<{ id: string }>('select id from release order by id')
  const [first] = rows
  if (!first) throw new Error('The store has no release.')
  const start = timeOf(A_RELEASE)
  return rows.map(({ id }, at) => {
    const moment = new Date(start + at * BETWEEN_RELEASES_MS).toISOString()
    return [id, toReleaseId(moment) ?? '']
  })
}

const BETWEEN_RELEASES_MS = 60_000
const timeOf = (release: string): number => Date.parse(releaseTime(release) ?? '')

function listOperations({ paths = {} }: OpenAPIV3_1.Document): typeof operations {
  const found = Object.entries(paths).map(([path, item]) => {
    const method = item?.get ? ('GET' as const) : ('POST' as const)
    return [(item?.get ?? item?.post)?.operationId ?? '', { method, path }] as const
  })
  return new Map(found)
}

/** What differs each time it is asked, or each time the demo is loaded, by the name of its field. */
const VOLATILE: Record<string, string> = {
  RequestID: '5c716055-9585-44a5-919c-9ba44966f2ff',
  FeedbackID: 'f_R5eWd1uQvJmT0k2yB8cXzA',
  Session: 'ba09be08-4fcf-43e0-b313-a603f33dacd9',
  LastLoadedAt: '2026-11-22T06:15:25.109Z',
  ComputedAt: '2026-11-22T06:15:31.480Z',
  Day: '2026-11-22',
  ResetAt: '2026-11-23T00:00:00.000Z',
}
const CURSOR = /"NextCursor": ?"[A-Za-z0-9_-]{20,}"/g

// Each release is one moment wherever it stands: whether a change came after `since` can be seen.
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
    .replaceAll(CURSOR, '"NextCursor": "eyJvZiI6ImFuIGVhcmxpZXIgYW5zd2VyIn0"')
}

async function send(operationId: string, request: ExampleRequest, isHead = false) {
  const operation = operations.get(operationId)
  if (!operation) throw new Error(`There is no operation ${operationId}.`)
  // The first of this store for the first that is shown.
  const [first = ''] = releases[0] ?? []
  const url = addressOf(operation.path, request).replace(A_RELEASE, first)
  return ask(url, isHead ? 'HEAD' : operation.method, request.body)
}

/** Asks with a key of its own each time: what it has used up is part of some answers. */
async function ask(url: string, method: 'GET' | 'POST' | 'HEAD' = 'GET', payload?: object) {
  const { key } = await createKey(world.deps.postgres, { tier: 'Paid', owner: 'Examples' })
  return app.inject({
    method,
    url,
    headers: url.includes('/charities/') ? {} : { 'x-service-api-key': key },
    ...(payload && { payload }),
  })
}

const EXAMPLES = Object.entries(EXAMPLE_REQUESTS).flatMap(([operationId, requests]) =>
  requests.map((request) => [answerFile(operationId, request), operationId, request] as const),
)

describe('the documented answer', () => {
  it.each(EXAMPLES)('%s is what the service answers', async (file, operationId, request) => {
    const response = await send(operationId, request)
    expect(response.statusCode, response.body).toBe(200)
    const answer = request.type
      ? response.body
      : `${JSON.stringify(cutLists(response.json()), null, 2)}\n`
    await expect(steady(answer)).toMatchFileSnapshot(`${ANSWERS}${file}`)
  })
})

it('goes to HEAD without its body', async () => {
  for (const [file, operationId, request] of EXAMPLES) {
    if (operations.get(operationId)?.method === 'POST') continue
    const { statusCode, body } = await send(operationId, request, true)
    expect([file, statusCode, body]).toEqual([file, 200, ''])
  }
})

it('of changes names one after since', async () => {
  const [request] = EXAMPLE_REQUESTS.listChanges ?? []
  if (!request) throw new Error('There is no example of changes.')
  const { body } = await send('listChanges', request)
  const { Since, Changes } = JSON.parse(steady(body)) as ChangeListAnswer
  expect(Since).toBe(A_RELEASE)
  expect(Changes).toHaveLength(1)
  for (const { Release } of Changes) expect(Release > Since, Release).toBe(true)
})

it('is what every link of /llms.txt leads to', async () => {
  const { body } = await app.inject('/llms.txt')
  const links = [...body.matchAll(/\]\((\/[^)]+)\)/g)].map(([, url = '']) => url)
  expect(links.length).toBeGreaterThan(20)
  // Messages are sent to /mcp, and /docs leads on to /docs/.
  for (const url of links.filter((one) => one !== '/mcp' && one !== '/docs')) {
    expect([url, (await ask(url)).statusCode]).toEqual([url, 200])
  }
})

describe('the document', () => {
  it('shows an example of every operation, or it is said why not', () => {
    const shown = [...Object.keys(EXAMPLE_REQUESTS), ...Object.keys(WITHOUT_EXAMPLE)]
    expect([...operations.keys()].toSorted()).toEqual(shown.toSorted())
  })

  it('is read on a page of our name, with our icon', async () => {
    const { body } = await app.inject('/docs/')
    expect(body).toContain('<title>API reference: Nonprofit Research Service</title>')
    const icon = await app.inject('/favicon.ico')
    expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  })

  it('carries requests and answers where readers and generators look for them', async () => {
    const document = (await app.inject('/openapi.json')).json()
    const { parameters, responses } = document.paths['/api/v2/charity/{ein}/filings'].get
    const ein = parameters.find(({ name }: { name: string }) => name === 'ein')
    expect(ein.examples).toMatchObject({ Example: { value: 70000101 } })
    const { value } = responses[200].content['application/json'].examples.Example
    expect(value.Filings).toHaveLength(1)
    const question = document.paths['/api/v2/charity-question'].post
    expect(question.requestBody.content['application/json'].examples.Example.value).toHaveProperty(
      'Question',
    )
  })
})
