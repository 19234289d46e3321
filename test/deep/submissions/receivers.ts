import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { listenHere } from '#test/world/here.ts'

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
 * A receiver of Standard Webhooks on this machine until the end of the test, which rejects what its
 * library does not verify.
 */
export async function openReceiver(path = '/hook') {
  const received: Received[] = []
  let behaviour: Behaviour = () => 204
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    const headers = request.headers as Record<string, string>
    const body = new Webhook(SECRET).verify(text, headers) as Received['body']
    const id = headers['webhook-id'] ?? ''
    const n = received.push({ body, id, headers, url: request.url ?? '' }) - 1
    const status = behaviour(n, response)
    if (status !== undefined) response.writeHead(status).end()
  })
  return {
    url: `http://127.0.0.1:${await listenHere(server)}${path}`,
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
