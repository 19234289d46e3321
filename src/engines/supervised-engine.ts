import type { Engine } from './engine.ts'

/** Starts an engine; `port` is given when it must come back where it was. */
export type Starter = (port: number | undefined, signal: AbortSignal) => Promise<Engine>

/** An engine of the supervisor: started at first need, started again once it died. */
export type SupervisedEngine = {
  /** The engine's URL once it answers; callers at the same time wait for one start. */
  start(starter: Starter): Promise<string>
  isReady(): boolean
  stop(): Promise<void>
}

type Report = (sentence: string, goesOn: boolean) => void

// An engine that dies again so soon after it was started again does so for a reason a new start
// does not remove.
const STABLE_MS = 60_000

/**
 * One engine. When it dies it is started once more; holders are told both times. Every later
 * start is on the port it had, so that clients' pools find it again. `name` is as people write it.
 */
export function superviseEngine(name: string, logFile: string, report: Report): SupervisedEngine {
  const abort = new AbortController()
  let running: Promise<Engine> | undefined
  let ready = false
  // Where it ran last; forgotten when it cannot start there, since another may have the port now.
  let port: number | undefined

  const begin = (starter: Starter, isRestart: boolean): Promise<Engine> => {
    const startedAt = Date.now()
    const attempt = starter(port, abort.signal)
    running = attempt
    attempt.then(
      (engine) => {
        ready = true
        port = engine.port
        const diesAgain = () => isRestart && Date.now() - startedAt < STABLE_MS
        void engine.process.ended.then((how) => onEnd(engine, how, diesAgain(), starter))
      },
      () => {
        port = undefined
        if (running === attempt) running = undefined
      },
    )
    return attempt
  }

  const onEnd = (engine: Engine, how: string, again: boolean, starter: Starter) => {
    if (abort.signal.aborted) return
    running = undefined
    ready = false
    const words = engine.process.lastWords()
    const died = `${name} died (${how}); its log ${logFile} ends: "${words}"`
    if (again) {
      report(`${died}. It had just been started again; put the cause right and start again.`, false)
      return
    }
    report(`${died}. It is being started again.`, true)
    begin(starter, true).then(
      () => report(`${name} runs again.`, true),
      (error: unknown) => {
        if (abort.signal.aborted) return
        report(error instanceof Error ? error.message : String(error), false)
      },
    )
  }

  return {
    start: async (starter) => (await (running ?? begin(starter, false))).url,
    isReady: () => ready,
    stop: async () => {
      abort.abort()
      const engine = await running?.catch(() => undefined)
      await engine?.process.stop()
    },
  }
}
