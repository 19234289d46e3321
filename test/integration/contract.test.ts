import type { InjectOptions } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEMO_FOLDER } from '#indexer/demo/folder.ts'
import { parseRef } from '#src/domain/evidence.ts'
import { opened } from '#test/integration/opened.ts'
import { SEED, TAKES_ALL } from '#test/random.ts'
import { openIndexed } from '#test/world/indexed.ts'
import { readMembers } from '#test/world/read-zip.ts'
import { takeSamples } from '#test/world/samples.ts'
import { collectRefs, type Met } from './evidence/collect-refs.ts'
import { type FiledXml, parseXml } from './evidence/filed-xml.ts'
import { readA } from './http/answers-a.ts'

// What holds for every operation of /openapi.json, over the sample organizations. The service
// checks each response against its schema, so 200 also means that it has the documented form.
// test/unit/api/validation.test.ts proves 401, 422, and 503 in the same way, and
// test/deep/http/authorization.test.ts each credential.

// Sending a Ref back costs a request, so only some of each response are sent.
const PASSED_BACK = TAKES_ALL ? 8 : 2
const MAX_PAGES = 8

type Operation = { path: string; names: string[] }
type Body = Record<string, unknown>

const world = opened(() => openIndexed('contract'))
let operations: Operation[]
let samples: readonly string[]
/** The XML of each return by object ID, read without the loader. */
const xml = new Map<string, FiledXml>()

beforeAll(async () => {
  const { postgres } = world.deps
  const { paths = {} } = world.app.swagger() as OpenAPIV3_1.Document
  operations = Object.entries(paths).flatMap(([path, item]) => {
    const operation = item?.get
    if (!operation || !/^\/(api\/v2|charities)\//.test(path)) return []
    const names = (operation.parameters ?? []).map((one) => ('name' in one ? one.name : ''))
    return [{ path, names }]
  })
  const filers = await postgres.query<{ ein: string }>('select distinct ein from filing order by 1')
  samples = takeSamples(filers.map(({ ein }) => ein))
  await openReturns()
})

async function openReturns(): Promise<void> {
  const rows = await world.deps.postgres.query<{ id: string; archive: string; member: string }>(
    `select object_id as id, source_archive as archive, source_member as member from filing
     where ein = any($1) and form <> '990N'`,
    [[...samples]],
  )
  for (const archive of new Set(rows.map((row) => row.archive))) {
    const members = new Map(
      (await readMembers(`${DEMO_FOLDER}/${archive}`)).map((one) => [one.name, one.text]),
    )
    for (const { id, member } of rows.filter((row) => row.archive === archive)) {
      xml.set(id, parseXml(members.get(member) ?? ''))
    }
  }
}

const ask = async (url: string, options: Partial<InjectOptions> = {}) =>
  await world.app.inject({ url, ...options })
const read = (url: string) => readA<Body>(world, url)

/** The operations about one organization, except files. */
const ofOrganization = (): Operation[] =>
  operations.filter(({ path }) => path.includes('{ein}') && !/xml$|brand-icon$/.test(path))

/** Returns an operation's addresses for an organization: one for each section or part, at most three. */
async function addressesOf({ path }: Operation, ein: string): Promise<string[]> {
  const url = path.replace('{ein}', ein).replace(/grants-by-year$/, '$&?Direction=Incoming')
  const fill = async (part: string, from: string, pick: (body: Body) => string[]) => {
    const response = await ask(`/api/v2/charity/${ein}/${from}`)
    const found = response.statusCode === 200 ? pick(response.json()) : []
    const chosen = part === '{SectionId}' ? found : found.slice(0, 3)
    return chosen.map((one) => url.replace(part, one))
  }
  const list = (body: Body, name: string) => (body[name] ?? []) as Body[]
  if (path.includes('{SectionId}'))
    return await fill('{SectionId}', 'page', (body) =>
      list(body, 'Sections').map(({ Id }) => String(Id)),
    )
  if (path.includes('{objectId}'))
    return await fill('{objectId}', 'filings', (body) =>
      list(body, 'Filings').map(({ Source }) => String((Source as Body).ObjectID)),
    )
  if (path.includes('{block}'))
    return await fill('{block}', 'blocks', (body) =>
      list(body.data as Body, 'filings').flatMap((filing) =>
        list(filing, 'blocks').map(({ block }) => String(block)),
      ),
    )
  return [url]
}

const hasNull = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).some(hasNull))

/** Expects the error of A, with a code and a sentence, or of B, with a sentence. */
function expectError(body: string): void {
  const { detail, error } = JSON.parse(body) as { detail?: Body; error?: string }
  if (detail) expect(detail.ErrorCode, body).toMatch(/^[A-Z]\w+$/)
  expect(error ?? detail?.Message, body).toMatch(/^.{20,}\.$/)
}

describe('an operation about an organization', () => {
  test('returns no null, or says what is missing', async () => {
    let found = 0
    for (const ein of samples) {
      for (const operation of ofOrganization()) {
        for (const url of await addressesOf(operation, ein)) {
          const { statusCode, body } = await ask(url)
          expect([200, 404, 409], `${url}: ${body.slice(0, 500)}`).toContain(statusCode)
          if (statusCode === 200) found += 1
          else expectError(body)
          // B's envelope has a null for the error.
          const { error: _, ...own } = JSON.parse(body) as Body
          if (statusCode === 200) expect(hasNull(own), url).toBe(false)
        }
      }
    }
    expect(found).toBeGreaterThan(samples.length * 20)
  })

  test('is 404 for an EIN without data, on both surfaces', async () => {
    for (const { path } of ofOrganization()) {
      for (const ein of ['10000001', '010000000', '999999999']) {
        const url = path
          .replace('{ein}', ein)
          .replace('{SectionId}', 'Grants')
          .replace('{block}', 'IRS990')
          .replace('{objectId}', '202413429349300770')
          .replace(/grants-by-year$/, '$&?Direction=Incoming')
        const { statusCode, body } = await ask(url)
        expect(statusCode, `${url}: ${body}`).toBe(404)
        expectError(body)
      }
    }
  })

  test('answers HEAD as GET, and 304 to its own ETag', async () => {
    let tagged = 0
    for (const operation of ofOrganization()) {
      const [url = ''] = await addressesOf(operation, '290000118')
      const got = await ask(url)
      const head = await ask(url, { method: 'HEAD' })
      expect(head.statusCode, url).toBe(got.statusCode)
      expect(head.body, url).toBe('')
      const { etag } = got.headers
      if (!etag) continue
      tagged += 1
      const again = await ask(url, { headers: { 'if-none-match': String(etag) } })
      expect([again.statusCode, again.body], url).toEqual([304, ''])
      const other = await ask(url, { headers: { 'if-none-match': '"another"' } })
      expect(other.statusCode, url).toBe(200)
    }
    expect(tagged).toBeGreaterThan(0)
  })
})

test('a cursor returns every row once, and belongs to its list', async () => {
  const cursors: [url: string, cursor: string][] = []
  for (const operation of ofOrganization().filter(
    ({ path, names }) => names.includes('Cursor') && !path.includes('sections'),
  )) {
    for (const url of await addressesOf(operation, '290000118')) {
      const with_ = (query: string) => `${url}${url.includes('?') ? '&' : '?'}${query}`
      const first = await read(with_('Limit=20'))
      const name = listIn(first)
      const whole = rowsOf(first, name)
      const rows: string[] = []
      let cursor: unknown = ''
      for (
        let pages = 0;
        cursor !== undefined && pages < MAX_PAGES && rows.length < 20;
        pages += 1
      ) {
        const page = await read(with_(`Limit=3${cursor && `&Cursor=${cursor}`}`))
        rows.push(...rowsOf(page, name))
        cursor = page.NextCursor
        if (typeof cursor === 'string') cursors.push([with_('Limit=3'), cursor])
      }
      expect(rows.slice(0, whole.length), url).toEqual(whole.slice(0, rows.length))
    }
  }
  expect(cursors.length).toBeGreaterThan(5)
  for (const [at, [url]] of cursors.entries()) {
    const [otherUrl, other] = cursors[(at + 1) % cursors.length] ?? []
    if (otherUrl?.split('?')[0] === url.split('?')[0]) continue
    const { statusCode, body } = await ask(`${url}&Cursor=${other}`)
    expect([400, 409, 410, 422], `${url}: ${body.slice(0, 300)}`).toContain(statusCode)
    expectError(body)
  }
})

/** Returns the name of a response's longest list. */
const listIn = (body: Body): string =>
  Object.keys(body).reduce((longest, name) =>
    rowsOf(body, name).length > rowsOf(body, longest).length ? name : longest,
  )

const rowsOf = (body: Body, name: string): string[] =>
  Array.isArray(body[name]) ? body[name].map((row) => JSON.stringify(row)) : []

test('a Ref leads to the filed value, and back to it', async () => {
  const counts = { compared: 0, passedBack: 0 }
  for (const ein of samples) {
    for (const operation of ofOrganization()) {
      for (const url of await addressesOf(operation, ein)) {
        const { statusCode, body } = await ask(url)
        if (statusCode !== 200) continue
        const met = collectRefs(JSON.parse(body))
        for (const one of met) counts.compared += compare(one, url)
        const step = Math.max(1, Math.ceil(met.length / PASSED_BACK))
        for (let at = SEED % step; at < met.length; at += step) {
          await passBack(met[at] as Met, url)
          counts.passedBack += 1
        }
      }
    }
  }
  expect(counts.compared).toBeGreaterThan(samples.length * 200)
  expect(counts.passedBack).toBeGreaterThan(samples.length * 20)
})

/** Compares a figure with the leaf of its return, and returns 1 if the return is at hand. */
function compare({ ref, value, at }: Met, url: string): number {
  const evidence = parseRef(ref)
  const filed = evidence?.kind === 'filing' ? xml.get(evidence.objectId) : undefined
  if (evidence?.kind !== 'filing' || filed === undefined || value === undefined) return 0
  const texts = filed.textsAt(evidence.path)
  expect(texts, `${url}: ${ref} at ${at} points to nothing`).toBeDefined()
  expect(isSame(value, (texts ?? []).filter(Boolean).join(' ')), `${url}: ${ref} is ${value}`).toBe(
    true,
  )
  return 1
}

async function passBack({ ref, value, at }: Met, url: string): Promise<void> {
  const sent = await ask(`/api/v2/evidence?${new URLSearchParams({ Ref: ref })}`)
  expect(sent.statusCode, `${ref} at ${at} of ${url}: ${sent.body}`).toBe(200)
  const answer = sent.json<Body>()
  expect(answer.EvidenceRef, url).toMatchObject({ Ref: ref })
  if (typeof value === 'number') expect(answer.Value, `${url}: ${ref}`).toBe(value)
  const page = await ask(`/evidence?${new URLSearchParams({ Ref: ref })}`)
  expect(page.statusCode, `${url}: ${ref}`).toBe(302)
  const shown = await ask(String(page.headers.location))
  expect(shown.statusCode, ref).toBe(200)
  if (typeof answer.Value === 'number') expect(shown.body, ref).toContain(`value="${answer.Value}"`)
}

/** Expects a typed figure to equal its filed text; white space within a text does not count. */
function isSame(value: unknown, filed: string): boolean {
  if (typeof value === 'number') return Number(filed) === value
  if (typeof value === 'boolean') return ['X', 'x', '1', 'true'].includes(filed) === value
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  return plain(String(value)) === plain(filed)
}

test('surface A, surface B, the page, and the tool show the same revenue', async () => {
  let compared = 0
  for (const ein of samples) {
    const page = await ask(`/api/v2/charity/${ein}/page`)
    if (page.statusCode !== 200) continue
    const { Hero } = page.json() as {
      Hero: { Financials?: { Revenue?: number }; Form: string; Year: number }
    }
    const { Revenue } = Hero.Financials ?? {}
    if (Revenue === undefined) continue
    const b = (await read(`/api/v2/charity/${ein}/summary`)) as { data: Body }
    expect(JSON.stringify(b.data), ein).toContain(String(Revenue))
    const web = await ask(`/charity/${ein}`, { headers: { accept: 'text/html' } })
    expect(web.body, ein).toContain(`$${Revenue.toLocaleString('en-US')}`.replace('$-', '-$'))
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call' }
    const tool = await ask('/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      payload: { ...message, params: { name: 'organizations', arguments: { EIN: ein } } },
    })
    expect(tool.body, ein).toContain(`Revenue: $${Revenue.toLocaleString('en-US')} [`)
    compared += 1
  }
  expect(compared).toBeGreaterThan(8)
})
