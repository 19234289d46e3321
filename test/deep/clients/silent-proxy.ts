import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type SilentProxy = Awaited<ReturnType<typeof openSilentProxy>>

/** A proxy to a server that can fall silent. */
export async function openSilentProxy(serverUrl: string) {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isSilent = false
  let connections = 0
  const server = createServer((near) => {
    connections += 1
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    if (!isSilent) near.pipe(far).pipe(near)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const port = String((server.address() as AddressInfo).port)
  const url = Object.assign(new URL(serverUrl), { hostname: '127.0.0.1', port })
  return {
    url: url.href,
    connections: () => connections,
    /** From now on drops all data silently, like a firewall that dropped the connection. */
    hush() {
      isSilent = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    /** New connections work again; existing ones stay silent. */
    takeNew() {
      isSilent = false
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
