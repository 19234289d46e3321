import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Artifact } from '#src/engines/artifacts.ts'
import { sizeOf, transferArtifact } from '#src/engines/transfer.ts'

const artifact: Artifact = {
  groupId: 'org.example.engines',
  artifactId: 'server',
  version: '1.0.0',
  extension: 'zip',
  bytes: 100_000,
  sha256: '',
}

let folder: string
let server: Server
let connections: Socket[]
let requests: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'transfer-'))
  connections = []
  requests = 0
})

afterEach(() => {
  for (const connection of connections) connection.destroy()
  server.close()
  rmSync(folder, { recursive: true })
})

/** Transfers from a server that accepts connections and sends `says`, then nothing. */
async function transferFrom(says: string): Promise<void> {
  server = createServer((connection) => {
    connections.push(connection)
    connection.on('error', () => {})
    connection.once('data', () => {
      requests += 1
      connection.write(says)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/server.zip`
  const patience = { silenceMs: 200, pauseMs: 1 }
  await transferArtifact(artifact, url, join(folder, 'part'), () => {}, patience)
}

const HEADERS = `HTTP/1.1 200 OK\r\ncontent-length: ${artifact.bytes}\r\n\r\n`

test.each([
  ['that says nothing', '', 0],
  ['that says nothing after its headers', HEADERS, 0],
  ['that falls silent in the middle', `${HEADERS}${'x'.repeat(1_000)}`, 1_000],
])('a server %s is given up after five tries', async (_, says, arrived) => {
  await expect(transferFrom(says)).rejects.toThrow(/\(nothing came for 0\.2 s\); check the network/)
  expect(requests).toBe(5)
  expect(await sizeOf(join(folder, 'part'))).toBe(arrived)
})
