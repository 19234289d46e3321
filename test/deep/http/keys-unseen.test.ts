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
  return [
    { path: '/api/v2/usage', headers: { 'x-service-api-key': key } },
    { path: '/api/v2/usage', headers: { authorization: `Bearer ${key}` } },
    { path: '/api/v2/usage', headers: { authorization: key } },
    { path: '/api/v2/usage', headers: { authorization: `Basic ${btoa(key)}` } },
    { path: '/api/v2/usage', headers: { 'x-service-api-key': `${key}x` } },
    { path: '/api/v2/usage', headers: { 'x-service-api-key': key.slice(0, -1) } },
    {
      path: '/api/v2/usage',
      headers: { 'x-service-api-key': key, authorization: `Bearer ${key}` },
    },
    { path: `/api/v2/search?Query=${key}&Mode=Identity` },
    { path: `/api/v2/search?q=${key}` },
    { path: `/api/v2/search?Query=harvest&State=${key}` },
    { path: `/api/v2/search?Query=harvest&${key}=1` },
    { path: `/api/v2/search?Query=harvest&apikey=${encodeURIComponent(key).replace('_', '%5F')}` },
    ...[...key.slice(0, 4)].map((letter) => ({
      path: `/api/v2/search?Query=${key.replace(letter, percent(letter))}&Mode=Identity`,
    })),
    { path: `/api/v2/charity/${key.replace('n', '%6E')}/%ZZ` },
    { path: `/api/v2/charity/${key}/page` },
    { path: `/api/v2/charity/070000001/profile?key=${key}` },
    { path: `/api/v2/charity/070000001/sections/${key}` },
    { path: `/api/v2/charity/070000001/sections/Grants?Cursor=${key}` },
    { path: `/${key}` },
    { path: `/${key}`, method: 'DELETE' },
    { path: '/livez', headers: { 'x-request-id': key } },
    { path: '/api/v2/usage', headers: { 'x-request-id': key } },
    ...['name', 'version', 'owner', 'contact', 'purpose', 'community', 'session'].map((name) => ({
      path: '/api/v2/search?Query=harvest&Mode=Identity',
      headers: { [`x-agent-${name}`]: `my key is ${key}` },
    })),
    post('/api/v2/agent-feedback', { Message: `It fails with ${key}.` }),
    post('/api/v2/agent-feedback', { message: 'It fails.', query: key, purpose: key }),
    post('/api/v2/agent-feedback', { Message: 'It fails.', RecoverySessionID: key }),
    post('/api/v2/agent-feedback', { Message: 'It fails.', [key]: 1 }),
    post('/api/v2/agent-feedback', { Message: 'It fails.', Metadata: { [key]: 1 } }),
    post('/api/v2/agent-feedback', { Message: 'It fails.', Metadata: { a: [{ b: key }] } }),
    post('/api/v2/agent-feedback', `{"Message": ${key}`),
    post('/api/v2/charity-question', { EIN: key, Question: key, Email: `${key}@made.example` }),
    post('/api/v2/assistant/chat/stream', { Message: `find ${key}` }),
    post('/api/v2/assistant/chat/stream', { Message: 'find', [key]: key }),
    {
      ...post('/api/v2/assistant/chat/stream', { Message: 'find' }),
      headers: { ...known, 'x-service-session': key },
    },
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
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 422]))
    expect([...statuses].filter((status) => status >= 500)).toEqual([])
  })

  test('is in no error and no response header', () => {
    for (const secret of keys.flatMap((key) => [...secretsOf(key), ...hashesOf(key)])) {
      for (const { body, headers } of errors)
        expect(body + JSON.stringify(headers)).not.toContain(secret)
      for (const { headers } of answers) expect(JSON.stringify(headers)).not.toContain(secret)
    }
  })

  test('is in no line of the log, at any level', () => {
    const said = process.said()
    expect(said.length).toBeGreaterThan(greeting.length + 10_000)
    for (const secret of keys.flatMap((key) => [...secretsOf(key), ...hashesOf(key)])) {
      expect(said.split('\n').filter((line) => line.includes(secret))).toEqual([])
    }
  })

  test('is in no column of the store, and its hash in one only', async () => {
    const lines = await dump()
    const ours = lines.filter((line) => line.startsWith('public.'))
    expect(ours.some((line) => line.startsWith('public.submission'))).toBe(true)
    for (const secret of keys.flatMap(secretsOf)) {
      expect(lines.filter((line) => line.includes(secret))).toEqual([])
    }
    const hashed = lines.filter((line) =>
      keys.flatMap(hashesOf).some((hash) => line.includes(hash)),
    )
    expect(hashed.map((line) => line.split(' ')[0])).toEqual(['public.api_key', 'public.api_key'])
  })

  test('is in no metric', async () => {
    const { body } = await process.ask('/metrics')
    expect(body).toContain('refused_requests_total{code="InvalidCredential"}')
    for (const secret of keys.flatMap((key) => [...secretsOf(key), ...hashesOf(key)])) {
      expect(body).not.toContain(secret)
    }
    expect(body).not.toMatch(/127\.0\.0\.1|nrk_/)
  })
})
