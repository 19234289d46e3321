import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { listeningAddress } from '#src/platform/listening-address.ts'
import { listenHere } from '#test/world/here.ts'

test.each([
  ['192.0.2.1', 'http://192.0.2.1:8103'],
  ['0.0.0.0', 'http://127.0.0.1:8103'],
  ['::', 'http://127.0.0.1:8103'],
  ['::1', 'http://[::1]:8103'],
  ['research.example', 'http://research.example:8103'],
])('before it listens, a server has its configured address: %s', (host, address) => {
  expect(listeningAddress(createServer(), { host, port: 8103 })).toBe(address)
})

test('a server that listens has its real address', async () => {
  const server = createServer()
  const port = await listenHere(server)
  expect(listeningAddress(server, { port: 8103 })).toBe(`http://127.0.0.1:${port}`)
})
