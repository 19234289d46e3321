import type { Session } from '../platform/clients/postgres.ts'
import { OperatorError } from '../platform/errors.ts'
import { attempt } from './attempt.ts'
import type { Channel } from './channel.ts'

/** After this many failures in a row, the receiver is assumed to be down. */
const MAX_FAILURES = 3

/**
 * Sends these submissions one after another and returns the outcome as a sentence. Throws
 * OperatorError with the outcome and the last reason if any failed.
 */
export async function retryAll(db: Session, channel: Channel, ids: string[]): Promise<string> {
  const tally = { sent: 0, earlier: 0, another: 0 }
  const never = new AbortController().signal
  let failed = 0
  let inARow = 0
  let reason = ''
  for (const id of ids) {
    if (inARow >= MAX_FAILURES) break
    try {
      tally[await attempt(db, channel, id, never)] += 1
      inARow = 0
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      failed += 1
      inARow += 1
      reason = error.message
    }
  }
  const untried = ids.length - tally.sent - tally.earlier - tally.another - failed
  const outcome = describe([
    [tally.sent, 'sent'],
    [tally.earlier, 'sent earlier'],
    [tally.another, 'being sent by the service'],
    [failed, 'failed'],
    [untried, 'not tried'],
  ])
  if (failed > 0) throw new OperatorError(`${outcome} ${reason}`)
  return outcome
}

function describe(counts: [number, string][]): string {
  const shown = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  return shown.length > 0 ? `${shown.join(', ')}.` : 'All notifications have been sent.'
}
