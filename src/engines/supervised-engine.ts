import { describeDelay, openBackOff } from './back-off.ts'
import { toDuration } from './durations.ts'
import type { Engine } from './engine.ts'

/** Starts an engine; `port` is given when its clients already use that port. */
export type Starter = (port: number | undefined, signal: AbortSignal) => Promise<Engine>

/** An engine of the supervisor: it starts at its first need and restarts while it has holders. */
export type SupervisedEngine = {
  /**
   * Returns the engine's URL once it answers; callers at the same time share one start. A caller
   * whose program already uses port `wanted` waits through failed starts. For others, a failed
   * start throws.
   */
  start(starter: Starter, wanted?: number): Promise<string>
  isReady(): boolean
  stop(): Promise<void>
}

/** The leases whose programs know the engine's address. */
export type Holders = {
  exist(): boolean
  report(state: 'lost' | 'recovered', sentence: string): void
}

/**
 * One engine: stopped, starting, running or waiting for its next restart. While it has holders,
 * it is restarted with back-off and without end, on the port that they know. `name` is as people
 * write it.
 */
export function superviseEngine(name: string, logFile: string, holders: Holders): SupervisedEngine {
  const abort = new AbortController()
  const backOff = openBackOff()
  let attempt: Promise<Engine> | undefined
  let answering = Promise.withResolvers<Engine>()
  let isReady = false
  let port: number | undefined
  let restart: NodeJS.Timeout | undefined
  let lostAt: number | undefined

  const begin = (starter: Starter): Promise<Engine> => {
    clearTimeout(restart)
    attempt = starter(port, abort.signal)
    attempt.then(
      (engine) => onReady(engine, starter),
      (error: unknown) => onFailure(error, starter),
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
      holders.report('recovered', `${name} answers again after ${away}.`)
    }
    lostAt = undefined
    void engine.process.ended.then((how) => {
      isReady = false
      answering = Promise.withResolvers()
      const words = engine.process.lastWords()
      const sentence = `${name} ended unexpectedly (${how}). Its log ${logFile} ends: "${words}".`
      onLoss(sentence, Date.now() - readyAt, starter)
    })
  }

  const onFailure = (error: unknown, starter: Starter) =>
    onLoss(error instanceof Error ? error.message : String(error), 0, starter)

  const onLoss = (sentence: string, ranMs: number, starter: Starter) => {
    attempt = undefined
    if (abort.signal.aborted) return
    if (!holders.exist()) {
      // No program knows the address, so the next start may choose another port.
      port = undefined
      lostAt = undefined
      return
    }
    lostAt ??= Date.now()
    const delay = backOff.nextDelay(ranMs)
    holders.report('lost', `${sentence} The program starts it again ${describeDelay(delay)}.`)
    restart = setTimeout(begin, delay, starter)
  }

  return {
    start: async (starter, wanted) => {
      if (attempt === undefined) port ??= wanted
      const current = attempt ?? begin(starter)
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
