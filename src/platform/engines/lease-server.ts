import { randomBytes, timingSafeEqual } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import {
  type Address,
  addressFile,
  type Hello,
  helloSchema,
  parseLine,
  type Reply,
} from './protocol.ts'

// A hello has a few hundred bytes, mostly paths.
const HELLO_BYTES = 64 << 10
// A command sends its hello at once; a delayed one connects again.
const HELLO_MS = 10_000
const NEWLINE = 0x0a

/**
 * Listens on loopback for commands that have the secret, and writes port and secret to a file in
 * the data folder that only its owner may read. `onHello` receives each command's connection. A
 * connection without a hello within `helloMs` is closed.
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

/** Passes on the first line; closes a connection whose line is too long or too late. */
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
    // Later data is dropped but must be read, because otherwise the end of the connection goes
    // unnoticed.
    socket.resume()
    onLine(Buffer.concat(pieces).toString('utf8', 0, length))
  }
  socket.on('data', onData)
}

const randomId = () => randomBytes(24).toString('hex')

/** Sends one line, unless the connection is gone. */
export function sendReply(socket: Socket, reply: Reply): void {
  if (socket.writable) socket.write(`${JSON.stringify(reply)}\n`)
}

// Written under another name and then renamed, so that readers find either the whole file or none.
function writeAddress(dataDir: string, address: Address): void {
  const unfinished = `${addressFile(dataDir)}.unfinished`
  rmSync(unfinished, { force: true })
  writeFileSync(unfinished, JSON.stringify(address), { mode: 0o600 })
  renameSync(unfinished, addressFile(dataDir))
}

function readHello(line: string, secret: string): Hello | undefined {
  const hello = parseLine(helloSchema, line)
  if (hello === undefined) return undefined
  const [given, own] = [Buffer.from(hello.secret), Buffer.from(secret)]
  return given.length === own.length && timingSafeEqual(given, own) ? hello : undefined
}
