import { expect, it } from 'vitest'
import { type ClientOptions, createClient } from '../../../clients/typescript/src/index.ts'

/** Returns the headers that a client with these options sends. */
async function sentBy(options: Pick<ClientOptions, 'key' | 'agent'>): Promise<object> {
  let sent = new Headers()
  const fetch = async ({ headers }: Request) => {
    sent = headers
    return Response.json({})
  }
  const client = createClient({ baseUrl: 'http://service.example', fetch, ...options })
  await client.get('/api/v2/health')
  return Object.fromEntries(sent)
}

it('a key and an agent are sent, without the spaces around them', async () => {
  expect(
    await sentBy({ key: ' nrk_a\n', agent: { name: 'Café', contact: 'a@agents.example' } }),
  ).toEqual({
    'x-service-api-key': 'nrk_a',
    'x-agent-name': 'Café',
    'x-agent-contact': 'a@agents.example',
  })
})

it('empty values are not sent: an unset variable is not a wrong key', async () => {
  expect(await sentBy({ key: '', agent: { name: '' } })).toEqual({})
  expect(await sentBy({ key: ' \n' })).toEqual({})
  expect(await sentBy({ key: undefined })).toEqual({})
})

it.each(['Łódź', 'a\nb', 'a\0b'])('an agent named %j is rejected', (name) => {
  const make = () => createClient({ baseUrl: 'http://service.example', agent: { name } })
  expect(make).toThrow(/^agent\.name contains a character that HTTP headers do not allow/)
})

it('a key in typographic quotes is rejected, and not repeated', () => {
  const make = () => createClient({ baseUrl: 'http://service.example', key: '“nrk_a”' })
  expect(make).toThrow(/^key contains a character (?!.*nrk_a)/)
})
