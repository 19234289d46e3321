import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../errors.ts'
import { describeFailedStart, openBackOff } from './back-off.ts'
import { type FileLock, isLocked, tryLock } from './file-lock.ts'
import { readComplaint } from './process.ts'
import type { OnEngineProgress } from './progress.ts'
import {
  ENGINES,
  type EngineEvent,
  type EngineName,
  engineVersion,
  foldersOf,
  LABELS,
  lockFile,
  logFile,
  type Orders,
  readState,
  type State,
  useFile,
  writeOrder,
} from './state.ts'
import { TSX } from './tsx.ts'

/** The URL of each ordered engine. */
type Urls = Partial<Record<EngineName, string>>

type Options = {
  onProgress: OnEngineProgress
  onEvent: (event: EngineEvent) => void
}

const POLL_MS = 150
// A watchdog follows an order at once, or after a moment on a busy machine.
const FOLLOW_LIMIT_MS = 120_000
// A watchdog of another version that no command uses stops after its grace period.
const OTHER_VERSION_MS = 6_000
const SAY_WAIT_AFTER_MS = 3_000

/**
 * Holds engines until they are released, for which it starts a watchdog if none runs, and again whenever
 * the watchdog has ended. Throws OperatorError if the engines do not start the first time.
 */
export async function holdEngines(
  dataDir: string,
  orders: Partial<Orders>,
  { onProgress, onEvent }: Options,
): Promise<{ urls: Urls; release(): void }> {
  const said = new Set<string>()
  const say = (text: string) => {
    if (!said.has(text)) onProgress({ kind: 'step', text })
    said.add(text)
  }
  const use = await lockUse(dataDir, say)
  const watchdog = openWatchdog(dataDir)
  const names = ENGINES.filter((name) => orders[name] !== undefined)
  let servedBy = 0
  const orderedAt = { opensearch: 0, postgres: 0 }
  const order = (state: State) => {
    if (state.pid === servedBy) return
    servedBy = state.pid
    for (const name of names) {
      const wanted = orders[name]
      if (wanted) orderedAt[name] = writeOrder(dataDir, name, wanted)
    }
  }

  /** Returns an engine's URL; undefined to wait for it. Throws OperatorError if it cannot be used. */
  const find = (state: State | undefined, name: EngineName, waitedMs: number) => {
    const { [name]: engine } = state?.engines ?? {}
    if (engine?.state === 'ready') return engine.url
    const isFollowed = engine !== undefined && engine.orderedAt >= orderedAt[name]
    if (state && !isFollowed && waitedMs > FOLLOW_LIMIT_MS) {
      throw new OperatorError(describeSilence(dataDir, state.pid))
    }
    if (engine?.failure && engine.failure.orderedAt >= orderedAt[name]) {
      throw new OperatorError(engine.failure.sentence)
    }
    const takes = name === 'opensearch' ? ', which takes about 15 seconds' : ''
    say(`Starting ${LABELS[name]}${takes}.`)
    return undefined
  }

  const begin = async (): Promise<{ urls: Urls; at: number }> => {
    for (const startedAt = Date.now(); ; await sleep(POLL_MS)) {
      const state = readState(dataDir)
      if (state === undefined) watchdog.ensure()
      else order(state)
      const urls = names.map((name) => find(state, name, Date.now() - startedAt))
      if (!urls.includes(undefined)) {
        const byName = Object.fromEntries(names.map((name, at) => [name, urls[at]]))
        return { urls: byName, at: state?.events.at(-1)?.at ?? 0 }
      }
    }
  }

  const released = new AbortController()
  const keep = async (from: number): Promise<void> => {
    const backOff = openBackOff()
    let since = Date.now()
    let seen = from
    // In any wait, a command that has finished may end.
    const wait = (ms: number) => sleep(ms, undefined, { signal: released.signal, ref: false })
    for (;;) {
      await wait(POLL_MS)
      let state = readState(dataDir)
      for (let sentence = WATCHDOG_ENDED; state === undefined; state = readState(dataDir)) {
        const retryMs = backOff.nextDelay(Date.now() - since)
        onEvent({ part: 'watchdog', state: 'lost', sentence, retryMs })
        await wait(retryMs)
        since = Date.now()
        try {
          for (watchdog.ensure(); !readState(dataDir); watchdog.ensure()) await wait(POLL_MS)
          onEvent({ part: 'watchdog', state: 'recovered', sentence: WATCHDOG_RUNS })
        } catch (error) {
          released.signal.throwIfAborted()
          sentence = describeFailedStart(LABELS.watchdog, error)
        }
      }
      order(state)
      for (const { at, ...event } of state.events) {
        if (at <= seen) continue
        seen = at
        if (names.some((name) => name === event.part)) onEvent(event)
      }
    }
  }

  try {
    const { urls, at } = await begin()
    keep(at).catch((error: unknown) => {
      if (!released.signal.aborted) throw error
    })
    return {
      urls,
      release: () => {
        released.abort()
        use.release()
      },
    }
  } catch (error) {
    use.release()
    throw error
  }
}

const WATCHDOG_ENDED = `${LABELS.watchdog} ended unexpectedly.`
const WATCHDOG_RUNS = `${LABELS.watchdog} is running again.`

/** Takes a share of the lock that keeps the engines running. */
async function lockUse(dataDir: string, say: (text: string) => void): Promise<FileLock> {
  const version = engineVersion()
  for (const startedAt = Date.now(); ; await sleep(POLL_MS)) {
    const waited = Date.now() - startedAt
    const use = tryLock(useFile(dataDir), { isShared: true })
    if (use !== undefined) {
      const state = readState(dataDir)
      if (state === undefined || state.version === version) return use
      use.release()
      if (waited > OTHER_VERSION_MS) throw otherVersion()
    }
    if (waited > FOLLOW_LIMIT_MS) throw new OperatorError(describeSilence(dataDir))
    if (waited > SAY_WAIT_AFTER_MS) say('Waiting for the engines of an earlier command to stop.')
  }
}

/** `ensure` starts a watchdog unless one runs or starts; throws OperatorError if it failed. */
function openWatchdog(dataDir: string): { ensure(): void } {
  let child: ChildProcess | undefined
  const log = logFile(dataDir, 'watchdog')
  const start = (): ChildProcess => {
    mkdirSync(foldersOf(dataDir).logs, { recursive: true })
    const output = openSync(log, 'a', 0o644)
    const script = join(import.meta.dirname, 'watchdog.ts')
    // Detached: Ctrl-C in this command's terminal must not reach engines that others use.
    const started = spawn(process.execPath, [...TSX, script, dataDir], {
      cwd: dataDir,
      detached: true,
      stdio: ['ignore', output, output],
    })
    started.unref()
    closeSync(output)
    return started
  }
  return {
    ensure: () => {
      const isStarting = child && child.exitCode === null && child.signalCode === null
      if (isStarting || isLocked(lockFile(dataDir))) return
      // Exit code 0: another command's watchdog was faster, and has ended since.
      const code = child?.exitCode
      child = undefined
      if (code) {
        throw new OperatorError(
          `${LABELS.watchdog} did not start: "${readComplaint(log)}". See ${log}.`,
        )
      }
      child = start()
    },
  }
}

const describeSilence = (dataDir: string, pid?: number) =>
  `The embedded engines cannot be reached: their watchdog${pid === undefined ? '' : `, process ${pid},`} is running but does not respond. Try again in a minute. If the watchdog still does not respond, end it with kill -9. Running programs then start another one. Its log is ${logFile(dataDir, 'watchdog')}.`

const otherVersion = () =>
  new OperatorError(
    'The engines of this data folder were started by another version of this program, and other commands use them. Stop those commands first, or set DATA_DIR to another folder.',
  )
