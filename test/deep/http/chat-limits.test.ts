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

const post = (payload: object | string, more: Record<string, string> = {}) =>
  world.app.inject({
    method: 'POST',
    url: PATH,
    headers: { ...headers, 'content-type': 'application/json', ...more },
    payload,
  })

const x = (count: number) => 'x'.repeat(count)
// Two code units, one character.
const emoji = (count: number) => '🙂'.repeat(count)
const turns = (count: number, Content = 'A') =>
  Array.from({ length: count }, (_, at) => ({ Role: at % 2 ? 'assistant' : 'user', Content }))

describe('a chat at and within its limits is answered', () => {
  test.each<[string, object]>([
    ['a message of 1 character', { Message: 'x' }],
    ['one of 1,999', { Message: x(1_999) }],
    ['one of 2,000', { Message: x(2_000) }],
    ['one of 2,000 characters of two code units', { Message: emoji(2_000) }],
    ['no history', { Message: 'A', History: [] }],
    ['a history of 19', { Message: 'A', History: turns(19) }],
    ['a history of 20', { Message: 'A', History: turns(20) }],
    ['20 of 2,000 characters each', { Message: 'A', History: turns(20, emoji(2_000)) }],
    ['an empty one', { Message: 'A', History: turns(1, '') }],
    ['no context', { Message: 'A', Context: {} }],
    ['a path of 2,000', { Message: 'A', Context: { Path: x(2_000) } }],
    ['a name of 500', { Message: 'A', Context: { CharityName: x(500) } }],
    ['a search of 2,000', { Message: 'A', Context: { SearchQuery: x(2_000) } }],
    ['the smallest EIN', { Message: 'A', Context: { EIN: '10000000' } }],
    ['the largest EIN', { Message: 'A', Context: { EIN: '999999999' } }],
    ['an EIN with its leading zero', { Message: 'A', Context: { EIN: '070000001' } }],
    ['one with its hyphen', { Message: 'A', Context: { EIN: '07-0000001' } }],
  ])('%s', async (_, body) => {
    const response = await post(body)
    expect(response.statusCode, response.body).toBe(200)
    expect(response.body).toMatch(/data: \[DONE\]\n\n$/)
  })

  test.each(['a', x(128), 'A-z_0:9.'])('session %s', async (session) => {
    const response = await post({ Message: 'A' }, { 'x-service-session': session })
    expect(response.statusCode).toBe(200)
    expect(response.body).toContain(`"Session":"${session}"`)
  })
})

describe('a chat beyond its limits is 422, with the location', () => {
  test.each<[string, object, (string | number)[], string]>([
    ['no message', {}, ['Message'], 'missing'],
    ['an empty message', { Message: '' }, ['Message'], 'too_short'],
    ['a blank one', { Message: ' \n' }, ['Message'], 'too_short'],
    ['one of 2,001', { Message: x(2_001) }, ['Message'], 'too_long'],
    ['one of 2,001 emoji', { Message: emoji(2_001) }, ['Message'], 'too_long'],
    ['one that is not text', { Message: 1 }, ['Message'], 'invalid_type'],
    ['NUL', { Message: 'a\0b' }, ['Message'], 'invalid_text'],
    ['half a surrogate pair', { Message: 'a\ud83d' }, ['Message'], 'invalid_text'],
    ['a history of 21', { Message: 'A', History: turns(21) }, ['History'], 'too_big'],
    ['one that is not a list', { Message: 'A', History: {} }, ['History'], 'invalid_type'],
    [
      'content of 2,001',
      { Message: 'A', History: turns(2, x(2_001)) },
      ['History', 0, 'Content'],
      'too_long',
    ],
    [
      'content with NUL',
      { Message: 'A', History: turns(1, '\0') },
      ['History', 0, 'Content'],
      'invalid_text',
    ],
    [
      'no content',
      { Message: 'A', History: [{ Role: 'user' }] },
      ['History', 0, 'Content'],
      'missing',
    ],
    [
      'another role',
      { Message: 'A', History: [{ Role: 'system', Content: 'A' }] },
      ['History', 0, 'Role'],
      'enum',
    ],
    [
      'a field of a turn',
      { Message: 'A', History: [{ Role: 'user', Content: 'A', Name: 'A' }] },
      ['History', 0, 'Name'],
      'extra_forbidden',
    ],
    ['an invalid turn', { Message: 'A', History: ['A'] }, ['History', 0], 'invalid_type'],
    [
      'a path of 2,001',
      { Message: 'A', Context: { Path: x(2_001) } },
      ['Context', 'Path'],
      'too_long',
    ],
    [
      'a name of 501',
      { Message: 'A', Context: { CharityName: x(501) } },
      ['Context', 'CharityName'],
      'too_long',
    ],
    [
      'a search of 2,001',
      { Message: 'A', Context: { SearchQuery: x(2_001) } },
      ['Context', 'SearchQuery'],
      'too_long',
    ],
    ['an EIN below', { Message: 'A', Context: { EIN: '9999999' } }, ['Context', 'EIN'], 'ein'],
    ['an EIN above', { Message: 'A', Context: { EIN: '1000000000' } }, ['Context', 'EIN'], 'ein'],
    [
      'an EIN as a number',
      { Message: 'A', Context: { EIN: 70000001 } },
      ['Context', 'EIN'],
      'invalid_type',
    ],
    ['another field', { Message: 'A', message: 'A' }, ['message'], 'extra_forbidden'],
    [
      'one of the context',
      { Message: 'A', Context: { Ein: '1' } },
      ['Context', 'Ein'],
      'extra_forbidden',
    ],
    ['null instead of a list', { Message: 'A', History: null }, ['History'], 'invalid_type'],
    ['a list as the body', [{ Message: 'A' }], [], 'invalid_type'],
  ])('%s', async (_, body, loc, type) => {
    const asked = state.asked.length
    const response = await post(JSON.stringify(body))
    expect(response.statusCode, response.body).toBe(422)
    expect(response.json().detail[0]).toMatchObject({ loc: ['body', ...loc], type })
    expect(state.asked).toHaveLength(asked)
  })

  test('a near name is suggested, also inside a field', async () => {
    const { detail } = (await post({ Message: 'A', Context: { SearchQuerry: 'A' } })).json()
    expect(detail[0].msg).toBe('is not a known field; did you mean SearchQuery?')
  })

  test.each(['', x(129), 'a b', 'a,b', 'ä', '<b>'])('session %j', async (session) => {
    const response = await post({ Message: 'A' }, { 'x-service-session': session })
    expect(response.statusCode).toBe(422)
    expect(response.json().detail[0]).toMatchObject({ loc: ['header', 'x-service-session'] })
  })

  test('parameters of a query', async () => {
    const response = await world.app.inject({
      method: 'POST',
      url: `${PATH}?Stream=1`,
      headers,
      payload: { Message: 'A' },
    })
    expect(response.statusCode).toBe(422)
  })
})

describe('a body', () => {
  test('of 256 KiB is read, and one byte more is not', async () => {
    const bodyOf = (bytes: number) => {
      const body = JSON.stringify({ Message: 'A' })
      return body + ' '.repeat(bytes - body.length)
    }
    expect((await post(bodyOf(256 * 1024))).statusCode).toBe(200)
    const response = await post(bodyOf(256 * 1024 + 1))
    expect(response.statusCode).toBe(413)
    expect(response.json().detail).toMatchObject({ ErrorCode: 'BodyTooLarge' })
  })
})
