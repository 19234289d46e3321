import { expect, onTestFinished, test } from 'vitest'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { openSnapshot, type Snapshot } from '#src/search/export/open-export.ts'
import { serveHere } from '#test/world/here.ts'

type Reply = [status: number, body: object]

const hits = (...numbers: number[]): Reply => {
  const found = numbers.map((n) => ({ _id: `${n}`, sort: [n] }))
  return [200, { hits: { total: { value: 3 }, hits: found } }]
}
const rejection = (status: number): Reply => [
  status,
  { error: { type: 'rejected_execution_exception' }, status },
]

/** Opens a snapshot on an engine that returns these responses to searches, one after another. */
async function open(...replies: Reply[]): Promise<Snapshot<object>> {
  const url = await serveHere((request, response) => {
    request.resume()
    const isSearch = request.url?.startsWith('/_search?')
    const [status, body] = (isSearch ? replies.shift() : [200, { pit_id: 'one' }]) ?? [500, {}]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const opensearch = createOpenSearch({ url })
  onTestFinished(() => opensearch.close())
  return await openSnapshot(opensearch, 'organizations', {}, '1m', 0)
}

async function idsOf({ batches }: Snapshot<object>): Promise<string[]> {
  const ids: string[] = []
  for await (const batch of batches) ids.push(...batch.map(({ _id }) => _id))
  return ids
}
const unavailable = { code: 'SearchUnavailable' }

test('a later batch is retried once when the engine is overloaded', async () => {
  const snapshot = await open(hits(1), rejection(429), hits(2), rejection(429), hits(3))
  expect(await idsOf(snapshot)).toEqual(['1', '2', '3'])
})

// 429: full queues. 503: the snapshot's node is gone.
test.each([429, 503])('reading fails when the retry returns %i too', async (status) => {
  const snapshot = await open(hits(1), rejection(status), rejection(status), hits(2, 3))
  await expect(idsOf(snapshot)).rejects.toMatchObject(unavailable)
})

test('opening fails when the first batch fails', async () => {
  await expect(open(rejection(429), hits(1))).rejects.toMatchObject(unavailable)
})

test('reading fails when hits are missing at the end', async () => {
  await expect(idsOf(await open(hits(1), hits()))).rejects.toThrow(/3 hits.*only 1/)
})
