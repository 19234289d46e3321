import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'

/** A proxy to the engine that is cut after a number of calls. */
export async function openCutOff(
  calls: number,
): Promise<{ client: OpenSearch; close: () => Promise<void> }> {
  const { origin } = new URL(inject('opensearchUrl'))
  let left = calls
  const server = createServer(async (request, response) => {
    left -= 1
    if (left < 0) return request.destroy()
    const body = Buffer.concat(await request.toArray())
    const { 'content-type': type = 'application/json', authorization = '' } = request.headers
    const answer = await fetch(new URL(request.url ?? '/', origin), {
      method: request.method ?? 'GET',
      headers: { 'content-type': type, authorization },
      ...(body.length > 0 && { body }),
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = new URL(inject('opensearchUrl'))
  cut.port = String((server.address() as AddressInfo).port)
  const client = createOpenSearch({ url: cut.toString(), requestTimeoutMs: 20_000 })
  const close = async () => {
    await client.close()
    server.close()
  }
  return { client, close }
}
