import { randomBytes, timingSafeEqual } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { type Address, addressFile, type Hello, helloSchema, type Reply } from './protocol.ts'

// A hello has a few hundred bytes, most of them paths.
const HELLO_BYTES = 64 << 10
// A command says hello at once; one that was held up for longer connects again.
const HELLO_MS = 10_000
const NEWLINE = 0x0a

/**
 * Listens on loopback for commands that know the secret, and leaves port and secret in a file
 * of the data folder which only its owner may read. `onHello` gets each command's connection.
 * Who does not say hello within `helloMs` is not waited for.
 */
export function listenForLeases(
  dataDir: string,
  onHello: (socket: Socket, hello: Hello) => void,
  helloMs = HELLO_MS,
): Server {
  const [id, secret] = [randomId(), randomId()]
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    sendReply(socket, { kind: 'welcome', id })
    readFirstLine(socket, helloMs, (line) => {
      const hello = readHello(line, secret)
      if (hello === undefined) socket.destroy()
      else onHello(socket, hello)
    })
  })
  server.listen(0, '127.0.0.1', () => {
    const listening = server.address()
    if (typeof listening !== 'object' || listening === null) throw new Error('no address')
    writeAddress(dataDir, { port: listening.port, id, secret, pid: process.pid })
  })
  return server
}

/** Hands on the first line; ends a connection whose line is too long or takes too long. */
function readFirstLine(socket: Socket, limitMs: number, onLine: (line: string) => void): void {
  const pieces: Buffer[] = []
  let length = 0
  const tooLate = setTimeout(() => socket.destroy(), limitMs)
  socket.on('close', () => clearTimeout(tooLate))
  const onData = (piece: Buffer) => {
    const end = piece.indexOf(NEWLINE)
    length += end === -1 ? piece.length : end
    pieces.push(piece)
    if (length > HELLO_BYTES) socket.destroy()
    if (end === -1 || socket.destroyed) return
    clearTimeout(tooLate)
    socket.off('data', onData)
    // What comes later is dropped, but read, or the connection's end would not be seen.
    socket.resume()
    onLine(Buffer.concat(pieces).toString('utf8', 0, length))
  }
  socket.on('data', onData)
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
