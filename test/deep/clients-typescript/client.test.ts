import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { createKey } from '#src/access/keys.ts'
import { openDemo, type ProfilesWorld } from '#test/integration/http/profiles-world.ts'
import { withPair } from '#test/integration/http/sector-world.ts'
import { RELEASE } from '#test/integration/http/world.ts'
import { type Client, createClient, ServiceError } from '../../../clients/typescript/src/index.ts'
import { checkProject, PROJECT_KINDS, runProject, writeProject } from './readme.ts'

const NAME = 'client_ts'
const WELLS = 70000101

let world: ProfilesWorld
let removeIndex: () => Promise<void>
let baseUrl: string
let client: Client
let key: string

beforeAll(async () => {
  world = await openDemo(NAME)
  removeIndex = await withPair(world.postgres, 'profiles-client-ts-')
  // The index belongs to the store's first release, so everything has changed since.
  await world.postgres.query('insert into release values ($1, $2, $3)', [
    ...[RELEASE, '2026-03-01T04:05:06.789Z', 'load'],
  ])
  baseUrl = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const owner = 'Client tests'
  key = (await createKey(world.postgres, { tier: 'Internal', owner })).key
  client = createClient({ baseUrl, key, agent: { name: 'tests', contact: 'a@agents.example' } })
})
afterAll(async () => {
  await removeIndex?.()
  await world?.close()
})

const errorOf = (answer: Promise<unknown>): Promise<ServiceError> =>
  answer.then(
    () => Promise.reject(new Error('The request succeeded.')),
    (error) => error,
  )

describe('the client', () => {
  it('searches, and distinguishes the two forms of a search', async () => {
    const query = { Query: 'harvest pantry', Limit: 2 }
    const found = await client.get('/api/v2/search', { params: { query } })
    if (!('Hits' in found)) throw new Error('The results have the other form.')
    expect(found.Hits.map(({ Name }) => Name)).toContain('Cuyahoga Harvest Pantry')
    const asked = await client.get('/api/v2/search', { params: { query: { q: 'pantry' } } })
    expect('success' in asked && asked.data.results.length).toBeGreaterThan(0)
  })

  it('opens a page, a section, and the target of one of its Refs', async () => {
    const path = { ein: WELLS }
    const page = await client.get('/api/v2/charity/{ein}/page', { params: { path } })
    expectTypeOf(page.Hero.Name).toEqualTypeOf<string>()
    expect(page.Hero.EIN).toBe('070000101')
    const again = { params: { path: { ein: page.Hero.EIN } } }
    expect(await client.get('/api/v2/charity/{ein}/page', again)).toEqual(page)
    const section = await client.get('/api/v2/charity/{ein}/sections/{SectionId}', {
      params: { path: { ...path, SectionId: 'Leadership' }, query: { Limit: 2 } },
    })
    expect(section.Section.Id).toBe('Leadership')
  })

  it('walks all pages of a list and of a search, whose cursor is a number', async () => {
    const init = { params: { path: { ein: 490000181 }, query: { Limit: 7 } } }
    let [pages, rows, all] = [0, 0, 0]
    for await (const page of client.pages('/api/v2/charity/{ein}/grants', init)) {
      pages += 1
      all = page.RowCount
      rows += page.Grants.length
    }
    expect(pages).toBeGreaterThan(2)
    expect(rows).toBe(all)
    const query = { Query: 'harvest pantry', Limit: 1 }
    const names: string[] = []
    for await (const page of client.pages('/api/v2/search', { params: { query } })) {
      names.push(...page.Hits.map(({ Name }) => Name))
    }
    expect(names.length).toBeGreaterThan(1)
    expect(new Set(names).size).toBe(names.length)
  })

  it('opens a table as a stream, which ends when its caller disconnects', async () => {
    const params = { path: { ein: 490000181 }, query: { Format: 'csv' as const } }
    const table = await client.stream('/api/v2/charity/{ein}/grants', { params })
    expect(await text(table.body)).toMatch(/^Direction,/)
    const stop = new AbortController()
    const { body } = await client.stream('/api/v2/export', { signal: stop.signal })
    stop.abort()
    await expect(text(body)).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('streams the events of a chat', async () => {
    const asked = { body: { Message: 'What is the revenue of Turkana Wells Partnership?' } }
    const { body, headers } = await client.postStream('/api/v2/assistant/chat/stream', asked)
    expect(headers.get('Content-Type')).toMatch(/^text\/event-stream/)
    expect(await text(body)).toMatch(/^event: meta\n[\s\S]*data: \[DONE\]\n\n$/)
  })

  it('sends a body', async () => {
    const body = { EIN: '070000101', Question: 'Which years?', Email: 'reader@library.example' }
    expect(await client.post('/api/v2/charity-question', { body })).toMatchObject({ Stored: true })
  })
})

describe('the package', () => {
  let folder: string
  let names: string[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'client-package-'))
    names = await writeProject(folder, baseUrl)
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('contains modules with their types, the README, and the project’s license', async () => {
    const sources = (await readdir('clients/typescript/src')).map((name) => name.slice(0, -3))
    const compiled = sources.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`])
    const files = ['LICENSE', 'README.md', ...compiled, 'package.json']
    expect(names).toEqual(files.map((name) => `package/${name}`).sort())
    const license = join(folder, 'node_modules/nonprofit-research-client/LICENSE')
    expect(await readFile(license, 'utf8')).toBe(await readFile('LICENSE', 'utf8'))
  })

  it.each(PROJECT_KINDS)('compiles in a strict project as its README shows (%s)', (kind) =>
    checkProject(folder, kind),
  )

  it('does what its README says', async () => {
    const { stdout, stderr } = await runProject(folder, key)
    for (const line of [
      /^TURKANA WELLS PARTNERSHIP Leadership/m,
      /Form 990 \(tax year 20\d\d\), .+: \d{18} in /,
      /^\d+ organizations$/m,
      // The assistant's answer; the vectors of this world tell no kinds of questions apart.
      /public filings/,
    ]) {
      expect(stdout).toMatch(line)
    }
    expect(stderr).toMatch(/^404 ProfileNotFound /m)
    expect(await readFile(join(folder, 'food-banks.csv'), 'utf8')).toMatch(/^Rank,EIN,/)
  })
})

describe('an error', () => {
  it('401 has its code, its message, and the request id', async () => {
    const error = await errorOf(createClient({ baseUrl }).get('/api/v2/usage'))
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({ status: 401, code: 'MissingCredential' })
    expect(error.message).toContain('X-Service-API-Key')
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('404 has a message, and on surface B only a message', async () => {
    const params = { path: { ein: 99999999 } }
    const a = await errorOf(client.get('/api/v2/charity/{ein}/page', { params }))
    expect(a).toMatchObject({ status: 404, code: 'ProfileNotFound' })
    const b = await errorOf(client.get('/api/v2/charity/{ein}/summary', { params }))
    expect(b).toMatchObject({ status: 404, code: undefined })
    expect(b.message).toMatch(/EIN/)
  })

  it('422 names each error', async () => {
    const query = { Query: 'food', Limit: 51, State: 'Ohoi' }
    const error = await errorOf(client.get('/api/v2/search', { params: { query } }))
    expect(error).toMatchObject({ status: 422, code: 'InvalidParameters' })
    expect(error.issues.map(({ loc }) => loc)).toEqual([
      ['query', 'Limit'],
      ['query', 'State'],
    ])
    expect(error.message).toMatch(/Limit .*State /)
  })

  it('429 for a used-up allowance is returned at once, with the time until it resets', async () => {
    const limits = { tier: 'Paid' as const, owner: 'Client tests', dataLimit: 1 }
    const { key } = await createKey(world.postgres, limits)
    const poor = createClient({ baseUrl, key })
    const params = { path: { ein: WELLS } }
    const read = () => poor.get('/api/v2/charity/{ein}/filings', { params })
    expect((await read()).Filings.length).toBeGreaterThan(0)
    const error = await errorOf(read())
    expect(error).toMatchObject({ status: 429, code: 'DataAllowanceExhausted' })
    expect(error.retryAfterSeconds).toBeGreaterThan(0)
  })
})
