import { OperatorError } from '../errors.ts'
import { toDuration } from './durations.ts'
import { type EngineEvent, type EngineName, LABELS, logFile } from './state.ts'

export type RecoveryWatch = ReturnType<typeof watchRecovery>

type Part = EngineEvent['part']
type Loss = { timer: NodeJS.Timeout; lastReport: string }

/**
 * Measures the time from a part's loss to its recovery. A lost process and a silent engine count
 * separately: a restarted engine may still not respond.
 */
export function watchRecovery(dataDir: string, limitMs: number) {
  const controller = new AbortController()
  const ended = new Map<Part, Loss>()
  const silent = new Map<Part, Loss>()
  const giveUp = (part: Part, since: string) => {
    // The reason a process ended says more than that the engine does not respond.
    const { lastReport } = ended.get(part) ?? silent.get(part) ?? {}
    const log = logFile(dataDir, part)
    const limit = toDuration(limitMs / 1_000)
    controller.abort(
      new OperatorError(
        `${LABELS[part]} has been unavailable since ${since} and did not recover within ${limit}, so the service stops. The last report was: ${lastReport} Correct the cause (see ${log}) and start the service again.`,
      ),
    )
  }
  const lose = (losses: Map<Part, Loss>, part: Part, lastReport: string) => {
    const timer =
      losses.get(part)?.timer ?? setTimeout(giveUp, limitMs, part, new Date().toISOString())
    losses.set(part, { timer, lastReport })
  }
  const recover = (losses: Map<Part, Loss>, part: Part) => {
    clearTimeout(losses.get(part)?.timer)
    losses.delete(part)
  }
  return {
    /** Aborts, with an OperatorError as reason, when an engine stays lost for too long. */
    signal: controller.signal,
    onEvent: ({ part, state, sentence }: EngineEvent) => {
      if (state === 'lost') lose(ended, part, sentence)
      else if (state === 'recovered') recover(ended, part)
    },
    /**
     * Receives the changes of an engine's circuit breaker: no event reports a hung engine, because
     * its process is running.
     */
    onBreaker: (part: EngineName, isOpen: boolean) => {
      if (isOpen) lose(silent, part, `${LABELS[part]} does not respond.`)
      else recover(silent, part)
    },
  }
}
