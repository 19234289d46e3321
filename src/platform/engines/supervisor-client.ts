import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../errors.ts'
import { isLocked } from './file-lock.ts'
import { readComplaint } from './guard.ts'
import type { OnEngineProgress } from './progress.ts'
import {
  type Address,
  EXIT_LOCKED,
  foldersOf,
  type Hello,
  lockFile,
  parseLine,
  type Reply,
  readAddress,
  replySchema,
} from './protocol.ts'
import { TSX } from './tsx.ts'

export type Order = Omit<Hello, 'secret'>
export type EngineEvent = Extract<Reply, { kind: 'event' }>

/** A held connection to the supervisor: the lease itself. */
export type Connection = {
  opensearchUrl: string | undefined
  databaseUrl: string | undefined
  /** A sentence for each ordered engine that is missing. */
  away: string[]
  end(): Promise<void>
  /** Resolves with a sentence when the connection ends. */
  ended: Promise<string>
}

type Listeners = {
  onProgress: OnEngineProgress
  onEvent: (event: EngineEvent) => void
}

const POLL_MS = 150
// A supervisor sends its welcome at once, or after a moment on a busy machine; another program
// never does.
const WELCOME_MS = 15_000
// The engines of an earlier command may take the guard's whole stop time (guard.ts).
const CONNECT_LIMIT_MS = 120_000
const SAY_WAIT_AFTER_MS = 3_000

/**
 * Connects to the data folder's supervisor, which it starts if needed. Returns once the engines
 * respond. Throws OperatorError, or the reason of `signal`.
 */
export async function connectToSupervisor(
  dataDir: string,
  order: Order,
  listeners: Listeners,
  signal?: AbortSignal,
): Promise<Connection> {
  const startedAt = Date.now()
  let isWaitShown = false
  let child: ChildProcess | undefined
  for (;;) {
    signal?.throwIfAborted()
    const address = readAddress(dataDir)
    const session = address && (await openSession(address, order.waitMs ?? WELCOME_MS))
    const isSilent = session === 'silent'
    // Another program may have taken the port of a supervisor that ended, but then the lock is
    // free.
    if (isSilent && order.waitMs !== undefined && isLocked(lockFile(dataDir))) {
      throw silent(dataDir, address?.pid)
    }
    if (session !== undefined && !isSilent && address !== undefined) {
      const hello = { ...order, secret: address.secret }
      const connection = await placeOrder(session, hello, listeners, signal)
      if (connection !== undefined) return connection
    }
    if (child === undefined || hasEnded(child)) {
      if (child !== undefined) refuseCrash(child, dataDir)
      child = spawnSupervisor(dataDir)
    }
    const waited = Date.now() - startedAt
    if (waited > CONNECT_LIMIT_MS) throw unanswered(dataDir)
    if (waited > SAY_WAIT_AFTER_MS && !isWaitShown) {
      isWaitShown = true
      const text = isSilent
        ? `The engines' supervisor does not respond. This command waits up to ${CONNECT_LIMIT_MS / 1_000} s.`
        : 'Waiting for the engines of an earlier command to stop.'
      listeners.onProgress({ kind: 'step', text })
    }
    await sleep(POLL_MS)
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
const logOf = (dataDir: string) => join(foldersOf(dataDir).logs, 'supervisor.log')

function spawnSupervisor(dataDir: string): ChildProcess {
  mkdirSync(foldersOf(dataDir).logs, { recursive: true })
  const log = openSync(logOf(dataDir), 'a', 0o644)
  const script = join(import.meta.dirname, 'supervisor.ts')
  // Detached: Ctrl-C in this command's terminal must not reach engines that others use.
  const child = spawn(process.execPath, [...TSX, script, dataDir], {
    cwd: dataDir,
    detached: true,
    stdio: ['ignore', log, log],
  })
  child.unref()
  closeSync(log)
  return child
}

// Exit code 3: another supervisor holds the folder. Exit code 0: it has already stopped.
function refuseCrash(child: ChildProcess, dataDir: string): void {
  if (child.exitCode === EXIT_LOCKED || child.exitCode === 0 || child.signalCode !== null) return
  throw new OperatorError(
    `The engines' supervisor did not start: "${readComplaint(logOf(dataDir))}". See ${logOf(dataDir)}.`,
  )
}

const unanswered = (dataDir: string) =>
  new OperatorError(
    `The engines of ${dataDir} neither respond nor stop. See ${logOf(dataDir)}, end the processes that use the data folder, and start again.`,
  )

const silent = (dataDir: string, pid: number | undefined) =>
  new OperatorError(
    `The embedded engines cannot be reached: their supervisor${pid === undefined ? '' : `, process ${pid},`} is running but does not respond. Try again in a minute. If the supervisor still does not respond, end it with kill -9. Running programs then start a new one. Its log is ${logOf(dataDir)}.`,
  )

type Session = { socket: Socket; lines: Interface }

/** Resolves with undefined if nothing listens or another program responds. */
function openSession(address: Address, welcomeMs: number): Promise<Session | 'silent' | undefined> {
  return new Promise((resolve) => {
    const socket = connect(address.port, '127.0.0.1')
    const lines = createInterface({ input: socket })
    const giveUp = (result?: 'silent') => {
      socket.destroy()
      resolve(result)
    }
    lines.on('error', () => giveUp())
    socket.on('error', () => giveUp())
    socket.on('close', () => giveUp())
    socket.setTimeout(welcomeMs, () => giveUp('silent'))
    lines.once('line', (line) => {
      const reply = parseLine(replySchema, line)
      if (reply?.kind !== 'welcome' || reply.id !== address.id) return giveUp()
      socket.setTimeout(0)
      resolve({ socket, lines })
    })
  })
}

// Resolves with undefined if the supervisor stops instead, so that the caller tries again.
function placeOrder(
  { socket, lines }: Session,
  hello: Hello,
  { onProgress, onEvent }: Listeners,
  signal?: AbortSignal,
): Promise<Connection | undefined> {
  let why = "The engines' supervisor ended unexpectedly."
  const ended = new Promise<string>((resolve) => socket.on('close', () => resolve(why)))
  return new Promise((resolve, reject) => {
    const giveUp = () => socket.destroy()
    signal?.addEventListener('abort', giveUp)
    socket.on('close', () => resolve(undefined))
    lines.on('line', (line) => {
      const reply = parseLine(replySchema, line)
      if (reply?.kind === 'step') onProgress(reply)
      else if (reply?.kind === 'event') onEvent(reply)
      else if (reply?.kind === 'failed') reject(new OperatorError(reply.sentence))
      else if (reply?.kind === 'otherVersion' && reply.holders.length > 0) {
        reject(otherVersion(reply))
      } else if (reply?.kind === 'stopping') why = reply.sentence
      else if (reply?.kind === 'ready') {
        // A lease must not keep a finished command alive.
        socket.unref()
        signal?.removeEventListener('abort', giveUp)
        const { opensearchUrl, databaseUrl, away } = reply
        resolve({ opensearchUrl, databaseUrl, away, end: () => closeSocket(socket), ended })
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
    `The engines of this data folder were started by another version of this program and are in use (processes ${holders.join(', ')}). Stop those processes first, or set DATA_DIR to another folder.`,
  )
