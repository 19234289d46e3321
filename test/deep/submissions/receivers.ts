import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** Made for tests; 32 bytes in base64. */
export const SECRET = `whsec_${Buffer.alloc(32, 'made-up-').toString('base64')}`

export type Received = {
  /** The verified body. */
  body: { type: string; timestamp: string; data: Record<string, unknown> }
  id: string
  headers: IncomingMessage['headers']
  url: string
}
/** The receiver's reaction to its nth request, from 0: sends a status, or acts itself. */
export type Behaviour = (n: number, response: ServerResponse) => number | undefined

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

/**
 * A receiver of Standard Webhooks on this machine that rejects what its library does not verify.
 */
export async function openReceiver(path = '/hook') {
  const received: Received[] = []
  let behaviour: Behaviour = () => 204
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const headers = request.headers as Record<string, string>
    const body = new Webhook(SECRET).verify(text, headers) as Received['body']
    const id = headers['webhook-id'] ?? ''
    const n = received.push({ body, id, headers, url: request.url ?? '' }) - 1
    const status = behaviour(n, response)
    if (status !== undefined) response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    received,
    behave: (next: Behaviour): void => {
      behaviour = next
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
