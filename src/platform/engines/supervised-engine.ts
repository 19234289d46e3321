import { withResolvers } from '#src/domain/es2024.ts'
import { OperatorError } from '../errors.ts'
import { describeFailedStart, openBackOff } from './back-off.ts'
import { toDuration } from './durations.ts'
import type { Engine } from './engine.ts'

/** Starts an engine; `port` is set if its clients already use that port. */
export type Starter = (port: number | undefined, signal: AbortSignal) => Promise<Engine>

/** An engine that starts when it is first needed and is restarted while it has holders. */
type SupervisedEngine = {
  /**
   * Returns the engine's URL once it responds; simultaneous callers share one start. A caller whose
   * program already uses port `wanted` waits through failed starts; for others, a failed start
   * throws.
   */
  start(starter: Starter, wanted?: number): Promise<string>
  isReady(): boolean
  stop(): Promise<void>
}

/** The leases whose programs use the engine's address. */
export type Holders = {
  exist(): boolean
  /** `retryMs`: milliseconds until the next attempt to start it. */
  report(state: 'lost' | 'recovered', sentence: string, retryMs?: number): void
}

/**
 * Supervises one engine, which is stopped, starting, running, or waiting for its next restart.
 * While it has holders, it is restarted on their port with backoff and without end. `name` is for
 * sentences.
 */
export function superviseEngine(name: string, logFile: string, holders: Holders): SupervisedEngine {
  const abort = new AbortController()
  const backOff = openBackOff()
  let attempt: Promise<Engine> | undefined
  let answering = withResolvers<Engine>()
  let isReady = false
  let port: number | undefined
  let restart: NodeJS.Timeout | undefined
  let lostAt: number | undefined

  // `isExtra`: a new command starts the engine before its next restart is due. A failure must not
  // increase the delay.
  const begin = (starter: Starter, isExtra: boolean): Promise<Engine> => {
    clearTimeout(restart)
    attempt = starter(port, abort.signal).catch((cause: unknown) => {
      throw new OperatorError(describeFailedStart(name, cause), { cause })
    })
    attempt.then(
      (engine) => onReady(engine, starter),
      ({ message }: OperatorError) =>
        onLoss(message, isExtra ? backOff.currentDelay : backOff.nextDelay, starter),
    )
    return attempt
  }

  const onReady = (engine: Engine, starter: Starter) => {
    const readyAt = Date.now()
    isReady = true
    port = engine.port
    answering.resolve(engine)
    if (lostAt !== undefined) {
      const away = toDuration((readyAt - lostAt) / 1_000)
      holders.report('recovered', `${name} was restarted after ${away} of downtime.`)
    }
    lostAt = undefined
    void engine.process.ended.then((how) => {
      isReady = false
      answering = withResolvers()
      const words = engine.process.lastWords()
      const sentence = `${name} ended unexpectedly (${how}). Its log ${logFile} ends: "${words}".`
      const ranMs = Date.now() - readyAt
      onLoss(sentence, () => backOff.nextDelay(ranMs), starter)
    })
  }

  const onLoss = (sentence: string, delay: () => number, starter: Starter) => {
    attempt = undefined
    if (abort.signal.aborted) return
    if (!holders.exist()) {
      // No program uses the address, so the next start may choose another port.
      port = undefined
      lostAt = undefined
      return
    }
    lostAt ??= Date.now()
    const retryMs = delay()
    holders.report('lost', sentence, retryMs)
    restart = setTimeout(begin, retryMs, starter, false)
  }

  return {
    start: async (starter, wanted) => {
      if (attempt === undefined) port ??= wanted
      const current = attempt ?? begin(starter, lostAt !== undefined)
      return (await (wanted === undefined ? current : answering.promise)).url
    },
    isReady: () => isReady,
    stop: async () => {
      abort.abort()
      clearTimeout(restart)
      const engine = await attempt?.catch(() => undefined)
      await engine?.process.stop()
    },
  }
}
