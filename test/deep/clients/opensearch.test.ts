import { createServer, type RequestListener, type Server } from 'node:http'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import {
  createOpenSearch,
  createOpenSearchBreaker,
  type OpenSearch,
} from '#src/platform/clients/opensearch.ts'
import { ApiError } from '#src/platform/errors.ts'
import { listenHere, serveHere } from '#test/world/here.ts'
import { openSilentProxy } from './silent-proxy.ts'

const url = inject('opensearchUrl')
const index = 'client-test'
let opensearch: OpenSearch

beforeAll(async () => {
  opensearch = createOpenSearch({ url })
  await opensearch.run((client) => client.indices.delete({ index, ignore_unavailable: true }))
  await opensearch.run((client) =>
    client.indices.create({
      index,
      body: {
        settings: { number_of_shards: 1, number_of_replicas: 0 },
        mappings: {
          dynamic: 'strict',
          _meta: { release: 'r1' },
          properties: { n: { type: 'long' } },
        },
      },
    }),
  )
  const lines = [1, 2, 3].flatMap((n) => [{ index: { _index: index, _id: `${n}` } }, { n }])
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  await opensearch.bulk(body, { refresh: 'true' })
})

afterAll(async () => {
  await opensearch.run((client) => client.indices.delete({ index, ignore_unavailable: true }))
  await opensearch.close()
})

/** Opens a client until the end of the test. */
function openHere(options: Parameters<typeof createOpenSearch>[0]): OpenSearch {
  const client = createOpenSearch(options)
  onTestFinished(() => client.close())
  return client
}

const everything = { query: { match_all: {} } }
const unreadable = { query: { no_such_query: {} } }

describe('responses', () => {
  test('to search, multi-search, count, and _meta', async () => {
    const found = await opensearch.search<{ n: number }>({ index, body: everything })
    expect(found.hits.hits.map((hit) => hit._source?.n).sort()).toEqual([1, 2, 3])
    const two = { index, body: { query: { term: { n: 2 } } } }
    const many = await opensearch.msearch([two, { index, body: everything }])
    expect(many.map((answer) => answer.hits.total?.value)).toEqual([1, 3])
    expect(await opensearch.count(index)).toBe(3)
    expect(await opensearch.readMeta(index)).toEqual({ index, meta: { release: 'r1' } })
  })

  test('to a bulk report the failures of single documents', async () => {
    const body = `{"index":{"_index":"${index}","_id":"x"}}\n{"unknown":1}\n`
    const { errors, items } = await opensearch.bulk(body)
    expect(errors).toBe(true)
    expect(items[0]?.index).toMatchObject({ _id: 'x', status: 400 })
  })
})

describe('failures', () => {
  const absent = { index: 'client-test-none', body: everything }
  test.each([
    ['search', () => opensearch.search(absent)],
    ['multi-search', () => opensearch.msearch([{ index, body: everything }, absent])],
    ['read of its _meta', () => opensearch.readMeta(absent.index)],
    ['count', () => opensearch.count(absent.index)],
  ])('a missing index is IndexNotReady in a %s', async (_, read) => {
    await expect(read()).rejects.toMatchObject({ code: 'IndexNotReady', status: 503 })
  })

  test('a missing index that another version has says so', async () => {
    const other = {
      index: 'client-old-people-m1-x',
      body: { aliases: { 'client-old-people-m1': {} } },
    }
    await opensearch.run((client) => client.indices.create(other))
    const messageOf = (name: string) => opensearch.count(name).catch(({ message }) => message)
    expect(await messageOf('client-old-grants-m2')).toContain('another version')
    expect(await messageOf('client-none-grants-m2')).toContain('No index')
    await opensearch.run((client) => client.indices.delete({ index: other.index }))
  })

  test('a closed index is IndexNotReady', async () => {
    const closed = 'client-test-closed'
    await opensearch.run((client) => client.indices.create({ index: closed }))
    await opensearch.run((client) => client.indices.close({ index: closed }))
    const search = opensearch.search({ index: closed, body: everything })
    await expect(search).rejects.toMatchObject({ code: 'IndexNotReady' })
    await opensearch.run((client) => client.indices.delete({ index: closed }))
  })

  test('a body that the engine cannot read is InvalidRequest', async () => {
    const invalid = { code: 'InvalidRequest', status: 400 }
    await expect(opensearch.search({ index, body: unreadable })).rejects.toMatchObject(invalid)
    const requests = [{ index, body: unreadable }]
    await expect(opensearch.msearch(requests)).rejects.toMatchObject(invalid)
  })

  test('a query with too many clauses is our defect, reported with the engine’s reason', async () => {
    const should = Array.from({ length: 1_100 }, (_, n) => ({ term: { n } }))
    const body = { query: { bool: { should } } }
    for (const search of [
      () => opensearch.search({ index, body }),
      () => opensearch.msearch([{ index, body }]),
    ]) {
      const refusal = await search().catch((error: unknown) => error)
      expect(refusal).not.toBeInstanceOf(ApiError)
      expect(String(refusal)).toContain('too_many')
    }
  })
})

describe('an unavailable engine is SearchUnavailable', () => {
  const unavailable = { code: 'SearchUnavailable', status: 503 }
  const serve = async (listener: RequestListener): Promise<string> =>
    (await serveHere(listener)).replace('//', '//user:p%40ss@')
  const openAt = (address: string) => openHere({ url: address, requestTimeoutMs: 200 })
  const search = { index, body: everything }
  const answer = async (status: number, body: string) =>
    await serve((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(body)
    })

  test.each<[string, () => Promise<string> | string]>([
    ['connection refused', () => 'http://127.0.0.1:1'],
    ['no response', () => serve(() => undefined)],
    ["a proxy's page instead of JSON", () => answer(200, '<html>Bad gateway')],
  ])('%s', async (_, address) => {
    await expect(openAt(await address()).search(search)).rejects.toMatchObject(unavailable)
  })

  test.each([
    [429, 'rejected_execution_exception'],
    [503, 'cluster_manager_not_discovered_exception'],
    [500, 'search_phase_execution_exception'],
    [401, 'security_exception'],
    [403, 'cluster_block_exception'],
  ])('response %i %s', async (status, type) => {
    const client = openAt(await answer(status, JSON.stringify({ error: { type }, status })))
    await expect(client.search(search)).rejects.toMatchObject(unavailable)
  })

  test.each([200, 400, 404, 405])('the JSON of another server, with %i', async (status) => {
    const client = openAt(await answer(status, '{}'))
    await expect(client.search(search)).rejects.toMatchObject(unavailable)
    await expect(client.msearch([search])).rejects.toMatchObject(unavailable)
  })

  test('searches work as soon as the engine is back; credentials are sent only in a header', async () => {
    let isUp = false
    const seen: (string | undefined)[] = []
    const address = await serve((request, response) => {
      seen.push(request.headers.authorization, request.url)
      if (!isUp) return request.destroy()
      response.setHeader('content-type', 'application/json')
      response.end('{"count":7}')
    })
    const client = openHere({ url: address })
    await expect(client.count(index)).rejects.toMatchObject(unavailable)
    isUp = true
    expect(await client.count(index)).toBe(7)
    const credentials = Buffer.from('user:p@ss').toString('base64')
    expect(new Set(seen)).toEqual(new Set([`Basic ${credentials}`, `/${index}/_count`]))
  })
})

describe('with several nodes', () => {
  type State = 'up' | 'busy' | 'cut'
  type Seen = { state: State; requests: string[]; url: string; server: Server }
  const nodes: Seen[] = []

  /** A node that counts seven documents, returns 503 or cuts connections. */
  async function openNode(state: State): Promise<Seen> {
    const requests: string[] = []
    // Like the engine, it closes no idle connection.
    const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
      request.resume()
      requests.push(`${request.method} ${request.url}`)
      if (node.state === 'cut') return request.destroy()
      const status = node.state === 'busy' ? 503 : 200
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end('{"count":7}')
    })
    const url = `http://127.0.0.1:${await listenHere(server)}`
    const node = { state, requests, server, url }
    nodes.push(node)
    onTestFinished(() => void nodes.splice(0))
    return node
  }
  const open = (...urls: string[]) => openHere({ url: urls.join(','), requestTimeoutMs: 500 })
  const count = async (client: OpenSearch, times: number) => {
    for (let n = 0; n < times; n += 1) expect(await client.count(index)).toBe(7)
  }
  const countsAt = ({ requests }: Seen) => requests.filter((line) => line.includes('_count')).length
  const seen = () => nodes.flatMap(({ requests }) => requests)

  test('reads succeed while two of three are down', async () => {
    const [cut, up] = [await openNode('cut'), await openNode('up')]
    const client = open('http://127.0.0.1:1', cut.url, up.url)
    await count(client, 3)
    expect([countsAt(cut), countsAt(up)]).toEqual([1, 3])
  })

  test('a failed one is checked every five seconds and used again once it is back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const [failing, up] = [await openNode('busy'), await openNode('up')]
    const client = open(failing.url, up.url)
    await count(client, 10)
    expect(countsAt(failing)).toBe(1)
    for (let checks = 1; checks <= 4; checks += 1) {
      vi.advanceTimersByTime(5_001)
      await count(client, 3)
      await vi.waitFor(() => expect(failing.requests).toHaveLength(1 + checks))
    }
    expect(failing.requests.slice(1)).toEqual(Array(4).fill('HEAD /'))
    // A check that kept its socket would use one that requests need.
    const connections = await promisify(failing.server.getConnections.bind(failing.server))()
    expect(connections).toBeLessThan(2)
    failing.state = 'up'
    vi.advanceTimersByTime(5_001)
    await vi.waitFor(async () => {
      await count(client, 2)
      expect(countsAt(failing)).toBeGreaterThan(1)
    })
  })

  test('connections that a failed network dropped are not used again', async () => {
    const proxy = await openSilentProxy(url)
    onTestFinished(() => proxy.close())
    const breaker = createOpenSearchBreaker({ url: proxy.url })
    // A call on a dropped connection would wait longer than the test.
    const client = openHere({ url: proxy.url, breaker, requestTimeoutMs: 300_000 })
    const searchAll = () =>
      Promise.all(Array.from({ length: 8 }, () => client.search({ index, body: everything })))
    await searchAll()
    proxy.hush()
    await expect(client.count(index)).rejects.toMatchObject({ code: 'SearchUnavailable' })
    proxy.takeNew()
    await vi.waitFor(() => expect(breaker.isOpen()).toBe(false), 10_000)
    expect(await searchAll()).toHaveLength(8)
  })

  test('the breaker opens when no node responds, and closes when one does', async () => {
    const urls = [(await openNode('cut')).url, (await openNode('cut')).url].join(',')
    const breaker = createOpenSearchBreaker({ url: urls })
    const client = openHere({ url: urls, breaker })
    await expect(client.count(index)).rejects.toMatchObject({ code: 'SearchUnavailable' })
    await vi.waitFor(() => expect(breaker.isOpen()).toBe(true))
    const before = nodes.map(countsAt)
    await expect(client.count(index)).rejects.toMatchObject({ details: { isLogged: true } })
    expect(nodes.map(countsAt)).toEqual(before)
    for (const node of nodes.slice(1)) node.state = 'up'
    await vi.waitFor(() => expect(breaker.isOpen()).toBe(false), 5_000)
    await count(client, 2)
  })

  test.each([
    ['an index creation', 'PUT', `/${index}`],
    ['an alias switch', 'POST', '/_aliases'],
    ['a deletion', 'DELETE', `/${index}`],
  ])('%s is sent once even if its response is lost', async (_, method, path) => {
    const client = open((await openNode('cut')).url, (await openNode('cut')).url)
    const sent = client.run((own) => own.transport.request({ method, path }))
    await expect(sent).rejects.toMatchObject({ code: 'SearchUnavailable' })
    expect(seen()).toEqual([`${method} ${path}`])
  })

  test('a bulk is sent to another node, because its documents have ids', async () => {
    const client = open((await openNode('cut')).url, (await openNode('up')).url)
    await client.bulk('{"delete":{"_id":"070000001"}}\n', { index })
    expect(seen()).toEqual(Array(2).fill(`POST /_bulk?index=${index}`))
  })
})
