import { expect, expectTypeOf, it } from 'vitest'
import type { Client, components, Streamed } from '../../../clients/typescript/src/index.ts'

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
