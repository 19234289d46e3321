import { join } from 'node:path'
import { OperatorError } from '../errors.ts'
import { toDuration } from './durations.ts'
import type { LeaseEvent } from './held-engines.ts'
import { foldersOf } from './protocol.ts'

export type RecoveryWatch = {
  onEvent(event: LeaseEvent): void
  /** Aborts, with an OperatorError as its reason, when an engine stays lost for too long. */
  signal: AbortSignal
}

const NAMES = {
  opensearch: 'OpenSearch',
  postgres: 'Postgres',
  supervisor: "The engines' supervisor",
}

/** Counts, for each part of a lease, the time from its loss to its recovery. */
export function watchRecovery(dataDir: string, limitMs: number): RecoveryWatch {
  const controller = new AbortController()
  const lost = new Map<LeaseEvent['part'], NodeJS.Timeout>()
  let last = ''
  const giveUp = (part: LeaseEvent['part'], since: string) => {
    const log = join(foldersOf(dataDir).logs, `${part}.log`)
    const limit = toDuration(limitMs / 1_000)
    controller.abort(
      new OperatorError(
        `${NAMES[part]} has been unavailable since ${since} and was not recovered within ${limit}, so the service stops. The last report was: ${last} Read ${log}, correct the cause and start the service again.`,
      ),
    )
  }
  const recover = (part: LeaseEvent['part']) => {
    clearTimeout(lost.get(part))
    lost.delete(part)
  }
  return {
    signal: controller.signal,
    onEvent: ({ part, state, sentence }) => {
      if (state === 'lost') {
        last = sentence
        if (lost.has(part)) return
        lost.set(part, setTimeout(giveUp, limitMs, part, new Date().toISOString()))
      } else if (state === 'recovered') {
        // A new supervisor is ready only when all engines answer.
        for (const one of part === 'supervisor' ? [...lost.keys()] : [part]) recover(one)
      }
    },
  }
}
