import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '#src/access/keys.ts'
import { buildApp } from '#src/app.ts'
import { NOT_YET, SUPPORTED } from '#src/assistant/chat.ts'
import { openWorld, type World } from './world.ts'

const URL = '/api/v2/assistant/capabilities'

let world: World

beforeAll(async () => {
  world = await openWorld('capabilities')
})
afterAll(() => world.close())

const keyOf = async (wanted: Parameters<typeof createKey>[1]) => ({
  'x-service-api-key': (await createKey(world.postgres, wanted)).key,
})

describe('capabilities', () => {
  test('are exactly those of the interface', async () => {
    const headers = await keyOf({ tier: 'Paid', owner: 'Test' })
    const response = await world.app.inject({ url: URL, headers })
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json()).toEqual({
      Supported: SUPPORTED,
      NotYet: NOT_YET,
      SearchRecoveryEnabled: true,
    })
    expect(SUPPORTED.length).toBeGreaterThan(0)
    expect(NOT_YET.length).toBeGreaterThan(0)
  })

  test('need a key with Advanced operations, and cost one', async () => {
    expect((await world.app.inject(URL)).statusCode).toBe(401)
    const site = await keyOf({ tier: 'Site', owner: 'Test' })
    const refused = await world.app.inject({ url: URL, headers: site })
    expect(refused.statusCode).toBe(403)
    expect(refused.json().detail).toEqual({
      ErrorCode: 'AdvancedNotIncluded',
      Message:
        'This operation is Advanced, and this key does not include Advanced operations. Send a key that does.',
    })
    const paid = await keyOf({ tier: 'Paid', owner: 'Test', advancedLimit: 1 })
    const answers = [
      await world.app.inject({ url: URL, headers: paid }),
      await world.app.inject({ url: URL, headers: paid }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 429])
    expect(answers[1]?.json().detail).toMatchObject({ ErrorCode: 'AdvancedAllowanceExhausted' })
  })

  test('need no key on a private installation', async () => {
    const config = { ...world.deps.config, access: 'open' as const }
    const app = await buildApp({ ...world.deps, config })
    expect((await app.inject(URL)).statusCode).toBe(200)
    await app.close()
  })
})
