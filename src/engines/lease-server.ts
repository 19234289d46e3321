import { randomBytes, timingSafeEqual } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { type Address, addressFile, type Hello, helloSchema, type Reply } from './protocol.ts'

/**
 * Listens on loopback for commands that know the secret, and leaves port and secret in a file
 * of the data folder which only its owner may read. `onHello` gets each command's connection.
 */
export function listenForLeases(
  dataDir: string,
  onHello: (socket: Socket, hello: Hello) => void,
): Server {
  const [id, secret] = [randomId(), randomId()]
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    sendReply(socket, { kind: 'welcome', id })
    const lines = createInterface({ input: socket })
    // readline hands on the errors of its input.
    lines.on('error', () => socket.destroy())
    lines.once('line', (line) => {
      const hello = readHello(line, secret)
      if (hello === undefined) socket.destroy()
      else onHello(socket, hello)
    })
  })
  server.listen(0, '127.0.0.1', () => {
    const listening = server.address()
    if (typeof listening !== 'object' || listening === null) throw new Error('no address')
    writeAddress(dataDir, { port: listening.port, id, secret })
  })
  return server
}

const randomId = () => randomBytes(24).toString('hex')

/** Sends one line; a connection that is gone needs no answer. */
export function sendReply(socket: Socket, reply: Reply): void {
  if (socket.writable) socket.write(`${JSON.stringify(reply)}\n`)
}

// Moved into place, so that a reader meets the whole file or none.
function writeAddress(dataDir: string, address: Address): void {
  const unfinished = `${addressFile(dataDir)}.unfinished`
  rmSync(unfinished, { force: true })
  writeFileSync(unfinished, JSON.stringify(address), { mode: 0o600 })
  renameSync(unfinished, addressFile(dataDir))
}

function readHello(line: string, secret: string): Hello | undefined {
  const hello = parseHello(line)
  if (hello === undefined) return undefined
  const [given, own] = [Buffer.from(hello.secret), Buffer.from(secret)]
  return given.length === own.length && timingSafeEqual(given, own) ? hello : undefined
}

// Anyone on the machine may connect and send anything.
function parseHello(line: string): Hello | undefined {
  try {
    return helloSchema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
