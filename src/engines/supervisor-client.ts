import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../errors.ts'
import { readComplaint } from './guard.ts'
import type { OnEngineProgress } from './progress.ts'
import {
  type Address,
  EXIT_LOCKED,
  foldersOf,
  type Hello,
  type Reply,
  readAddress,
  replySchema,
} from './protocol.ts'

type Order = Omit<Hello, 'secret'>
type Listener = (sentence: string, goesOn: boolean) => void

/** A held connection to the supervisor: the lease itself. */
export type Connection = {
  opensearchUrl: string | undefined
  databaseUrl: string | undefined
  end(): Promise<void>
  onEvent(listener: Listener): void
}

const POLL_MS = 150
// A supervisor says welcome at once; a busy machine needs a moment, a stranger never does.
const WELCOME_MS = 15_000
// The engines of the command before may take their whole patience (guard.ts) to stop.
const CONNECT_LIMIT_MS = 120_000
const SAY_WAIT_AFTER_MS = 3_000

/** Connects to the data folder's supervisor, starting it when there is none. */
export async function connectToSupervisor(
  dataDir: string,
  order: Order,
  onProgress: OnEngineProgress,
): Promise<Connection> {
  const startedAt = Date.now()
  const sayWaiting = once(() =>
    onProgress({ kind: 'step', text: 'Waiting for the engines of an earlier command to stop.' }),
  )
  let child: ChildProcess | undefined
  for (;;) {
    const address = readAddress(dataDir)
    const session = address && (await openSession(address))
    if (session !== undefined && address !== undefined) {
      const hello = { ...order, secret: address.secret }
      const connection = await placeOrder(session, hello, onProgress)
      if (connection !== undefined) return connection
    }
    if (child === undefined || hasEnded(child)) {
      if (child !== undefined) refuseCrash(child, dataDir)
      child = spawnSupervisor(dataDir)
    }
    const waited = Date.now() - startedAt
    if (waited > CONNECT_LIMIT_MS) throw unanswered(dataDir)
    if (waited > SAY_WAIT_AFTER_MS) sayWaiting()
    await sleep(POLL_MS)
  }
}

function once(action: () => void): () => void {
  let done = false
  return () => {
    if (!done) action()
    done = true
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
const logOf = (dataDir: string) => join(foldersOf(dataDir).logs, 'supervisor.log')

function spawnSupervisor(dataDir: string): ChildProcess {
  mkdirSync(foldersOf(dataDir).logs, { recursive: true })
  const log = openSync(logOf(dataDir), 'a', 0o644)
  const script = join(import.meta.dirname, 'supervisor.ts')
  // Detached: Ctrl-C in this command's terminal must not reach engines others use.
  const child = spawn(process.execPath, [script, dataDir], {
    cwd: dataDir,
    detached: true,
    stdio: ['ignore', log, log],
  })
  child.unref()
  closeSync(log)
  return child
}

// Exit code 3 is another supervisor holding the folder, 0 one that has already stopped.
function refuseCrash(child: ChildProcess, dataDir: string): void {
  if (child.exitCode === EXIT_LOCKED || child.exitCode === 0 || child.signalCode !== null) return
  throw new OperatorError(
    `The engines' supervisor could not start: "${readComplaint(logOf(dataDir))}"; see ${logOf(dataDir)}.`,
  )
}

const unanswered = (dataDir: string) =>
  new OperatorError(
    `The engines of ${dataDir} neither answer nor stop; see ${logOf(dataDir)}, end the processes that use the folder and start again.`,
  )

type Session = { socket: Socket; lines: Interface }

// Undefined when nobody answers or a stranger does.
function openSession(address: Address): Promise<Session | undefined> {
  return new Promise((resolve) => {
    const socket = connect(address.port, '127.0.0.1')
    const lines = createInterface({ input: socket })
    const giveUp = () => {
      socket.destroy()
      resolve(undefined)
    }
    lines.on('error', giveUp)
    socket.on('error', giveUp)
    socket.on('close', giveUp)
    socket.setTimeout(WELCOME_MS, giveUp)
    lines.once('line', (line) => {
      const reply = readReply(line)
      if (reply?.kind !== 'welcome' || reply.id !== address.id) return giveUp()
      socket.setTimeout(0)
      resolve({ socket, lines })
    })
  })
}

function readReply(line: string): Reply | undefined {
  try {
    return replySchema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

// Resolves with undefined when the supervisor stops instead, so that the caller tries again.
function placeOrder(
  { socket, lines }: Session,
  hello: Hello,
  onProgress: OnEngineProgress,
): Promise<Connection | undefined> {
  const events = makeEvents()
  // Whether the end of the connection is expected: released here, or announced there.
  let announced = false
  const end = async () => {
    announced = true
    await closeSocket(socket)
  }
  return new Promise((resolve, reject) => {
    socket.on('close', () => {
      resolve(undefined)
      if (!announced) events.emit("The engines' supervisor died; start the command again.", false)
    })
    lines.on('line', (line) => {
      const reply = readReply(line)
      if (reply?.kind === 'step') onProgress(reply)
      else if (reply?.kind === 'event') events.emit(reply.sentence, reply.goesOn)
      else if (reply?.kind === 'failed') reject(new OperatorError(reply.sentence))
      else if (reply?.kind === 'otherVersion' && reply.holders.length > 0) {
        reject(otherVersion(reply))
      } else if (reply?.kind === 'stopping') {
        announced = true
        events.emit(reply.sentence, false)
      } else if (reply?.kind === 'ready') {
        // A lease must not keep a finished command alive.
        socket.unref()
        const { opensearchUrl, databaseUrl } = reply
        resolve({ opensearchUrl, databaseUrl, end, onEvent: events.on })
      }
    })
    socket.write(`${JSON.stringify(hello)}\n`)
  })
}

function closeSocket(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve()
    socket.ref()
    socket.once('close', () => resolve())
    socket.end()
  })
}

const otherVersion = ({ holders }: { holders: number[] }) =>
  new OperatorError(
    `The engines of this data folder were started by another version of this program and are in use (processes ${holders.join(', ')}); stop those first, or set DATA_DIR to another folder.`,
  )

/** Listeners, and what happened before there were any. */
function makeEvents() {
  const listeners: Listener[] = []
  const early: Parameters<Listener>[] = []
  return {
    emit: (...event: Parameters<Listener>) => {
      if (listeners.length === 0) early.push(event)
      for (const listener of listeners) listener(...event)
    },
    on: (listener: Listener) => {
      listeners.push(listener)
      for (const event of early.splice(0)) listener(...event)
    },
  }
}
