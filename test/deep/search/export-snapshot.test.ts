import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'
import { openSnapshot, type Snapshot } from '#src/search/export/snapshot.ts'

type Hit = { _id: string; sort: number[] }
type Reply = { status: number; body: object }

const FOUND = 3
const hits = (...numbers: number[]): Reply => ({
  status: 200,
  body: {
    hits: {
      total: { value: FOUND },
      hits: numbers.map((n): Hit => ({ _id: `${n}`, sort: [n] })),
    },
  },
})
const rejection = (status: number): Reply => ({
  status,
  body: { error: { type: 'rejected_execution_exception' }, status },
})

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

/** Starts an engine that returns these responses to searches, one after another. */
async function engineOf(...replies: Reply[]): Promise<OpenSearch> {
  const respond = (response: ServerResponse, { status, body }: Reply) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const server = createServer((request, response) => {
    request.resume()
    const isSearch = request.url?.startsWith('/_search?')
    const reply = isSearch ? replies.shift() : { status: 200, body: { pit_id: 'one' } }
    respond(response, reply ?? { status: 500, body: {} })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const opensearch = createOpenSearch({ url: `http://127.0.0.1:${port}` })
  opened.push(async () => {
    await opensearch.close()
    server.closeAllConnections()
    server.close()
  })
  return opensearch
}

const open = (opensearch: OpenSearch): Promise<Snapshot<object>> =>
  openSnapshot(opensearch, 'organizations', {}, '1m', 0)

async function idsOf({ batches }: Snapshot<object>): Promise<string[]> {
  const ids: string[] = []
  for await (const batch of batches) ids.push(...batch.map(({ _id }) => _id))
  return ids
}

test('a later batch is retried once when the engine is overloaded', async () => {
  const engine = await engineOf(hits(1), rejection(429), hits(2), rejection(429), hits(3))
  expect(await idsOf(await open(engine))).toEqual(['1', '2', '3'])
})

// 429: full queues. 503: the snapshot's node is gone.
test.each([429, 503])('reading fails when the retry returns %i too', async (status) => {
  const snapshot = await open(
    await engineOf(hits(1), rejection(status), rejection(status), hits(2, 3)),
  )
  await expect(idsOf(snapshot)).rejects.toMatchObject({ code: 'SearchUnavailable' })
})

test('opening fails when the first batch fails', async () => {
  await expect(open(await engineOf(rejection(429), hits(1)))).rejects.toMatchObject({
    code: 'SearchUnavailable',
  })
})

test('reading fails when hits are missing at the end', async () => {
  await expect(idsOf(await open(await engineOf(hits(1), hits())))).rejects.toThrow(/3 hits.*only 1/)
})
