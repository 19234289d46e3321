import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '#src/access/keys.ts'
import { PATH, scripted } from '#test/integration/assistant/chat-world.ts'
import { openWorld, type World } from '#test/integration/http/world.ts'

const { answerer, state } = scripted({})

let world: World
let headers: Record<string, string>
beforeAll(async () => {
  world = await openWorld('chat_limits', { answerer })
  const { key } = await createKey(world.postgres, { tier: 'Internal', owner: 'Test' })
  headers = { 'x-service-api-key': key }
})
afterAll(() => world.close())

const post = (payload: object | string, more: Record<string, string> = {}, query = '') =>
  world.app.inject({
    method: 'POST',
    url: `${PATH}${query}`,
    headers: { ...headers, 'content-type': 'application/json', ...more },
    payload,
  })

const x = (count: number) => 'x'.repeat(count)
// Two code units, one character.
const emoji = (count: number) => '🙂'.repeat(count)
const turns = (count: number, Content: unknown = 'A') =>
  Array.from({ length: count }, (_, at) => ({ Role: at % 2 ? 'assistant' : 'user', Content }))
const history = (History: unknown) => ({ Message: 'A', History })
const context = (Context: object) => ({ Message: 'A', Context })

describe('a chat at and within its limits is answered', () => {
  test.each<[string, object]>([
    ...[1, 1_999, 2_000].map((n): [string, object] => [`a text of ${n}`, { Message: x(n) }]),
    ['2,000 characters of two code units', { Message: emoji(2_000) }],
    ...[0, 19, 20].map((n): [string, object] => [`a history of ${n}`, history(turns(n))]),
    ['20 of 2,000 characters each', history(turns(20, emoji(2_000)))],
    ['an empty one', history(turns(1, ''))],
    ['no context', context({})],
    ['a path of 2,000', context({ Path: x(2_000) })],
    ['a name of 500', context({ CharityName: x(500) })],
    ['a search of 2,000', context({ SearchQuery: x(2_000) })],
    ...['10000000', '999999999', '070000001', '07-0000001'].map((EIN): [string, object] => [
      `EIN ${EIN}`,
      context({ EIN }),
    ]),
  ])('%s', async (_, body) => {
    const response = await post(body)
    expect(response.statusCode, response.body).toBe(200)
    expect(response.body).toMatch(/data: \[DONE\]\n\n$/)
  })

  test.each(['a', x(128), 'A-z_0:9.'])('session %s', async (session) => {
    const response = await post({ Message: 'A' }, { 'x-service-session': session })
    expect(response.body).toContain(`"Session":"${session}"`)
  })
})

describe('a chat beyond its limits is 422, with the location', () => {
  test.each<[string, string, object]>([
    ['Message missing', 'none', {}],
    ['Message too_short', 'empty', { Message: '' }],
    ['Message too_short', 'blank', { Message: ' \n' }],
    ['Message too_long', '2,001', { Message: x(2_001) }],
    ['Message too_long', '2,001 emoji', { Message: emoji(2_001) }],
    ['Message invalid_type', 'no text', { Message: 1 }],
    ['Message invalid_text', 'NUL', { Message: 'a\0b' }],
    ['Message invalid_text', 'half a surrogate pair', { Message: 'a\ud83d' }],
    ['History too_big', '21', history(turns(21))],
    ['History invalid_type', 'no list', history({})],
    ['History invalid_type', 'null', history(null)],
    ['History.0 invalid_type', 'a text', history(['A'])],
    ['History.0.Content too_long', '2,001', history(turns(2, x(2_001)))],
    ['History.0.Content invalid_text', 'NUL', history(turns(1, '\0'))],
    ['History.0.Content missing', 'none', history([{ Role: 'user' }])],
    ['History.0.Role enum', 'system', history([{ Role: 'system', Content: 'A' }])],
    ['History.0.Name extra_forbidden', 'a field', history([{ ...turns(1)[0], Name: 'A' }])],
    ['Context.Path too_long', '2,001', context({ Path: x(2_001) })],
    ['Context.CharityName too_long', '501', context({ CharityName: x(501) })],
    ['Context.SearchQuery too_long', '2,001', context({ SearchQuery: x(2_001) })],
    ['Context.EIN ein', 'below', context({ EIN: '9999999' })],
    ['Context.EIN ein', 'above', context({ EIN: '1000000000' })],
    ['Context.EIN invalid_type', 'a number', context({ EIN: 70000001 })],
    ['message extra_forbidden', 'a field', { Message: 'A', message: 'A' }],
    ['Context.Ein extra_forbidden', 'a field', context({ Ein: '1' })],
    [' invalid_type', 'a list as the body', [{ Message: 'A' }]],
  ])('%s: %s', async (fault, _, body) => {
    const asked = state.asked.length
    const response = await post(JSON.stringify(body))
    expect(response.statusCode, response.body).toBe(422)
    const [{ loc, type }] = response.json().detail
    expect(`${loc.slice(1).join('.')} ${type}`).toBe(fault)
    expect(loc[0]).toBe('body')
    expect(state.asked).toHaveLength(asked)
  })

  test('a near name is suggested, also inside a field', async () => {
    expect((await post(context({ SearchQuerry: 'A' }))).body).toContain('SearchQuery?')
  })

  test.each(['', x(129), 'a b', 'a,b', 'ä', '<b>'])('session %j', async (session) => {
    const response = await post({ Message: 'A' }, { 'x-service-session': session })
    expect(response.statusCode).toBe(422)
    expect(response.json().detail[0]).toMatchObject({ loc: ['header', 'x-service-session'] })
  })

  test('parameters of a query', async () => {
    expect((await post({ Message: 'A' }, {}, '?Stream=1')).statusCode).toBe(422)
  })
})

test('a body of 256 KiB is read, and one byte more is not', async () => {
  const body = JSON.stringify({ Message: 'A' })
  expect((await post(body.padEnd(256 * 1024))).statusCode).toBe(200)
  const response = await post(body.padEnd(256 * 1024 + 1))
  expect([response.statusCode, response.json().detail.ErrorCode]).toEqual([413, 'BodyTooLarge'])
})
