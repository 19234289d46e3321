import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey, revokeKey } from '#src/access/keys.ts'
import { type Answered, type Started, startProcess } from '#test/integration/http/started.ts'
import { buildIndex, ORGANIZATIONS, openWorld, type World } from '#test/integration/http/world.ts'

let world: World
let process: Started
/** A valid key, a revoked one, and one that never existed. */
let keys: string[]
let greeting: string

beforeAll(async () => {
  world = await openWorld('unseen')
  await buildIndex(world.opensearch, world.deps.indexPrefix, ORGANIZATIONS)
  const owner = { tier: 'Internal', owner: 'unseen' } as const
  const valid = await createKey(world.postgres, owner)
  const revoked = await createKey(world.postgres, owner)
  await revokeKey(world.postgres, revoked.id)
  keys = [valid.key, revoked.key, `nrk_${'Zz09_-'.repeat(7)}q`]
  process = await startProcess({ database: 'http_unseen', prefix: world.deps.indexPrefix })
  greeting = process.said()
})
afterAll(async () => {
  await process.stop()
  await world.close()
})

const json = { 'content-type': 'application/json' }

const percent = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`

/** Requests with a key in every place where people put one, by accident or not. */
const places = (key: string, valid: string) => {
  const known = { ...json, 'x-service-api-key': valid }
  const post = (path: string, body: object | string) => ({
    path,
    method: 'POST',
    headers: known,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const sent: Record<string, string>[] = [
    ...[key, `${key}x`, key.slice(0, -1)].map((one) => ({ 'x-service-api-key': one })),
    ...[`Bearer ${key}`, key, `Basic ${btoa(key)}`].map((authorization) => ({ authorization })),
    { 'x-service-api-key': key, authorization: `Bearer ${key}` },
    { 'x-request-id': key },
  ]
  const [search, charity] = ['/api/v2/search?Query=harvest', '/api/v2/charity/070000001']
  const paths = [
    ...[`/api/v2/search?Query=${key}&Mode=Identity`, `/api/v2/search?q=${key}`, `/${key}`],
    ...[`${search}&State=${key}`, `${search}&${key}=1`],
    `${search}&apikey=${encodeURIComponent(key).replace('_', '%5F')}`,
    ...[...key.slice(0, 4)].map(
      (letter) => `/api/v2/search?Query=${key.replace(letter, percent(letter))}&Mode=Identity`,
    ),
    ...[`/api/v2/charity/${key.replace('n', '%6E')}/%ZZ`, `/api/v2/charity/${key}/page`],
    ...[`${charity}/profile?key=${key}`, `${charity}/sections/${key}`],
    `${charity}/sections/Grants?Cursor=${key}`,
  ]
  const [feedback, chat] = ['/api/v2/agent-feedback', '/api/v2/assistant/chat/stream']
  return [
    ...sent.map((headers) => ({ path: '/api/v2/usage', headers })),
    ...paths.map((path) => ({ path })),
    { path: `/${key}`, method: 'DELETE' },
    { path: '/livez', headers: { 'x-request-id': key } },
    ...['name', 'version', 'owner', 'contact', 'purpose', 'community', 'session'].map((name) => ({
      path: `${search}&Mode=Identity`,
      headers: { [`x-agent-${name}`]: `my key is ${key}` },
    })),
    ...[
      { Message: `It fails with ${key}.` },
      { message: 'It fails.', query: key, purpose: key },
      { Message: 'It fails.', RecoverySessionID: key },
      { Message: 'It fails.', [key]: 1 },
      { Message: 'It fails.', Metadata: { [key]: 1, a: [{ b: key }] } },
    ].map((body) => post(feedback, body)),
    post(feedback, `{"Message": ${key}`),
    post('/api/v2/charity-question', { EIN: key, Question: key, Email: `${key}@made.example` }),
    post(chat, { Message: `find ${key}` }),
    post(chat, { Message: 'find', [key]: key }),
    { ...post(chat, { Message: 'find' }), headers: { ...known, 'x-service-session': key } },
  ] as { path: string; method?: string; headers?: Record<string, string>; body?: string }[]
}

/** Returns every part of a key that must appear nowhere. */
const secretsOf = (key: string): string[] => [key, key.slice(4, -1), btoa(key)]
const hashesOf = (key: string): string[] => {
  const hash = createHash('sha256').update(key).digest()
  return [hash.toString('hex'), hash.toString('base64'), hash.toString('base64url')]
}

/** Returns every row of all our tables and the job queue as text, with its table. */
async function dump(): Promise<string[]> {
  const tables = await world.postgres.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const lines: string[] = []
  for (const { name } of tables) {
    const rows = await world.postgres.query<{ line: string }>(
      `select t::text as line from ${name} t`,
    )
    for (const { line } of rows) lines.push(`${name} ${line}`)
  }
  return lines
}

describe('a key in a request', () => {
  let errors: Answered[]
  let answers: Answered[]
  const secrets = () => keys.flatMap((key) => [...secretsOf(key), ...hashesOf(key)])

  beforeAll(async () => {
    answers = []
    for (const key of keys) {
      for (const { path, ...sent } of places(key, keys[0] ?? '')) {
        answers.push(await process.ask(path, sent))
      }
    }
    errors = answers.filter(({ status }) => status >= 400)
  })

  test('was sent with responses and rejections of every kind', () => {
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toEqual(expect.arrayContaining([200, 400, 401, 404, 422]))
    expect(Math.max(...statuses)).toBeLessThan(500)
  })

  test('is in no error, header, metric, or line of the log, at any level', async () => {
    const { body: metrics } = await process.ask('/metrics')
    expect(metrics).toContain('refused_requests_total{code="InvalidCredential"}')
    expect(metrics).not.toMatch(/127\.0\.0\.1|nrk_/)
    const said = process.said()
    expect(said.length).toBeGreaterThan(greeting.length + 10_000)
    const headers = answers.map((answer) => JSON.stringify(answer.headers))
    const lines = [...errors.map(({ body }) => body), ...headers, metrics, ...said.split('\n')]
    for (const secret of secrets()) {
      expect(lines.filter((line) => line.includes(secret))).toEqual([])
    }
  })

  test('is in no column of the store, and its hash in one only', async () => {
    const lines = await dump()
    expect(lines.some((line) => line.startsWith('public.submission'))).toBe(true)
    for (const secret of keys.flatMap(secretsOf)) {
      expect(lines.filter((line) => line.includes(secret))).toEqual([])
    }
    const hashes = keys.flatMap(hashesOf)
    const hashed = lines.filter((line) => hashes.some((hash) => line.includes(hash)))
    expect(hashed.map((line) => line.split(' ')[0])).toEqual(['public.api_key', 'public.api_key'])
  })
})
