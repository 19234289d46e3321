import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateDemo } from '#indexer/demo/generate.ts'
import { createKey } from '#src/access/keys.ts'
import { buildApp } from '#src/app.ts'
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
let operations: Map<string, { method: 'GET' | 'POST'; path: string }>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'))
  await generateDemo({ folder })
  await dateFiles(folder, new Date('2026-11-22T00:00:00Z'))
  world = await openWorld('examples', [folder])
  const config = { ...world.deps.config, access: 'keyed' as const }
  app = await buildApp({ ...world.deps, config, admission: PATIENT })
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

/** The first release of the store; after it organizations were rated. */
async function firstRelease(): Promise<string> {
  const sql = 'select min(id) as id from release'
  const [first] = await world.deps.postgres.query<{ id: string }>(sql)
  return first?.id ?? ''
}

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
  CompiledAt: '2026-11-22T06:15:26.302Z',
  ReleasedAt: '2026-11-22T06:15:26.302Z',
  ChangedAt: '2026-11-22T06:15:26.302Z',
  LastLoadedAt: '2026-11-22T06:15:25.109Z',
  ComputedAt: '2026-11-22T06:15:31.480Z',
  Day: '2026-11-22',
  ResetAt: '2026-11-23T00:00:00.000Z',
}
/** Such texts wherever they stand: releases are named by the moment of their load. */
const RELEASE = /\b20\d{6}t\d{9}z\b/g
const CURSOR = /"NextCursor": ?"[A-Za-z0-9_-]{20,}"/g

function steady(text: string): string {
  return Object.entries(VOLATILE)
    .reduce(
      (kept, [name, value]) =>
        kept.replaceAll(new RegExp(`("${name}": ?)"[^"]+"`, 'g'), `$1"${value}"`),
      text,
    )
    .replaceAll(RELEASE, '20261122t061526302z')
    .replaceAll(CURSOR, '"NextCursor": "eyJvZiI6ImFuIGVhcmxpZXIgYW5zd2VyIn0"')
}

async function send(operationId: string, { path, query, body }: ExampleRequest) {
  const operation = operations.get(operationId)
  if (!operation) throw new Error(`There is no operation ${operationId}.`)
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name) => String(path?.[name]))
  const release = await firstRelease()
  const texts = Object.entries(query ?? {}).map(([name, value]) => [
    name,
    value === A_RELEASE ? release : String(value),
  ])
  // A key of its own each time: what it has used up is part of some answers.
  const { key } = await createKey(world.deps.postgres, { tier: 'Paid', owner: 'Examples' })
  return app.inject({
    method: operation.method,
    url: texts.length > 0 ? `${filled}?${new URLSearchParams(texts)}` : filled,
    headers: filled.includes('/charities/') ? {} : { 'x-service-api-key': key },
    ...(body && { payload: body }),
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

describe('the document', () => {
  it('shows an example of every operation, or it is said why not', () => {
    const shown = [...Object.keys(EXAMPLE_REQUESTS), ...Object.keys(WITHOUT_EXAMPLE)]
    expect([...operations.keys()].toSorted()).toEqual(shown.toSorted())
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
