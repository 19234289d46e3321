import { expect, expectTypeOf, it } from 'vitest'
import type { Client, components, Streamed } from '../../../clients/typescript/src/index.ts'

// What tsc must refuse here is marked; a mark that nothing needs is an error, too. Nothing is sent.
const ein = '070000101'
const params = { path: { ein } }
const body = { Message: 'What does it do?' }

it('what only streams is refused by get and post, and what is JSON by the streams', () => {
  const asked = (client: Client) => [
    // @ts-expect-error An export is never JSON.
    client.get('/api/v2/export'),
    // @ts-expect-error An icon is an image.
    client.get('/api/v2/charity/{ein}/brand-icon', { params }),
    // @ts-expect-error A chat is a stream of events.
    client.post('/api/v2/assistant/chat/stream', { body }),
    // @ts-expect-error A page is JSON.
    client.stream('/api/v2/charity/{ein}/page', { params }),
    // @ts-expect-error So is what is said of a question.
    client.postStream('/api/v2/charity-question', { body }),
    // @ts-expect-error How an answer is read is told by the method.
    client.get('/api/v2/health', { parseAs: 'text' }),
    client.stream('/api/v2/export'),
    client.stream('/api/v2/charity/{ein}/brand-icon', { params }),
    client.postStream('/api/v2/assistant/chat/stream', { body }),
  ]
  expect(asked).toBeTypeOf('function')
  expectTypeOf<ReturnType<Client['stream']>>().toEqualTypeOf<Promise<Streamed>>()
})

it('what has two forms is read as JSON by get and as bytes by stream', () => {
  const asked = async (client: Client) => {
    const grants = await client.get('/api/v2/charity/{ein}/grants', { params })
    expectTypeOf(grants).toEqualTypeOf<components['schemas']['GrantList']>()
    const table = { params: { ...params, query: { Format: 'csv' as const } } }
    await client.stream('/api/v2/charity/{ein}/grants', table)
  }
  expect(asked).toBeTypeOf('function')
})

it('the form that is asked for is the one the method reads', () => {
  const csv = { params: { ...params, query: { Format: 'csv' as const } } }
  const json = { params: { ...params, query: { Format: 'json' as const } } }
  const asked = (client: Client) => [
    // @ts-expect-error A table is no JSON.
    client.get('/api/v2/charity/{ein}/grants', csv),
    // @ts-expect-error Nor has it pages.
    client.pages('/api/v2/charity/{ein}/grants', csv),
    // @ts-expect-error Grants are JSON where nothing else is asked for.
    client.stream('/api/v2/charity/{ein}/grants', { params }),
    // @ts-expect-error JSON is no table.
    client.stream('/api/v2/charity/{ein}/grants', json),
    client.get('/api/v2/charity/{ein}/grants', json),
  ]
  expect(asked).toBeTypeOf('function')
})

it('a search is asked in one of its two forms, and walked in the one that has pages', () => {
  const search = '/api/v2/search' as const
  const asked = (client: Client) => [
    // @ts-expect-error It needs a question.
    client.get(search),
    // @ts-expect-error Filters are none.
    client.get(search, { params: { query: { State: 'OH' } } }),
    // @ts-expect-error It takes one.
    client.get(search, { params: { query: { Query: 'food', q: 'food' } } }),
    // @ts-expect-error Each form refuses the parameters of the other.
    client.get(search, { params: { query: { Query: 'food', limit: 5 } } }),
    // @ts-expect-error Each form refuses the parameters of the other.
    client.get(search, { params: { query: { q: 'food', State: 'OH' } } }),
    // @ts-expect-error The envelope has no cursor.
    client.pages(search, { params: { query: { q: 'food' } } }),
    client.get(search, { params: { query: { q: 'food', state: 'OH', limit: 5 } } }),
    client.get(search, { params: { query: { Query: 'food', State: 'OH', Limit: 5 } } }),
  ]
  expect(asked).toBeTypeOf('function')
})

it('only lists with a cursor are walked', () => {
  const asked = (client: Client) => [
    // @ts-expect-error Health has no pages.
    client.pages('/api/v2/health'),
    // @ts-expect-error Funders are all in one answer.
    client.pages('/api/v2/charity/{ein}/funders', { params }),
    client.pages('/api/v2/charity/{ein}/filings', { params }),
    client.pages('/api/v2/search', { params: { query: { Query: 'food' } } }),
    client.pages('/api/v2/changes', { params: { query: { since: '20261121t033012345z' } } }),
  ]
  expect(asked).toBeTypeOf('function')
})

it('an EIN is taken as answers write it, and as an integer', () => {
  const asked = (client: Client) => [
    client.get('/api/v2/charity/{ein}/page', { params: { path: { ein: '070000101' } } }),
    client.get('/api/v2/charity/{ein}/page', { params: { path: { ein: 70000101 } } }),
    client.get('/api/v2/charity/{ein}/metrics', { params: { path: { ein: 0 } } }),
    // @ts-expect-error There is no page without one.
    client.get('/api/v2/charity/{ein}/page'),
  ]
  expect(asked).toBeTypeOf('function')
})
