import { describeFailedStart, openBackOff } from './back-off.ts'
import { toDuration } from './durations.ts'
import type { Engine } from './engine.ts'
import type { EngineEvent, EngineState } from './state.ts'

/** Starts an engine; `port` is set if its clients already use that port. */
export type Starter = (port: number | undefined, signal: AbortSignal) => Promise<Engine>

/** Receives each change of an engine's state, with an event if programs must be told. */
export type Report = (event?: Omit<EngineEvent, 'part'>) => void

/**
 * Watches one engine, which starts when it is first ordered. Once it has run, it is restarted on the
 * same port with backoff and without end. `name` is for sentences; `last` is the state that an earlier watchdog left.
 */
export function watchEngine(
  name: string,
  logFile: string,
  starter: Starter,
  report: Report,
  last?: EngineState,
) {
  const abort = new AbortController()
  const backOff = openBackOff()
  let state = last
  let engine: Engine | undefined
  let attempt: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined

  const change = (changes: Partial<EngineState>, event?: Parameters<Report>[0]) => {
    state = { state: 'starting', orderedAt: 0, ...state, ...changes }
    report(event)
  }

  const lose = (sentence: string, retryMs: number, changes: Partial<EngineState> = {}) => {
    const lostAt = state?.lostAt ?? Date.now()
    change({ ...changes, state: 'lost', lostAt }, { state: 'lost', sentence, retryMs })
    retry = setTimeout(begin, retryMs, false)
  }

  // `isExtra`: a command ordered it before its next restart is due. A failure must not increase the
  // delay.
  const begin = (isExtra: boolean) => {
    clearTimeout(retry)
    attempt = start(isExtra).finally(() => {
      attempt = undefined
    })
  }

  const start = async (isExtra: boolean) => {
    try {
      onReady(await starter(state?.port, abort.signal))
    } catch (cause) {
      if (abort.signal.aborted) return
      const sentence = describeFailedStart(name, cause)
      const failure = { sentence, orderedAt: state?.orderedAt ?? 0 }
      if (state?.lostAt === undefined) change({ state: 'failed', failure })
      else lose(sentence, isExtra ? backOff.currentDelay() : backOff.nextDelay(), { failure })
    }
  }

  const onReady = (ready: Engine) => {
    const readyAt = Date.now()
    engine = ready
    const away = state?.lostAt && toDuration((readyAt - state.lostAt) / 1_000)
    const { url, port, process } = ready
    change(
      { state: 'ready', url, port, pid: process.pid, lostAt: undefined, failure: undefined },
      away
        ? { state: 'recovered', sentence: `${name} was restarted after ${away} of downtime.` }
        : undefined,
    )
    void process.ended.then((how) => {
      engine = undefined
      if (abort.signal.aborted) return
      const sentence = `${name} ended unexpectedly (${how}). Its log ${logFile} ends: "${process.lastWords()}".`
      lose(sentence, backOff.nextDelay(Date.now() - readyAt))
    })
  }

  return {
    /** Follows an order: starts the engine, or tries again now, unless it runs or is starting. */
    follow: (orderedAt: number) => {
      const isIdle = engine === undefined && attempt === undefined
      change({ orderedAt, ...(isIdle && state?.state !== 'lost' ? { state: 'starting' } : {}) })
      if (isIdle) begin(state?.lostAt !== undefined)
    },
    /** Takes over an engine that an earlier watchdog started. */
    adopt: onReady,
    /** Returns undefined if it was never ordered. */
    state: () => state,
    stop: async () => {
      abort.abort()
      clearTimeout(retry)
      if (state !== undefined) change({ state: 'lost', lostAt: state.lostAt ?? Date.now() })
      await attempt
      await engine?.process.stop()
    },
  }
}
