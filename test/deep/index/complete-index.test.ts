import { expect, test } from 'vitest'
import { completeIndex } from '#indexer/index/build/engine-index.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { serveHere } from '#test/world/here.ts'

/** Completes an index on an engine with this health; returns the sent bodies, by path. */
async function complete(replicas: number | undefined, status: number, health: object) {
  const bodies: Record<string, unknown> = {}
  const url = await serveHere(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const path = request.url?.split('?')[0] ?? ''
    bodies[path] = body === '' ? undefined : JSON.parse(body)
    const isHealth = path.startsWith('/_cluster/health')
    response.writeHead(isHealth ? status : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isHealth ? health : {}))
  })
  const opensearch = createOpenSearch({ url })
  const outcome = completeIndex(opensearch, { index: 'made' }, replicas)
  await outcome.finally(() => opensearch.close())
  return bodies
}

test.each([
  [undefined, { auto_expand_replicas: '0-1' }],
  [0, { auto_expand_replicas: false, number_of_replicas: 0 }],
  [2, { auto_expand_replicas: false, number_of_replicas: 2 }],
])('with %s replicas the index is set to %o and marked as complete', async (replicas, expected) => {
  const bodies = await complete(replicas, 200, { timed_out: false })
  expect(bodies['/made/_settings']).toMatchObject({ index: { 'blocks.write': true, ...expected } })
  expect(bodies['/made/_mapping']).toMatchObject({ _meta: { complete: true } })
})

test('more replicas than other nodes are an error that names the setting', async () => {
  const health = { timed_out: true, unassigned_shards: 1 }
  await expect(complete(2, 408, health)).rejects.toThrow('OPENSEARCH_REPLICAS')
})
