import { describe, expect, test } from 'vitest'
import { PROPERTIES } from '#src/api/shared/reconciled.ts'
import { buildApp } from '#src/app.ts'
import { opened } from '#test/integration/opened.ts'
import { openIndexed } from '#test/world/indexed.ts'

const FOOD_BANK = '080000102'
const UNKNOWN = '979999999'

const world = opened(() => openIndexed('reconcile'))

/** Sends a form, as OpenRefine does. */
const post = (form: Record<string, unknown>, { app } = world) =>
  app.inject({
    method: 'POST',
    url: '/reconcile',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(
      Object.entries(form).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ).toString(),
  })

type Candidate = { id: string; score: number; match: boolean }
const firstOf = async (query: object): Promise<Candidate | undefined> => {
  const queries = { q0: query }
  const sent = await post({ queries })
  const got = await world.app.inject(
    `/reconcile?${new URLSearchParams({ queries: JSON.stringify(queries) })}`,
  )
  expect(got.json(), sent.body).toEqual(sent.json())
  return sent.json().q0.result[0]
}

const property = (pid: string, v: unknown) => ({ pid, v })

describe('a query', () => {
  test.each([
    ['an EIN', { query: '08-0000102' }, 100, true],
    ['a name', { query: 'HOCKING HILLS FOOD BANK, INC.' }, 94, true],
    ['in its state', { query: 'Hocking Hills Food Bank', state: 'Ohio' }, 99, true],
    ['in its city', { query: 'Hocking Hills Food Bank', city: 'ATHENS', state: 'OH' }, 99, true],
    ['in another state', { query: 'Hocking Hills Food Bank', state: 'ME' }, 90, false],
    ['in another city', { query: 'Hocking Hills Food Bank', city: 'Toledo' }, 90, false],
    [
      'in its ZIP code of nine digits',
      { query: 'Hocking Hills Food Bank', zip: '45701-3240' },
      99,
      true,
    ],
    ['in a nearby ZIP code', { query: 'Hocking Hills Food Bank', zip: '45780' }, 94, true],
    ['in an unknown state', { query: 'Hocking Hills Food Bank', state: '??' }, 94, true],
    ['its beginning', { query: 'Hocking Hills' }, 59, false],
    ['misspelled', { query: 'Hocking Hils Fod Bank' }, 75, false],
    [
      'in a misspelled city',
      { query: 'Hocking Hills Food Bank', city: 'Athns', state: 'OH' },
      99,
      true,
    ],
    [
      'in an unknown city',
      { query: 'Hocking Hills Food Bank', city: 'Qwxz', state: 'OH' },
      90,
      false,
    ],
  ])('by %s has this score', async (_, { query, ...place }, score, match) => {
    const properties = Object.entries(place).map(([pid, v]) => property(pid, v))
    const first = await firstOf({ query, type: 'Organization', limit: 3, properties })
    expect(first).toMatchObject({ id: FOOD_BANK, score, match })
  })

  test('has no candidate without a similar name', async () => {
    expect(await firstOf({ query: 'Qwxz Vvbk' })).toBeUndefined()
    expect(await firstOf({ query: ' ' })).toBeUndefined()
  })

  test.each([
    ['queries', '{broken'],
    ['queries', { q0: { query: 'x', limt: 1 } }],
    ['queries', { q0: { query: 'x', properties: [property('revenue', 1)] } }],
    ['queries', Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, { query: 'x' }]))],
    ['extend', { ids: [FOOD_BANK], properties: [{ id: 'revenues' }] }],
  ])('of an invalid %s is rejected: %j', async (name, value) => {
    const response = await post({ [name]: value })
    expect(response.statusCode, response.body).toBe(400)
    expect(response.json().detail[0].loc.slice(0, 2)).toEqual(['body', name])
  })

  test('counts as one read, as does each row of an extension', async () => {
    const app = await buildApp({
      ...world.deps,
      config: { ...world.deps.config, access: 'keyed' },
    })
    await world.deps.postgres.query('truncate usage_day')
    const queries = { a: { query: FOOD_BANK }, b: { query: UNKNOWN }, c: { query: 'food' } }
    const { headers } = await post({ queries }, { ...world, app })
    expect(headers.ratelimit).toMatch(/r=997;/)
    await post({ extend: { ids: [FOOD_BANK, UNKNOWN], properties: [] } }, { ...world, app })
    expect(await world.deps.postgres.query('select used from usage_day')).toEqual([{ used: 5 }])
    await world.deps.postgres.query('update usage_day set used = 998')
    expect((await post({ queries }, { ...world, app })).statusCode).toBe(429)
    expect((await app.inject('/reconcile')).statusCode).toBe(200)
    await app.close()
  })
})

test('the manifest leads to services that respond', async () => {
  const { suggest, extend, view, preview, ...manifest } = (
    await world.app.inject('/reconcile')
  ).json()
  expect(manifest).toMatchObject({ versions: ['0.2'], batchSize: 50 })
  const open = async (url: string) => await world.app.inject(url.replace(/^http:\/\/[^/]+/, ''))
  for (const [kind, id, prefix] of [
    ['entity', FOOD_BANK, 'hocking'],
    ['property', 'revenue', 'total rev'],
  ] as const) {
    const { service_url, service_path } = suggest[kind]
    const found = await open(`${service_url}${service_path}?prefix=${encodeURIComponent(prefix)}`)
    expect(found.json().result[0]).toMatchObject({ id })
  }
  const { service_url, service_path } = extend.propose_properties
  const proposed = (await open(`${service_url}${service_path}?type=Organization`)).json()
  expect(proposed.properties).toHaveLength(PROPERTIES.length)
  const page = await open(preview.url.replace('{{id}}', FOOD_BANK))
  expect(page.body).toMatch(/Hocking Hills Food Bank.*08-0000102.*\$11\.6M.*2023/s)
  expect(page.headers['content-security-policy']).toContain('frame-ancestors *')
  expect(page.headers['x-frame-options']).toBeUndefined()
  expect((await open(view.url.replace('{{id}}', FOOD_BANK))).statusCode).toBe(200)
})

test('an extension has values with Refs that open, and leaves unknown ones empty', async () => {
  const ids = [FOOD_BANK, UNKNOWN, '970000161']
  const properties = PROPERTIES.map(({ id }) => ({ id }))
  const { meta, rows } = (await post({ extend: { ids, properties } })).json()
  expect(meta.map(({ id }: { id: string }) => id)).toEqual(properties.map(({ id }) => id))
  expect(rows[FOOD_BANK]).toMatchObject({
    ...{ name: [{ str: 'Hocking Hills Food Bank' }], state: [{ str: 'OH' }] },
    ...{ revenue: [{ int: 11_566_165 }], 'revenue.year': [{ int: 2023 }] },
    ...{ rating: [{ int: 85 }], deductibility: [{ str: 'Deductible' }] },
  })
  for (const [id, [cell]] of Object.entries<{ str: string }[]>(rows[FOOD_BANK])) {
    if (!id.endsWith('.ref') || !cell) continue
    const opened = await world.app.inject(`/api/v2/evidence?Ref=${encodeURIComponent(cell.str)}`)
    expect(opened.statusCode, `${id} ${cell.str}`).toBe(200)
  }
  expect(Object.values(rows[UNKNOWN]).flat()).toEqual([])
  expect(rows['970000161']).toMatchObject({ revenue: [], 'revenue.ref': [] })
})
