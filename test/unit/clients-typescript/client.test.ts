import { expect, expectTypeOf, it } from 'vitest'
import {
  type Client,
  type ClientOptions,
  type components,
  createClient,
  type Streamed,
} from '../../../clients/typescript/src/index.ts'

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

const ein = '070000101'
const params = { path: { ein } }
const body = { Message: 'What does it do?' }
const csv = { params: { ...params, query: { Format: 'csv' as const } } }
const json = { params: { ...params, query: { Format: 'json' as const } } }
const search = '/api/v2/search' as const
const grants = '/api/v2/charity/{ein}/grants' as const

/** Marks each line that tsc must reject; an unneeded mark is an error, too. */
const asked = (client: Client) => [
  // Operations that only stream, and streams of JSON.
  // @ts-expect-error An export is never JSON.
  client.get('/api/v2/export'),
  // @ts-expect-error A chat is a stream of events.
  client.post('/api/v2/assistant/chat/stream', { body }),
  // @ts-expect-error A page is JSON.
  client.stream('/api/v2/charity/{ein}/page', { params }),
  // @ts-expect-error The method decides how a response is read.
  client.get('/api/v2/health', { parseAs: 'text' }),
  client.stream('/api/v2/export'),
  client.postStream('/api/v2/assistant/chat/stream', { body }),
  // The method reads the requested form.
  client.stream(grants, csv),
  client.get(grants, json),
  // @ts-expect-error A table is not JSON.
  client.get(grants, csv),
  // @ts-expect-error A table has no pages.
  client.pages(grants, csv),
  // @ts-expect-error Grants are JSON by default.
  client.stream(grants, { params }),
  // @ts-expect-error JSON is not a table.
  client.stream(grants, json),
  // A search uses one of its two forms.
  // @ts-expect-error A search needs a query.
  client.get(search),
  // @ts-expect-error A search accepts only one query.
  client.get(search, { params: { query: { Query: 'food', q: 'food' } } }),
  // @ts-expect-error Each form rejects the parameters of the other.
  client.get(search, { params: { query: { q: 'food', State: 'OH' } } }),
  client.get(search, { params: { query: { q: 'food', state: 'OH', limit: 5 } } }),
  client.get(search, { params: { query: { Query: 'food', State: 'OH', Limit: 5 } } }),
  // Only lists with a cursor can be walked.
  // @ts-expect-error The envelope has no cursor.
  client.pages(search, { params: { query: { q: 'food' } } }),
  // @ts-expect-error Funders are all in one response.
  client.pages('/api/v2/charity/{ein}/funders', { params }),
  client.pages('/api/v2/charity/{ein}/filings', { params }),
  client.pages(search, { params: { query: { Query: 'food' } } }),
  // An EIN is accepted as responses write it, and as an integer.
  client.get('/api/v2/charity/{ein}/page', { params }),
  client.get('/api/v2/charity/{ein}/page', { params: { path: { ein: 70000101 } } }),
  client.get('/api/v2/charity/{ein}/metrics', { params: { path: { ein: 0 } } }),
  // @ts-expect-error There is no page without an EIN.
  client.get('/api/v2/charity/{ein}/page'),
]

it('each method accepts its operations', () => {
  const list = (client: Client) => client.get(grants, { params })
  expectTypeOf<ReturnType<typeof list>>().toEqualTypeOf<
    Promise<components['schemas']['GrantList']>
  >()
  expectTypeOf<ReturnType<Client['stream']>>().toEqualTypeOf<Promise<Streamed>>()
  // tsc checks the calls; nothing is sent.
  expect(asked).toBeTypeOf('function')
})
