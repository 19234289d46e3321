import { readFileSync } from 'node:fs'
import { connect, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenForLeases } from '#src/platform/engines/lease-server.ts'
import { addressFile, addressSchema, type Hello } from '#src/platform/engines/protocol.ts'
import { folderHere } from '#test/world/here.ts'

let dataDir: string
let server: Server | undefined
let hellos: Hello[]
let held: Socket[]

const PATIENCE = { timeout: 20_000, interval: 10 }

beforeEach(() => {
  dataDir = folderHere()
  hellos = []
  held = []
})

afterEach(() => {
  for (const socket of held) socket.destroy()
  server?.close()
})

const readAddress = () =>
  addressSchema.parse(JSON.parse(readFileSync(addressFile(dataDir), 'utf8')))

/** A server that waits this long for a hello. */
async function start(helloMs: number): Promise<void> {
  server = listenForLeases(dataDir, (_, hello) => hellos.push(hello), helloMs)
  await vi.waitFor(() => readAddress(), PATIENCE)
}

function open(): { socket: Socket; isClosed: () => boolean } {
  const socket = connect(readAddress().port, '127.0.0.1')
  let isClosed = false
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
  })
  // Read, because otherwise its end would not be detected.
  socket.resume()
  held.push(socket)
  return { socket, isClosed: () => isClosed }
}

const helloLine = (secret: string, version = '1') =>
  `${JSON.stringify({ secret, version, pid: process.pid })}\n`

test('a command with the secret keeps its connection indefinitely', async () => {
  await start(500)
  const { socket, isClosed } = open()
  socket.write(helloLine(readAddress().secret))
  await vi.waitFor(() => expect(hellos).toHaveLength(1), PATIENCE)
  await sleep(1_000)
  expect(isClosed()).toBe(false)
})

test('a hello may arrive in pieces', async () => {
  await start(60_000)
  const { socket } = open()
  for (const letter of helloLine(readAddress().secret)) socket.write(letter)
  await vi.waitFor(() => expect(hellos).toHaveLength(1), PATIENCE)
})

test.each<[string, (secret: string) => string]>([
  ['a wrong secret', () => helloLine('x')],
  ['an invalid hello', () => 'GET / HTTP/1.1\r\n'],
  ['a line of more than 64 KiB, ended', () => `${'x'.repeat(70_000)}\n`],
  ['a line of more than 64 KiB, not ended', () => 'x'.repeat(70_000)],
  ['a hello of more than 64 KiB', (secret) => helloLine(secret, 'x'.repeat(70_000))],
])('%s ends the connection at once', async (_, says) => {
  await start(60_000)
  const { socket, isClosed } = open()
  socket.write(says(readAddress().secret))
  await vi.waitFor(() => expect(isClosed()).toBe(true), PATIENCE)
  expect(hellos).toEqual([])
})

test.each([
  ['nothing', ''],
  ['a letter from time to time', 'x'],
])('a client that sends %s is disconnected', async (_, says) => {
  await start(300)
  const { socket, isClosed } = open()
  const talk = setInterval(() => socket.write(says), 50)
  try {
    await vi.waitFor(() => expect(isClosed()).toBe(true), PATIENCE)
  } finally {
    clearInterval(talk)
  }
})
