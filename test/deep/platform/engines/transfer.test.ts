import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Artifact, transferArtifact } from '#src/platform/engines/downloads.ts'
import { sizeOf } from '#src/platform/engines/resumable.ts'
import { folderHere, listenHere } from '#test/world/here.ts'

const artifact: Artifact = {
  groupId: 'org.example.engines',
  artifactId: 'server',
  version: '1.0.0',
  extension: 'zip',
  bytes: 100_000,
  sha256: '',
}

let folder: string
let requests: number
beforeEach(() => {
  folder = folderHere()
  requests = 0
})

/** Transfers from a server that accepts connections and sends `says`, then nothing. */
const transferFrom = (says: string) => transferBy((connection) => connection.write(says))

/** Transfers from a server that handles each request with `answer`. */
async function transferBy(answer: (connection: Socket, request: string) => void): Promise<void> {
  const server = createServer((connection) => {
    connection.on('error', () => {})
    connection.once('data', (request) => {
      requests += 1
      answer(connection, request.toString())
    })
  })
  const url = `http://127.0.0.1:${await listenHere(server)}/server.zip`
  // Longer than a busy machine may delay a server.
  const limits = { attempts: 5, idleMs: 500, pauseMs: 1 }
  await transferArtifact(artifact, url, join(folder, 'part'), () => {}, limits)
}

const HEADERS = `HTTP/1.1 200 OK\r\ncontent-length: ${artifact.bytes}\r\n\r\n`

test.each([
  ['that sends nothing', '', 0],
  ['that sends nothing after its headers', HEADERS, 0],
  ['that falls silent in the middle', `${HEADERS}${'x'.repeat(1_000)}`, 1_000],
])('a server %s fails after five attempts', async (_, says, arrived) => {
  await expect(transferFrom(says)).rejects.toThrow(/\(no data for 0\.5 s\)\. Check the network/)
  // The last may be read only after it was given up.
  await vi.waitFor(() => expect(requests).toBe(5), { timeout: 20_000 })
  expect(await sizeOf(join(folder, 'part'))).toBe(arrived)
})

/** Sends this many bytes from the requested offset, then hangs up. */
const answerPart = (bytes: number, shift: number) => (connection: Socket, request: string) => {
  const from = Number(/^range: bytes=(\d+)-/im.exec(request)?.[1] ?? 0)
  const start = from > 0 ? from + shift : 0
  const head =
    from > 0
      ? `HTTP/1.1 206 OK\r\ncontent-range: bytes ${start}-99999/${artifact.bytes}\r\n`
      : 'HTTP/1.1 200 OK\r\n'
  const length = `content-length: ${artifact.bytes - start}\r\n\r\n`
  connection.write(`${head}${length}${'x'.repeat(Math.min(bytes, artifact.bytes - start))}`)
  // Not at once, because the client loses what it has not read by then.
  setTimeout(() => connection.end(), 50)
}

test('a connection that drops again and again is retried as long as bytes arrive', async () => {
  await transferBy(answerPart(10_000, 0))
  expect(requests).toBeGreaterThan(5)
  expect(await sizeOf(join(folder, 'part'))).toBe(artifact.bytes)
})

test('a server without ranges that always closes the connection fails', async () => {
  const answer = (connection: Socket) => {
    connection.write(`${HEADERS}${'x'.repeat(requests % 2 === 0 ? 1_000 : 2_000)}`)
    setTimeout(() => connection.end(), 50)
  }
  await expect(transferBy(answer)).rejects.toThrow(/Check the network/)
})

test('a response with another range than requested is rejected', async () => {
  await expect(transferBy(answerPart(10_000, 500))).rejects.toThrow(
    /a range that was not requested/,
  )
  expect(await sizeOf(join(folder, 'part'))).toBe(10_000)
})
