import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '#src/access/keys.ts'
import { errorBody } from '#src/api/a/operation.ts'
import type { ProfilesWorld } from './profiles-world.ts'
import { openDemo } from './profiles-world.ts'

const FILER = '290000118'

let world: ProfilesWorld
let headers: Record<string, string>
beforeAll(async () => {
  world = await openDemo('money_network')
  const { key } = await createKey(world.postgres, { tier: 'Paid', owner: 'network' })
  headers = { 'x-service-api-key': key }
}, 120_000)
afterAll(() => world.close())

async function refuse(path: string, sent = headers) {
  const { status, body } = await world.get(`/api/v2/charity/${path}`, sent)
  return { status, detail: errorBody.parse(body).detail }
}

describe.each(['money-network', 'grants'])('%s', (of) => {
  test('needs a key', async () => {
    expect(await refuse(`${FILER}/${of}`, {})).toMatchObject({ status: 401 })
  })

  test('answers an organization without edges with none', async () => {
    const { status } = await world.get(`/api/v2/charity/970000161/${of}`, headers)
    expect(status).toBe(200)
  })

  test('is not found for an EIN nobody knows, and one that never filed', async () => {
    const expected = { status: 404, detail: { ErrorCode: 'ProfileNotFound' } }
    expect(await refuse(`999999999/${of}`)).toMatchObject(expected)
    expect(await refuse(`970000163/${of}`)).toMatchObject(expected)
  })

  test.each([
    ['Cursor=', 'Cursor', /must not be empty/],
    ['cursor=x', 'cursor', /did you mean Cursor\?/],
  ])('refuses %s', async (query, name, message) => {
    expect(await refuse(`${FILER}/${of}?${query}`)).toMatchObject({
      status: 422,
      detail: [{ loc: ['query', name], msg: expect.stringMatching(message) }],
    })
  })
})

test.each([
  ['grants?MinYear=2022&MaxYear=2021', 'MinYear', /not be later than MaxYear/],
  ['grants?Category=Schedule', 'Category', /did you mean Schedule/],
  ['grants?Category=ScheduleI,', 'Category', /an entry is empty/],
  ['grants?Counterparty=12-345', 'Counterparty', /must be an EIN/],
  [`grants?Counterparty=${FILER}`, 'Counterparty', /another organization/],
  ['grants?Match=Sure', 'Match', /one of None/],
  ['grants?Format=xml', 'Format', /one of json, csv/],
])('%s is refused by name', async (path, name, message) => {
  expect(await refuse(`${FILER}/${path}`)).toMatchObject({
    status: 422,
    detail: [{ loc: ['query', name], msg: expect.stringMatching(message) }],
  })
})
